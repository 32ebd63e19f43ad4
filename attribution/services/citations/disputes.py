"""“This verdict is wrong”, or “nobody could tell”: a citation goes before a person."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from attribution.core.vocabulary import CitationStatus
from attribution.models import Citation
from verification.core.evidence import Why
from verification.core.reasons import ReviewCode
from verification.core.vocabulary import RiskLevel
from verification.enums import ReviewStatus, SubjectKind
from verification.models import ReviewItem
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.reviews.desk import open_review

MAX_REASON, MAX_SHOWN = 2_000, 300


def find_asked(*, citation: Citation) -> ReviewItem | None:
    """The open item in which a person is asked about a citation."""
    return ReviewItem.objects.filter(subject_kind=SubjectKind.CITATION, subject_id=citation.pk, status=ReviewStatus.OPEN).first()


def send_to_desk(*, citation: Citation, user: User) -> ReviewItem:
    """Ask a person about a citation that the check left undecided. ``Refused`` for any other, and where somebody is asked already."""
    with transaction.atomic():
        locked = Citation.objects.select_for_update().get(pk=citation.pk)
        if locked.status != CitationStatus.INCONCLUSIVE:
            raise Refused(_("Only an undecided citation can be sent to the desk; a verdict is disputed."))
        if locked.ruling_id is not None:
            raise Refused(_("A person has ruled that this citation can't be decided; dispute it instead."))
        if find_asked(citation=locked) is not None:
            raise Refused(_("This citation is at the desk already."))
        why = Why(ReviewCode.LEFT_OPEN, {"who": user.get_username()})
        item = open_review(subject_kind=SubjectKind.CITATION, subject_id=locked.pk, why=why, risk_level=RiskLevel.MEDIUM)
        record_audit(actor=user, verb="citation.send", subject=locked, after={"review": item.pk, "status": locked.status})
    return item


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
