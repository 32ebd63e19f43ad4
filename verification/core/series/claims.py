"""What an official series says to a claim that names its measure, its place and a period: the observation of that period, as it is kept.

A series is meant where a node holds it and the claim speaks of that, else where the catalogue knows exactly one for the words of the claim.
Nothing is guessed: a claim of a part (women, a city), of another length of time, of what is foreseen or denied is held against nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from verification.core.evidence import NodeSpec
from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Period
from verification.core.quantities.conversion import convert
from verification.core.reading.comparing import compare
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Basis, Form, Statement, Status
from verification.core.series.catalogue import NONE, SeriesEntry, Transform
from verification.core.series.deciding import decide_series, write_value
from verification.core.series.observations import Figure, Observation, fits_frequency, write_period
from verification.core.series.suggesting import explains, suggest_series
from verification.core.series.verdicts import agrees
from verification.core.series.wording import Told, read_told
from verification.core.vocabulary import Approximation, Direction, NodeKind

MOST_CLAIM = 2_000
MOST_FIGURES = 8
_FITS = (SlotFit.FOUND, SlotFit.COMPATIBLE)
_YEAR = lazy_regex(r"(?<!\d)\d{4}(?!\d)")
# How far a figure that is only "about" may lie from the official one.
_ABOUT = Decimal("0.025")
_MARKETS = frozenset(("price", "exchange_rate", "yield"))

Kept = Callable[[SeriesEntry], Sequence[Observation]]


class SeriesSays(StrEnum):
    """``EARLIER``: the claim has what the authority had published before it revised the figure."""

    AGREES = "agrees"
    EARLIER = "earlier"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class HeldSeries:
    """A node that holds a series, by its names; None where its series is known no more."""

    slug: str
    names: tuple[str, ...]
    kind: NodeKind
    series: SeriesEntry | None


@dataclass(frozen=True, slots=True)
class SeriesAsked:
    """A figure of a claim and the series that publishes it. ``claimed`` stands at ``start`` to ``end`` of the claim.

    ``node``: the slug of the node that holds the series, empty where the catalogue suggests it; ``number``: the figure in the series' unit.
    ``is_year_told``: the claim writes the year; else the latest such period is meant. ``is_definite``: another official figure would
    contradict it; False where the claim does not say against what a change is, or whether a price is that of the close.
    ``is_plain``: the claim says nothing but this; ``moves``: how the level came to it, None where it does not say; ``when``: its words of
    time.
    """

    entry: SeriesEntry
    node: str
    period: Period
    claimed: str
    start: int
    end: int
    number: Decimal
    approximation: Approximation | None
    is_year_told: bool
    is_definite: bool
    is_plain: bool
    moves: Direction | None
    when: str


@dataclass(frozen=True, slots=True)
class SeriesWord:
    """What the series says: ``figure`` is the official one of the period, ``value`` as people write it; ``earlier`` as it was before.

    ``is_whole``: the claim says nothing that the series does not answer, the way in which the level came to its figure included.
    """

    asked: SeriesAsked
    says: SeriesSays
    figure: Figure
    value: str
    earlier: str = ""
    is_whole: bool = False

    @property
    def row(self) -> str:
        """The row of the series' table."""
        return " · ".join((write_period(self.figure.period), self.value, self.figure.vintage.isoformat()))


def hear_series(text: str, held: Sequence[HeldSeries], *, base: date, day: date, kept: Kept) -> tuple[SeriesWord, ...]:
    """What kept observations say to the figures of a claim, as known on ``day``; its words of time are read as of ``base``."""
    found = find_asked(text, held, base=base, kept=kept)
    words = (answer_asked(one, kept(one.entry), day=day) for one in found)
    return tuple(word for word in words if word is not None)


def find_asked(text: str, held: Sequence[HeldSeries], *, base: date, kept: Kept) -> tuple[SeriesAsked, ...]:
    """The figures of a claim that a series publishes: those of nodes, else the one of the catalogue of which something is kept."""
    text = text[:MOST_CLAIM]
    found: list[SeriesAsked] = []
    for one in read_statements(text, base=base)[:MOST_FIGURES]:
        told = read_told(text, one) if _is_told(one) else None
        if told is None:
            continue
        own = [mine for node in held if (mine := _of_node(node, one, told, base)) is not None]
        made = own or [each for entry in _suggested(one, told, base) if kept(entry) and (each := _make(entry, "", one, told))][:1]
        found += {each.entry.key: each for each in made}.values()
    return tuple(found)


def answer_asked(asked: SeriesAsked, observations: Sequence[Observation], *, day: date) -> SeriesWord | None:
    """What the observations say to the figure; None where there is none for its period, or where it can't be told."""
    entry = asked.entry
    spec = NodeSpec(entry.title_en, entry.kind, unit=entry.unit or None, reference_period=write_period(asked.period))
    decision = decide_series(entry, spec, observations, day=day)
    figure = decision.figure
    if figure is None:
        return None
    value = write_value(figure, decision.unit)
    if _is_same(asked, figure):
        return SeriesWord(asked, SeriesSays.AGREES, figure, value, is_whole=asked.is_plain and _came_so(asked, decision.recent))
    before = next((one for one in decision.earlier if _is_same(asked, one)), None)
    if before is not None:
        return SeriesWord(asked, SeriesSays.EARLIER, figure, value, write_value(before, decision.unit))
    # Market places differ a little from each other.
    is_near = entry.measure in _MARKETS and _is_about(asked, figure)
    return SeriesWord(asked, SeriesSays.DIFFERS, figure, value) if asked.is_definite and not is_near else None


