"""The decision (evidence, step 9): the whitelist rule, then the votes; everything else is unknown, with its reason."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from verification.core.consensus.choosing import Choice, decides, doubting, is_trusted, nearest_figure, obstacle_of, strength
from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.consensus.tallies import Tally
from verification.core.evidence import TraceStep, Why
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.support.values import same_value
from verification.core.vocabulary import Confidence, Independence, Reason, Stage, Stance


@dataclass(frozen=True, slots=True)
class EngineRuling:
    """What is decided: ``leader`` is the accepted tally, or the one with most votes where nothing is accepted. ``tallies`` are all."""

    reason: Reason
    confidence: Confidence
    stage: Stage
    leader: Tally | None
    conflicts: tuple[Tally, ...] = ()
    review: Why | None = None
    trace: tuple[TraceStep, ...] = field(default_factory=tuple)
    tallies: tuple[Tally, ...] = ()

    @property
    def is_accepted(self) -> bool:
        return self.reason == Reason.ACCEPTED


def rule_by_whitelist(evidence_set: EvidenceSet, tallies: Sequence[Tally]) -> EngineRuling:
    """Seed 000, stage 1: one whitelisted, fresh page whose figure is likely enough decides, unless a whitelisted one may say otherwise.

    Two that are both likely enough are a contradiction for a person; a mere doubt withholds green and asks nobody.
    """
    trusted = [(tally, choice) for tally in tallies for choice in tally.choices if is_trusted(choice, evidence_set)]
    steps = [TraceStep(TraceCode.STAGE_ONE, {"pages": sum(e.is_whitelisted for e in evidence_set.source_pages), "bound": len(trusted)})]
    said = [tally for tally in tallies if any(is_trusted(choice, evidence_set) for choice in tally.choices)]
    if len(said) > 1:
        values = tuple(tally.value.number for tally in said)
        steps.append(TraceStep(TraceCode.STAGE_ONE_CONTRADICTED, {"values": values}))
        review = Why(ReviewCode.WHITELIST_CONTRADICTED, {"values": values})
        return EngineRuling(
            Reason.WHITELIST_CONTRADICTED, Confidence.CROSS_VALIDATED, Stage.WHITELIST, said[0], tuple(said), review, tuple(steps)
        )
    doubts = {candidate.value.number for _, candidate in doubting(said[0].value, evidence_set)} if said else set()
    if doubts and not _is_named_by_model(said[0]):
        steps.append(TraceStep(TraceCode.STAGE_ONE_CONTRADICTED, {"values": (said[0].value.number, *sorted(doubts))}))
        return EngineRuling(Reason.VALUES_DISAGREE, Confidence.CROSS_VALIDATED, Stage.WHITELIST, said[0], trace=tuple(steps))
    deciding = [choice for _, choice in trusted if decides(choice, evidence_set)]
    if deciding and _is_enough(said[0], deciding):
        return EngineRuling(Reason.ACCEPTED, Confidence.WHITELIST_DIRECT, Stage.WHITELIST, said[0], trace=tuple(steps))
    steps.append(TraceStep(TraceCode.STAGE_ONE_UNDATED if said else TraceCode.STAGE_ONE_NOTHING))
    leader = said[0] if said else tallies[0] if tallies else None
    return EngineRuling(_reason_for_nothing(evidence_set, leader), Confidence.CROSS_VALIDATED, Stage.WHITELIST, leader, trace=tuple(steps))


def _is_named_by_model(tally: Tally) -> bool:
    return any(choice.is_named_by_model for choice in tally.choices)


def rule_by_votes(evidence_set: EvidenceSet, tallies: Sequence[Tally]) -> EngineRuling:
    """Seed 000, stage 2: at least ``min_domains`` independent votes for one value, and no conflict."""
    steps = [TraceStep(TraceCode.STAGE_TWO, {"pages": len(evidence_set.voting()), "bound": sum(len(t.choices) for t in tallies)})]
    steps += [_counted(tally) for tally in tallies[:5]]
    if not tallies:
        reason = _reason_for_nothing(evidence_set, None)
        steps.append(TraceStep(TraceCode.NOTHING_FOUND, {"reason": reason.value}))
        return EngineRuling(reason, Confidence.CROSS_VALIDATED, Stage.VOTES, None, trace=tuple(steps))
    leader = tallies[0]
    if not leader.qualifies:
        steps.append(TraceStep(TraceCode.TOO_FEW_VOTES, _votes(leader)))
        return _refused(evidence_set, tallies, steps)
    conflict = _conflict(leader, tallies[1:], evidence_set.bars.trusted)
    if conflict:
        step, review, others = conflict
        return EngineRuling(
            Reason.VALUES_DISAGREE, Confidence.CROSS_VALIDATED, Stage.VOTES, leader, (leader, *others), review, (*steps, step)
        )
    if leader.sure_votes < leader.needed:
        steps.append(TraceStep(TraceCode.TOO_FEW_VOTES, _votes(leader)))
        return _refused(evidence_set, tallies, steps)
    if not leader.dated_votes and any(tally.dated_votes for tally in tallies[1:]):
        steps.append(TraceStep(TraceCode.UNDATED_OUTVOTED))
        return EngineRuling(Reason.VALUES_DISAGREE, Confidence.CROSS_VALIDATED, Stage.VOTES, leader, tuple(tallies[:4]), None, tuple(steps))
    steps.append(TraceStep(TraceCode.ENOUGH_VOTES, _votes(leader)))
    steps += [
        TraceStep(TraceCode.DISSENT_LISTED, {"value": t.value.number, "domain": t.choices[0].source_page.domain}) for t in tallies[1:]
    ]
    return EngineRuling(Reason.ACCEPTED, Confidence.CROSS_VALIDATED, Stage.VOTES, leader, trace=tuple(steps))


def _is_enough(tally: Tally, trusted: Sequence[Choice]) -> bool:
    """A dated page, or two publishers' undated ones that agree."""
    if any(choice.source_page.page.published_at is not None for choice in trusted):
        return True
    return len({choice.source_page.owner for choice in trusted if choice in tally.choices}) >= 2


