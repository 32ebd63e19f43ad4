"""English dates: months with and without their days, days of the week, weeks."""

import re

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import (
    MONTHS,
    Period,
    day_before,
    day_period,
    days_period,
    fiscal,
    month_period,
    span_period,
    week_period,
)
from verification.core.periods.english_anchors import MONTH, MONTHS_BY_NAME, WEEKDAYS_BY_NAME
from verification.core.periods.english_words import DATE_AFTER, DAY, TH, day_of, month_number, words_before, year_after
from verification.core.periods.parts import Phrase, Setting, newest

_SHORT_NAME = 80
_VERBS = frozenset(("may", "march", "mar"))
_ADJECTIVES = frozenset(("august",))
_FULL_NAMES = frozenset(name for name in MONTHS_BY_NAME if len(name) > len("sept"))
_NAMES_TOO = frozenset(("jan", "mar", "jun"))  # names and short words too: only with a stop, a day or a year behind
_WRITTEN_LARGE = lazy_regex(r"(?:[A-Z][a-z]+\.?|[A-Z]{3,9}\.?)$")
_YEAR_BEHIND = lazy_regex(r",?\s(?:19|20)\d\d")
_DASH = r"(?:\s?[-–]\s?|\s(?:to|through|and)\s)"
_DAY_BEFORE = lazy_regex(rf"(?<![\d.,$€£¥/-])(?:(?P<other>{DAY}){TH}{_DASH})?(?P<day>{DAY}){TH}(?:\s(?:of\s)?|-)$")
_NO_DAY = r"(?![\d.,%:]\d|\d|\s?(?:%|percent|per\scent|million|billion|points?))"
_DAY_AFTER = lazy_regex(rf"\s(?:the\s)?(?P<day>{DAY}){TH}(?:(?:\s?[-–]\s?|\s(?:to|through)\s)(?P<other>{DAY}){TH}(?![\d%]))?{_NO_DAY}")
_TO_DAY = lazy_regex(rf"(?:\s?(?:-|–|to|through|until)\s?|\sand\s)(?P<month>{MONTH})\s(?P<day>{DAY}){TH}{_NO_DAY}", re.IGNORECASE)
_BETWEEN = lazy_regex(r"\bbetween\s$", re.IGNORECASE)
_TO_MONTH = lazy_regex(rf"\s?(?:-|–|—|to\b|through\b|thru\b|and\b|&)\s?(?P<month>{MONTH})(?![\w])", re.IGNORECASE)
_QUARTER_AFTER = lazy_regex(r"\squarter\b", re.IGNORECASE)
_AHEAD_BEFORE = lazy_regex(r"\b(?:next|coming)\s$", re.IGNORECASE)
_THIS_BEFORE = lazy_regex(r"\bthis\s$", re.IGNORECASE)
_LAST_BEFORE = lazy_regex(r"\blast\s$", re.IGNORECASE)
_OPENS = lazy_regex(r"(?:^|[.;!?]\s+)On\s$")
_LIMIT_BEFORE = lazy_regex(r"\b(?:from|by|until|till|due(?:\son)?|starting|before)\s$", re.IGNORECASE)
_TO_COME = lazy_regex(r"\b(?:will|would|shall|due|to|is\sset|are\sset|plans?|expects?)\b", re.IGNORECASE)

_REACH = 110
# "Will be announced on": the clause looks ahead, up to the day.
_WILL_BE = lazy_regex(
    r"\b(?:will|won['’]t|shall|(?:is|are)\s(?:widely\s)?(?:set|due|scheduled|expected|slated|about|likely|seen|forecast|tipped|poised|projected)\sto|(?:is|are)\s(?:due|at\sstake|up\sfor\sgrabs)|"
    r"(?:plans?|intends?|aims?|hopes?|expects?)\sto)\b(?:(?!\b(?:from|since|than|after|versus|compared)\b)(?:[^.,;:!?]|(?<=\d)[.,](?=\d))){0,90}$",
    re.IGNORECASE,
)

