"""“This verdict is wrong”: a citation goes before a person."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from attribution.core.vocabulary import CitationStatus
from attribution.models import Citation
from verification.core.evidence import Why
from verification.core.reasons import ReviewCode
from verification.core.vocabulary import RiskLevel
from verification.enums import SubjectKind
from verification.models import ReviewItem
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.reviews.desk import open_review

MAX_REASON, MAX_SHOWN = 2_000, 300


def dispute_citation(*, citation: Citation, user: User, reason: str) -> ReviewItem:
    """Ask for a ruling on a citation's verdict, which stays until then. ``Refused`` without a reason, and while there is no verdict."""
    said = reason.strip()[:MAX_REASON]
    if not said:
        raise Refused(_("Say what is wrong with the verdict."))
    with transaction.atomic():
        locked = Citation.objects.select_for_update().get(pk=citation.pk)
        if locked.status in (CitationStatus.PENDING, CitationStatus.NOT_APPLICABLE):
            raise Refused(_("This citation has no verdict to dispute."))
        locked.disputed_by, locked.disputed_at, locked.dispute_reason = user, timezone.now(), said
        locked.save(update_fields=["disputed_by", "disputed_at", "dispute_reason"])
        why = Why(ReviewCode.DISPUTED, {"who": user.get_username(), "reason": said[:MAX_SHOWN]})
        item = open_review(subject_kind=SubjectKind.CITATION, subject_id=locked.pk, why=why, risk_level=RiskLevel.MEDIUM)
        record_audit(actor=user, verb="citation.dispute", subject=locked, after={"review": item.pk, "status": locked.status}, reason=said)
    return item
