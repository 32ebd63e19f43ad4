"""The engine's one door: a node and a list of pages in, a verdict with its reasons out (evidence, all steps).

Deterministic: the same pages in any order give the same verdict, byte for byte.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from verification.core.consensus.choosing import Choice, choose_figures
from verification.core.consensus.exhibits import Docket, Exhibit, read_docket
from verification.core.consensus.findings import Findings, display_of
from verification.core.consensus.rulings import Ruling, rule_by_votes, rule_by_whitelist
from verification.core.consensus.statements import settle_statement
from verification.core.consensus.tallies import Tally, count_tallies
from verification.core.consensus.tracing import trace_origins_of, trace_rejected, trace_writings
from verification.core.evidence import Counts, NodeSpec, Page, SourceFinding, TraceStep, Trust, Verdict
from verification.core.reading.trend import trend_from_history, trend_from_wording
from verification.core.reasons import TraceCode
from verification.core.vocabulary import Badge, BoundBy, NodeKind, Reason, Stage, Stance, Trend

ENGINE_VERSION = "1"
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
    return settle_docket(read_docket(node, pages, as_of=as_of, trust=trust), stage=stage, history=history)


def settle_docket(docket: Docket, *, stage: Stage | None = None, history: Sequence[str] = ()) -> Verdict:
    """As ``settle``, of pages that were read before."""
    if docket.node.kind == NodeKind.TEXT:
        return settle_statement(docket, stage=stage)
    choices = choose_figures(docket)
    ruling = rule(docket, choices, stage)
    return write_verdict(docket, choices, ruling, history=history)


def rule(docket: Docket, choices: Sequence[Choice], stage: Stage | None) -> Ruling:
    """The ruling of the stages asked for."""
    tallies = count_tallies(docket, choices)
    return replace(_rule(docket, tallies, stage), tallies=tallies)


def _rule(docket: Docket, tallies: Sequence[Tally], stage: Stage | None) -> Ruling:
    first = rule_by_whitelist(docket, tallies) if stage != Stage.VOTES else None
    if first is not None and (first.is_accepted or stage == Stage.WHITELIST):
        return first
    second = rule_by_votes(docket, tallies)
    if first is None:
        return second
    if first.reason == Reason.WHITELIST_CONTRADICTED and not second.is_accepted:
        return Ruling(
            first.reason, second.confidence, Stage.VOTES, second.leader, first.conflicts, first.review, (*first.trace, *second.trace)
        )
    return Ruling(
        second.reason, second.confidence, second.stage, second.leader, second.conflicts, second.review, (*first.trace, *second.trace)
    )


def write_verdict(
    docket: Docket,
    choices: Sequence[Choice],
    ruling: Ruling,
    *,
    history: Sequence[str] = (),
    bound_by: BoundBy = BoundBy.RULES,
) -> Verdict:
    """The verdict of a ruling with a finding for every page."""
    findings = Findings(docket, ruling, {choice.exhibit.position: choice for choice in choices}, bound_by)
    said = [findings.finding(exhibit) for exhibit in _in_order(docket, ruling)]
    accepted = ruling.is_accepted
    lead = _lead(ruling.leader) if accepted else None
    trend, step = _trend(lead, history)
    sources = tuple(f for f in said if f.stance in _SUPPORTING and _carries(f, ruling)) if accepted else ()
    others = tuple(f for f in said if f not in sources)
    return Verdict(
        value=display_of(lead.bond) if lead else UNKNOWN,
        number=ruling.leader.value.number if lead and ruling.leader else None,
        unit=_unit(docket, lead),
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
        trace=(*_trace(docket, ruling), *trace_rejected(others), *((step,) if step else ())),
        stage=ruling.stage.value,
    )


def _trace(docket: Docket, ruling: Ruling) -> tuple[TraceStep, ...]:
    read = TraceStep(TraceCode.PAGES_READ, {"pages": len(docket.exhibits)})
    leader = ruling.leader
    if leader is None:
        return (read, *ruling.trace)
    writings = trace_writings((display_of(choice.bond) for choice in leader.choices), leader.value.number)
    return (read, *writings, *trace_origins_of(leader.origins, leader.votes), *ruling.trace)


def _carries(finding: SourceFinding, ruling: Ruling) -> bool:
    return ruling.leader is not None and any(choice.exhibit.position == finding.position for choice in ruling.leader.choices)


def _in_order(docket: Docket, ruling: Ruling) -> list[Exhibit]:
    """What carries the value first, by authority and freshness; the rest in the docket's order."""
    carrying = {choice.exhibit.position: choice for choice in ruling.leader.choices} if ruling.leader else {}
    first = sorted((c for c in carrying.values()), key=_leading)
    rest = [exhibit for exhibit in docket.exhibits if exhibit.position not in carrying]
    return [choice.exhibit for choice in first] + rest


def _leading(choice: Choice) -> tuple[bool, bool, object, object, float, str]:
    exhibit = choice.exhibit
    exact = choice.bond.value.approximation is None
    return (not exact, not exhibit.is_whitelisted, -exhibit.authority, -exhibit.weight, -round(choice.bond.score, 4), exhibit.url)


def _lead(tally: Tally | None) -> Choice | None:
    return min(tally.choices, key=_leading) if tally else None


def _display(tally: Tally) -> str:
    lead = _lead(tally)
    return display_of(lead.bond) if lead else UNKNOWN


def _unit(docket: Docket, lead: Choice | None) -> str | None:
    if docket.node.unit is not None or lead is None:
        return docket.node.unit
    unit = lead.bond.quantity.unit
    return "%" if unit in ("‰", "bp") else unit


def _badge(ruling: Ruling) -> Badge:
    if ruling.is_accepted:
        return Badge(ruling.confidence.value)
    return Badge.NEEDS_HUMAN if ruling.review else Badge.UNKNOWN


def _trend(lead: Choice | None, history: Sequence[str]) -> tuple[Trend, TraceStep | None]:
    if lead is None:
        return Trend.STABLE, None
    number = lead.bond.value.number
    known = trend_from_history((*history, number)) if history else None
    if known is not None:
        return known, TraceStep(TraceCode.TREND_FROM_HISTORY)
    bond = lead.bond
    return trend_from_wording(bond.sentence, bond.quantity.start, bond.quantity.end), TraceStep(TraceCode.TREND_FROM_WORDING)
