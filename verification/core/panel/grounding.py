"""A model may say which figure answers the node, and with which quote; everything else stays the engine's (evidence, "Grounding").

The quote must stand verbatim in a page of the input, the figure inside the quote; kind, unit, period, mood, freshness and votes are
checked as ever. A floor stays on the binding itself: a content term of the label or of an alias beside the figure, no veto of the rules,
and some likeness, more where the label is a sentence whose words are fixed. What one page could decide alone takes a second publisher where
a model names the figure. What is claimed and not found is listed as fabricated.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from verification.core.consensus.choosing import MEDIUM, Choice, choose_figures, is_ordered, struck_values
from verification.core.consensus.engine import rule, settle_docket, write_verdict
from verification.core.consensus.exhibits import Docket, Exhibit, read_docket
from verification.core.evidence import NodeSpec, Page, TraceStep, Trust, Verdict
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.labels import Asking
from verification.core.reading.places import content_terms, is_generic
from verification.core.reasons import TraceCode
from verification.core.sources.domains import canonical_url, host_of, matches_suffix, registrable_domain
from verification.core.support.binding import Binder, Bond
from verification.core.support.values import Value, same_value, value_of
from verification.core.vocabulary import BoundBy, NodeKind, PassageField, Stage

MAX_QUOTE = 2_000
MIN_QUOTE = 4
# The likeness below which not even a model is believed: measured with models that name the nearest wrong figure (benchmarks.models).
_BARS = {Asking.SENTENCE: MEDIUM, Asking.NAME: 0.2, Asking.QUESTION: 0.25}
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
    return ground_docket(read_docket(node, pages, as_of=as_of, trust=trust), proposal, stage=stage, history=history)


def ground_docket(docket: Docket, proposal: Proposal, *, stage: Stage | None = None, history: Sequence[str] = ()) -> GroundedVerdict:
    """As ``ground``, of pages that were read before."""
    node = docket.node
    wanted = _proposed_values(node, proposal, docket.as_of)
    fabricated = tuple(source for source in proposal.sources if not _is_held(source, docket, wanted))
    if node.kind == NodeKind.TEXT:
        verdict = settle_docket(docket, stage=stage)
        return GroundedVerdict(verdict, fabricated, verdict.is_accepted and verdict.value == proposal.value.strip().lower())
    anchor = _quoted_bond(docket, proposal, wanted) if wanted else None
    if anchor is None:
        return GroundedVerdict(_refused(docket, stage, fabricated), fabricated, proposal_accepted=False)
    choices = _grounded_choices(docket, anchor)
    ruling = rule(docket, choices, stage)
    accepted = ruling.is_accepted and ruling.leader is not None and same_value(ruling.leader.value, anchor.value, node.tolerance)
    verdict = write_verdict(docket, choices, ruling, history=history, bound_by=BoundBy.MODEL)
    code = TraceCode.PROPOSAL_GROUNDED if accepted else TraceCode.PROPOSAL_REFUSED
    return GroundedVerdict(_noted(verdict, code, fabricated), fabricated, accepted)


def _proposed_values(node: NodeSpec, proposal: Proposal, as_of: datetime) -> tuple[Value, ...]:
    """The figures of the proposal's value, as answers to the node; a bare number is in the node's unit."""
    frame = Binder(node, as_of).frames[0]
    text = proposal.value[:MAX_QUOTE]
    unit = node.unit or ("%" if node.kind == NodeKind.PERCENT else "")
    for written in (text, f"{text.replace('..', '-')} {unit}".replace(" %", "%")):
        read = (value_of(quantity, node, frame, frame.measure) for quantity in find_quantities(written))
        if found := tuple(value for value in read if value is not None):
            return found
    return ()


def _quoted_bond(docket: Docket, proposal: Proposal, wanted: Sequence[Value]) -> Bond | None:
    """The figure of the quote, found verbatim in a page: of the value, current, of the period, beside a word of the label."""
    quote = proposal.quote.strip()
    if not MIN_QUOTE <= len(quote) <= MAX_QUOTE:
        return None
    found = []
    for exhibit in docket.voting():
        places = list(_places_of(quote, exhibit.page))
        found += [
            bond
            for bond in exhibit.bonds
            if _is_inside(bond, places, len(quote)) and _is_one_of(bond, wanted) and can_be_named(bond, exhibit.page.title)
        ]
    struck = struck_values(docket)
    return max((b for b in found if not any(same_value(b.value, value) for value in struck)), key=lambda bond: bond.score, default=None)


def can_be_named(bond: Bond, title: str) -> bool:
    """Whether a model may name this figure of a page with ``title``: what can carry it, and is enough like the label."""
    return bond.score >= _BARS[bond.frame.asking] and can_carry(bond, title)


def can_carry(bond: Bond, title: str) -> bool:
    """Whether a figure may stand for the value that a model names: no veto, no order to a model, and the floor."""
    return bond.veto is None and not is_ordered(bond) and _has_floor(bond, title)


def _has_floor(bond: Bond, title: str) -> bool:
    """Whether at least one content term of the label or alias stands in the figure's sentence or in the title."""
    own = {term for term in bond.frame.sentence.terms if not is_generic(term)}
    is_chinese = bond.frame.is_chinese
    return any(own & content_terms(text, is_chinese=is_chinese) for text in (bond.sentence, title))


