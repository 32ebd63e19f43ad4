"""A person's ruling in the face of a later run: it stays the node's state until evidence comes that the person had not before them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F
from django.utils.timezone import localdate

from verification.core.evidence import Verdict, Why
from verification.core.reasons import ReviewCode
from verification.core.standing.evidence import Scale, StatedValue, make_stated
from verification.core.standing.standing import LaterFinding, RuledState, Weighed, weigh_ruling
from verification.core.vocabulary import Badge, BoundBy, Confidence, Reason, Stance, Standing
from verification.enums import ReviewStatus, RulingDecision, SubjectKind
from verification.models import Node, NodeState, ReviewItem, Ruling, Source, VerificationRun

STATES_A_VALUE = (Stance.SUPPORTS, Stance.DERIVED, Stance.DUPLICATE, Stance.CONTRADICTS)
DECISIVE = (RulingDecision.ACCEPT, RulingDecision.FIX, RulingDecision.REJECT)
ASKED_AGAIN = {Standing.UNDER_REVIEW: Reason.VALUES_DISAGREE, Standing.EXPIRED: Reason.ALL_STALE}
UNKNOWN = "unknown"
MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class KeptRuling:
    """The ruling that a run leaves in force, and what it says of it."""

    ruling: Ruling
    before: NodeState
    weighed: Weighed
    standing: Standing


def keep_ruling(*, node: Node, run: VerificationRun, verdict: Verdict) -> KeptRuling | None:
    """What a run leaves of the node's ruling; None where no person ruled, or the ruling has lapsed. Wants the run's sources saved."""
    state = node.state
    ruling = find_standing(state)
    if state is None or ruling is None:
        return None
    known = read_stated(state.ruled_on) or _ruled_at_first(ruling)
    ruled = RuledState(
        value=None if state.value == UNKNOWN else state.value,
        stated=known,
        held_at=state.evidence_at or state.as_of,
        fresh_days=node.fresh_days,
        expires_at=ruling.expires_at,
        standing=Standing(state.standing) if state.standing else None,
    )
    found = LaterFinding(
        stated=list_stated(run.sources.all()),
        now=run.as_of,
        accepted=verdict.value if verdict.is_accepted else None,
        needs_person=verdict.review is not None,
    )
    weighed = weigh_ruling(ruled, found, scale_of(node))
    return KeptRuling(ruling, state, weighed, weighed.standing) if weighed.standing is not None else None


def find_standing(state: NodeState | None) -> Ruling | None:
    """The ruling that a state rests on; None where it rests on a run alone. One that was taken back leaves the one before it."""
    ruling = state.ruled_by if state is not None else None
    while ruling is not None and ruling.undoes_id is not None:
        undone = NodeState.objects.filter(ruling=ruling.undoes_id).first()
        before = NodeState.objects.filter(node=undone.node_id, pk__lt=undone.pk).order_by("-pk").first() if undone else None
        ruling = before.ruled_by if before is not None else None
    return ruling if ruling is not None and ruling.decision in DECISIVE else None


def make_kept_state(*, node: Node, run: VerificationRun, kept: KeptRuling) -> NodeState:
    """The ruled value as the state that this run leaves; not yet saved."""
    before = kept.before
    return NodeState(
        node=node,
        run=run,
        kept_ruling=kept.ruling,
        standing=kept.standing,
        ruled_on=write_stated(kept.weighed.stated),
        value=before.value,
        number=before.number,
        unit=before.unit,
        trend=before.trend,
        confidence=Confidence.HUMAN_RULED,
        badge=Badge(before.badge),
        bound_by=BoundBy.HUMAN,
        as_of=run.as_of,
        evidence_at=kept.weighed.held_at,
    )


def ask_again(*, node: Node, run: VerificationRun, kept: KeptRuling) -> ReviewItem | None:
    """The one open item of a ruling under review or past its time; None where nothing is to be decided.

    An item that is open stays while nothing is new: a reviewer may be at it. A ruling that stands leaves no item about its evidence.
    """
    waiting = ReviewItem.objects.filter(node=node, status=ReviewStatus.OPEN).first()
    if waiting is not None and waiting.subject_kind in (SubjectKind.FLAG, SubjectKind.SECOND):
        ReviewItem.objects.filter(pk=waiting.pk).update(version=F("version") + 1)
        return waiting
    is_asked = kept.standing in ASKED_AGAIN
    if waiting is not None and is_asked and not kept.weighed.new:
        return waiting
    if waiting is not None:
        waiting.status, waiting.closed_at = ReviewStatus.OBSOLETE, run.as_of
        waiting.save(update_fields=["status", "closed_at"])
    if not is_asked:
        return None
    why = _why(kept, scale_of(node))
    return ReviewItem.objects.create(
        subject_kind=SubjectKind.RUN,
        subject_id=run.pk,
        node=node,
        reason=ASKED_AGAIN[kept.standing],
        why={"code": why.code, "params": {name: list(each) if isinstance(each, tuple) else each for name, each in why.params.items()}},
        risk_level=node.risk_level,
    )


def _why(kept: KeptRuling, scale: Scale) -> Why:
    state, ruling = kept.before, kept.ruling
    told: dict[str, str | int | tuple[str, ...]] = {
        "ruling": ruling.pk,
        "value": state.value,
        "day": localdate(ruling.decided_at).isoformat(),
    }
    if kept.standing == Standing.EXPIRED:
        return Why(ReviewCode.RULING_EXPIRED, told)
    others = [each for each in kept.weighed.new or kept.weighed.stated if not scale.same(each.value, state.value)]
    told["others"] = tuple(dict.fromkeys(each.value for each in others))[:MOST_TOLD]
    told["domains"] = tuple(dict.fromkeys(each.domain for each in others))[:MOST_TOLD]
    return Why(ReviewCode.RULING_CONTRADICTED, told)


def scale_of(node: Node) -> Scale:
    return Scale(node.unit or None, node.tolerance)


def list_stated(sources: Iterable[Source]) -> tuple[StatedValue, ...]:
    """The pages of a run that state a value and may speak for it."""
    return tuple(stated_of(source) for source in sources if source.value and source.domain and source.stance in STATES_A_VALUE)


def stated_of(source: Source) -> StatedValue:
    return make_stated(
        value=source.value,
        domain=source.domain,
        published_at=source.published_at,
        passage=source.passage,
        is_copy=source.stance == Stance.DUPLICATE,
    )


def write_stated(stated: Iterable[StatedValue]) -> list[dict[str, str | None]]:
    return [
        {"value": each.value, "domain": each.domain, "day": each.day.isoformat() if each.day else None, "words": each.words}
        for each in stated
    ]


def read_stated(rows: Iterable[Mapping[str, Any]]) -> tuple[StatedValue, ...]:
    return tuple(
        StatedValue(row["value"], row["domain"], date.fromisoformat(row["day"]) if row["day"] else None, row["words"]) for row in rows
    )


def _ruled_at_first(ruling: Ruling) -> tuple[StatedValue, ...]:
    """The pages of the run that a ruling of before was about."""
    item = ruling.review_item
    return list_stated(Source.objects.filter(run=item.subject_id)) if item.subject_kind == SubjectKind.RUN else ()
