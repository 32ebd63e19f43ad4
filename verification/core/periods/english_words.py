"""What the readers of English phrases share: counts, years and the dates behind a word."""

import re
from datetime import date

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Grain, Period, first_day
from verification.core.periods.english_anchors import COUNT, MONTH, MONTHS_BY_NAME, NUMBERS, YEAR_NUMBER
from verification.core.periods.parts import Year

DAY = r"(?:3[01]|[12]\d|0?[1-9])"
TH = r"(?:st|nd|rd|th)?"
YEAR_AFTER = lazy_regex(
    rf"(?:,?\s|,\s?|[-–]|)(?:(?:of|in|for)\s(?:the\s|its\s)?)?(?:(?P<fiscal>fiscal\s(?:year\s)?|FY\s?['’]?)(?P<own>(?:20)?\d{{2}})\b"
    rf"|(?P<year>{YEAR_NUMBER})\b(?![.,]?\d|%)|['’](?P<short>\d{{2}})\b|(?P<named>(?:last|this|next|the\sprevious)\s(?:fiscal\s)?year)\b)",
    re.IGNORECASE,
)
DATE_AFTER = lazy_regex(
    rf"\s(?:(?:the\s)?end(?:\sof|-)\s?|(?:the\s)?(?P<day>{DAY}){TH}\s(?:of\s)?)?(?P<month>{MONTH})(?:\s(?P<after>{DAY})(?!\d))?",
    re.IGNORECASE,
)
COUNT_BEFORE = lazy_regex(rf"\b(?:the|(?P<count>an?|{COUNT}))[-\s]$", re.IGNORECASE)


def count_of(text: str) -> int:
    word = text.lower()
    return 1 if word in ("a", "an", "the") else int(word) if word.isdigit() else NUMBERS.index(word)


def month_number(name: str) -> int:
    return MONTHS_BY_NAME[name.lower().rstrip(".")]


def full_year(digits: str) -> int:
    return int(digits) if len(digits) > 2 else 2000 + int(digits)


def words_before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 12) : match.start()]


def year_after(text: str, at: int, base: date) -> tuple[Year | None, int]:
    """The year that follows a part of it, and where that ends."""
    found = YEAR_AFTER.match(text, at)
    if not found:
        return None, at
    if found["own"]:
        return Year(full_year(found["own"]), is_fiscal=True), found.end()
    if found["year"] or found["short"]:
        return Year(full_year(found["year"] or found["short"])), found.end()
    named = found["named"].lower()
    shift = {"last": -1, "this": 0, "next": 1}.get(named.split()[0], -1)
    return Year(base.year + shift, is_fiscal="fiscal" in named), found.end()


def day_of(period: Period) -> date | None:
    """The date of a day; None for a month, whose day was not there."""
    return first_day(period) if period.grain == Grain.DAY else None
