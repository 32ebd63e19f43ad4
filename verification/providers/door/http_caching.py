"""How long an answer may be used again, and how to ask whether it still holds (RFC 9111, as a cache of one user)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from verification.core.patterns import lazy_regex

# What a page says of itself is believed up to here: a value is verified to be current, and news pages name whole years.
LONGEST = timedelta(hours=1)
# Where a page says nothing: long enough for one batch, and for two that follow each other.
UNSAID = timedelta(minutes=2)
LONGEST_GUESS = timedelta(minutes=10)
_GUESSED_SHARE = 10  # a tenth of the page's age at the time (section 4.2.2)

_DIRECTIVE = lazy_regex(r"([A-Za-z-]{1,40})(?:\s{0,5}=\s{0,5}\"?([^\",]{0,100})\"?)?")
_LONGEST_ETAG, _LONGEST_DATE = 200, 60


@dataclass(frozen=True, slots=True)
class Caching:
    """``is_stored`` False: keep nothing. Until ``fresh_until`` nobody needs to ask; then ``etag`` and ``last_modified`` ask cheaply."""

    is_stored: bool
    fresh_until: datetime
    etag: str = ""
    last_modified: str = ""


def caching_of(headers: Mapping[str, str], *, now: datetime) -> Caching:
    """What the headers of an answer that came at ``now`` allow."""
    directives = _directives(headers.get("cache-control", ""))
    is_stored = "no-store" not in directives and headers.get("vary", "").strip() != "*"
    etag, last_modified = headers.get("etag", ""), headers.get("last-modified", "")
    if "accept-language" in headers.get("vary", "").lower():
        # Its other languages are other pages, which their etag alone tells apart.
        return Caching(is_stored=is_stored, fresh_until=now, etag=_etag(etag))
    return Caching(
        is_stored=is_stored,
        fresh_until=now + max(_lifetime(headers, directives, now), timedelta(0)),
        etag=_etag(etag),
        last_modified=last_modified if len(last_modified) <= _LONGEST_DATE and _moment(last_modified) else "",
    )


def retry_after_seconds(headers: Mapping[str, str], *, now: datetime) -> float | None:
    """The seconds that ``Retry-After`` asks to wait, as a number or as a moment; None where it says nothing that can be read."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    moment = _moment(text)
    return max((moment - now).total_seconds(), 0.0) if moment else None


def _lifetime(headers: Mapping[str, str], directives: Mapping[str, str], now: datetime) -> timedelta:
    if "no-cache" in directives:
        return timedelta(0)
    age = timedelta(seconds=_seconds(headers.get("age", "")) or 0)
    max_age = _seconds(directives.get("max-age", ""))
    if max_age is not None:
        return min(timedelta(seconds=max_age) - age, LONGEST)
    sent_at = _moment(headers.get("date", "")) or now
    if "expires" in headers:
        # An unreadable date, "0" above all, means already over.
        expires_at = _moment(headers["expires"])
        return min(expires_at - sent_at - age, LONGEST) if expires_at else timedelta(0)
    modified_at = _moment(headers.get("last-modified", ""))
    if modified_at is None or modified_at >= sent_at:
        return UNSAID
    return min(max((sent_at - modified_at) / _GUESSED_SHARE, UNSAID), LONGEST_GUESS)


def _etag(text: str) -> str:
    return text if len(text) <= _LONGEST_ETAG and text.isascii() and text.isprintable() else ""


def _directives(text: str) -> dict[str, str]:
    return {found[1].lower(): (found[2] or "").strip() for found in _DIRECTIVE.finditer(text[:1_000])}


def _seconds(text: str) -> int | None:
    digits = text.strip()
    return int(digits[:9]) if digits.isascii() and digits.isdigit() else None


def _moment(text: str) -> datetime | None:
    if not text or len(text) > _LONGEST_DATE:
        return None
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
