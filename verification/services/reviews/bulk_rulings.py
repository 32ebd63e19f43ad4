"""One judgement on many items: each is ruled on by itself, and one that has changed since it was shown is left out and named."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from verification.enums import RulingDecision
from verification.models import ReviewItem, Ruling
from verification.services.errors import Refused
from verification.services.reviews.desk import PersonJudgement, ReviewConflict, rule_review


@dataclass(frozen=True, slots=True)
class SeenItem:
    """An item as the person saw it in the preview; ``value`` is the candidate that an acceptance takes."""

    pk: int
    version: int
    value: str = ""
    evidence_hash: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """``code`` is changed (somebody was faster, holds it, or the evidence is another), refused or gone; ``why`` is a sentence."""

    pk: int
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class BulkOutcome:
    decided: list[Ruling] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def rule_many(
    *, user: User, seen: Sequence[SeenItem], decision: RulingDecision, reason: str = "", chips: Sequence[str] = ()
) -> BulkOutcome:
    """Decide each item once, in a transaction of its own: what is left out does not undo what was decided."""
    outcome = BulkOutcome()
    items = ReviewItem.objects.in_bulk([entry.pk for entry in seen])
    for entry in seen:
        item = items.get(entry.pk)
        if item is None:
            outcome.left_out.append(LeftOut(entry.pk, "gone", ""))
            continue
        judgement = PersonJudgement(
            decision, reason=reason, chips=tuple(chips), value=entry.value if decision == RulingDecision.ACCEPT else ""
        )
        try:
            ruling = rule_review(item=item, user=user, version=entry.version, judgement=judgement, evidence_hash=entry.evidence_hash)
        except ReviewConflict as conflict:
            outcome.left_out.append(LeftOut(entry.pk, "changed", str(conflict)))
        except Refused as refusal:
            outcome.left_out.append(LeftOut(entry.pk, "refused", str(refusal)))
        else:
            outcome.decided.append(ruling)
    return outcome
