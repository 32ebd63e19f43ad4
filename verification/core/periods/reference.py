"""The period of a node as its field writes it: 2026-05, 2026-Q2, FY2027-Q1, 2026-01..2026-05."""

from datetime import date

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import (
    MONTHS,
    Grain,
    Period,
    days_period,
    fiscal,
    half_period,
    month_period,
    quarter_period,
    span_period,
    year_period,
)

_POINT = lazy_regex(
    r"(?P<fiscal>FY)?(?P<year>\d{4})(?:-?[Qq](?P<quarter>[1-4])|-?[Hh](?P<half>[12])|-(?P<month>\d{2})(?:-(?P<day>\d{2}))?)?"
)


def parse_reference_period(text: str | None) -> Period | None:
    """The period of a node, None for what is none: "2026", "2026-H1", "2026-Q2", each also with FY for a company's own year; "2026-05",
    "2026-06-18"; and a span of two points of the calendar ("2026-01..2026-05").

    A month that no year has is none; of a day that its month does not have the month is taken.
    """
    first, dots, last = (text or "").strip().partition("..")
    start = _point(first)
    if not dots or start is None:
        return start
    end = _point(last)
    if end is None or start.is_fiscal or end.is_fiscal or (start.first, start.day) > (end.first, end.day):
        return None
    return _days(start, end) if start.grain == end.grain == Grain.DAY else span_period(start.first, end.last)


def _point(text: str) -> Period | None:
    found = _POINT.fullmatch(text)
    if not found or (found["fiscal"] and found["month"]):
        return None
    year = int(found["year"])
    if found["quarter"]:
        period = quarter_period(year, int(found["quarter"]))
    elif found["half"]:
        period = half_period(year, int(found["half"]))
    elif found["month"]:
        if not 1 <= int(found["month"]) <= MONTHS:
            return None
        period = month_period(year * MONTHS + int(found["month"]) - 1, int(found["day"] or 0))
    else:
        period = year_period(year)
    return fiscal(period) if found["fiscal"] else period


def _days(start: Period, end: Period) -> Period:
    first, last = (date(max(day.first // MONTHS, 1), day.first % MONTHS + 1, day.day) for day in (start, end))
    return days_period(first, last)
