"""The review desk: who looks at an item, and the one way in which a person decides it (seed 001; architecture, exemplars).

A ruling is one atomic function: it refuses unless the item is open, free and of the version that the person saw, and it writes ruling,
state and audit entry together. Nothing of a ruling happens elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from verification.core.evidence import Why
from verification.core.support.typed_values import MAX_TYPED
from verification.enums import DECISIONS_DONE, ReasonChip, ReviewStatus, RulingDecision, SubjectKind
from verification.models import Node, NodeFlag, ReviewItem, Ruling, SecondReview
from verification.notice_kinds import Notice
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.reviews.announcing import announce_review
from verification.services.reviews.comparisons import compare_ruling
from verification.services.reviews.evidence import ReviewEvidence, gather_evidence, is_injected
from verification.services.reviews.node_rulings import read_value
from verification.services.runs.results import MAX_UNIT, code_shape

LEASE = timedelta(minutes=5)
UNDO = timedelta(seconds=10)
GRACE = timedelta(seconds=2)  # a click at the last moment travels
MAX_REASON, MAX_URL = 4_000, 2_000
MAX_VALID_DAYS = 3_650
FINAL = (RulingDecision.ACCEPT, RulingDecision.FIX, RulingDecision.REJECT, RulingDecision.RETRY)
NEEDS_REASON = (RulingDecision.FIX, RulingDecision.REJECT)
NODES = (SubjectKind.RUN, SubjectKind.FLAG, SubjectKind.SECOND)

# What follows from a ruling on each kind of subject, in its transaction: ``apply(item=, ruling=)``, ``undo(item=, ruling=, by=)``.
SUBJECTS = {
    SubjectKind.RUN: "verification.services.reviews.node_rulings",
    SubjectKind.FLAG: "verification.services.reviews.node_rulings",
    SubjectKind.SECOND: "verification.services.reviews.node_rulings",
    SubjectKind.VERIFICATION: "verification.services.verifications.rulings",
    SubjectKind.CITATION: "attribution.services.citations.rulings",
}


class ReviewConflict(Exception):
    """Somebody was faster. ``item`` is as it stands now, ``ruling`` what was decided, None where somebody else holds it or it changed."""

    def __init__(self, message: str, *, item: ReviewItem, ruling: Ruling | None = None) -> None:
        super().__init__(message)
        self.item = item
        self.ruling = ruling


@dataclass(frozen=True, slots=True)
class PersonJudgement:
    """What a person decides, and why: in words, or by ``chips`` (``ReasonChip``) alone.

    ``value`` is the candidate chosen (accept) or the right one (fix) with its ``unit`` where it has none itself.

    ``number`` is worked out where the subject is a node's value.

    After ``valid_days`` it is asked again; None: as the node's own limit says.
    """

    decision: RulingDecision
    reason: str = ""
    chips: tuple[str, ...] = ()
    value: str = ""
    number: str = ""
    unit: str = ""
    source_url: str = ""
    valid_days: int | None = None


def open_review(
    *, subject_kind: SubjectKind, subject_id: int, why: Why, risk_level: str, reason: str = "", node: Node | None = None
) -> ReviewItem:
    """The item of a subject that needs a person. One that is open already, for the subject or its node, is given; its version grows."""
    with transaction.atomic():
        _lock_node(node.pk if node else None)
        same = Q(subject_kind=subject_kind, subject_id=subject_id)
        waiting = ReviewItem.objects.select_for_update().filter(same | Q(node=node, node__isnull=False, status=ReviewStatus.OPEN)).first()
        if waiting is None:
            item = ReviewItem.objects.create(
                subject_kind=subject_kind, subject_id=subject_id, node=node, reason=reason, why=code_shape(why), risk_level=risk_level
            )
            announce_review(item=item, notice=Notice.REVIEW_OPENED)
            return item
        ReviewItem.objects.filter(pk=waiting.pk).update(version=F("version") + 1, status=ReviewStatus.OPEN, closed_at=None)
    waiting.refresh_from_db()
    return waiting


def claim_review(*, item: ReviewItem, user: User, is_taken_over: bool = False) -> ReviewItem:
    """Look at an item for five minutes; a second time extends. ``ReviewConflict`` where another person does and it is not taken over."""
    now = timezone.now()
    free = _free_for(user, now)
    wanted = ReviewItem.objects.filter(pk=item.pk, status=ReviewStatus.OPEN)
    with transaction.atomic():
        before = ReviewItem.objects.get(pk=item.pk)
        taken = (wanted if is_taken_over else wanted.filter(free)).update(claimed_by=user, lease_until=now + LEASE)
        if not taken:
            raise _conflict(ReviewItem.objects.get(pk=item.pk))
        if before.claimed_by_id != user.pk:
            verb = "review.take_over" if is_taken_over and _is_held(before, now) else "review.claim"
            record_audit(actor=user, verb=verb, subject=item, before={"claimed_by": before.claimed_by_id})
    item.refresh_from_db()
    return item


def release_review(*, item: ReviewItem, user: User, is_skipped: bool = False, reason: str = "") -> bool:
    """Give an item back; False where ``user`` does not hold it."""
    with transaction.atomic():
        given_back = ReviewItem.objects.filter(pk=item.pk, claimed_by=user).update(claimed_by=None, lease_until=None)
        if given_back or is_skipped:
            verb = "review.skip" if is_skipped else "review.release"
            record_audit(actor=user, verb=verb, subject=item, reason=reason[:MAX_REASON])
    return bool(given_back)


def escalate_review(*, item: ReviewItem, user: User, reason: str) -> None:
    """Send an item up: it is free again and stands among the escalated ones. ``ReviewConflict`` where somebody else holds it."""
    if not reason.strip():
        raise Refused(_("Say why you escalate."), field="reason")
    wanted = ReviewItem.objects.filter(_free_for(user, timezone.now()), pk=item.pk, status=ReviewStatus.OPEN)
    with transaction.atomic():
        changed = wanted.update(is_escalated=True, claimed_by=None, lease_until=None)
        if not changed:
            raise _conflict(ReviewItem.objects.get(pk=item.pk))
        record_audit(actor=user, verb="review.escalate", subject=item, reason=reason[:MAX_REASON])


def rule_review(*, item: ReviewItem, user: User, version: int, judgement: PersonJudgement, evidence_hash: str = "") -> Ruling:
    """Decide an item once. ``version`` is what the person saw, ``evidence_hash`` of which evidence; empty where they can't say.

    ``Refused`` names what is missing; ``ReviewConflict`` says who was faster, with what. In both cases nothing has changed.
    """
    check_judgement(judgement)
    now = timezone.now()
    with transaction.atomic():
        locked = _lock(item)
        if locked.status != ReviewStatus.OPEN or locked.version != version or (_is_held(locked, now) and locked.claimed_by_id != user.pk):
            raise _conflict(locked)
        evidence = gather_evidence(items=[locked])[locked.pk]
        if evidence_hash and evidence_hash != evidence.digest:
            raise _conflict(locked)
        _check_four_eyes(locked, user, evidence)
        if judgement.decision == RulingDecision.ACCEPT and is_injected(locked) and not reason_of(judgement):
            raise Refused(_("Pages that give orders to a model carry this; say why you accept it."), field="reason")
        judgement = complete_judgement(locked, judgement, evidence)
        ruling = Ruling.objects.create(
            review_item=locked,
            decided_by=user,
            decided_as=_role_of(user),
            decision=judgement.decision,
            reason=reason_of(judgement),
            chips=list(judgement.chips),
            value=judgement.value.strip(),
            number=judgement.number.strip(),
            unit=judgement.unit.strip(),
            source_url=judgement.source_url.strip(),
            expires_at=now + timedelta(days=judgement.valid_days) if judgement.valid_days else None,
            item_version=version,
            evidence_hash=evidence.digest,
        )
        compare_ruling(item=locked, ruling=ruling, evidence=evidence)
        _hook(locked, "apply")(item=locked, ruling=ruling)
        _close(locked, now)
        _note_ruling(locked, ruling)
    return ruling


def _note_ruling(item: ReviewItem, ruling: Ruling) -> None:
    """In the audit, and to the programs that want to hear of it."""
    said = {"decision": ruling.decision, "value": ruling.value, "version": ruling.item_version, "evidence": ruling.evidence_hash}
    record_audit(actor=ruling.decided_by, verb="review.rule", subject=item, after={"ruling": ruling.pk, **said}, reason=ruling.reason)
    announce_review(item=item, notice=Notice.REVIEW_DECIDED, ruling=ruling)


def undo_ruling(*, item: ReviewItem, user: User) -> Ruling:
    """Take one's own ruling back within ten seconds; the item is open again and held by ``user``."""
    with transaction.atomic():
        locked = _lock(item)
        last = latest_ruling(locked)
        if last is None or last.decided_by_id != user.pk or timezone.now() > last.decided_at + UNDO + GRACE:
            raise Refused(_("There is nothing left to undo; reopen the item instead."))
        return _undo(locked, last, user, RulingDecision.UNDO, "")