def _places_of(quote: str, page: Page) -> Iterable[tuple[PassageField, int]]:
    for field, text in ((PassageField.TITLE, page.title), (PassageField.CONTENT, page.content)):
        at = text.find(quote)
        while at >= 0:
            yield field, at
            at = text.find(quote, at + len(quote))


def _is_inside(bond: Bond, places: Sequence[tuple[PassageField, int]], length: int) -> bool:
    start = bond.sentence_start + bond.quantity.start
    end = bond.sentence_start + bond.quantity.end
    return any(bond.field == field and at <= start and end <= at + length for field, at in places)


def _is_one_of(bond: Bond, wanted: Sequence[Value]) -> bool:
    return any(same_value(bond.value, value) or _is_unsigned_same(bond.value, value) for value in wanted)


def _is_unsigned_same(one: Value, other: Value) -> bool:
    """A model may write the bare figure of a fall."""
    return abs(one.low) == abs(other.low) and abs(one.high) == abs(other.high)


def _grounded_choices(docket: Docket, anchor: Bond) -> tuple[Choice, ...]:
    """The figures of the pages when the model's binding is believed: the same exact value wherever it may carry it."""
    own = {choice.exhibit.position: choice for choice in choose_figures(docket)}
    same = {exhibit.position: _carrying(exhibit, anchor, docket.node.tolerance) for exhibit in docket.exhibits}
    publishers = {exhibit.owner for exhibit in docket.voting() if same[exhibit.position] is not None}
    choices = []
    for exhibit in docket.exhibits:
        best, mine = same[exhibit.position], own.get(exhibit.position)
        if best is not None and (mine is None or best.score >= mine.bond.score or best is anchor):
            is_strict = best is anchor or (mine is not None and mine.bond is best and mine.is_strict)
            is_named = len(publishers) >= PUBLISHERS and can_be_named(best, exhibit.page.title)
            choices.append(Choice(exhibit, best, is_strict=is_strict, is_named_by_model=is_named))
        elif mine is not None:
            choices.append(mine)
    return tuple(choices)


def _carrying(exhibit: Exhibit, anchor: Bond, tolerance: str) -> Bond | None:
    """The figure of a page that carries the anchor's value best."""
    same = [b for b in exhibit.bonds if same_value(b.value, anchor.value, tolerance) and can_carry(b, exhibit.page.title)]
    return max(same, key=lambda bond: (bond is anchor, bond.score), default=None)


def _is_held(source: ProposedSource, docket: Docket, wanted: Sequence[Value]) -> bool:
    """Whether a claimed source is one of the pages, has the domain claimed, and holds the value."""
    url = canonical_url(source.url)
    exhibit = next((exhibit for exhibit in docket.exhibits if exhibit.url == url), None)
    host = host_of(source.url)
    if exhibit is None or host is None:
        return False
    claimed = source.domain.strip().lower().rstrip(".")
    if not (claimed == registrable_domain(host) or matches_suffix(host, claimed)):
        return False
    if not wanted:
        return True
    return any(_is_one_of(bond, wanted) for bond in exhibit.bonds)


def _refused(docket: Docket, stage: Stage | None, fabricated: Sequence[ProposedSource]) -> Verdict:
    """Nothing was grounded: unknown, with every page shown as the rules read it."""
    ruling = rule(docket, (), stage)
    return _noted(write_verdict(docket, (), ruling, bound_by=BoundBy.MODEL), TraceCode.PROPOSAL_REFUSED, fabricated)


def _noted(verdict: Verdict, code: TraceCode, fabricated: Sequence[ProposedSource]) -> Verdict:
    steps = [*verdict.trace, TraceStep(code)]
    if fabricated:
        steps.append(TraceStep(TraceCode.SOURCES_FABRICATED, {"count": len(fabricated)}))
    return replace(verdict, trace=tuple(steps))
