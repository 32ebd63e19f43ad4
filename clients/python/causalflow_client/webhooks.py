"""Whether a message is from CausalFlow, and what it says."""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from causalflow_client.shapes import Message

SIGNATURE = "causalflow-signature"


class BadSignature(Exception):
    """The message is not signed with this secret, was changed, or is too old."""


def read_webhook(body: bytes, headers: Mapping[str, str], secret: str, *, tolerance: float = 300, now: float | None = None) -> Message:
    """The message, where it was signed with ``secret`` in the last ``tolerance`` seconds; ``body`` is what came, byte for byte."""
    header = next((value for name, value in headers.items() if name.lower() == SIGNATURE), "")
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    stamp, given = parts.get("t", ""), parts.get("v1", "")
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) < 13):
        raise BadSignature("The message is not signed.")
    wanted = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(wanted.encode(), given.encode("utf-8", "replace")):
        raise BadSignature("The message is signed with another secret, or was changed.")
    if abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise BadSignature("The message is too old, or of a time to come.")
    return cast(Message, json.loads(body))