def reopen_review(*, item: ReviewItem, user: User, reason: str) -> Ruling:
    """Open a decided item again, with a reason on record."""
    if not reason.strip():
        raise Refused(_("Say why you reopen it."), field="reason")
    with transaction.atomic():
        locked = _lock(item)
        last = latest_ruling(locked)
        if last is None:
            raise Refused(_("This item has no ruling."))
        return _undo(locked, last, user, RulingDecision.REOPEN, reason.strip()[:MAX_REASON])


def latest_ruling(item: ReviewItem) -> Ruling | None:
    """The ruling that stands; None where the item was never decided, or its ruling was taken back."""
    last = item.rulings.filter(decision__in=FINAL).select_related("decided_by").order_by("-decided_at", "-id").first()
    return None if last is None or Ruling.objects.filter(undoes=last).exists() else last


def _undo(item: ReviewItem, last: Ruling, user: User, decision: RulingDecision, reason: str) -> Ruling:
    if item.node_id and ReviewItem.objects.filter(node=item.node_id, status=ReviewStatus.OPEN).exclude(pk=item.pk).exists():
        raise Refused(_("A newer item of this node is open; rule on that one."))
    ruling = Ruling.objects.create(
        review_item=item,
        decided_by=user,
        decided_as=_role_of(user),
        decision=decision,
        reason=reason,
        item_version=item.version,
        undoes=last,
    )
    _hook(item, "undo")(item=item, ruling=last, by=ruling)
    held = {"claimed_by": user, "lease_until": timezone.now() + LEASE}
    ReviewItem.objects.filter(pk=item.pk).update(status=ReviewStatus.OPEN, closed_at=None, version=F("version") + 1, **held)
    after = {"ruling": ruling.pk, "undoes": last.pk}
    record_audit(actor=user, verb=f"review.{decision.value}", subject=item, after=after, reason=reason)
    announce_review(item=item, notice=Notice.REVIEW_DECIDED, ruling=ruling)
    return ruling


