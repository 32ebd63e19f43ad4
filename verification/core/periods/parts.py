"""What the readers of both languages share: the parts of a year, years that are left unsaid, and what a reader returns."""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from verification.core.periods.calendar import (
    MONTHS,
    Grain,
    Period,
    day_before,
    days_period,
    fiscal,
    half_period,
    month_of,
    month_period,
    quarter_at,
    quarter_period,
    shifted,
    span_period,
    week_period,
    year_period,
)

_QUARTER = 3
_HALF = 6


class Unit(StrEnum):
    """A length of time that texts count in."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a phrase is read against: the day of the page, and the period that the text named last (None: none yet)."""

    base: date
    earlier: Period | None = None

    @property
    def month(self) -> int:
        return month_of(self.base)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A period as a phrase names it, and where the phrase ends (and begins, where words before it belong to it).

    ``is_relative``: counted from the day of the page. ``is_compared``: said of what another period is compared with ("a year earlier").
    """

    period: Period
    end: int
    start: int | None = None
    is_relative: bool = False
    is_compared: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a year: its ``number`` th quarter or half, or its first ``number`` months; of a fiscal year where the words say so."""

    unit: Unit
    number: int
    is_fiscal: bool = False


@dataclass(frozen=True, slots=True)
class Year:
    """A year that words name; ``is_fiscal``: a company's own."""

    number: int
    is_fiscal: bool = False


def period_of(part: Part, year: Year | None, base: date) -> Period:
    """The part of that year; without one of the newest that the day of the page allows, a quarter to come included."""
    number = year.number if year else base.year if part.is_fiscal else _unsaid_year(part, base)
    if part.unit == Unit.QUARTER:
        period = quarter_period(number, part.number)
    elif part.unit == Unit.HALF:
        period = half_period(number, part.number)
    else:
        period = span_period(number * MONTHS, number * MONTHS + part.number - 1)
    is_fiscal = part.is_fiscal or (year is not None and year.is_fiscal)
    return replace(fiscal(period), is_of_any_year=year is None) if is_fiscal else period


def _unsaid_year(part: Part, base: date) -> int:
    if part.unit == Unit.MONTH:
        return newest(part.number, None, base) // MONTHS
    last = part.number * (_QUARTER if part.unit == Unit.QUARTER else _HALF)
    return newest(last, None, base, ahead=2) // MONTHS


def whole_year(year: Year) -> Period:
    """All of a year."""
    return fiscal(year_period(year.number)) if year.is_fiscal else year_period(year.number)


def newest(month: int, year: int | None, base: date, ahead: int = 1) -> int:
    """The month meant by its name: of the given year, else the newest that is at most ``ahead`` months in the future."""
    if year is not None:
        return year * MONTHS + month - 1
    now = month_of(base)
    at = base.year * MONTHS + month - 1
    if at > now + ahead:
        return at - MONTHS
    return at + MONTHS if at + MONTHS <= now + ahead else at


def away(unit: Unit, count: int, base: date) -> Period:
    """The day, week, month, quarter, half or year that lies ``count`` of its kind after the one of the page: -1 is the last one."""
    month = month_of(base)
    if unit == Unit.DAY:
        day = day_before(base, -count)
        return month_period(month_of(day), day.day)
    if unit == Unit.WEEK:
        return week_period(day_before(base, -7 * count))
    if unit == Unit.MONTH:
        return month_period(month + count)
    if unit == Unit.QUARTER:
        return quarter_at(month + _QUARTER * count)
    if unit == Unit.HALF:
        half = month // _HALF + count
        return half_period(half * _HALF // MONTHS, half % 2 + 1)
    return year_period(base.year + count)


def trailing(unit: Unit, count: int, base: date) -> Period:
    """The last ``count`` days, weeks, months, quarters or years, up to the newest."""
    if unit in (Unit.DAY, Unit.WEEK):
        return days_period(day_before(base, count * (7 if unit == Unit.WEEK else 1)), base)
    last = month_of(base) - 1
    return Period(last - count * LENGTHS[unit] + 1, last, Grain.SPAN)


LENGTHS = {Unit.MONTH: 1, Unit.QUARTER: _QUARTER, Unit.HALF: _HALF, Unit.YEAR: MONTHS}


def earlier(unit: Unit, count: int, setting: Setting) -> Period:
    """What lies ``count`` units before the period that the text named last, else before the month of the page: "a year earlier"."""
    named = setting.earlier
    if unit in (Unit.DAY, Unit.WEEK) or (named is None and unit != Unit.YEAR):
        return away(unit, -count, setting.base)
    if named is None:
        return shifted(month_period(setting.month), -count * MONTHS)
    return shifted(named, -count * LENGTHS[unit])
