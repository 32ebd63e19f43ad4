"""Why something is taken out: said in the address, or in a body, for an address has no room for a long sentence in Chinese."""

from django.utils.translation import gettext as _
from rest_framework.request import Request

from verification.api.calls.bodies import Body, Query, Reason
from verification.api.calls.openapi import READING
from verification.api.calls.problems import bad_field
from verification.api.calls.validation import check_body

REMOVING = (*READING, 415)


class RemovalQuery(Query):
    reason: Reason = ""


class RemovalBody(Body):
    """Why, where the address has no room for it."""

    reason: Reason = ""


def reason_of(request: Request, asked: RemovalQuery) -> str:
    """What was said in either place; 400 where both say something, and not the same."""
    said = check_body(RemovalBody, request.data).reason
    if said and asked.reason and said != asked.reason:
        raise bad_field("reason", "repeated", _("stands in the address and in the body, and differs"))
    return said or asked.reason
