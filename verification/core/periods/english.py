"""English phrases for a period, read word by word: "fiscal 2027 first quarter", "13 October 2025", "January–May", "last Friday".

What goes with an anchor is read from there to the right; a day and a count also stand to its left.
"""

import re
from collections.abc import Callable

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import (
    MONTHS,
    day_before,
    days_period,
    month_period,
    quarter_period,
    span_period,
    year_period,
)
from verification.core.periods.english_anchors import (
    ANCHOR,
    ORDINAL,
    STARTS,
    YEAR_NUMBER,
)
from verification.core.periods.english_dates import read_day, read_digits, read_iso, read_month, read_week_of, read_weekday, read_weekend
from verification.core.periods.english_words import COUNT_BEFORE, DATE_AFTER, count_of, day_of, full_year, month_number, year_after
from verification.core.periods.parts import (
    LENGTHS,
    Part,
    Phrase,
    Setting,
    Unit,
    Year,
    away,
    earlier,
    newest,
    period_of,
    trailing,
    whole_year,
)

__all__ = ("ANCHOR", "STARTS", "read")

_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "final": 4}
_REPORTING_MONTHS = 3
_SHORT_NAME = 80
# A quarter that ends in the first days of a month is told by weeks, and is that of the months before.
_EARLY, _LATE = 7, 28
_BEFORE_PART = (" ", "-", "Q", "H")
_SHORT_YEAR = lazy_regex(r"(?P<year>\d{2})\b")
_PART = lazy_regex(
    rf"[\s,:-]{{0,2}}(?:the\s)?(?:(?P<ordinal>{ORDINAL})[-\s](?P<fiscal>fiscal[-\s])?(?P<unit>quarter|half)\b"
    r"|(?P<letter>[QH])(?P<number>[1-4])(?=FY|\b)|(?P<before>[1-4])(?P<behind>[QH])(?=\d{2}|\b)|quarter\s(?P<nth>[1-4])\b)",
    re.IGNORECASE,
)
# "Quarter 3 (July to Sept) 2026", "the third quarter (July–September) of 2026": the months only say it once more.
_ITS_MONTHS = lazy_regex(r"\s\([A-Z][a-z]{2,8}\.?\s?(?:to|through|-|–)\s?[A-Z][a-z]{2,8}\.?\)")
_TO_PART = lazy_regex(r"\s?(?:[-–]|to|through)\s?(?=[QH]\d)", re.IGNORECASE)
_FISCAL_YEAR = lazy_regex(r"fiscal(?:\s(?:year|FY))?(?:\s(?P<year>(?:20)?\d{2})(?:[/-](?P<last>(?:20)?\d{2}))?\b)?", re.IGNORECASE)
_YEAR_SAID = lazy_regex(
    rf"\s(?:of\s|in\s)?(?:(?P<year>{YEAR_NUMBER})\b|(?:the\s|this\s)year\b"
    r"|(?P<last>last\syear|(?:the\s)?(?:previous|prior)\syear|a\syear\s(?:ago|earlier|before)))",
    re.IGNORECASE,
)
_OF_YEAR = lazy_regex(rf"\sof\s(?:(?P<year>{YEAR_NUMBER})\b|(?P<last>last\syear))", re.IGNORECASE)
# Not that of "U.S."
_STOP = lazy_regex(r"(?<![A-Z])[.;!?](?=\s|$)")
_SHARE = lazy_regex(r"\d\s?(?:%|percent\b|per\scent\b|percentage\spoints?\b)", re.IGNORECASE)
_MONEY = lazy_regex(r"[$€£¥]\s?\d|\b(?:million|billion|trillion)\b", re.IGNORECASE)
# "The first five months of marriage" are of no year.
_OTHER_MONTHS = lazy_regex(r"\s(?:of|after|in|on|since|at|under)\b", re.IGNORECASE)
_TO_YEAR = lazy_regex(rf"\s?(?:(?P<dash>[-–—])|to|and|through)\s?(?P<year>{YEAR_NUMBER})\b(?![.,]?\d|%)")
_FROM_BEFORE = lazy_regex(r"\b(?:from|between)\s$", re.IGNORECASE)


def read(match: re.Match[str], setting: Setting) -> Phrase | None:
    """The period at an anchor; None where the words only look like one."""
    return _READERS[match.lastgroup or ""](match, setting)