def _conflict(leader: Tally, others: Sequence[Tally], sure: float) -> tuple[TraceStep, Why, tuple[Tally, ...]] | None:
    rivals = tuple(tally for tally in others if tally.qualifies)
    value = leader.value.number
    if rivals:
        values = (value, *(tally.value.number for tally in rivals))
        step = TraceStep(TraceCode.CONFLICT_TWO_VALUES, {"values": values})
        return step, Why(ReviewCode.VALUES_DISAGREE, {"values": values}), rivals
    for tally in others:
        official = next((c for c in tally.choices if c.source_page.is_official and strength(c.candidate) >= sure), None)
        if official and not any(c.source_page.is_official for c in leader.choices):
            params = {"value": value, "other": tally.value.number, "domain": official.source_page.domain}
            return TraceStep(TraceCode.CONFLICT_OFFICIAL, params), Why(ReviewCode.OFFICIAL_CONTRADICTS, params), (tally,)
        if _is_newer(tally, leader):
            newer = {"value": value, "other": tally.value.number}
            return TraceStep(TraceCode.CONFLICT_NEWER, newer), Why(ReviewCode.NEWER_CONTRADICTS, newer), (tally,)
    return None


def _is_newer(tally: Tally, leader: Tally) -> bool:
    """Whether at least two votes, all newer than every supporter, say otherwise."""
    oldest, newest = tally.oldest, leader.newest
    return tally.number >= 2 and oldest is not None and newest is not None and oldest > newest


def _refused(evidence_set: EvidenceSet, tallies: Sequence[Tally], steps: Sequence[TraceStep]) -> EngineRuling:
    leader = tallies[0]
    counts = leader.votes.counts
    rivals = tuple(t for t in tallies[1:] if not same_value(t.value, leader.value, evidence_set.node.tolerance))
    is_copied = not leader.qualifies and counts.domains >= leader.needed
    if evidence_set.node.independence == Independence.STORIES and is_copied:
        reason = Reason.COPIES_ONLY
    elif rivals and (leader.qualifies or rivals[0].number >= leader.number):
        # What others say too makes the leading value doubtful, or as many stand for another one.
        reason = Reason.VALUES_DISAGREE
    else:
        reason = Reason.TOO_FEW_DOMAINS
    conflicts = (leader, *rivals) if reason == Reason.VALUES_DISAGREE else ()
    return EngineRuling(reason, Confidence.CROSS_VALIDATED, Stage.VOTES, leader, conflicts, None, tuple(steps))


def _reason_for_nothing(evidence_set: EvidenceSet, leader: Tally | None) -> Reason:
    """Why nothing was accepted, by what stands in the way of most of the pages on the subject; others found beside them don't count."""
    if leader is not None:
        return Reason.TOO_FEW_DOMAINS
    obstacles = Counter(_obstacle(source_page) for source_page in evidence_set.source_pages if nearest_figure(source_page))
    if not obstacles:
        return Reason.OFF_TOPIC if any(source_page.candidates for source_page in evidence_set.source_pages) else Reason.NO_VALUE_FOUND
    return max(obstacles, key=lambda reason: (obstacles[reason], reason))


def _obstacle(source_page: SourcePage) -> Reason:
    """What keeps the figure of this page that is most like the answer from being it."""
    if source_page.exclusion is not None:
        return _BARRED.get(source_page.exclusion.stance, Reason.NO_VALUE_FOUND)
    nearest = nearest_figure(source_page)
    veto = obstacle_of(nearest) if nearest else None
    return _VETOED.get(veto, Reason.OFF_TOPIC) if veto else Reason.NO_VALUE_FOUND


_BARRED = {Stance.PROMOTIONAL: Reason.PROMOTIONAL_ONLY, Stance.STALE: Reason.ALL_STALE}
_VETOED = {
    WhyCode.FORECAST: Reason.FORECAST_ONLY,
    WhyCode.HYPOTHETICAL: Reason.FORECAST_ONLY,
    WhyCode.PAST_VALUE: Reason.PAST_ONLY,
    WhyCode.DENIED: Reason.NO_VALUE_FOUND,
}


def _counted(tally: Tally) -> TraceStep:
    counts = tally.votes.counts
    return TraceStep(
        TraceCode.VOTES_COUNTED,
        {"value": tally.value.number, "domains": counts.domains, "stories": counts.stories, "needed": tally.needed},
    )


def _votes(tally: Tally) -> dict[str, str | int | tuple[str, ...]]:
    return {"value": tally.value.number, "votes": tally.number, "needed": tally.needed}
