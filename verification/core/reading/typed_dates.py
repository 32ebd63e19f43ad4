"""The dates of a name as analysts type them, written out: Sep-24, 09/2024 and 2024M09 are September 2024, 26Q3 is a quarter of 2026."""

import re
from collections.abc import Callable
from datetime import date

from verification.core.patterns import lazy_regex
from verification.core.periods.english_anchors import MONTHS_BY_NAME

_LONGEST = 120
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_ANY_MONTH = r"(?P<month>0?[1-9]|1[0-2])"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_ALONE = r"(?<![\w./-])"
_ENDS = r"(?![\w/-]|\.\d)"
_NAME = lazy_regex(r"(?<![\w-])(?P<name>[A-Za-z]{3,9})(?P<joint>\.?\s(?=(?:19|20)\d\d(?!\d))|[-/]?(?=\d\d(?![\w/%.-])))")
_TWO_DIGITS = lazy_regex(r"\d\d")
# Whole days first, for each holds a month.
_DAYS = tuple(
    lazy_regex(rf"{_ALONE}{form}{_ENDS}")
    for form in (
        rf"{_YEAR}(?P<sign>[/.]){_ANY_MONTH}(?P=sign){_DAY}",
        rf"{_YEAR}{_MONTH}(?P<day>0[1-9]|[12]\d|3[01])",
        rf"{_DAY}\.{_ANY_MONTH}\.{_YEAR}",
        rf"(?P<day>1[3-9]|2\d|3[01])/{_ANY_MONTH}/{_YEAR}",
        rf"{_ANY_MONTH}/(?P<day>1[3-9]|2\d|3[01])/{_YEAR}",
    )
)
_MONTHS = tuple(
    lazy_regex(rf"{_ALONE}{form}{_ENDS}")
    for form in (
        rf"{_ANY_MONTH}/{_YEAR}",
        rf"{_YEAR}/{_MONTH}",
        rf"{_YEAR}\.{_MONTH}(?!\s?[%点元美])",
        rf"(?:{_YEAR}-?|(?P<short>\d\d))M{_ANY_MONTH}",
    )
)
_QUARTER = lazy_regex(rf"{_ALONE}(?P<short>\d\d)Q(?P<quarter>[1-4]){_ENDS}")
_YEAR_IN_BRACKETS = lazy_regex(rf"（{_YEAR}）|(?<=[\u4e00-\u9fff])\s?\({_YEAR.replace('year', 'other')}\)")


def dates_written_out(name: str, base: date) -> str:
    """``name`` with the dates that are written in figures as the readers of periods know them; a longer text is returned as it is.

    A month behind a year's last two digits (2011/12) may be a season, and the day of 03/04/2025 either: both are left alone.
    """
    if len(name) > _LONGEST or not any(sign.isdigit() for sign in name):
        return name
    for pattern in _DAYS:
        name = pattern.sub(_day, name)
    for pattern in _MONTHS:
        name = pattern.sub(_month, name)
    name = _QUARTER.sub(r"Q\g<quarter> 20\g<short>", name)
    name = _YEAR_IN_BRACKETS.sub(lambda found: f"({found['year'] or found['other']}年)", name)
    return _NAME.sub(_named_by(name, base), name)


def _day(found: re.Match[str]) -> str:
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"])).isoformat()
    except ValueError:
        return found.group()


def _month(found: re.Match[str]) -> str:
    year = found["year"] or f"20{found['short']}"
    is_season = "/" in found.group() and found.start("year") < found.start("month") and int(found["month"]) == (int(year) + 1) % 100
    return found.group() if is_season else f"{year}-{int(found['month']):02d}"


def _named_by(name: str, base: date) -> Callable[[re.Match[str]], str]:
    """The month before a year gets its capital; Sep-24 and Sep24 are of that year unless it is to come, for a day has two digits too."""

    def written(found: re.Match[str]) -> str:
        number = MONTHS_BY_NAME.get(found["name"].lower())
        if number is None:
            return found.group()
        if found["joint"].endswith(" "):
            return found["name"].capitalize() + found["joint"]
        year = 2000 + int(name[found.end() : found.end() + 2])
        return f"{found['name'].capitalize()} 20" if (year, number) <= (base.year, base.month) else found.group()

    return written