def _part_at(text: str, at: int) -> tuple[Part | None, int]:
    found = _PART.match(text, at)
    if not found:
        return None, at
    if found["ordinal"]:
        unit = Unit(found["unit"].lower())
        number = _ORDINALS[found["ordinal"].lower()]
        return Part(unit, min(number, 2) if unit == Unit.HALF else number, found["fiscal"] is not None), found.end()
    letter, number = (found["letter"] or found["behind"] or "Q").upper(), int(found["number"] or found["before"] or found["nth"])
    if letter == "H" and number > 2:
        return None, at
    return Part(Unit.QUARTER if letter == "Q" else Unit.HALF, number), found.end()


def _part(match: re.Match[str], setting: Setting) -> Phrase | None:
    text = match.string
    part, end = _part_at(text, match.start())
    if part is None:
        return None
    until = _TO_PART.match(text, end)
    last, after = _part_at(text, until.end()) if until else (None, end)
    if last and last.unit == part.unit and last.number > part.number:
        year, after = year_after(text, after, setting.base)
        whole = period_of(last, year, setting.base)
        return Phrase(span_period(whole.last - (last.number - part.number + 1) * LENGTHS[part.unit] + 1, whole.last), after)
    short = _SHORT_YEAR.match(text, end) if match.group()[0].isdigit() else None  # 1Q26
    if short:
        return Phrase(period_of(part, Year(2000 + int(short["year"])), setting.base), short.end())
    months = _ITS_MONTHS.match(text, end)
    year, after = year_after(text, months.end() if months else end, setting.base)
    return Phrase(period_of(part, year, setting.base), after)


def _fiscal(match: re.Match[str], setting: Setting) -> Phrase | None:
    """ "Fiscal 2027 first quarter", "fiscal second quarter of 2026", "FY26 Q2", "fiscal year 2025"; FY25/26 ends in 2026."""
    text, end = match.string, match.end()
    if match.group()[1:2].upper() in ("Q", "H"):
        return _own_part(match, setting)
    if match.group()[:2].lower() == "fy":
        digits = re.split(r"[/-]", re.sub(r"[^\d/-]", "", match.group()))[-1]
    else:
        found = _FISCAL_YEAR.match(text, match.start())
        digits = (found["last"] or found["year"] or "") if found else ""
        end = found.end() if found and digits else end
    year = Year(full_year(digits), is_fiscal=True) if digits else None
    part, after = _part_at(text, end)
    if part is None:
        return Phrase(whole_year(year), end) if year else None
    own = Part(part.unit, part.number, is_fiscal=True)
    if year is None:
        year, after = year_after(text, after, setting.base)
    return Phrase(period_of(own, year, setting.base), after)


def _own_part(match: re.Match[str], setting: Setting) -> Phrase | None:
    """FQ3, "FH1 2026": a part of a company's own year."""
    part, end = _part_at(match.string, match.start() + 1)
    if part is None:
        return None
    year, end = year_after(match.string, end, setting.base)
    return Phrase(period_of(Part(part.unit, part.number, is_fiscal=True), year, setting.base), end)


def _year(match: re.Match[str], setting: Setting) -> Phrase | None:
    text, number = match.string, int(match.group("year")[:4])
    until = _TO_YEAR.match(text, match.end())
    if until and (until["dash"] or _FROM_BEFORE.search(text, max(0, match.start() - 10), match.start())):
        last = int(until["year"])
        return Phrase(span_period(number * MONTHS, last * MONTHS + MONTHS - 1), until.end()) if number < last else None
    part, end = _part_at(text, match.end())
    if part is None or text[match.end() : match.end() + 1] not in _BEFORE_PART:
        return Phrase(whole_year(Year(number)), match.end())
    return Phrase(period_of(part, Year(number), setting.base), end)


def _seasons(match: re.Match[str], _: Setting) -> Phrase | None:
    """2025/26, 2025-26 and, in a name, 25/26: a year that is not the calendar's is called after its end."""
    first, last = (full_year(digits) for digits in re.split(r"[/–-]", match.group()))
    if len(match.string) > _SHORT_NAME and not match.group().startswith(f"{first}/"):
        # But in a name 24/25 may be a share or a date, and 2025-26 two years.
        return Phrase(whole_year(Year(first)), match.start() + len(str(first))) if "/" not in match.group() else None
    return Phrase(whole_year(Year(last, is_fiscal=True)), match.end()) if last == first + 1 else None