# "On Tuesday, 694 delegates will be at stake".
_WILL_AFTER = lazy_regex(r",?\s(?:(?!\b(?:said|says|told|announced|reported|that)\b)[^.,;:!?]){0,40}?\b(?:will|won['’]t|shall)\b")

# "Will Semiconductor's revenue" looks ahead in a question alone.
_WILL_AS_NAME = lazy_regex(r"Will [A-Z]")


def _looks_ahead(text: str, at: int) -> bool:
    """Whether the clause of what stands at ``text[at]`` tells of what is to come: "will take over in"."""
    found = _WILL_BE.search(text, max(0, at - _REACH), at)
    is_name = found is not None and _WILL_AS_NAME.match(found.group()) and "?" not in text[at : at + _REACH]
    return found is not None and not is_name


def _reach_ahead(text: str, at: int) -> int:
    """How many months a month's name may lie ahead: where the clause looks ahead, all but the one that runs."""
    return MONTHS - 1 if _looks_ahead(text, at) else 1


def _days(first: Period, last: Period) -> Period:
    start, end = day_of(first), day_of(last)
    return days_period(start, end) if start and end and start <= end else month_period(first.first)


def read_month(match: re.Match[str], setting: Setting) -> Phrase | None:
    text, name, end = match.string, match.group(), match.end()
    if name[:-1].lower() in _FULL_NAMES:
        name, end = name[:-1], end - 1  # the stop of the sentence behind a full name
    if not _WRITTEN_LARGE.fullmatch(name) and not _is_typed(text, name):  # the verb "may", "march on"
        return None
    span = _TO_MONTH.match(text, end)
    if span and _WRITTEN_LARGE.fullmatch(span["month"]) and not _DAY_AFTER.match(text, span.end()):
        return _months(match, span, setting)
    beside = _day_beside(text, match.start(), end)
    if (
        beside is None
        and name.lower() in _NAMES_TOO
        and not (_YEAR_BEHIND.match(text, end) or _abbreviates(text, match) or _ends_name(text, name))
    ):
        return None
    if beside:
        return _date(match, beside, setting)
    quarter = _QUARTER_AFTER.match(text, end)
    year, after = year_after(text, quarter.end() if quarter else end, setting.base)
    at = newest(month_number(name), year.number if year else None, setting.base, _reach_ahead(text, match.start()))
    if year is None and _AHEAD_BEFORE.search(words_before(match)) and at <= setting.month:
        at += MONTHS
    period = span_period(at - 2, at) if quarter else month_period(at)
    return Phrase(fiscal(period) if year and year.is_fiscal and quarter else period, after)


def _date(match: re.Match[str], beside: re.Match[str], setting: Setting) -> Phrase:
    """A day, or some in a row, of the month at an anchor."""
    text, start = match.string, min(match.start(), beside.start())
    until = _TO_DAY.match(text, beside.end()) if beside.start() > match.start() else None
    if until and until.group().startswith(" and") and not _BETWEEN.search(text, max(0, start - len("between ")), start):
        until = None
    end = until.end() if until else max(match.end(), beside.end())
    year, end = year_after(text, end, setting.base)
    month = month_number(until["month"] if until else match.group())
    at = newest(month, year.number if year else None, setting.base, _reach_ahead(text, start))
    day = int(beside["day"])
    if until:
        first = at - (month_number(until["month"]) - month_number(match.group())) % MONTHS
        return Phrase(_days(month_period(first, day), month_period(at, int(until["day"]))), end, start)
    if beside["other"]:
        first_of, last_of = sorted((day, int(beside["other"])))
        return Phrase(_days(month_period(at, first_of), month_period(at, last_of)), end, start)
    return Phrase(month_period(at, day), end, start)


def _day_beside(text: str, start: int, end: int) -> re.Match[str] | None:
    """The day of a month that stands at ``text[start:end]``, left or right of it."""
    before = _DAY_BEFORE.search(text, max(0, start - 16), start)
    return before or _DAY_AFTER.match(text, end)


