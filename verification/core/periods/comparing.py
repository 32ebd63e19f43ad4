"""How the period of a figure stands to the one asked for."""

from datetime import date
from enum import StrEnum

from verification.core.periods.calendar import Grain, Period, covers, first_day, last_day, month_of

_NEAR = 2
_LONGEST_SILENCE = 3
_LONGEST_WEEK = 9


class Fit(StrEnum):
    """How the period of a figure stands to the one asked for."""

    AGREES = "agrees"
    OPEN = "open"
    CLASHES = "clashes"


def compare_periods(wanted: Period | None, found: Period | None, published: date | None, *, is_own: bool = True) -> Fit:
    """Whether a figure about ``found`` answers a question about ``wanted``. ``published`` is the date of the page, None where unknown.

    A figure without a period is about what was newest when the page appeared: that agrees with nothing and clashes with what was long over.
    ``is_own`` False: ``found`` was inherited from another clause or sentence.
    """
    if wanted is None:
        if found is not None and found.grain == Grain.SPAN and is_own:
            return Fit.CLASHES  # the months so far answer only who asks for them
        return Fit.OPEN if found is None or not is_own or published is None or _is_recent(found, published) else Fit.CLASHES
    if found is None:
        return _compare_with_page(wanted, published)
    if wanted.is_fiscal != found.is_fiscal:
        return _compare_with_fiscal(wanted, found)
    if wanted.is_daily or found.is_daily:
        return _compare_days(wanted, found, is_own=is_own)
    if (wanted.first, wanted.last) == (found.first, found.last):
        return Fit.AGREES
    if wanted.grain == Grain.YEAR and found.grain == Grain.MONTH and found.last == wanted.last:
        return Fit.OPEN  # a stock at the end of the year
    # "In 2018 … in May" names the year for the reader, not the figure's period.
    if found.grain == Grain.YEAR and not is_own and found.first <= wanted.first <= found.last:
        return Fit.OPEN
    return Fit.CLASHES


def _compare_with_page(wanted: Period, published: date | None) -> Fit:
    """A page that names no period speaks of its own days; which session that was ``sessions.fit_day`` tells."""
    if published is None:
        return Fit.OPEN
    if wanted.grain == Grain.DAY:
        return Fit.OPEN if -1 <= (published - first_day(wanted)).days <= _LONGEST_WEEK else Fit.CLASHES
    return Fit.OPEN if _is_recent(wanted, published) else Fit.CLASHES


def _compare_with_fiscal(wanted: Period, found: Period) -> Fit:
    """A company's own year begins when it likes: only the number of the quarter or half tells two of them apart, and days tell nothing."""
    if wanted.grain == found.grain and wanted.grain in (Grain.QUARTER, Grain.HALF):
        return Fit.OPEN if wanted.first % 12 == found.first % 12 else Fit.CLASHES
    if {wanted.grain, found.grain} <= {Grain.YEAR, Grain.MONTH, Grain.DAY, Grain.DAYS}:
        return Fit.OPEN
    return Fit.CLASHES


def _compare_days(wanted: Period, found: Period, *, is_own: bool) -> Fit:
    if wanted.grain == found.grain:
        same = (wanted.first, wanted.day, wanted.last, wanted.end_day) == (found.first, found.day, found.last, found.end_day)
        return Fit.AGREES if same else Fit.CLASHES if is_own else Fit.OPEN
    if Grain.DAYS in (wanted.grain, found.grain) and wanted.is_daily and found.is_daily:
        days, day = (wanted, found) if wanted.grain == Grain.DAYS else (found, wanted)
        return Fit.OPEN if covers(days, last_day(day)) else Fit.CLASHES
    if wanted.is_daily:
        return Fit.OPEN if not is_own or covers(found, last_day(wanted)) else Fit.CLASHES
    # A day beside a month is the day of the announcement, not the period of the figure.
    return Fit.OPEN if abs(wanted.last - found.first) <= _NEAR or wanted.first <= found.first <= wanted.last else Fit.CLASHES


def _is_recent(period: Period, published: date) -> bool:
    """Whether a page of that date would speak of this period without naming it: it ended at most one own length ago, or runs."""
    now = month_of(published)
    length = period.last - period.first + 1
    if period.is_fiscal:  # its months are not those of the calendar
        return abs(period.first // 12 - published.year) <= 1
    return period.first <= now + 1 and now - period.last <= (_NEAR if length == 1 else max(length, _LONGEST_SILENCE))