def _came_so(asked: SeriesAsked, recent: Sequence[Figure]) -> bool:
    """Whether the level came to its figure from the one before in the way that the claim says, where it says one."""
    if asked.moves is None:
        return True
    if len(recent) < 2 or asked.entry.basis != NONE:
        return False
    before, now = recent[-2].value, recent[-1].value
    return now < before if asked.moves is Direction.DOWN else now > before


def _is_told(one: Statement) -> bool:
    return one.value is not None and not one.value.is_range and one.status.status is Status.ASSERTED and one.period.period is not None


def _of_node(node: HeldSeries, one: Statement, told: Told, base: date) -> SeriesAsked | None:
    """The figure of a node's series where the claim speaks of what the node is about."""
    entry = node.series
    if entry is None:
        return None
    spec = NodeSpec(told.name, _kind_of(entry, one), unit=entry.unit or None)
    if not explains(entry, spec, base=base) and not _is_named(node, entry, one, told, base):
        return None
    return _make(entry, node.slug, one, told)


def _is_named(node: HeldSeries, entry: SeriesEntry, one: Statement, told: Told, base: date) -> bool:
    """Whether subject and measure of one of the node's names are those of the claim, which has no word more than the name."""
    if not told.fits_adjustment(entry.adjustment):
        return False
    for name in node.names:
        if not told.is_within(name):
            continue
        fits = compare(read_question(name, base=base, kind=node.kind), one, published=None)
        is_subject = fits.subject.fit in _FITS or (entry.is_place_implied and fits.subject.fit is SlotFit.OPEN)
        if is_subject and fits.measure.fit in _FITS and fits.status.fit is not SlotFit.CLASHES:
            return True
    return False


def _suggested(one: Statement, told: Told, base: date) -> tuple[SeriesEntry, ...]:
    """The one series of the catalogue for the words of the claim, by each of its publishers; nothing where the words leave two."""
    if one.value is None or one.period.period is None:
        return ()
    kinds = (NodeKind.PERCENT,) if one.value.unit == "%" else (NodeKind.CURRENCY, NodeKind.NUMBER)
    unit = "%" if one.value.unit == "%" else None
    period = write_period(one.period.period)
    found = [
        suggestion.entry
        for kind in kinds
        for suggestion in suggest_series(NodeSpec(told.name, kind, unit=unit, reference_period=period), base=base)
    ]
    return tuple(found) if len({_identity(entry) for entry in found}) == 1 else ()


def _identity(entry: SeriesEntry) -> tuple[object, ...]:
    """What a series is of, whoever publishes it."""
    return (*entry[3:10], entry.unit, entry.frequency, entry.adjustment, entry.transform)


def _make(entry: SeriesEntry, node: str, one: Statement, told: Told) -> SeriesAsked | None:
    quantity, period = one.value, one.period.period
    if quantity is None or period is None or not fits_frequency(entry, period) or not _fits_form(entry, one):
        return None
    ends = convert(quantity, entry.unit or None if quantity.unit is not None else None)
    if ends is None or (quantity.unit is not None and not entry.unit):
        return None
    words = one.period.words.text if one.period.words is not None else ""
    return SeriesAsked(
        entry=entry,
        node=node,
        period=period,
        claimed=quantity.text,
        start=quantity.start,
        end=quantity.end,
        number=_signed(entry, one, ends[0]),
        approximation=quantity.approximation,
        is_year_told=_YEAR.search(words) is not None,
        is_definite=_is_definite(entry, one),
        is_plain=told.is_plain,
        moves=told.moves,
        when=words,
    )


def _is_definite(entry: SeriesEntry, one: Statement) -> bool:
    """A change without its basis is one on the year or on the period before; a price is that of any moment of its day."""
    if entry.measure in _MARKETS:
        return "close" in one.measure.qualifiers
    return one.measure.basis is not None or entry.basis in (NONE, Basis.YEAR.value)


def _fits_form(entry: SeriesEntry, one: Statement) -> bool:
    """A change is no level, and a change on the year none on the month."""
    basis = one.measure.basis
    if entry.basis == NONE and entry.transform is Transform.LEVEL:
        return one.measure.form is not Form.CHANGE and basis is None
    return basis is None or basis.value == entry.basis or entry.basis == NONE


def _signed(entry: SeriesEntry, one: Statement, number: Decimal) -> Decimal:
    """What fell by 0.3 % changed by -0.3 %."""
    falls = Direction.DOWN in (one.measure.direction, one.value.direction if one.value is not None else None)
    is_change = one.measure.form is Form.CHANGE and not (entry.basis == NONE and entry.transform is Transform.LEVEL)
    return -number if is_change and falls and number > 0 else number


def _kind_of(entry: SeriesEntry, one: Statement) -> NodeKind:
    is_percent = one.value is not None and one.value.unit == "%"
    return NodeKind.PERCENT if is_percent else entry.kind


def _is_same(asked: SeriesAsked, figure: Figure) -> bool:
    if agrees(figure.value, f"{asked.number:f}"):
        return True
    if asked.approximation is Approximation.OVER:
        return figure.value > asked.number
    if asked.approximation is Approximation.UNDER:
        return figure.value < asked.number
    return asked.approximation is Approximation.ABOUT and _is_about(asked, figure)


def _is_about(asked: SeriesAsked, figure: Figure) -> bool:
    return abs(figure.value - asked.number) <= abs(asked.number) * _ABOUT