def _is_typed(text: str, name: str) -> bool:
    """Whether somebody typed a name without any capital ("nfp sep") or a month at its end without one ("Phoenix home price sept")."""
    is_told = name in _FULL_NAMES - _ADJECTIVES or (text.endswith(f" {name}") and name not in _NAMES_TOO)
    return len(text) <= _SHORT_NAME and (text.islower() or is_told) and name not in _VERBS


def _ends_name(text: str, name: str) -> bool:
    """Whether a short name ends a query typed without capitals: "kia sales mar"."""
    return len(text) <= _SHORT_NAME and text.islower() and text.endswith(f" {name}")


def _abbreviates(text: str, match: re.Match[str]) -> bool:
    """Whether a short name stands alone as a month does: "nfp sep", "May–Jun", not the name of a person."""
    return text[match.end() - 1] == "." or not re.match(r"\s[A-Z]", text[match.end() : match.end() + 2])


def _months(match: re.Match[str], span: re.Match[str], setting: Setting) -> Phrase:
    """ "January–May", "from October through December 2025"."""
    first, last = month_number(match.group()), month_number(span["month"])
    year, end = year_after(match.string, span.end(), setting.base)
    last_month = newest(last, year.number if year else None, setting.base)
    return Phrase(span_period(last_month - (last - first) % MONTHS, last_month), end)


def read_weekday(match: re.Match[str], setting: Setting) -> Phrase | None:
    text, base, before = match.string, setting.base, words_before(match)
    if not match.group()[0].isupper():
        return None
    back = (base.isoweekday() - WEEKDAYS_BY_NAME[match.group().lower()]) % 7
    if _LAST_BEFORE.search(before) and back == 0:
        back = 7
    is_due = _LIMIT_BEFORE.search(before) and _TO_COME.search(text, max(0, match.start() - _REACH), match.start())
    is_ahead = _looks_ahead(text, match.start()) or (_OPENS.search(before) and _WILL_AFTER.match(text, match.end()))
    is_to_come = is_due or (back and is_ahead)
    if _AHEAD_BEFORE.search(before) or is_to_come:
        back -= 7
    elif _THIS_BEFORE.search(before):
        back = base.isoweekday() - WEEKDAYS_BY_NAME[match.group().lower()]
    return Phrase(day_period(day_before(base, back)), match.end(), is_relative=True)


def read_iso(match: re.Match[str], _: Setting) -> Phrase | None:
    year, month, *day = (int(part) for part in match.group().split("-"))
    return Phrase(month_period(year * MONTHS + month - 1, day[0] if day else 0), match.end())


def read_digits(match: re.Match[str], setting: Setting) -> Phrase | None:
    """With points the day stands first; with strokes first or second, so that only one of the two may be a day that has been."""
    first, second, year = (int(part) for part in re.split(r"[./]", match.group()))
    pairs = [(second, first)] if "." in match.group() else [(first, second), (second, first)]
    months = {month_period(year * MONTHS + month - 1, day) for month, day in pairs if month <= MONTHS}
    told = {one for one in months if (day := day_of(one)) is not None and (len(months) == 1 or day <= setting.base)}
    return Phrase(told.pop(), match.end()) if len(told) == 1 else None


def read_week_of(match: re.Match[str], setting: Setting) -> Phrase | None:
    found = DATE_AFTER.match(match.string, match.end())
    if not found or not (found["day"] or found["after"]):
        return None
    at = newest(month_number(found["month"]), None, setting.base)
    day = day_of(month_period(at, int(found["day"] or found["after"])))
    return Phrase(week_period(day), found.end()) if day else None


def read_weekend(match: re.Match[str], setting: Setting) -> Phrase:
    """The last one, or the one that runs."""
    sunday = day_before(setting.base, setting.base.isoweekday() % 7 - (7 if setting.base.isoweekday() == 6 else 0))
    return Phrase(days_period(day_before(sunday, 1), sunday), match.end(), is_relative=True)


def read_day(match: re.Match[str], setting: Setting) -> Phrase:
    back = {"yesterday": 1, "tomorrow": -1}.get(match.group().lower(), 0)
    return Phrase(day_period(day_before(setting.base, back)), match.end(), is_relative=True)
