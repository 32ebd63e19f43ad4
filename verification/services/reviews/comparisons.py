"""Whether a ruling agrees with what the machine proposed; written with the ruling, so that it says what was shown then."""

from verification.enums import RulingDecision, SubjectKind
from verification.models import Comparison, ReviewItem, Ruling, Verification
from verification.services.reviews.evidence import ReviewEvidence
from verification.services.reviews.subjects import is_same as is_same_value

MAX_VALUE = 200


def compare_ruling(*, item: ReviewItem, ruling: Ruling, evidence: ReviewEvidence) -> Comparison | None:
    """In the ruling's transaction. None where the machine proposed nothing, where a person had set it, or where the machine tries again."""
    if evidence.proposed is None or ruling.decision == RulingDecision.RETRY or _is_of_a_person(item, evidence):
        return None
    proposed = evidence.candidates[evidence.proposed]
    # A claim or a citation is accepted as it was proposed, without a value of its own.
    is_same = not ruling.value or is_same_value({"value": proposed.value, "number": proposed.number}, ruling.value, ruling.number)
    return Comparison.objects.create(
        ruling=ruling,
        mode=_mode(item, evidence),
        value=proposed.value[:MAX_VALUE],
        domains=sorted(set(proposed.domains)),
        is_agreed=is_same and ruling.decision != RulingDecision.REJECT,
    )


def _is_of_a_person(item: ReviewItem, evidence: ReviewEvidence) -> bool:
    """A flag is about the value shown, which somebody may have ruled; a ruling that is asked about again is a person's."""
    is_ruled = evidence.state is not None and evidence.state.ruled_by is not None
    return evidence.former is not None or (item.subject_kind == SubjectKind.FLAG and is_ruled)


def _mode(item: ReviewItem, evidence: ReviewEvidence) -> str:
    """How it was decided; empty where the engine was not accompanied by voters."""
    rows = Verification.objects.filter(pk=item.subject_id)
    if item.subject_kind != SubjectKind.VERIFICATION:
        rows = Verification.objects.filter(run=evidence.run) if evidence.run else rows.none()
    return rows.values_list("mode", flat=True).first() or ""
