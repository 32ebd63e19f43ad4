"""A model may say which figure answers the node, and with which quote; everything else stays the engine's (evidence, "Grounding").

The quote must stand verbatim in a page of the input, the figure inside the quote; kind, unit, period, mood, freshness and votes are
checked as ever. A floor stays on the binding itself: a content term of the label or of an alias beside the figure, no veto of the rules,
and some likeness, more where the label is a sentence whose words are fixed. What one page could decide alone takes a second publisher where
a model names the figure. What is claimed and not found is listed as fabricated.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from verification.core.consensus.choosing import Choice, choose_figures, is_ordered
from verification.core.consensus.engine import finish_verdict, rule, settle_evidence_set, write_verdict
from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.consensus.weighing import read_evidence_set
from verification.core.evidence import NodeSpec, Page, TraceStep, Trust, Verdict
from verification.core.judging.binding import CandidateFigure
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.frames.labels import Asking, frames_of
from verification.core.reading.frames.places import content_terms, is_generic
from verification.core.reasons import TraceCode
from verification.core.sources.domains import canonical_url, host_of, matches_suffix, registrable_domain
from verification.core.support.values import Value, same_value, value_of
from verification.core.vocabulary import BoundBy, NodeKind, PassageField, Stage

MAX_QUOTE = 2_000
MIN_QUOTE = 4
# The closeness below which not even a model is believed: measured with models that name the nearest wrong figure (benchmarks.models).
_FLOORS = {Asking.SENTENCE: 0.45, Asking.NAME: 0.1, Asking.QUESTION: 0.1}
PUBLISHERS = 2


@dataclass(frozen=True, slots=True)
class ProposedSource:
    """A source as the model claims it."""

    title: str
    url: str
    domain: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model proposes: the value as text, the sentence it was read from, and the pages said to hold it."""

    value: str
    quote: str = ""
    sources: tuple[ProposedSource, ...] = ()


@dataclass(frozen=True, slots=True)
class GroundedVerdict:
    """The engine's verdict, the claimed sources that do not hold, and whether the proposal itself was accepted."""

    verdict: Verdict
    fabricated: tuple[ProposedSource, ...]
    proposal_accepted: bool


def ground(
    node: NodeSpec,
    pages: Sequence[Page],
    proposal: Proposal,
    *,
    as_of: datetime,
    trust: Trust,
    stage: Stage | None = None,
    history: Sequence[str] = (),
) -> GroundedVerdict:
    """What the pages say of ``proposal``. Refused, it leaves unknown, with the reason the pages give; ``history`` as in ``settle``."""
    return ground_evidence_set(read_evidence_set(node, pages, as_of=as_of, trust=trust), proposal, stage=stage, history=history)


def ground_evidence_set(
    evidence_set: EvidenceSet, proposal: Proposal, *, stage: Stage | None = None, history: Sequence[str] = ()
) -> GroundedVerdict:
    """As ``ground``, of pages that were read before."""
    node = evidence_set.node
    wanted = _proposed_values(node, proposal, evidence_set.as_of)
    fabricated = tuple(source for source in proposal.sources if not _is_held(source, evidence_set, wanted))
    if node.kind == NodeKind.TEXT:
        verdict = settle_evidence_set(evidence_set, stage=stage)
        return GroundedVerdict(verdict, fabricated, verdict.is_accepted and verdict.value == proposal.value.strip().lower())
    anchor = _quoted_candidate(evidence_set, proposal, wanted) if wanted else None
    if anchor is None:
        refused = finish_verdict(_refused(evidence_set, stage, fabricated), evidence_set, stage=stage)
        return GroundedVerdict(refused, fabricated, proposal_accepted=False)
    choices = _grounded_choices(evidence_set, anchor)
    ruling = rule(evidence_set, choices, stage)
    accepted = ruling.is_accepted and ruling.leader is not None and same_value(ruling.leader.value, anchor.value, node.tolerance)
    verdict = write_verdict(evidence_set, choices, ruling, history=history, bound_by=BoundBy.MODEL)
    code = TraceCode.PROPOSAL_GROUNDED if accepted else TraceCode.PROPOSAL_REFUSED
    return GroundedVerdict(finish_verdict(_noted(verdict, code, fabricated), evidence_set, stage=stage), fabricated, accepted)


def _proposed_values(node: NodeSpec, proposal: Proposal, as_of: datetime) -> tuple[Value, ...]:
    """The figures of the proposal's value, as answers to the node; a bare number is in the node's unit."""
    frame = frames_of(node, as_of.date())[0]
    text = proposal.value[:MAX_QUOTE]
    unit = node.unit or ("%" if node.kind == NodeKind.PERCENT else "")
    for written in (text, f"{text.replace('..', '-')} {unit}".replace(" %", "%")):
        read = (value_of(quantity, node, frame, frame.measure) for quantity in find_quantities(written))
        if found := tuple(value for value in read if value is not None):
            return found
    return ()


def _quoted_candidate(evidence_set: EvidenceSet, proposal: Proposal, wanted: Sequence[Value]) -> CandidateFigure | None:
    """The figure of the quote, found verbatim in a page: of the value, current, of the period, beside a word of the label."""
    quote = proposal.quote.strip()
    if not MIN_QUOTE <= len(quote) <= MAX_QUOTE:
        return None
    found = []
    for source_page in evidence_set.voting():
        places = list(_places_of(quote, source_page.page))
        found += [
            candidate
            for candidate in source_page.candidates
            if _is_inside(candidate, places, len(quote))
            and _is_one_of(candidate, wanted)
            and can_be_named(candidate, source_page.page.title)
        ]
    return max(found, key=_nearness, default=None)