def _about(match: re.Match[str], _: Setting) -> Phrase:
    """The middle of a year is its June; its end and its beginning are told by the year."""
    year = int(match.group()[-4:])
    return Phrase(month_period(year * MONTHS + 5) if match.group()[:3].lower() == "mid" else year_period(year), match.end())


def _whole(match: re.Match[str], setting: Setting) -> Phrase:
    """Said in the first months of a year it is the year just past."""
    return Phrase(year_period(setting.base.year - (setting.base.month <= _REPORTING_MONTHS)), match.end(), is_relative=True)


def _lead(match: re.Match[str], setting: Setting) -> Phrase | None:
    """ "The first five months of 2026", "9M 2025": January to May, January to September."""
    text = match.string
    if match.group()[1:2] in ("M", "m"):
        return Phrase(span_period(last - int(match.group()[0]) + 1, last), match.end()) if (last := _last_of_lead(match)) else None
    _, number, unit = match.group().lower().split()
    count = count_of(number) * LENGTHS[Unit(unit.rstrip("s"))]
    if not 1 < count < MONTHS:
        return None
    year = _YEAR_SAID.match(text, match.end())
    if not year and _OTHER_MONTHS.match(text, match.end()):
        return None
    said = int(year["year"]) if year and year["year"] else setting.base.year - 1 if year and year["last"] else None
    end = newest(count, said, setting.base)
    return Phrase(span_period(end - count + 1, end), year.end() if year else match.end())


def _last_of_lead(match: re.Match[str]) -> int:
    return full_year(match.group()[2:].strip()) * MONTHS + int(match.group()[0]) - 1


