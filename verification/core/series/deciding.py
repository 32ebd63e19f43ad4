"""Whether an official series answers a node: the figure of the period asked for as it was known then, or why there is none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from verification.core.evidence import NodeSpec, TraceStep
from verification.core.periods.calendar import Period
from verification.core.periods.reference import parse_reference_period
from verification.core.reading.questions import read_question
from verification.core.reasons import TraceCode
from verification.core.series.catalogue import SeriesEntry
from verification.core.series.observations import (
    Figure,
    Observation,
    due_on,
    figure_of,
    figures_of,
    fits_frequency,
    is_kept,
    known_at,
    latest_of,
    next_period,
    write_number,
    write_period,
)
from verification.core.vocabulary import NodeKind


@dataclass(frozen=True, slots=True)
class SeriesDecision:
    """``figure`` answers the node in the node's ``unit``, or ``fault`` says why none does.

    ``recent``: the last figures known, oldest first, that one among them. ``earlier``: what was published for its period before, newest
    first. ``due``: the day of the next release as far as it is known.
    """

    entry: SeriesEntry
    unit: str
    figure: Figure | None = None
    fault: TraceStep | None = None
    recent: tuple[Figure, ...] = ()
    earlier: tuple[Figure, ...] = ()
    due: date | None = None


def merge_observations(stored: Iterable[Observation], fetched: Iterable[Observation]) -> tuple[Observation, ...]:
    """What was seen before and what was published now. A figure of a publisher without vintages is known since it was first seen so."""
    kept = list(stored)
    last = known_at(kept, date.max)
    new = []
    for one in fetched:
        seen = last.get(one.period)
        if one.is_exact_vintage or seen is None or seen.value != one.value:
            new.append(one)
    return tuple(dict.fromkeys((*kept, *new)))


def decide_series(
    entry: SeriesEntry, node: NodeSpec, observations: Sequence[Observation], *, day: date, next_release: date | None = None
) -> SeriesDecision:
    """What the series says of ``node`` as known on ``day``. A node without a period asks for the latest figure."""
    unit = node.unit or entry.unit
    if not fits_unit(entry, node):
        given = {"unit": entry.unit or entry.kind.value, "wanted": node.unit or node.kind.value}
        return SeriesDecision(entry, unit, fault=_fault(TraceCode.SERIES_WRONG_UNIT, entry, **given))
    known = known_at(observations, day)
    newest = latest_of(known)
    due = _due(entry, newest, day, next_release)
    if newest is None:
        code = TraceCode.SERIES_NO_VINTAGE if observations else TraceCode.SERIES_EMPTY
        return SeriesDecision(entry, unit, fault=_fault(code, entry, day=day.isoformat()), due=due)
    figures = figures_of(entry, known)
    wanted = period_asked(node, day)
    figure = figure_of(entry, known, wanted) if wanted is not None else (figures[-1] if figures else None)
    fault = _find_fault(entry, wanted, figure, newest, day, due)
    if fault is not None or figure is None:
        return SeriesDecision(entry, unit, fault=fault, recent=tuple(figures), due=due)
    recent = tuple(one for one in figures if _end(one.period) <= _end(figure.period))
    return SeriesDecision(entry, unit, figure, recent=recent, earlier=_earlier(entry, observations, figure, day), due=due)


def period_asked(node: NodeSpec, day: date) -> Period | None:
    """The period of the node's field, else the one its label names; None for the latest."""
    return parse_reference_period(node.reference_period) or read_question(node.label, base=day, kind=node.kind).period.period


def fits_unit(entry: SeriesEntry, node: NodeSpec) -> bool:
    """Whether figures of the series are in the node's unit; nothing is converted, for a rate of another day would come in."""
    if node.kind == NodeKind.TEXT or (node.kind == NodeKind.PERCENT) != (entry.kind == NodeKind.PERCENT):
        return False
    if entry.kind == NodeKind.PERCENT:
        return node.unit in (None, "", "%")
    return not node.unit or node.unit == entry.unit


def _find_fault(
    entry: SeriesEntry, wanted: Period | None, figure: Figure | None, newest: Period, day: date, due: date | None
) -> TraceStep | None:
    told_due = due.isoformat() if due else ""
    if wanted is not None and not fits_frequency(entry, wanted):
        return _fault(TraceCode.SERIES_OTHER_LENGTH, entry, period=str(wanted))
    if figure is not None:
        if wanted is None and not is_kept(entry, figure.period, day):
            return _fault(TraceCode.SERIES_STOPPED, entry, period=write_period(figure.period))
        return None
    if wanted is not None and _end(wanted) > _end(newest):
        usual = max(due_on(entry, wanted), due or date.min)
        return _fault(TraceCode.SERIES_NOT_YET, entry, period=write_period(wanted), due=usual.isoformat())
    if wanted is not None:
        return _fault(TraceCode.SERIES_NO_PERIOD, entry, period=write_period(wanted))
    return _fault(TraceCode.SERIES_NOT_YET, entry, period=write_period(newest), due=told_due)


def _earlier(entry: SeriesEntry, observations: Sequence[Observation], figure: Figure, day: date) -> tuple[Figure, ...]:
    """Other figures that were published for the same period before, newest first."""
    vintages = sorted({one.vintage for one in observations if one.vintage <= day}, reverse=True)
    found: list[Figure] = []
    for vintage in vintages:
        before = figure_of(entry, known_at(observations, vintage), figure.period)
        if before is not None and before.value not in {figure.value, *(one.value for one in found)}:
            found.append(before)
    return tuple(found)


def _due(entry: SeriesEntry, newest: Period | None, day: date, next_release: date | None) -> date | None:
    """The publisher's own day, else the usual one for the period after the newest; never one that has passed."""
    if next_release is not None:
        return next_release
    if newest is None:
        return None
    usual = due_on(entry, next_period(entry, newest))
    return usual if usual > day else None


def _fault(code: TraceCode, entry: SeriesEntry, **params: str) -> TraceStep:
    return TraceStep(code, {"series": entry.key, **params})


def _end(period: Period) -> tuple[int, int]:
    return period.last, period.day


def write_value(figure: Figure, unit: str) -> str:
    """A figure as people write it: grouped, with its sign or unit."""
    number = f"{figure.value:,f}"
    return f"{number}{unit}" if unit in ("%", "‰") else f"{number} {unit}".rstrip()


def number_of(figure: Figure) -> str:
    return write_number(figure.value)
