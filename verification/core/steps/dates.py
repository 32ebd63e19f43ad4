"""Days, months and years as they are written in claims and by tools; what is left out of a date stays open."""

import re
from dataclasses import dataclass
from datetime import date

from verification.core.patterns import lazy_regex

_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_MONTH = "|".join((*_MONTHS, *(month[:3] for month in _MONTHS), "sept"))
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_UNTIL = r"(?:\s*(?:to|until|and|[-–—])\s*(?P<d2>\d{1,2})(?:st|nd|rd|th)?)?"
_PATTERNS = (
    lazy_regex(r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"),
    lazy_regex(r"(?<!\d)(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})(?!\d)"),
    lazy_regex(r"(?<!\d)(?P<y>\d{4})\.(?P<m>\d{1,2})\.(?P<d>\d{1,2})(?!\d)"),
    lazy_regex(
        r"(?:(?<!\d)(?P<y>\d{4})\s*年\s*)?(?P<m>\d{1,2})\s*月\s*(?P<d>\d{1,2})\s*[日号]?(?:\s*[至到—–-]\s*(?P<d2>\d{1,2})\s*[日号])?"
    ),
    lazy_regex(rf"(?<![\w-]){_DAY}{_UNTIL}\s+(?:of\s+)?(?P<name>{_MONTH})\b\.?(?:,?\s+(?P<y>\d{{4}}))?(?!\d)", re.IGNORECASE),
    lazy_regex(rf"\b(?P<name>{_MONTH})\.?\s+{_DAY}{_UNTIL}(?!\d)(?:,?\s+(?P<y>\d{{4}}))?(?!\d)", re.IGNORECASE),
    lazy_regex(r"(?<!\d)(?P<y>\d{4})\s*年\s*(?P<m>\d{1,2})\s*月"),
    lazy_regex(rf"\b(?P<name>{'|'.join(_MONTHS)})\s+(?P<y>\d{{4}})(?!\d)", re.IGNORECASE),
    lazy_regex(rf"\b(?:in|of|for|since|until)\s+(?P<name>{'|'.join(each.capitalize() for each in _MONTHS)})\b"),
    lazy_regex(r"(?<![\d-])(?P<y>(?:19|20)\d{2})-(?P<m>0[1-9]|1[0-2])(?![\d-])"),
    lazy_regex(r"(?<!\d)(?P<m>1[0-2]|[1-9])\s*月(?!\d)"),
    lazy_regex(r"(?<!\d)(?P<y>(?:19|20)\d{2})\s*年"),
    lazy_regex(r"\b(?:in|of|for|since|before|until)\s+(?P<y>(?:19|20)\d{2})\b(?![-\d])"),
)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """``value`` is year-month-day with ``*`` for what is not said."""

    start: int
    end: int
    value: str


def find_dates(text: str) -> list[WrittenDate]:
    """The dates of a text in the order of their places, each place once; "14 to 17 October" is two."""
    found: list[WrittenDate] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not any(match.start() < each.end and each.start < match.end() for each in found):
                found += _read(match)
    return sorted(found, key=lambda each: each.start)


def is_same_date(one: str, other: str) -> bool:
    """Whether two dates are one as far as both say; they have to share what is said of the smaller of them."""
    pairs = [(mine, theirs) for mine, theirs in zip(one.split("|"), other.split("|"), strict=True) if "*" not in (mine, theirs)]
    return bool(pairs) and all(mine == theirs for mine, theirs in pairs)


def is_as_fine(one: str, other: str) -> bool:
    """Whether ``other`` says at least what ``one`` does, but for the year, so that the two can differ."""
    return all(mine == "*" or theirs != "*" for mine, theirs in zip(one.split("|")[1:], other.split("|")[1:], strict=True))


def _read(match: re.Match[str]) -> list[WrittenDate]:
    parts = match.groupdict()
    name = (parts.get("name") or "").lower()
    month = next((place for place, own in enumerate(_MONTHS, 1) if name and own.startswith(name[:3])), None) or int(parts.get("m") or 0)
    days = [int(parts[key]) for key in ("d", "d2") if parts.get(key)] or [0]
    year = int(parts.get("y") or 0)
    try:
        for day in days:
            date(year or 2000, month or 1, day or 1)
    except ValueError:
        return []
    return [WrittenDate(match.start(), match.end(), _write(year, month, day)) for day in days]


def _write(year: int, month: int, day: int) -> str:
    return "|".join((f"{year:04}" if year else "*", f"{month:02}" if month else "*", f"{day:02}" if day else "*"))
