"""Stretches of the calendar: a day, some days, a month, a quarter, a half, a year, any months in a row, and a company's own years."""

from calendar import monthrange
from dataclasses import dataclass, field, replace
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache

MONTHS = 12
_QUARTER = 3
_HALF = 6
# A moment is read in other zones, and the day before it is asked for: so much is left at either end.
_EDGE = timedelta(days=2)
_FIRST_MOMENT, _LAST_MOMENT = datetime.min.replace(tzinfo=UTC) + _EDGE, datetime.max.replace(tzinfo=UTC) - _EDGE


class Grain(StrEnum):
    DAY = "day"
    DAYS = "days"
    MONTH = "month"
    SPAN = "span"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Period:
    """From the first to the last month it covers, as months since year 0 (year × 12 + month - 1).

    A day also has its ``day``, days in a row (a week) ``day`` and ``end_day``. ``is_fiscal``: a part of a company's own year, which begins
    when it likes: the months are then its first to its twelfth, and never equal to those of the calendar. ``is_end``: words name the end
    of a month, or of the quarter or half that it ends, as they do for what is counted there and then (二季度末, "at the end of June").
    ``is_of_any_year``: of a company's own year the words leave unsaid which; the one that the page's day allows is taken.
    """

    first: int
    last: int
    grain: Grain
    day: int = 0
    end_day: int = 0
    is_fiscal: bool = False
    is_end: bool = field(default=False, compare=False)
    is_of_any_year: bool = field(default=False, compare=False)

    @property
    def is_daily(self) -> bool:
        """Whether it is told by its days."""
        return self.grain in (Grain.DAY, Grain.DAYS)

    def __str__(self) -> str:
        if self.is_fiscal:
            return f"FY{self.first // MONTHS:04}{self._fiscal_part()}"
        start = f"{self.first // MONTHS:04}-{self.first % MONTHS + 1:02}"
        end = f"{self.last // MONTHS:04}-{self.last % MONTHS + 1:02}"
        if self.grain == Grain.DAYS:
            return f"{start}-{self.day:02}..{end}-{self.end_day:02}"
        if self.day:
            return f"{start}-{self.day:02}"
        if self.grain == Grain.YEAR:
            return start[:4]
        return start if self.first == self.last else f"{start}..{end}"

    def _fiscal_part(self) -> str:
        if self.grain == Grain.QUARTER:
            return f"-Q{self.first % MONTHS // _QUARTER + 1}"
        if self.grain == Grain.HALF:
            return f"-H{self.first % MONTHS // _HALF + 1}"
        return ""


def month_period(at: int, day: int = 0) -> Period:
    """One month, or one day of it. A day that the month does not have (30 February) names the month alone."""
    if day > days_in(at):
        day = 0
    return Period(at, at, Grain.DAY if day else Grain.MONTH, day)


@lru_cache(maxsize=4096)
def days_in(month: int) -> int:
    """How many days a month has; one beyond the calendar as many as the longest."""
    year = month // MONTHS
    return monthrange(year, month % MONTHS + 1)[1] if MINYEAR <= year <= MAXYEAR else 31


def day_period(day: date) -> Period:
    """One day."""
    return month_period(month_of(day), day.day)


def days_period(first: date, last: date) -> Period:
    """The days from first to last; a single one is a day."""
    if first == last:
        return day_period(first)
    return Period(month_of(first), month_of(last), Grain.DAYS, first.day, last.day)


def week_period(day: date) -> Period:
    """The week that holds a day, from Monday to Sunday."""
    monday = day_before(day, day.weekday())
    return days_period(monday, day_before(monday, -6))


def day_before(day: date, count: int) -> date:
    """The day ``count`` days earlier; the calendar's first or last where it ends."""
    return date.fromordinal(min(max(day.toordinal() - count, date.min.toordinal()), date.max.toordinal()))


def inside_calendar(moment: datetime) -> datetime:
    """An aware moment, two days from either end of the calendar where it lay nearer: every zone has a date for it then."""
    first, last = (end.replace(tzinfo=moment.tzinfo) for end in (_FIRST_MOMENT, _LAST_MOMENT))
    return min(max(moment, first), last)


def month_of(day: date) -> int:
    """The month that holds a day."""
    return day.year * MONTHS + day.month - 1


def span_period(first: int, last: int) -> Period:
    """The months from first to last: a month, quarter, half or year where they make one."""
    length = last - first + 1
    if length == 1:
        return month_period(first)
    if length == _QUARTER and first % _QUARTER == 0:
        return Period(first, last, Grain.QUARTER)
    if length == _HALF and first % _HALF == 0:
        return Period(first, last, Grain.HALF)
    if length == MONTHS and first % MONTHS == 0:
        return Period(first, last, Grain.YEAR)
    return Period(first, last, Grain.SPAN)


def quarter_period(year: int, number: int) -> Period:
    """A quarter by its number from 1."""
    return Period(year * MONTHS + _QUARTER * (number - 1), year * MONTHS + _QUARTER * number - 1, Grain.QUARTER)


def quarter_at(month: int) -> Period:
    """The quarter that holds a month."""
    return quarter_period(month // MONTHS, month % MONTHS // _QUARTER + 1)


def half_period(year: int, number: int) -> Period:
    """A half by its number from 1."""
    return Period(year * MONTHS + _HALF * (number - 1), year * MONTHS + _HALF * number - 1, Grain.HALF)


def year_period(year: int) -> Period:
    """A whole year."""
    return Period(year * MONTHS, year * MONTHS + MONTHS - 1, Grain.YEAR)


def end_of(period: Period) -> Period:
    """The end of a month, quarter or half: its last month. A year, and a part of a company's own, is taken whole."""
    if period.is_fiscal or period.is_daily or period.grain in (Grain.YEAR, Grain.SPAN):
        return period
    return replace(month_period(period.last), is_end=True)


def fiscal(period: Period) -> Period:
    """The same part of a company's own year."""
    return replace(period, is_fiscal=True)


def shifted(period: Period, months: int) -> Period:
    """A period as long, so many months later; a day that is not there becomes its month."""
    if period.grain == Grain.DAY:
        return month_period(period.first + months, period.day)
    if period.grain == Grain.DAYS:
        return span_period(period.first + months, period.last + months)
    return replace(period, first=period.first + months, last=period.last + months)


def last_day(period: Period) -> date:
    """A day inside the last month of a period; of one beyond the calendar, inside its first or last year."""
    year = min(max(period.last // MONTHS, MINYEAR), MAXYEAR)
    return date(year, period.last % MONTHS + 1, period.end_day or period.day or 28)


def first_day(period: Period) -> date:
    """Its first day, within the calendar."""
    year = min(max(period.first // MONTHS, MINYEAR), MAXYEAR)
    return date(year, period.first % MONTHS + 1, period.day or 1)


def covers(period: Period, day: date) -> bool:
    """Whether a day lies in a period of the calendar."""
    end = last_day(period) if period.is_daily else last_day(replace(period, day=days_in(period.last)))
    return first_day(period) <= day <= end
