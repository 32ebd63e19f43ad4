"""What the verified nodes of the house already say of a message: quoted before anything is searched for.

A node of kind text answers a proposition of the same event about the same people by its yes or no; any other node a figure of the message
by its value, where subject, measure and period of the one are those of the other. A node with an official series answers by the observation
of the period that the message names, else by the newest; a node with a price answers that a coin lost its peg.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from verification.core.events.frames import Manner
from verification.core.events.named import is_named
from verification.core.events.propositions import Kind, Proposition, read_propositions
from verification.core.events.stances import Says
from verification.core.events.terms import folded
from verification.core.events.vocabulary import Lexicon
from verification.core.evidence import NodeSpec
from verification.core.periods.calendar import Period
from verification.core.periods.reference import parse_reference_period
from verification.core.reading.comparing import compare
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Basis, Question, Statement
from verification.core.series.catalogue import NONE, SeriesEntry
from verification.core.series.deciding import decide_series, write_value
from verification.core.series.observations import Observation, write_period
from verification.core.series.verdicts import agrees
from verification.core.support.answers import answer_number, same_answer
from verification.core.vocabulary import NodeKind

MAX_READ = 4_000
_FITS = (SlotFit.FOUND, SlotFit.COMPATIBLE)
_PRICES = frozenset(("price", "exchange_rate"))
_DEPEG, _DOLLAR = "depeg", "USD"
# As near to its peg a coin has not lost it; a price says so of its own day alone.
_PEG, _NEAR, _NOW = Decimal(1), Decimal("0.01"), timedelta(days=1)

# The kept observations of a series.
Observations = Callable[[SeriesEntry], Sequence[Observation]]


class FigureTool(StrEnum):
    """The tools that answer from what is held here: by prices and rates of exchange, and by all other figures."""

    PRICE = "price"
    MACRO = "macro"


@dataclass(frozen=True, slots=True)
class NodeValue:
    """A node: its question and its verified value as shown ("5.25%", "yes"), empty where it has none; ``as_of``: for which moment.

    ``series`` is its official series, None where it asks none.
    """

    slug: str
    label: str
    aliases: tuple[str, ...]
    kind: NodeKind
    value: str
    unit: str = ""
    tolerance: str = ""
    reference_period: str = ""
    series: SeriesEntry | None = None
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """The observation by which a node's series answers, as its publisher's table has it."""

    entry: SeriesEntry
    period: str
    known_since: date


@dataclass(frozen=True, slots=True)
class Answered:
    """``node`` supports or contradicts what the message says in ``said``, by ``value``: its own, or that of its series' observation.

    ``tool`` is the one that looked; None for the yes or no of an event.
    """

    node: NodeValue
    says: Says
    said: str
    value: str
    tool: FigureTool | None = None
    observed: Observed | None = None


@dataclass(frozen=True, slots=True)
class _Message:
    """What is asked of the nodes. ``now``: when."""

    said: str
    propositions: Sequence[Proposition]
    figures: Sequence[Statement]
    lexicon: Lexicon
    now: datetime
    observations: Observations

    @property
    def today(self) -> date:
        return self.now.date()


def consult(
    text: str,
    nodes: Sequence[NodeValue],
    lexicon: Lexicon,
    *,
    now: datetime,
    tools: Sequence[str] = tuple(FigureTool),
    observations: Observations = lambda _entry: (),
) -> tuple[Answered, ...]:
    """The nodes that answer something of the message, in the order given; figures by the ``tools`` that are switched on alone."""
    said = folded(text[:MAX_READ])
    figures = [one for one in read_statements(said, base=now.date()) if one.value is not None]
    message = _Message(said, read_propositions(text, lexicon), figures, lexicon, now, observations)
    found = (next(_by_event(node, message) if node.kind is NodeKind.TEXT else _by_tool(node, message, tools), None) for node in nodes)
    return tuple(one for one in found if one is not None)


def is_settled(propositions: Sequence[Proposition], answered: Sequence[object]) -> bool:
    """Whether the nodes leave nothing of a message to search for: its one event, or the figure that it is about."""
    telling = [one for one in propositions if not one.is_minor]
    return bool(answered) and len(telling) == 1 and _is_measure(telling[0])


def _is_measure(proposition: Proposition) -> bool:
    return proposition.kind is Kind.FIGURE and (proposition.concept is None or proposition.concept.manner is Manner.MEASURED)


def _by_event(node: NodeValue, message: _Message) -> Iterator[Answered]:
    sign = {"yes": 1, "no": -1}.get(node.value.strip().casefold())
    if sign is None:
        return
    names = (name.rstrip("?？吗") for name in (node.label, *node.aliases))
    for asked in (one for name in names for one in read_propositions(name, message.lexicon)):
        for one in message.propositions:
            is_same = one.concept is not None and one.concept is asked.concept and bool(asked.whom)
            if is_same and one.kind is Kind.EVENT and is_named(asked.whom, one.text, "", message.lexicon):
                yield Answered(node, Says.SUPPORTS if asked.value * sign == one.value else Says.CONTRADICTS, one.text, node.value)


def _by_tool(node: NodeValue, message: _Message, tools: Sequence[str]) -> Iterator[Answered]:
    for name in (node.label, *node.aliases):
        question = read_question(name, base=message.today, kind=node.kind)
        tool = FigureTool.PRICE if question.measure.code in _PRICES else FigureTool.MACRO
        if tool in tools:
            yield from _by_figure(node, question, tool, message)
            yield from _by_peg(node, question, tool, message)


def _by_figure(node: NodeValue, question: Question, tool: FigureTool, message: _Message) -> Iterator[Answered]:
    for one in message.figures:
        fits = compare(question, one, published=message.today)
        has_subject = fits.subject.fit in _FITS or question.subject.head is None
        if one.value is None or not has_subject or fits.measure.fit not in _FITS or fits.status.fit is SlotFit.CLASHES:
            continue
        said = message.said[one.start : one.end].strip()
        observed = _by_series(node, question, one, tool, message)
        if observed is not None:
            yield from observed
        elif node.value and fits.period.fit is not SlotFit.CLASHES and _is_of_its_period(node, one.period.period):
            is_same = same_answer(node.value, one.value.text, unit=node.unit or None, tolerance=node.tolerance)
            yield Answered(node, Says.SUPPORTS if is_same else Says.CONTRADICTS, said, node.value, tool)


def _is_of_its_period(node: NodeValue, told: Period | None) -> bool:
    """Whether the node's one period, where it has one, is that of the message."""
    wanted = parse_reference_period(node.reference_period or None)
    return wanted is None or wanted == told


