"""What programs are told of reviews."""

from django.conf import settings
from django.urls import reverse

from verification.models import ReviewItem, Ruling
from verification.notice_kinds import Notice
from verification.services.notices.webhooks import announce


def announce_review(*, item: ReviewItem, notice: Notice, ruling: Ruling | None = None) -> int:
    """Queue a message for everybody who may see reviews and wants to hear of them, in the caller's transaction; how many."""
    return announce(
        notice=notice,
        subject=f"review:{item.pk}",
        permission="verification.view_reviewitem",
        write=lambda: _describe(item, ruling),
    )


def _describe(item: ReviewItem, ruling: Ruling | None) -> dict[str, object]:
    return {
        "review": item.pk,
        "subject_kind": item.subject_kind,
        "node": item.node.slug if item.node else None,
        "risk_level": item.risk_level,
        "reason": item.reason or None,
        "ruling": _tell(ruling) if ruling else None,
        "link": settings.SITE_URL + reverse("api:review", args=[item.pk]),
    }


def _tell(ruling: Ruling) -> dict[str, object]:
    return {
        "ruling": ruling.pk,
        "decision": ruling.decision,
        "value": ruling.value or None,
        "reason": ruling.reason or None,
        "decided_by": ruling.decided_by.get_username(),
        "undoes": ruling.undoes_id,
    }
