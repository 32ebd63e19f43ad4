"""The address that a request names to be told at."""

from typing import Protocol

from verification.api.calls.problems import bad_field
from verification.services.errors import Refused
from verification.services.notices.webhooks import check_callback


class NamesCallback(Protocol):
    """A body with a ``callback_url``, empty for none."""

    callback_url: str


def read_callback(body: NamesCallback) -> str:
    """The address of a body; 400 names the field where the door would refuse it."""
    try:
        check_callback(url=body.callback_url)
    except Refused as refusal:
        raise bad_field("callback_url", "bad_value", str(refusal)) from None
    return body.callback_url
