"""Observations of a series and what is made of them, exactly: levels, changes on the period before and on the year, shares, units."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from verification.core.periods.calendar import (
    MONTHS,
    Grain,
    Period,
    day_period,
    days_in,
    first_day,
    last_day,
    month_of,
    shifted,
    span_period,
)
from verification.core.periods.reference import parse_reference_period
from verification.core.series.catalogue import Frequency, SeriesEntry, Transform

_DAY_FREQUENCIES = (Frequency.DAY, Frequency.WEEK)
_MONTHS_OF = {Frequency.MONTH: 1, Frequency.QUARTER: 3, Frequency.YEAR: MONTHS}
_GRAINS = {
    Frequency.DAY: Grain.DAY,
    Frequency.WEEK: Grain.DAY,
    Frequency.MONTH: Grain.MONTH,
    Frequency.QUARTER: Grain.QUARTER,
    Frequency.YEAR: Grain.YEAR,
}
# Digits of a quotient; an authority rounds to a few, and nothing is compared that was not rounded so.
_PRECISION = 34
# How many releases may be missed before a series counts as no longer kept.
_MISSED = {
    Frequency.DAY: timedelta(days=10),
    Frequency.WEEK: timedelta(days=21),
    Frequency.MONTH: timedelta(days=75),
    Frequency.QUARTER: timedelta(days=150),
    Frequency.YEAR: timedelta(days=550),
}


@dataclass(frozen=True, slots=True)
class Observation:
    """What an authority published for ``period``: ``value`` as it stands there, known since ``vintage``.

    ``is_exact_vintage`` is False where the provider keeps no vintages: then ``vintage`` is the day on which it was read.
    """

    period: Period
    value: Decimal
    vintage: date
    is_exact_vintage: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in the unit of the series' row, with the observations that it was made of, the newest first."""

    period: Period
    value: Decimal
    made_of: tuple[Observation, ...]

    @property
    def vintage(self) -> date:
        """Since when it is known as it is: since the last of what it is made of."""
        return max(one.vintage for one in self.made_of)

    @property
    def is_exact_vintage(self) -> bool:
        return all(one.is_exact_vintage for one in self.made_of)


def known_at(observations: Iterable[Observation], day: date) -> dict[Period, Observation]:
    """Of each period the observation with the latest vintage that was known on ``day``."""
    found: dict[Period, Observation] = {}
    for one in observations:
        if one.vintage <= day and (one.period not in found or one.vintage >= found[one.period].vintage):
            found[one.period] = one
    return found


def figure_of(entry: SeriesEntry, known: Mapping[Period, Observation], period: Period) -> Figure | None:
    """The figure of ``period`` under the row's transform and unit, rounded as the authority rounds it; None where a part is missing."""
    now = known.get(period)
    if now is None:
        return None
    if entry.transform == Transform.LEVEL:
        return Figure(period, rounded(entry, now.value * entry.factor), (now,))
    months = MONTHS if entry.transform in (Transform.YEAR_CHANGE, Transform.YEAR_PERCENT) else _MONTHS_OF.get(entry.frequency, 0)
    before = _before(entry, known, period, months)
    if before is None:
        return None
    if entry.transform in (Transform.CHANGE, Transform.YEAR_CHANGE):
        return Figure(period, rounded(entry, (now.value - before.value) * entry.factor), (now, before))
    if before.value == 0:
        return None
    with localcontext(Context(prec=_PRECISION)):
        change = (now.value - before.value) / before.value * 100
    return Figure(period, rounded(entry, change * entry.factor), (now, before))


def figures_of(entry: SeriesEntry, known: Mapping[Period, Observation]) -> list[Figure]:
    """The figures of all periods for which there is one, the oldest first."""
    figures = (figure_of(entry, known, period) for period in sorted(known, key=_order))
    return [one for one in figures if one is not None]


def rounded(entry: SeriesEntry, value: Decimal) -> Decimal:
    """To the decimals of the row, a half away from zero, as statistical offices do; as it is where the row names none."""
    if entry.places is None:
        return value.normalize() if value == value.to_integral_value() and value.as_tuple().exponent not in (0,) else value
    return value.quantize(Decimal(1).scaleb(-entry.places), rounding=ROUND_HALF_UP)


def write_period(period: Period) -> str:
    """As ``read_written`` reads it, and as people and nodes write it: 2026, 2026-Q2, 2026-05, 2026-05-04."""
    if period.grain == Grain.QUARTER:
        return f"{period.first // MONTHS:04}-Q{period.first % MONTHS // 3 + 1}"
    return str(period)


def read_written(text: str) -> Period:
    """The period that ``write_period`` wrote; ValueError for another text."""
    period = parse_reference_period(text)
    if period is None:
        raise ValueError(f"{text!r} is no period")
    return period


def write_number(value: Decimal) -> str:
    """A plain decimal string: never an exponent, no negative zero."""
    return f"{value if value else abs(value):f}"


def latest_of(known: Mapping[Period, Observation]) -> Period | None:
    return max(known, key=_order, default=None)


def end_of(period: Period) -> date:
    """The last day of a period of the calendar."""
    if period.is_daily:
        return last_day(period)
    return date(period.last // MONTHS, period.last % MONTHS + 1, days_in(period.last))


def due_on(entry: SeriesEntry, period: Period) -> date:
    """When the figure of ``period`` is usually out."""
    return end_of(period) + timedelta(days=entry.lag_days)


def next_period(entry: SeriesEntry, period: Period) -> Period:
    """The period after ``period`` in the series' frequency."""
    if entry.frequency in _DAY_FREQUENCIES:
        return day_period(first_day(period) + timedelta(days=1 if entry.frequency == Frequency.DAY else 7))
    return shifted(period, _MONTHS_OF[entry.frequency])


def is_kept(entry: SeriesEntry, period: Period, day: date) -> bool:
    """Whether ``period`` is recent enough on ``day`` to be the last of a series that still goes on."""
    return day - due_on(entry, period) <= _MISSED[entry.frequency]


def fits_frequency(entry: SeriesEntry, period: Period) -> bool:
    """Whether the series has an observation for a period of this length."""
    return period.grain == _GRAINS[entry.frequency] and not period.is_fiscal


def period_of(entry_frequency: Frequency, day: date) -> Period:
    """The period that an observation dated ``day`` is of: the day itself, or the month, quarter or year that holds it."""
    if entry_frequency in _DAY_FREQUENCIES:
        return day_period(day)
    length = _MONTHS_OF[entry_frequency]
    start = month_of(day) // length * length
    return span_period(start, start + length - 1)


def _before(entry: SeriesEntry, known: Mapping[Period, Observation], period: Period, months: int) -> Observation | None:
    if entry.frequency in _DAY_FREQUENCIES and entry.transform in (Transform.CHANGE, Transform.CHANGE_PERCENT):
        earlier = [one for one in known if _order(one) < _order(period)]
        return known[max(earlier, key=_order)] if earlier else None
    return known.get(shifted(period, -months))


def _order(period: Period) -> tuple[int, int]:
    return period.last, period.day
