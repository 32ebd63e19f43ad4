"""When a page was published and whether that is recent enough for a node.

A page dated after ``as_of`` is not evidence; one day is forgiven, because feeds write local dates without a zone.
"""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from decimal import Decimal, localcontext
from email.utils import parsedate_to_datetime

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import inside_calendar

CLOCK_TOLERANCE = timedelta(days=1)
DEFAULT_HALF_LIFE_DAYS = 30
_MAX_LENGTH = 64
_WEIGHT_PLACES = Decimal("0.0001")

_CLOCK = r"(?:[T\s,]{1,3}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?"
_ZONE = r"\s{0,2}(Z|UTC|GMT|[+-]\d{2}:?\d{2})?"
_NUMERIC = lazy_regex(rf"(\d{{4}})(?:-|/|\.|年)\s?(\d{{1,2}})(?:-|/|\.|月)\s?(\d{{1,2}})日?{_CLOCK}{_ZONE}", re.IGNORECASE)
_COMPACT = lazy_regex(r"((?:19|20)\d{2})(\d{2})(\d{2})")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_MONTH_FIRST = lazy_regex(rf"{_MONTH}\s{{1,2}}(\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,2}}(\d{{4}}){_CLOCK}{_ZONE}", re.IGNORECASE)
_DAY_FIRST = lazy_regex(rf"(\d{{1,2}})(?:st|nd|rd|th)?\s{{1,2}}{_MONTH},?\s{{1,2}}(\d{{4}}){_CLOCK}{_ZONE}", re.IGNORECASE)
_EPOCH = lazy_regex(r"(\d{10})(\d{3})?")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def parse_moment(text: str | None, *, zone: tzinfo, end_of_day: bool = False) -> datetime | None:
    """An aware moment from ISO 8601, RFC 2822, "Jun 18, 2026", "2026年6月18日 10:00" or an epoch of 10 or 13 digits; else None.

    What names no offset is read in ``zone``. A bare date is its midnight, or the last microsecond of that day with ``end_of_day``. A moment
    at either end of the calendar (services write 0001-01-01 for no date) is moved inside, so that every zone and database has it.
    """
    if not text or len(text) > _MAX_LENGTH:
        return None
    stripped = text.strip()
    try:
        moment = _iso(stripped, zone, end_of_day) or _written(stripped, zone, end_of_day) or _epoch(stripped) or _mail(stripped, zone)
        return inside_calendar(moment) if moment else None
    except (ValueError, OverflowError):
        return None


def is_future_dated(published_at: datetime | None, as_of: datetime | None) -> bool:
    """Whether a page claims to be published after ``as_of``, beyond the tolerance of a day: such a page is not evidence."""
    return published_at is not None and as_of is not None and published_at - as_of > CLOCK_TOLERANCE


def age_days(published_at: datetime | None, as_of: datetime | None) -> int | None:
    """Whole days between publication and ``as_of``; 0 within the clock tolerance, None where either is unknown."""
    if published_at is None or as_of is None:
        return None
    return max((as_of - published_at).days, 0)


def is_fresh(published_at: datetime | None, as_of: datetime | None, fresh_days: int | None) -> bool | None:
    """Whether a page lies inside the node's window; None is "can't tell" (undated). No window or no ``as_of``: never stale.

    A future-dated page is never fresh, window or not.
    """
    if is_future_dated(published_at, as_of):
        return False
    if fresh_days is None:
        return True
    if published_at is None:
        return None
    age = age_days(published_at, as_of)
    return age is None or age <= fresh_days


def decay_weight(published_at: datetime | None, as_of: datetime | None, fresh_days: int | None) -> Decimal:
    """A weight in 0..1 that halves with each window; 0 for undated pages. It orders and breaks ties, it never replaces a vote."""
    age = age_days(published_at, as_of)
    if age is None:
        return Decimal(0) if published_at is None else Decimal(1)
    with localcontext() as context:
        context.prec = 20
        exponent = Decimal(-age) / Decimal(fresh_days or DEFAULT_HALF_LIFE_DAYS)
        return (Decimal(2) ** max(exponent, Decimal(-60))).quantize(_WEIGHT_PLACES)


def _iso(text: str, zone: tzinfo, end_of_day: bool) -> datetime | None:
    compact = _COMPACT.fullmatch(text)
    if compact:
        year, month, day = (int(part) for part in compact.groups())
        return _moment((year, month, day), (None, None, None), None, zone, end_of_day)
    found = _NUMERIC.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) for part in found.group(1, 2, 3))
    return _moment((year, month, day), found.group(4, 5, 6), found.group(7), zone, end_of_day)


def _written(text: str, zone: tzinfo, end_of_day: bool) -> datetime | None:
    found = _MONTH_FIRST.fullmatch(text)
    if found:
        name, day, year = found.group(1, 2, 3)
    else:
        found = _DAY_FIRST.fullmatch(text)
        if not found:
            return None
        day, name, year = found.group(1, 2, 3)
    month = _MONTHS.index(name.lower()) + 1
    return _moment((int(year), month, int(day)), found.group(4, 5, 6), found.group(7), zone, end_of_day)


def _moment(
    date: tuple[int, int, int],
    clock: tuple[str | None, ...],
    offset: str | None,
    zone: tzinfo,
    end_of_day: bool,
) -> datetime:
    hour, minute, second = clock
    day_edge = time.max if end_of_day else time.min
    at = day_edge if hour is None else time(int(hour), int(minute or 0), int(second or 0))
    return datetime(*date, at.hour, at.minute, at.second, at.microsecond, tzinfo=_offset(offset) or zone)


def _offset(text: str | None) -> tzinfo | None:
    if not text:
        return None
    if text.upper() in ("Z", "UTC", "GMT"):
        return UTC
    return datetime.strptime(text.replace(":", ""), "%z").tzinfo


def _epoch(text: str) -> datetime | None:
    found = _EPOCH.fullmatch(text)
    return datetime.fromtimestamp(int(found.group(1)), tz=UTC) if found else None


def _mail(text: str, zone: tzinfo) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