def _lock(item: ReviewItem) -> ReviewItem:
    """The item's row, after its node's: a run that ends locks them in the same order, so neither waits for the other for ever."""
    _lock_node(item.node_id)
    return ReviewItem.objects.select_for_update().get(pk=item.pk)


def _lock_node(pk: int | None) -> None:
    if pk is not None:
        Node.objects.select_for_update().only("pk").get(pk=pk)


def check_judgement(judgement: PersonJudgement) -> None:
    """``Refused`` where something is missing or too long."""
    if judgement.decision not in FINAL:
        raise Refused(_("Decide with one of: %(choices)s.") % {"choices": ", ".join(decision.value for decision in FINAL)})
    for field, text, most in (
        ("reason", judgement.reason, MAX_REASON),
        ("value", judgement.value, MAX_TYPED),
        ("unit", judgement.unit, MAX_UNIT),
    ):
        if len(text) > most:
            raise Refused(_("The text is too long: %(count)s characters are kept.") % {"count": most}, field=field)
    if set(judgement.chips) - set(ReasonChip.values):
        raise Refused(_("Choose reasons out of: %(choices)s.") % {"choices": ", ".join(ReasonChip.values)})
    if judgement.decision in NEEDS_REASON and not reason_of(judgement):
        raise Refused(_("A reason is required to reject or to fix."), field="reason")
    if judgement.decision == RulingDecision.FIX and not (judgement.value.strip() and judgement.source_url.strip()):
        missing = "source" if judgement.value.strip() else "value"
        raise Refused(_("A fixed value needs the value and the address of a source."), field=missing)
    if judgement.source_url and (not judgement.source_url.startswith(("https://", "http://")) or len(judgement.source_url) > MAX_URL):
        raise Refused(_("The source has to begin with http:// or https://."), field="source")
    if judgement.valid_days is not None and not 1 <= judgement.valid_days <= MAX_VALID_DAYS:
        raise Refused(_("A ruling may hold for 1 to %(days)s days.") % {"days": MAX_VALID_DAYS}, field="valid_days")
    if judgement.valid_days is not None and judgement.decision == RulingDecision.RETRY:
        raise Refused(_("To try again has no time for which it holds."), field="valid_days")