def _until(match: re.Match[str], setting: Setting) -> Phrase | None:
    """ "Three months to December", "the week to 17 May"; "the year to August" is said of what August brought, and so are
    twelve months of a percentage: prices that rose 3 % over them rose so much by August; what was sold in them is a sum."""
    text, unit = match.string, match.group().lower().rpartition(" ")[0]
    found, before = DATE_AFTER.match(text, match.end()), COUNT_BEFORE.search(text, max(0, match.start() - 12), match.start())
    if not found or not found["month"][0].isupper():
        return None
    year, end = year_after(text, found.end(), setting.base)
    last = newest(month_number(found["month"]), year.number if year else None, setting.base)
    if unit != "week" and int(found["day"] or found["after"] or _LATE) <= _EARLY:
        last -= 1  # "the quarter ended Aug. 1"
    start = before.start() if before else match.start()
    if unit == "week":
        ends = day_of(month_period(last, int(found["day"] or found["after"] or 0)))
        return Phrase(days_period(day_before(ends, 6), ends), end, start) if ends else None
    count = {"quarter": 3, "half": 6, "half-year": 6}.get(unit) or (count_of(before["count"]) if before and before["count"] else 0)
    if unit == "year" or (count == MONTHS and _tells_share(text, match.start())):
        is_whole = match.string[max(0, start - len("for ")) : start].lower() == "for "  # "a profit for the year to March"
        return Phrase(span_period(last - MONTHS + 1, last) if is_whole else month_period(last), end, start)
    if unit == "fiscal year":
        return Phrase(whole_year(Year(last // MONTHS, is_fiscal=True)), end, start)
    return Phrase(span_period(last - count + 1, last), end, start) if count else None


def _tells_share(text: str, at: int) -> bool:
    """Whether the clauses about ``at``, up to the next full stop, tell a percentage and no sum of money."""
    start = max((one.end() for one in _STOP.finditer(text, 0, at)), default=0)
    stop = _STOP.search(text, at)
    told = text[start : stop.start() if stop else len(text)]
    return _SHARE.search(told) is not None and _MONEY.search(told) is None


def _trailing(match: re.Match[str], setting: Setting) -> Phrase | None:
    words = match.group().lower().split()
    unit, count = (Unit(words[2].rstrip("s")), count_of(words[1])) if len(words) > 1 else (Unit.MONTH, MONTHS)
    if unit == Unit.MONTH and count == MONTHS and len(words) > 1 and _tells_share(match.string, match.start()):
        return None  # against when it is measured, and not when it was: "rose 3 percent over the last 12 months"
    of_year = _OF_YEAR.match(match.string, match.end()) if unit in (Unit.MONTH, Unit.QUARTER) else None
    if of_year:  # "the last three months of 2025"
        last = (int(of_year["year"] or setting.base.year - 1) + 1) * MONTHS - 1
        return Phrase(span_period(last - count * LENGTHS[unit] + 1, last), of_year.end())
    return Phrase(trailing(unit, count, setting.base), match.end(), is_relative=True)


def _so_far(match: re.Match[str], setting: Setting) -> Phrase:
    return Phrase(span_period(setting.base.year * MONTHS, setting.month), match.end(), is_relative=True)


def _same(match: re.Match[str], setting: Setting) -> Phrase | None:
    """ "The same period last year", "the same month of 2024": the period named last, of another year."""
    found = _YEAR_SAID.match(match.string, match.end())
    named = setting.earlier or month_period(setting.month)
    if not found:
        return None
    years = named.first // MONTHS - int(found["year"]) if found["year"] else 1 if found["last"] else 0
    return Phrase(earlier(Unit.YEAR, years, Setting(setting.base, named)), found.end(), is_compared=True) if years else None


def _earlier(match: re.Match[str], setting: Setting) -> Phrase | None:
    """ "A year earlier", "the month before": counted from the period named last; "two months ago" from the day of the page."""
    unit_word, word = re.split(r"[\s-]", match.group().lower())
    before = COUNT_BEFORE.search(match.string, max(0, match.start() - 12), match.start())
    if before is None and word == "before":
        return None
    count = count_of((before["count"] if before else None) or "one")
    unit, start = Unit(unit_word.rstrip("s")), before.start() if before else match.start()
    if word == "ago" and (count > 1 or setting.earlier is None):
        period = month_period(setting.month - count * MONTHS) if unit == Unit.YEAR else away(unit, -count, setting.base)
        return Phrase(period, match.end(), start, is_relative=True)
    return Phrase(earlier(unit, count, setting), match.end(), start, is_relative=True, is_compared=True)


def _just_ended(match: re.Match[str], setting: Setting) -> Phrase:
    """ "The year just ended": the one before that named last, or before that of the page."""
    unit = next(unit for unit in Unit if unit in match.group().lower())
    period = earlier(unit, 1, setting) if setting.earlier else away(unit, -1, setting.base)
    return Phrase(period, match.end(), is_relative=True, is_compared=setting.earlier is not None)


def _year_before(match: re.Match[str], setting: Setting) -> Phrase:
    """ "The prior-year quarter"."""
    return Phrase(earlier(Unit.YEAR, 1, setting), match.end(), is_relative=True, is_compared=True)


def _away(match: re.Match[str], setting: Setting) -> Phrase:
    words = match.group().lower().split()
    unit = Unit(words[-1])
    of_year = _OF_YEAR.match(match.string, match.end()) if words[0] == "last" and unit == Unit.QUARTER else None
    if of_year:
        return Phrase(quarter_period(int(of_year["year"] or setting.base.year - 1), 4), of_year.end())
    if words[0] in ("previous", "prior", "preceding", "following") and unit in LENGTHS and unit != Unit.YEAR:
        # Beside a monthly report "the previous month" is the one before the month reported.
        count = -1 if words[0] == "following" else 1
        period = earlier(unit, count, setting) if setting.earlier else away(unit, -1 - count if count > 0 else 1, setting.base)
        return Phrase(period, match.end(), is_relative=True, is_compared=setting.earlier is not None)
    shift = {"this": 0, "current": 0, "next": 1, "coming": 1, "following": 1}.get(words[0], -1)
    until = DATE_AFTER.match(match.string, match.end() + 3) if match.string.startswith(" to ", match.end()) and unit == Unit.YEAR else None
    if until and until["month"][0].isupper():  # "this year to May"
        year = setting.base.year + shift
        return Phrase(span_period(year * MONTHS, year * MONTHS + month_number(until["month"]) - 1), until.end())
    period = away(unit, shift, setting.base)
    return Phrase(whole_year(Year(period.first // MONTHS, is_fiscal=True)) if "fiscal" in words else period, match.end(), is_relative=True)


_READERS: dict[str, Callable[[re.Match[str], Setting], Phrase | None]] = {
    "month": read_month,
    "weekday": read_weekday,
    "iso": read_iso,
    "digits": read_digits,
    "fiscal": _fiscal,
    "part": _part,
    "lead": _lead,
    "until": _until,
    "weekof": read_week_of,
    "weekend": read_weekend,
    "trailing": _trailing,
    "sofar": _so_far,
    "same": _same,
    "earlier": _earlier,
    "justended": _just_ended,
    "yearbefore": _year_before,
    "away": _away,
    "day": read_day,
    "whole": _whole,
    "about": _about,
    "seasons": _seasons,
    "year": _year,
}
