"""Nodes of kind ``text``: does what the label says hold? Pages that say it, and pages that deny it, vote as pages vote for values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verification.core.claims.entailment import Entailment, StatementJudgement, judge_statement
from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.evidence import Candidate, Counts, Passage, SourceFinding, TraceStep, Verdict, Why
from verification.core.reasons import ReviewCode, TraceCode, WhyCode
from verification.core.sources.independence import Origin, ValueSource, Votes, count_votes, trace_origins, value_source_of
from verification.core.vocabulary import Badge, BoundBy, Confidence, Reason, Stage, Stance, Trend

YES, NO = "yes", "no"
# What one trusted page must give by itself, where those that vote together need ``VERIFIED_FROM`` each: the first bar above it at which of
# texts that do not say so, by hands that nothing is learnt from, at most four of a hundred pass (``fit/support/README.md``).
ALONE_FROM = 0.9
_ANSWERS = {Entailment.ENTAILED: YES, Entailment.DENIED: NO}


@dataclass(frozen=True, slots=True)
class _Side:
    """The pages that give one answer, and their votes."""

    answer: str
    value_sources: tuple[ValueSource, ...]
    origins: tuple[Origin, ...]
    votes: Votes
    number: int

    def candidate(self) -> Candidate:
        return Candidate(self.answer, self.answer, tuple(sorted({c.domain for c in self.value_sources})), self.votes.counts.stories)


def settle_statement(evidence_set: EvidenceSet, *, stage: Stage | None = None) -> Verdict:
    """``yes`` where enough pages say the statement, ``no`` where as many deny it, else unknown; number and unit are None."""
    judged = {e.position: judge_statement(evidence_set.node.label, e.page) for e in evidence_set.source_pages}
    sides = sorted((_side(evidence_set, judged, answer) for answer in (YES, NO)), key=lambda side: (-side.number, side.answer == NO))
    reason, confidence, review, trace = _decide(evidence_set, sides, judged, stage)
    leader = sides[0]
    accepted = reason == Reason.ACCEPTED
    findings = [_finding(source_page, judged[source_page.position], leader) for source_page in evidence_set.source_pages]
    carrying = {value_source.position for value_source in leader.value_sources} if accepted else set()
    voiced = tuple(side.candidate() for side in sides if side.value_sources)
    return Verdict(
        value=leader.answer if accepted else "unknown",
        number=None,
        unit=evidence_set.node.unit,
        trend=Trend.STABLE,
        confidence=confidence,
        badge=Badge(confidence.value) if accepted else Badge.NEEDS_HUMAN if review else Badge.UNKNOWN,
        reason=reason,
        bound_by=BoundBy.RULES,
        sources=tuple(finding for finding in findings if finding.position in carrying),
        others=tuple(finding for finding in findings if finding.position not in carrying),
        conflicts=voiced if reason == Reason.VALUES_DISAGREE else (),
        candidates=voiced,
        counts=leader.votes.counts if leader.value_sources else Counts(),
        review=review,
        trace=(TraceStep(TraceCode.PAGES_READ, {"pages": evidence_set.pages_read}), *trace),
        stage=Stage.WHITELIST.value if confidence == Confidence.WHITELIST_DIRECT or stage == Stage.WHITELIST else Stage.VOTES.value,
    )


def _side(evidence_set: EvidenceSet, judged: dict[int, StatementJudgement], answer: str) -> _Side:
    value_sources = []
    for source_page in evidence_set.voting():
        judgement = judged[source_page.position]
        if _ANSWERS.get(judgement.entailment) == answer and judgement.passage:
            value_source = value_source_of(source_page.position, source_page.page, judgement.passage, evidence_set.trust)
            value_sources.extend([value_source] if value_source else [])
    origins = trace_origins(value_sources)
    votes = count_votes(value_sources, origins, evidence_set.node.independence)
    return _Side(answer, tuple(value_sources), tuple(origins), votes, votes.number(evidence_set.node.independence))


def _decide(
    evidence_set: EvidenceSet, sides: Sequence[_Side], judged: dict[int, StatementJudgement], stage: Stage | None
) -> tuple[Reason, Confidence, Why | None, list[TraceStep]]:
    trace = []
    if stage != Stage.VOTES:
        trusted = [e for e in evidence_set.voting() if e.is_whitelisted and e.fresh and judged[e.position].entailment in _ANSWERS]
        answers = {_ANSWERS[judged[e.position].entailment] for e in trusted}
        trace.append(
            TraceStep(TraceCode.STAGE_ONE, {"pages": sum(e.is_whitelisted for e in evidence_set.source_pages), "bound": len(trusted)})
        )
        is_one_answer = answers == {sides[0].answer} and any(e.page.published_at for e in trusted)
        if is_one_answer and _is_sure(trusted, judged, sides[0].answer):
            return Reason.ACCEPTED, Confidence.WHITELIST_DIRECT, None, trace
        if len(answers) > 1:
            review = Why(ReviewCode.WHITELIST_CONTRADICTED, {"values": (YES, NO)})
            return Reason.WHITELIST_CONTRADICTED, Confidence.CROSS_VALIDATED, review, trace
        likely = max((judged[e.position].likely for e in trusted), default=0.0)
        doubted = TraceStep(TraceCode.STAGE_ONE_DOUBTED, {"percent": round(100 * likely), "needed": round(100 * ALONE_FROM)})
        trace.append(doubted if is_one_answer else TraceStep(TraceCode.STAGE_ONE_NOTHING))
        if stage == Stage.WHITELIST:
            return Reason.TOO_FEW_DOMAINS, Confidence.CROSS_VALIDATED, None, trace
    return _count(evidence_set, sides, trace)


def _is_sure(trusted: Sequence[SourcePage], judged: Mapping[int, StatementJudgement], answer: str) -> bool:
    """Whether trusted pages that give one answer decide: a denial, two publishers, or a page that says it all but surely."""
    is_said_by_several = len({e.owner for e in trusted}) > 1
    return answer == NO or is_said_by_several or any(judged[e.position].likely >= ALONE_FROM for e in trusted)


def _count(
    evidence_set: EvidenceSet, sides: Sequence[_Side], trace: list[TraceStep]
) -> tuple[Reason, Confidence, Why | None, list[TraceStep]]:
    needed = evidence_set.node.min_domains
    leader, rival = sides
    counts = leader.votes.counts
    trace.append(
        TraceStep(TraceCode.STAGE_TWO, {"pages": len(evidence_set.voting()), "bound": len(leader.value_sources) + len(rival.value_sources)})
    )
    votes: dict[str, str | int | tuple[str, ...]] = {"value": leader.answer, "votes": leader.number, "needed": needed}
    if not leader.value_sources:
        trace.append(TraceStep(TraceCode.NOTHING_FOUND, {"reason": Reason.NO_VALUE_FOUND.value}))
        return Reason.NO_VALUE_FOUND, Confidence.CROSS_VALIDATED, None, trace
    if leader.number < needed:
        trace.append(TraceStep(TraceCode.TOO_FEW_VOTES, votes))
        reason = Reason.COPIES_ONLY if counts.domains >= needed else Reason.TOO_FEW_DOMAINS
        return reason, Confidence.CROSS_VALIDATED, None, trace
    official = any(value_source.is_official for value_source in rival.value_sources) and not any(
        value_source.is_official for value_source in leader.value_sources
    )
    if rival.number >= needed or official:
        trace.append(TraceStep(TraceCode.CONFLICT_TWO_VALUES, {"values": (leader.answer, rival.answer)}))
        review = Why(ReviewCode.VALUES_DISAGREE, {"values": (leader.answer, rival.answer)})
        return Reason.VALUES_DISAGREE, Confidence.CROSS_VALIDATED, review, trace
    trace.append(TraceStep(TraceCode.ENOUGH_VOTES, votes))
    return Reason.ACCEPTED, Confidence.CROSS_VALIDATED, None, trace


def _finding(source_page: SourcePage, judgement: StatementJudgement, leader: _Side) -> SourceFinding:
    stance, why, story = _stance(source_page, judgement, leader)
    answer = _ANSWERS.get(judgement.entailment)
    return SourceFinding(
        position=source_page.position,
        url=source_page.page.url,
        title=source_page.page.title,
        domain=source_page.domain,
        stance=stance,
        why=why,
        story=story,
        passage=_shown(judgement.passage, answer),
        published_at=source_page.page.published_at,
        value=answer,
        is_whitelisted=source_page.is_whitelisted,
    )


def _stance(source_page: SourcePage, judgement: StatementJudgement, leader: _Side) -> tuple[Stance, Why, int]:
    if source_page.exclusion is not None:
        return source_page.exclusion.stance, source_page.exclusion.why, 0
    origin = next((origin for origin in leader.origins if origin.position == source_page.position), None)
    if origin is not None:
        silent = leader.votes.silent.get(source_page.position)
        if origin.stance == Stance.SUPPORTS and silent:
            return Stance.DUPLICATE, silent, origin.story
        return origin.stance, origin.why or judgement.why, origin.story
    if judgement.entailment in _ANSWERS:
        code = WhyCode.DENIED_STATEMENT if judgement.entailment == Entailment.DENIED else WhyCode.ENTAILED
        return Stance.DENIED if code == WhyCode.DENIED_STATEMENT else Stance.CONTRADICTS, Why(code), 0
    return Stance.NO_VALUE if judgement.passage else Stance.OFF_TOPIC, judgement.why, 0


def _shown(passage: Passage | None, answer: str | None) -> Passage | None:
    return passage if answer else None
