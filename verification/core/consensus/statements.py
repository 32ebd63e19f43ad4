"""Nodes of kind ``text``: does what the label says hold? Pages that say it, and pages that deny it, vote as pages vote for values."""

from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.consensus.exhibits import Docket, Exhibit
from verification.core.evidence import Candidate, Counts, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.sources.independence import Carrier, Origin, Votes, carrier_of, count_votes, trace_origins
from verification.core.support.entailment import Entailment, Judgement, judge_statement
from verification.core.vocabulary import Badge, BoundBy, Confidence, Reason, Stage, Stance, Trend

YES, NO = "yes", "no"
_ANSWERS = {Entailment.ENTAILED: YES, Entailment.DENIED: NO}


@dataclass(frozen=True, slots=True)
class _Side:
    """The pages that give one answer, and their votes."""

    answer: str
    carriers: tuple[Carrier, ...]
    origins: tuple[Origin, ...]
    votes: Votes
    number: int

    def candidate(self) -> Candidate:
        return Candidate(self.answer, self.answer, tuple(sorted({c.domain for c in self.carriers})), self.votes.counts.stories)


def settle_statement(docket: Docket, *, stage: Stage | None = None) -> Verdict:
    """``yes`` where enough pages say the statement, ``no`` where as many deny it, else unknown; number and unit are None."""
    judged = {e.position: judge_statement(docket.node.label, e.page) for e in docket.exhibits}
    sides = sorted((_side(docket, judged, answer) for answer in (YES, NO)), key=lambda side: (-side.number, side.answer == NO))
    reason, confidence, review, trace = _decide(docket, sides, judged, stage)
    leader = sides[0]
    accepted = reason == Reason.ACCEPTED
    findings = [_finding(exhibit, judged[exhibit.position], leader) for exhibit in docket.exhibits]
    carrying = {carrier.position for carrier in leader.carriers} if accepted else set()
    voiced = tuple(side.candidate() for side in sides if side.carriers)
    return Verdict(
        value=leader.answer if accepted else "unknown",
        number=None,
        unit=docket.node.unit,
        trend=Trend.STABLE,
        confidence=confidence,
        badge=Badge(confidence.value) if accepted else Badge.NEEDS_HUMAN if review else Badge.UNKNOWN,
        reason=reason,
        bound_by=BoundBy.RULES,
        sources=tuple(finding for finding in findings if finding.position in carrying),
        others=tuple(finding for finding in findings if finding.position not in carrying),
        conflicts=voiced if reason == Reason.VALUES_DISAGREE else (),
        candidates=voiced,
        counts=leader.votes.counts if leader.carriers else Counts(),
        review=review,
        trace=(TraceStep(TraceCode.PAGES_READ, {"pages": len(docket.exhibits)}), *trace),
        stage=Stage.WHITELIST.value if confidence == Confidence.WHITELIST_DIRECT or stage == Stage.WHITELIST else Stage.VOTES.value,
    )


def _side(docket: Docket, judged: dict[int, Judgement], answer: str) -> _Side:
    carriers = []
    for exhibit in docket.voting():
        judgement = judged[exhibit.position]
        if _ANSWERS.get(judgement.entailment) == answer and judgement.passage:
            carrier = carrier_of(exhibit.position, exhibit.page, judgement.passage, docket.trust)
            carriers.extend([carrier] if carrier else [])
    origins = trace_origins(carriers)
    votes = count_votes(carriers, origins, docket.node.independence)
    return _Side(answer, tuple(carriers), tuple(origins), votes, votes.number(docket.node.independence))


