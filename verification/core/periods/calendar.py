"""Stretches of the calendar by months: a day, a month, a quarter, a half, a year, or any months in a row."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date
from enum import StrEnum


class Grain(StrEnum):
    DAY = "day"
    MONTH = "month"
    SPAN = "span"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Period:
    """From the first to the last month it covers, as months since year 0 (year × 12 + month - 1); a day also has its day."""

    first: int
    last: int
    grain: Grain
    day: int = 0

    def __str__(self) -> str:
        start = f"{self.first // 12:04}-{self.first % 12 + 1:02}"
        if self.day:
            return f"{start}-{self.day:02}"
        if self.grain == Grain.YEAR:
            return start[:4]
        return start if self.first == self.last else f"{start}..{self.last // 12:04}-{self.last % 12 + 1:02}"


def month_period(at: int, day: int = 0) -> Period:
    """One month, or one day of it. A day that the month does not have (30 February) names the month alone."""
    if day > monthrange(at // 12, at % 12 + 1)[1]:
        day = 0
    return Period(at, at, Grain.DAY if day else Grain.MONTH, day)


def span_period(first: int, last: int) -> Period:
    """The months from first to last: a month, quarter, half or year where they make one."""
    length = last - first + 1
    if length == 1:
        return month_period(first)
    if length == 3 and first % 3 == 0:
        return Period(first, last, Grain.QUARTER)
    if length == 6 and first % 6 == 0:
        return Period(first, last, Grain.HALF)
    if length == 12 and first % 12 == 0:
        return Period(first, last, Grain.YEAR)
    return Period(first, last, Grain.SPAN)


def quarter_period(year: int, number: int) -> Period:
    """A quarter by its number from 1."""
    return Period(year * 12 + 3 * number - 3, year * 12 + 3 * number - 1, Grain.QUARTER)


def quarter_at(month: int) -> Period:
    """The quarter that holds a month."""
    return quarter_period(month // 12, month % 12 // 3 + 1)


def half_period(year: int, number: int) -> Period:
    """A half by its number from 1."""
    return Period(year * 12 + 6 * number - 6, year * 12 + 6 * number - 1, Grain.HALF)


def year_period(year: int) -> Period:
    """A whole year."""
    return Period(year * 12, year * 12 + 11, Grain.YEAR)


def last_day(period: Period) -> date:
    """A day inside the last month of a period; of one beyond the calendar, inside its first or last year."""
    return date(min(max(period.last // 12, MINYEAR), MAXYEAR), period.last % 12 + 1, period.day or 28)
