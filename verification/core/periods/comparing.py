"""How the period of a figure stands to the one asked for."""

from datetime import date
from enum import StrEnum

from verification.core.periods.calendar import MONTHS, Grain, Period, covers, first_day, last_day, month_of

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
    if wanted.is_fiscal and _may_be_one(wanted, found):
        return Fit.OPEN
    if wanted.is_daily or found.is_daily:
        return _compare_days(wanted, found, is_own=is_own)
    return _compare_months(wanted, found, published, is_own=is_own)


def _compare_months(wanted: Period, found: Period, published: date | None, *, is_own: bool) -> Fit:
    if (wanted.first, wanted.last) == (found.first, found.last):
        return Fit.AGREES
    is_so_far = published is not None and _runs_to_now(wanted, found, month_of(published))
    if is_so_far or _is_at_its_end(wanted, found) or _is_at_its_end(found, wanted):
        return Fit.OPEN
    # "In 2018 … in May" names the year for the reader, not the figure's period.
    if found.grain == Grain.YEAR and not is_own and found.first <= wanted.first <= found.last:
        return Fit.OPEN
    return Fit.CLASHES


def _is_at_its_end(period: Period, month: Period) -> bool:
    """Whether a month tells what there was at the end of a longer period: a year's last, or one of whose end the words speak."""
    is_last = month.grain == Grain.MONTH and month.last == period.last and period.first < period.last
    return is_last and (month.is_end or period.grain == Grain.YEAR)


def _runs_to_now(wanted: Period, found: Period, now: int) -> bool:
    """Whether ``found`` are a year's months so far, the running one hardly begun: 今年以来, said on 2 August, of January to July."""
    return wanted.first == found.first and found.last == now == wanted.last + 1 and wanted.first < wanted.last


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
        return Fit.OPEN if wanted.first % MONTHS == found.first % MONTHS else Fit.CLASHES
    if {wanted.grain, found.grain} <= {Grain.YEAR, Grain.MONTH, Grain.DAY, Grain.DAYS}:
        return Fit.OPEN
    # The day on which its quarter ended: 第二财季（截至2月26日）.
    is_end_of_part = Grain.DAY in (wanted.grain, found.grain) and abs(wanted.last // MONTHS - found.last // MONTHS) <= 1
    return Fit.OPEN if is_end_of_part else Fit.CLASHES


def _may_be_one(wanted: Period, found: Period) -> bool:
    """Whether two companies' quarters or halves are of one number, and of neighbouring years where one of them is left unsaid: a company's
    year is called after the one in which it begins, or after the next."""
    months = abs(wanted.first - found.first)
    is_unsaid = wanted.is_of_any_year or found.is_of_any_year
    return is_unsaid and wanted.grain == found.grain and months == MONTHS


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
        return abs(period.first // MONTHS - published.year) <= 1
    return period.first <= now + 1 and now - period.last <= (_NEAR if length == 1 else max(length, _LONGEST_SILENCE))