def reason_of(judgement: PersonJudgement) -> str:
    """In words, else by the chips."""
    return judgement.reason.strip() or ", ".join(str(ReasonChip(chip).label) for chip in judgement.chips)


def complete_judgement(item: ReviewItem, judgement: PersonJudgement, evidence: ReviewEvidence) -> PersonJudgement:
    """A node's value with its number and unit: nobody has to write them, and nobody can write others than the value has."""
    if item.subject_kind not in NODES or judgement.decision not in (RulingDecision.ACCEPT, RulingDecision.FIX):
        chosen = judgement.value.strip() if judgement.decision == RulingDecision.ACCEPT else ""
        if chosen and evidence.candidates and chosen not in [each.value for each in evidence.candidates]:
            raise Refused(_("Choose one of the values shown; to set another, fix it."))
        return judgement
    read = read_value(item=item, decision=judgement.decision, value=judgement.value, unit=judgement.unit, evidence=evidence)
    return replace(judgement, value=read.value, number=read.number, unit=read.unit)


def _check_four_eyes(item: ReviewItem, user: User, evidence: ReviewEvidence) -> None:
    has_asked = item.subject_kind == SubjectKind.CITATION and item.why.get("params", {}).get("who") == user.get_username()
    if settings.REVIEW_FOUR_EYES and (has_asked or (evidence.subject is not None and evidence.subject.owner == user.pk)):
        raise Refused(_("You asked for this yourself; another person has to rule."))
    if settings.REVIEW_FOUR_EYES and NodeFlag.objects.filter(review_item=item, user=user).exists():
        raise Refused(_("You flagged this yourself; another person has to rule."))
    disagreeing = Q(first_by=user) | Q(decided_by=user)
    if item.subject_kind == SubjectKind.SECOND and SecondReview.objects.filter(disagreeing, pk=item.subject_id).exists():
        raise Refused(_("You are one of the two who disagree; a third person has to rule on it."))


def _role_of(user: User) -> str:
    """The highest of a person's roles, as they decide."""
    names = set(user.groups.values_list("name", flat=True))
    return "admin" if user.is_superuser else next((role for role in ("admin", "reviewer", "analyst") if role in names), "")


def _close(item: ReviewItem, now: datetime) -> None:
    """A ruling ends the lease and makes a new version, so that a form of before fits no longer."""
    item.status, item.closed_at, item.claimed_by, item.lease_until = ReviewStatus.RULED, now, None, None
    item.version += 1
    item.save(update_fields=["status", "closed_at", "claimed_by", "lease_until", "version"])


def _conflict(item: ReviewItem) -> ReviewConflict:
    ruling = latest_ruling(item)
    if item.status == ReviewStatus.OPEN and _is_held(item, timezone.now()) and item.claimed_by is not None:
        return ReviewConflict(_("%(who)s is looking at this item.") % {"who": item.claimed_by.get_username()}, item=item)
    if item.status == ReviewStatus.OPEN:
        return ReviewConflict(_("The item has changed since you opened it; look at it again."), item=item)
    if ruling is not None:
        said = {"who": ruling.decided_by.get_username(), "what": str(DECISIONS_DONE[RulingDecision(ruling.decision)]).lower()}
        return ReviewConflict(_("%(who)s has ruled already: %(what)s.") % said, item=item, ruling=ruling)
    return ReviewConflict(_("The item is no longer open: newer evidence took its place."), item=item)


def _free_for(user: User, now: datetime) -> Q:
    return Q(claimed_by=None) | Q(claimed_by=user) | Q(lease_until__lte=now)


def _is_held(item: ReviewItem, now: datetime) -> bool:
    return item.claimed_by_id is not None and item.lease_until is not None and item.lease_until > now


def _hook(item: ReviewItem, name: str) -> Callable[..., None]:
    return cast(Callable[..., None], import_string(f"{SUBJECTS[SubjectKind(item.subject_kind)]}.{name}"))
