"""A share of the rulings is decided once more by somebody else, blind; where the two differ a third person arbitrates.

What is drawn are rulings on the values of a run: its pages can't change, so that the second person has just what the first one had.
"""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.evidence import Why
from verification.core.operations.sampling import is_drawn
from verification.core.reasons import ReviewCode
from verification.enums import RulingDecision, SubjectKind
from verification.models import NodeFlag, ReviewItem, ReviewSetting, Ruling, SecondReview
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.reviews.desk import PersonJudgement, check_judgement, complete_judgement, open_review, reason_of
from verification.services.reviews.evidence import gather_evidence
from verification.services.reviews.subjects import is_same

# Until then a ruling may be taken back with one key; after that long nobody remembers what it was about.
SETTLED, DRAWN_UNTIL = timedelta(minutes=1), timedelta(days=7)
DECISIVE = (RulingDecision.ACCEPT, RulingDecision.FIX, RulingDecision.REJECT)


def read_percent() -> int:
    row = ReviewSetting.objects.filter(pk=1).first()
    return (row or ReviewSetting()).second_percent


def save_setting(*, setting: ReviewSetting, actor: Actor, reason: str = "") -> ReviewSetting:
    """Change the share; what was drawn already stays drawn."""
    with transaction.atomic():
        before = ReviewSetting.objects.select_for_update().filter(pk=1).first()
        setting.pk = 1
        setting.save()
        old = {"second_percent": before.second_percent} if before else None
        record_audit(
            actor=actor, verb="review.setting", subject=setting, before=old, after={"second_percent": setting.second_percent}, reason=reason
        )
    return setting


def draw_second_reviews(*, now: datetime) -> int:
    """Draw from the rulings of the last days that stand; how many are new. Doing it again draws nothing twice."""
    percent = read_percent()
    if not percent:
        return 0
    rulings = Ruling.objects.filter(decision__in=DECISIVE, undone_by=None, second_review=None, review_item__subject_kind=SubjectKind.RUN)
    rows = rulings.filter(decided_at__lte=now - SETTLED, decided_at__gt=now - DRAWN_UNTIL).order_by("pk")
    drawn = [
        SecondReview(ruling_id=key, first_by_id=first)
        for key, first, digest in rows.values_list("pk", "decided_by", "evidence_hash")
        if is_drawn(f"{key} {digest}", percent=percent)
    ]
    return len(SecondReview.objects.bulk_create(drawn, ignore_conflicts=True))


def list_waiting(*, user: User) -> QuerySet[SecondReview]:
    """What ``user`` may decide: not one's own ruling, nothing one flagged, nothing taken back; the longest wait first."""
    flagged = NodeFlag.objects.filter(user=user, review_item__isnull=False).values("review_item")
    rows = SecondReview.objects.filter(decided_by=None, ruling__undone_by=None).exclude(first_by=user)
    return rows.exclude(ruling__review_item__in=flagged).select_related("ruling__review_item__node").order_by("pk")


def decide_second(*, second: SecondReview, user: User, judgement: PersonJudgement) -> SecondReview:
    """Decide without knowing the first decision; ``Refused`` where it is not this person's to decide, or something is missing."""
    check_judgement(judgement)
    with transaction.atomic():
        locked = SecondReview.objects.select_for_update(of=("self",)).select_related("ruling__review_item__node").get(pk=second.pk)
        if locked.decided_by_id is not None:
            raise Refused(_("This is decided already."))
        if judgement.decision not in DECISIVE or not list_waiting(user=user).filter(pk=locked.pk).exists():
            raise Refused(_("This is not yours to decide."))
        item, first = locked.ruling.review_item, locked.ruling
        judgement = complete_judgement(item, judgement, gather_evidence(items=[item])[item.pk])
        locked.decided_by, locked.decided_at = user, timezone.now()
        locked.decision, locked.reason = judgement.decision, reason_of(judgement)
        locked.value, locked.number, locked.unit = judgement.value.strip(), judgement.number.strip(), judgement.unit.strip()
        locked.source_url = judgement.source_url.strip()
        locked.is_agreed = _agree(first, locked)
        if not locked.is_agreed:
            locked.arbitration = _arbitrate(locked, item)
        locked.save()
        after = {"ruling": first.pk, "decision": locked.decision, "value": locked.value, "agreed": locked.is_agreed}
        record_audit(actor=user, verb="review.second", subject=locked, after=after, reason=locked.reason)
    return locked


def _agree(first: Ruling, second: SecondReview) -> bool:
    if RulingDecision.REJECT in (first.decision, second.decision):
        return first.decision == second.decision
    return is_same({"value": first.value, "number": first.number}, second.value, second.number)


def _arbitrate(second: SecondReview, item: ReviewItem) -> ReviewItem:
    said = {"first": second.ruling.value or second.ruling.decision, "second": second.value or second.decision}
    why = Why(ReviewCode.SECOND_DISAGREES, said)
    return open_review(subject_kind=SubjectKind.SECOND, subject_id=second.pk, why=why, risk_level=item.risk_level, node=item.node)
