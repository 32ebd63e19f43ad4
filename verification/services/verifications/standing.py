"""A person's ruling on a program's claim, when the same program asks the same again: it stands until the evidence changes."""

from datetime import datetime, timedelta

from django.utils.timezone import localdate

from verification.core.evidence import Why
from verification.core.panel.claims import read_claim
from verification.core.reasons import ReviewCode
from verification.core.standing.evidence import Scale, list_new
from verification.models import Ruling, Verification
from verification.services.runs.seen_pages import read_pages
from verification.services.runs.standing import list_stated

KEPT_DAYS = 30
_SAME = ("claim", "value", "query", "payload", "action_type", "amount", "currency", "domain", "requested_by")


def find_ruled(*, row: Verification) -> Verification | None:
    """The newest verification of the very same question on which a person ruled; None where nobody did."""
    same = Verification.objects.filter(**{name: getattr(row, name) for name in _SAME if name != "payload"}, ruling__isnull=False)
    found = same.exclude(pk=row.pk).select_related("ruling").order_by("-pk")[:20]
    return next((each for each in found if each.payload == row.payload), None)


def is_unchanged(*, row: Verification, former: Verification) -> bool:
    """Whether the pages of ``row`` say nothing that those ruled on did not."""
    unit = read_claim(row.claim, row.value, query=row.query).node.unit
    known, found = list_stated(read_pages(former.result or {})), list_stated(read_pages(row.result or {}))
    return not list_new(known, found, Scale(unit))


def is_past(*, ruling: Ruling, now: datetime) -> bool:
    return (ruling.expires_at or ruling.decided_at + timedelta(days=KEPT_DAYS)) <= now


def explain_question(*, row: Verification, former: Verification, ruling: Ruling, now: datetime) -> Why:
    """Why a person is asked again."""
    value = ruling.value or former.value or read_claim(former.claim, former.value, query=former.query).value
    told: dict[str, str | int | tuple[str, ...]] = {"ruling": ruling.pk, "value": value, "day": localdate(ruling.decided_at).isoformat()}
    if is_past(ruling=ruling, now=now):
        return Why(ReviewCode.RULING_EXPIRED, told)
    pages = list_stated(read_pages(row.result or {}))
    told["others"] = tuple(dict.fromkeys(page.value for page in pages))[:5]
    told["domains"] = tuple(dict.fromkeys(page.domain for page in pages))[:5]
    return Why(ReviewCode.RULING_CONTRADICTED, told)
