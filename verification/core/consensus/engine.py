"""The engine's one door: a node and a list of pages in, a verdict with its reasons out (evidence, all steps).

Deterministic: the same pages in any order give the same verdict, byte for byte.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from verification.core.consensus.choosing import Choice, choose_figures
from verification.core.consensus.findings import Findings, display_of
from verification.core.consensus.orders import add_orders
from verification.core.consensus.rulings import EngineRuling, rule_by_votes, rule_by_whitelist
from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.consensus.statements import settle_statement
from verification.core.consensus.tallies import Tally, count_tallies
from verification.core.consensus.tracing import trace_origins_of, trace_rejected, trace_writings
from verification.core.consensus.weighing import read_evidence_set
from verification.core.evidence import Counts, NodeSpec, Page, SourceFinding, TraceStep, Trust, Verdict
from verification.core.reading.trend import trend_from_history, trend_from_wording
from verification.core.reasons import TraceCode
from verification.core.vocabulary import Badge, BoundBy, NodeKind, Reason, Stage, Stance, Trend

ENGINE_VERSION = "2"
UNKNOWN = "unknown"
_SUPPORTING = (Stance.SUPPORTS, Stance.DUPLICATE, Stance.DERIVED)


def settle(
    node: NodeSpec,
    pages: Sequence[Page],
    *,
    as_of: datetime,
    trust: Trust,
    stage: Stage | None = None,
    history: Sequence[str] = (),
) -> Verdict:
    """The value the pages carry for ``node`` at ``as_of`` (aware), or unknown with the reason.

    ``stage`` WHITELIST applies the whitelist rule alone, VOTES the votes alone, None the first and then the second. ``history``: the
    verified numbers of the node so far, oldest first; they give the trend.
    """
    return settle_evidence_set(read_evidence_set(node, pages, as_of=as_of, trust=trust), stage=stage, history=history)


def settle_evidence_set(evidence_set: EvidenceSet, *, stage: Stage | None = None, history: Sequence[str] = ()) -> Verdict:
    """As ``settle``, of pages that were read before."""
    return finish_verdict(_settle(evidence_set, stage, history), evidence_set, stage=stage)


def finish_verdict(verdict: Verdict, evidence_set: EvidenceSet, *, stage: Stage | None = None) -> Verdict:
    """A verdict on the pages that give no orders to a model, with those that do."""
    return add_orders(verdict, evidence_set, stage=stage, settle=lambda heard: _settle(heard, stage, ()))


def _settle(evidence_set: EvidenceSet, stage: Stage | None, history: Sequence[str]) -> Verdict:
    if evidence_set.node.kind == NodeKind.TEXT:
        return settle_statement(evidence_set, stage=stage)
    choices = choose_figures(evidence_set)
    ruling = rule(evidence_set, choices, stage)
    return write_verdict(evidence_set, choices, ruling, history=history)


def rule(evidence_set: EvidenceSet, choices: Sequence[Choice], stage: Stage | None) -> EngineRuling:
    """The ruling of the stages asked for."""
    tallies = count_tallies(evidence_set, choices)
    return replace(_rule(evidence_set, tallies, stage), tallies=tallies)


def _rule(evidence_set: EvidenceSet, tallies: Sequence[Tally], stage: Stage | None) -> EngineRuling:
    first = rule_by_whitelist(evidence_set, tallies) if stage != Stage.VOTES else None
    if first is not None and (first.is_accepted or stage == Stage.WHITELIST):
        return first
    second = rule_by_votes(evidence_set, tallies)
    if first is None:
        return second
    if first.reason == Reason.WHITELIST_CONTRADICTED and not second.is_accepted:
        return EngineRuling(
            first.reason, second.confidence, Stage.VOTES, second.leader, first.conflicts, first.review, (*first.trace, *second.trace)
        )
    return EngineRuling(
        second.reason, second.confidence, second.stage, second.leader, second.conflicts, second.review, (*first.trace, *second.trace)
    )


def write_verdict(
    evidence_set: EvidenceSet,
    choices: Sequence[Choice],
    ruling: EngineRuling,
    *,
    history: Sequence[str] = (),
    bound_by: BoundBy = BoundBy.RULES,
) -> Verdict:
    """The verdict of a ruling with a finding for every page."""
    findings = Findings(evidence_set, ruling, {choice.source_page.position: choice for choice in choices}, bound_by)
    said = [findings.finding(source_page) for source_page in _in_order(evidence_set, ruling)]
    accepted = ruling.is_accepted
    lead = _lead(ruling.leader) if accepted else None
    trend, step = _trend(lead, history)
    sources = tuple(f for f in said if f.stance in _SUPPORTING and _carries(f, ruling)) if accepted else ()
    others = tuple(f for f in said if f not in sources)
    return Verdict(
        value=display_of(lead.candidate) if lead else UNKNOWN,
        number=ruling.leader.value.number if lead and ruling.leader else None,
        unit=_unit(evidence_set, lead),
        trend=trend,
        confidence=ruling.confidence,
        badge=_badge(ruling),
        reason=ruling.reason,
        bound_by=bound_by,
        sources=sources,
        others=others,
        conflicts=tuple(tally.candidate(_display(tally)) for tally in ruling.conflicts),
        candidates=tuple(tally.candidate(_display(tally)) for tally in ruling.tallies),
        counts=ruling.leader.votes.counts if ruling.leader else Counts(),
        review=ruling.review,
        trace=(*_trace(evidence_set, ruling), *trace_rejected(others), *((step,) if step else ())),
        stage=ruling.stage.value,
    )


def _trace(evidence_set: EvidenceSet, ruling: EngineRuling) -> tuple[TraceStep, ...]:
    read = TraceStep(TraceCode.PAGES_READ, {"pages": evidence_set.pages_read})
    leader = ruling.leader
    if leader is None:
        return (read, *ruling.trace)
    writings = trace_writings((display_of(choice.candidate) for choice in leader.choices), leader.value.number)
    return (read, *writings, *trace_origins_of(leader.origins, leader.votes), *ruling.trace)


def _carries(finding: SourceFinding, ruling: EngineRuling) -> bool:
    return ruling.leader is not None and any(choice.source_page.position == finding.position for choice in ruling.leader.choices)


def _in_order(evidence_set: EvidenceSet, ruling: EngineRuling) -> list[SourcePage]:
    """What carries the value first, by authority and freshness; the rest in the order of the evidence set."""
    carrying = {choice.source_page.position: choice for choice in ruling.leader.choices} if ruling.leader else {}
    first = sorted((c for c in carrying.values()), key=_leading)
    rest = [source_page for source_page in evidence_set.source_pages if source_page.position not in carrying]
    return [choice.source_page for choice in first] + rest


def _leading(choice: Choice) -> tuple[bool, bool, object, object, float, str]:
    source_page = choice.source_page
    exact = choice.candidate.value.approximation is None
    return (
        not exact,
        not source_page.is_whitelisted,
        -source_page.authority,
        -source_page.weight,
        -round(choice.candidate.score, 4),
        source_page.url,
    )


def _lead(tally: Tally | None) -> Choice | None:
    return min(tally.choices, key=_leading) if tally else None


def _display(tally: Tally) -> str:
    lead = _lead(tally)
    return display_of(lead.candidate) if lead else UNKNOWN


def _unit(evidence_set: EvidenceSet, lead: Choice | None) -> str | None:
    if evidence_set.node.unit is not None or lead is None:
        return evidence_set.node.unit
    unit = lead.candidate.quantity.unit
    return "%" if unit in ("‰", "bp") else unit


def _badge(ruling: EngineRuling) -> Badge:
    if ruling.is_accepted:
        return Badge(ruling.confidence.value)
    return Badge.NEEDS_HUMAN if ruling.review else Badge.UNKNOWN


def _trend(lead: Choice | None, history: Sequence[str]) -> tuple[Trend, TraceStep | None]:
    if lead is None:
        return Trend.STABLE, None
    number = lead.candidate.value.number
    known = trend_from_history((*history, number)) if history else None
    if known is not None:
        return known, TraceStep(TraceCode.TREND_FROM_HISTORY)
    candidate_figure = lead.candidate
    return trend_from_wording(candidate_figure.sentence, candidate_figure.quantity.start, candidate_figure.quantity.end), TraceStep(
        TraceCode.TREND_FROM_WORDING
    )