def _by_series(node: NodeValue, question: Question, one: Statement, tool: FigureTool, message: _Message) -> tuple[Answered, ...] | None:
    """The answer of the node's series; none where it has no figure for what is said. None where nothing of it is held."""
    entry = node.series
    kept = message.observations(entry) if entry is not None else ()
    if entry is None or not kept or one.value is None:
        return None
    asked = one.period.period or question.period.period or parse_reference_period(node.reference_period or None)
    # The label without its words of time: the period is the message's.
    spec = NodeSpec(entry.title_en, node.kind, unit=node.unit or None, reference_period=write_period(asked) if asked else None)
    decision = decide_series(entry, spec, kept, day=message.today)
    number = answer_number(one.value.text, unit=decision.unit or None)
    is_other = question.period.period is not None and asked != question.period.period
    basis = one.measure.basis.value if one.measure.basis is not None else ""
    if decision.figure is None or not number or is_other or (basis and entry.basis not in (NONE, basis)):
        return ()
    is_same = agrees(decision.figure.value, number)
    # A change without its basis is one on the year, and what was published before a revision was no rumour.
    is_unsaid = not basis and entry.basis not in (NONE, Basis.YEAR.value)
    if not is_same and (is_unsaid or any(agrees(before.value, number) for before in decision.earlier)):
        return ()
    observed = Observed(entry, write_period(decision.figure.period), decision.figure.vintage)
    says = Says.SUPPORTS if is_same else Says.CONTRADICTS
    said = message.said[one.start : one.end].strip()
    return (Answered(node, says, said, write_value(decision.figure, decision.unit), tool, observed),)


def _by_peg(node: NodeValue, question: Question, tool: FigureTool, message: _Message) -> Iterator[Answered]:
    """A price of today next to one dollar answers whether a coin lost its peg; one far from it may be of a coin with another peg."""
    is_now = node.as_of is not None and message.now - node.as_of <= _NOW
    if tool is not FigureTool.PRICE or node.unit != _DOLLAR or not is_now:
        return
    try:
        is_near = abs(Decimal(answer_number(node.value, unit=node.unit)) - _PEG) <= _NEAR
    except InvalidOperation:
        return
    for one in message.propositions if is_near else ():
        is_depeg = one.concept is not None and one.concept.name == _DEPEG and one.kind is Kind.EVENT
        if is_depeg and one.whom and is_named(one.whom, question.text, "", message.lexicon):
            yield Answered(node, Says.CONTRADICTS if one.value > 0 else Says.SUPPORTS, one.text, node.value, tool)