def can_be_named(candidate: CandidateFigure, title: str) -> bool:
    """Whether a model may name this figure of a page with ``title``: what can carry it, and is enough like the label."""
    return candidate.closeness >= _FLOORS[candidate.frame.asking] and can_carry(candidate, title)


def can_carry(candidate: CandidateFigure, title: str) -> bool:
    """Whether a figure may stand for the value that a model names: no veto, no order to a model, and the floor."""
    return candidate.exclusion is None and candidate.veto is None and not is_ordered(candidate) and _has_floor(candidate, title)


def _has_floor(candidate: CandidateFigure, title: str) -> bool:
    """Whether at least one content term of the label or alias stands in the figure's sentence or in the title."""
    own = {term for term in candidate.frame.sentence.terms if not is_generic(term)}
    is_chinese = candidate.frame.is_chinese
    return any(own & content_terms(text, is_chinese=is_chinese) for text in (candidate.sentence, title))


def _places_of(quote: str, page: Page) -> Iterable[tuple[PassageField, int]]:
    for field, text in ((PassageField.TITLE, page.title), (PassageField.CONTENT, page.content)):
        at = text.find(quote)
        while at >= 0:
            yield field, at
            at = text.find(quote, at + len(quote))


def _is_inside(candidate: CandidateFigure, places: Sequence[tuple[PassageField, int]], length: int) -> bool:
    start = candidate.sentence_start + candidate.quantity.start
    end = candidate.sentence_start + candidate.quantity.end
    return any(candidate.field == field and at <= start and end <= at + length for field, at in places)


def _is_one_of(candidate: CandidateFigure, wanted: Sequence[Value]) -> bool:
    return any(same_value(candidate.value, value) or _is_unsigned_same(candidate.value, value) for value in wanted)


def _is_unsigned_same(one: Value, other: Value) -> bool:
    """A model may write the bare figure of a fall."""
    return abs(one.low) == abs(other.low) and abs(one.high) == abs(other.high)


def _grounded_choices(evidence_set: EvidenceSet, anchor: CandidateFigure) -> tuple[Choice, ...]:
    """The figures of the pages when the model's binding is believed: the same exact value wherever it may carry it."""
    own = {choice.source_page.position: choice for choice in choose_figures(evidence_set)}
    same = {source_page.position: _carrying(source_page, anchor, evidence_set.node.tolerance) for source_page in evidence_set.source_pages}
    publishers = {source_page.owner for source_page in evidence_set.voting() if same[source_page.position] is not None}
    choices = []
    for source_page in evidence_set.source_pages:
        best, mine = same[source_page.position], own.get(source_page.position)
        if best is not None and (mine is None or best.score >= mine.candidate.score or best is anchor):
            is_named = len(publishers) >= PUBLISHERS and can_be_named(best, source_page.page.title)
            choices.append(Choice(source_page, best, is_named_by_model=is_named))
        elif mine is not None:
            choices.append(mine)
    return tuple(choices)


def _carrying(source_page: SourcePage, anchor: CandidateFigure, tolerance: str) -> CandidateFigure | None:
    """The figure of a page that carries the anchor's value best."""
    same = [b for b in source_page.candidates if same_value(b.value, anchor.value, tolerance) and can_carry(b, source_page.page.title)]
    return max(same, key=lambda candidate: (candidate is anchor, *_nearness(candidate)), default=None)


def _nearness(candidate: CandidateFigure) -> tuple[float, float]:
    """The likeliest by its words; what the judge gives it decides between equal ones."""
    return candidate.closeness, candidate.score


def _is_held(source: ProposedSource, evidence_set: EvidenceSet, wanted: Sequence[Value]) -> bool:
    """Whether a claimed source is one of the pages, has the domain claimed, and holds the value."""
    url = canonical_url(source.url)
    source_page = next(
        (source_page for source_page in (*evidence_set.source_pages, *evidence_set.giving_orders) if source_page.url == url), None
    )
    host = host_of(source.url)
    if source_page is None or host is None:
        return False
    claimed = source.domain.strip().lower().rstrip(".")
    if not (claimed == registrable_domain(host) or matches_suffix(host, claimed)):
        return False
    if not wanted:
        return True
    return any(_is_one_of(candidate, wanted) for candidate in source_page.candidates)


def _refused(evidence_set: EvidenceSet, stage: Stage | None, fabricated: Sequence[ProposedSource]) -> Verdict:
    """Nothing was grounded: unknown, with every page shown as the rules read it."""
    ruling = rule(evidence_set, (), stage)
    return _noted(write_verdict(evidence_set, (), ruling, bound_by=BoundBy.MODEL), TraceCode.PROPOSAL_REFUSED, fabricated)


def _noted(verdict: Verdict, code: TraceCode, fabricated: Sequence[ProposedSource]) -> Verdict:
    steps = [*verdict.trace, TraceStep(code)]
    if fabricated:
        steps.append(TraceStep(TraceCode.SOURCES_FABRICATED, {"count": len(fabricated)}))
    return replace(verdict, trace=tuple(steps))