def _decide(
    docket: Docket, sides: Sequence[_Side], judged: dict[int, Judgement], stage: Stage | None
) -> tuple[Reason, Confidence, Why | None, list[TraceStep]]:
    trace = []
    if stage != Stage.VOTES:
        trusted = [e for e in docket.voting() if e.is_whitelisted and e.fresh and judged[e.position].entailment in _ANSWERS]
        answers = {_ANSWERS[judged[e.position].entailment] for e in trusted}
        trace.append(TraceStep(TraceCode.STAGE_ONE, {"pages": sum(e.is_whitelisted for e in docket.exhibits), "bound": len(trusted)}))
        if answers == {sides[0].answer} and any(e.page.published_at for e in trusted):
            return Reason.ACCEPTED, Confidence.WHITELIST_DIRECT, None, trace
        if len(answers) > 1:
            review = Why(ReviewCode.WHITELIST_CONTRADICTED, {"values": (YES, NO)})
            return Reason.WHITELIST_CONTRADICTED, Confidence.CROSS_VALIDATED, review, trace
        trace.append(TraceStep(TraceCode.STAGE_ONE_NOTHING))
        if stage == Stage.WHITELIST:
            return Reason.TOO_FEW_DOMAINS, Confidence.CROSS_VALIDATED, None, trace
    return _count(docket, sides, trace)


def _count(docket: Docket, sides: Sequence[_Side], trace: list[TraceStep]) -> tuple[Reason, Confidence, Why | None, list[TraceStep]]:
    needed = docket.node.min_domains
    leader, rival = sides
    counts = leader.votes.counts
    trace.append(TraceStep(TraceCode.STAGE_TWO, {"pages": len(docket.voting()), "bound": len(leader.carriers) + len(rival.carriers)}))
    votes: dict[str, str | int | tuple[str, ...]] = {"value": leader.answer, "votes": leader.number, "needed": needed}
    if not leader.carriers:
        trace.append(TraceStep(TraceCode.NOTHING_FOUND, {"reason": Reason.NO_VALUE_FOUND.value}))
        return Reason.NO_VALUE_FOUND, Confidence.CROSS_VALIDATED, None, trace
    if leader.number < needed:
        trace.append(TraceStep(TraceCode.TOO_FEW_VOTES, votes))
        reason = Reason.COPIES_ONLY if counts.domains >= needed else Reason.TOO_FEW_DOMAINS
        return reason, Confidence.CROSS_VALIDATED, None, trace
    official = any(carrier.is_official for carrier in rival.carriers) and not any(carrier.is_official for carrier in leader.carriers)
    if rival.number >= needed or official:
        trace.append(TraceStep(TraceCode.CONFLICT_TWO_VALUES, {"values": (leader.answer, rival.answer)}))
        review = Why(ReviewCode.VALUES_DISAGREE, {"values": (leader.answer, rival.answer)})
        return Reason.VALUES_DISAGREE, Confidence.CROSS_VALIDATED, review, trace
    trace.append(TraceStep(TraceCode.ENOUGH_VOTES, votes))
    return Reason.ACCEPTED, Confidence.CROSS_VALIDATED, None, trace


def _finding(exhibit: Exhibit, judgement: Judgement, leader: _Side) -> SourceFinding:
    stance, why, story = _stance(exhibit, judgement, leader)
    answer = _ANSWERS.get(judgement.entailment)
    return SourceFinding(
        position=exhibit.position,
        url=exhibit.page.url,
        title=exhibit.page.title,
        domain=exhibit.domain,
        stance=stance,
        why=why,
        story=story,
        passage=_shown(judgement.passage, answer),
        published_at=exhibit.page.published_at,
        value=answer,
        is_whitelisted=exhibit.is_whitelisted,
    )


def _stance(exhibit: Exhibit, judgement: Judgement, leader: _Side) -> tuple[Stance, Why, int]:
    if exhibit.bar is not None:
        return exhibit.bar.stance, exhibit.bar.why, 0
    origin = next((origin for origin in leader.origins if origin.position == exhibit.position), None)
    if origin is not None:
        silent = leader.votes.silent.get(exhibit.position)
        if origin.stance == Stance.SUPPORTS and silent:
            return Stance.DUPLICATE, silent, origin.story
        return origin.stance, origin.why or judgement.why, origin.story
    if judgement.entailment in _ANSWERS:
        code = WhyCode.DENIED_STATEMENT if judgement.entailment == Entailment.DENIED else WhyCode.ENTAILED
        return Stance.DENIED if code == WhyCode.DENIED_STATEMENT else Stance.CONTRADICTS, Why(code), 0
    return Stance.NO_VALUE if judgement.passage else Stance.OFF_TOPIC, judgement.why, 0


def _shown(passage: Passage | None, answer: str | None) -> Passage | None:
    return passage if answer else None
