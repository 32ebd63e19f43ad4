"""The parts of a year as Chinese phrases name them: months, days, quarters, halves, reports, also in a row."""

import re
from datetime import date

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import (
    MONTHS,
    Grain,
    Period,
    day_before,
    day_period,
    days_period,
    end_of,
    first_day,
    fiscal,
    month_period,
    span_period,
    week_period,
)
from verification.core.periods.chinese_anchors import DASH, NUMBER, YOUNGEST, D, M, number_of
from verification.core.periods.parts import Part, Phrase, Setting, Unit, Year, newest, period_of

_MONTH_PART = lazy_regex(
    rf"(?:的|度)?\s?(?:(?P<m1>{M})月?份?{DASH}(?P<m2>{M})月份?(?!\d{{1,2}}[日号])"
    rf"|(?P<month>{M})月(?:(?P<day>{D})(?:[日号]|(?={DASH}{D}[日号]))(?:{DASH}(?:(?P<month2>{M})月)?(?P<day2>{D})[日号])?)?)"
)
_QUARTERS_PART = lazy_regex(
    rf"(?:的|度)?\s?(?:前(?P<lead>{M}|{NUMBER})个?月|[首头](?P<first>{NUMBER})个?月|[前首头](?P<three>[二三23])个?季度?"
    rf"|(?P<q1>[一二三1-3]){DASH}(?P<q2>[二三四2-4])季度?)"
)
_PART = lazy_regex(
    r"(?:的|度|,|，|\s|-|—)?\s?(?:第?(?P<number>[一二三四1-4首])(?P<kind>财季|季(?:度|报)?)(?!节|军|后)"
    r"|(?P<letter>[QH])(?P<at>[1-4])(?!\d)|(?P<before>[1-4])(?P<behind>[QH])(?P<short>\d{2}(?!\d))?"
    r"|(?P<half>[上下])半(?:财)?年度?|(?P<report>半年报|半年度|中报|中期|年报))"
)
_END = lazy_regex(r"份?(?:[末底]|初(?![值步次级])|[上中下]旬|全月|当月)?")
_LAST = lazy_regex(r"[末底](?![端层部薪价线蕴])")
# Months that a month ends: 截至6月份的三个月. Without 截至 they are counted from it.
_MONTHS_ENDED = lazy_regex(rf"(?:份|[末底])?止?的?(?P<count>{NUMBER})个月")
_UNTIL_REACH = 8
_UNTIL = lazy_regex(r"(?:截[至止]|[至到])\s?(?:(?:19|20)\d{2}年|今年|去年)?$")
# 将于9月, 拟9月1日: the clause looks ahead.
_TO_COME = lazy_regex(r"(?:将|拟|定|计划|预定)(?:会|要)?(?:于|在)?\s?$")
# A week, or months, that a day ends: 5月8日当周, 截至3月31日止三个月.
_ENDED = lazy_regex(
    rf"止?(?:的|之)?(?:(?P<week>当周|一周|当星期|当週)|(?P<year>年度|财政年度|全年)|(?P<count>{NUMBER}|十二)个月|(?P<half>半年度?)|(?P<quarter>季度))"
)


# 12月31日|21时, 8日|18时30分.
_MIDNIGHT = lazy_regex(r"\s?24(?:时|点)")  # the first moment of the day behind it
CLOCK = lazy_regex(r"\s?\d{1,2}(?:时|点)(?:\d{1,2}分|许|整|半)?(?!\d)")


def with_part(text: str, year: Year | None, at: int, setting: Setting) -> Phrase | None:
    """The part of a year that stands at ``at``; None where none does."""
    base, number = setting.base, year.number if year else None
    found = _MONTH_PART.match(text, at)
    if found and found["m1"]:
        first, last = number_of(found["m1"]), number_of(found["m2"])
        end = newest(last, number, base)
        return _phrase(span_period(end - (last - first), end), found.end(), year) if first <= last else None
    if found:
        return _month_or_days(text, found, number, base)
    found = _QUARTERS_PART.match(text, at)
    if found:
        return _phrase(_quarters(found, number, base), found.end(), year)
    part, end, short = _part_at(text, at)
    if part is None:
        return None
    period, mark = period_of(part, year or short, base), _LAST.match(text, end)
    return Phrase(end_of(period), mark.end()) if mark else Phrase(period, end)


def _phrase(period: Period, end: int, year: Year | None) -> Phrase:
    return Phrase(fiscal(period) if year and year.is_fiscal else period, end)


def _quarters(found: re.Match[str], number: int | None, base: date) -> Period:
    """The months of 前5个月, 前三季度 or 一至三季度."""
    if found["q1"]:
        first, last = 3 * number_of(found["q1"]) - 3, 3 * number_of(found["q2"])
        end = newest(last, number, base)
        return span_period(end - (last - first) + 1, end)
    last = 3 * number_of(found["three"]) if found["three"] else number_of(found["lead"] or found["first"])
    end = newest(min(last, MONTHS), number, base)
    return span_period(end - last + 1, end)


def _month_or_days(text: str, found: re.Match[str], number: int | None, base: date) -> Phrase:
    ahead = MONTHS - 1 if _TO_COME.search(text, max(0, found.start() - _UNTIL_REACH), found.start()) else 1
    at = newest(number_of(found["month"]), number, base, ahead)
    if not found["day"]:
        months = _MONTHS_ENDED.match(text, found.end())
        if months and _UNTIL.search(text, max(0, found.start() - _UNTIL_REACH), found.start()):
            return Phrase(span_period(at - number_of(months["count"]) + 1, at), months.end())
        end = _END.match(text, found.end())
        month = end_of(month_period(at)) if end and end.group().endswith(("末", "底")) else month_period(at)
        return Phrase(month, end.end() if end else found.end())
    day = month_period(at, number_of(found["day"]))
    if not found["day2"]:
        return ended(text, day, found.end())
    last_month = at if not found["month2"] else at + (number_of(found["month2"]) - number_of(found["month"])) % MONTHS
    return Phrase(row_of_days(day, month_period(last_month, number_of(found["day2"]))), found.end())


def ended(text: str, day: Period, at: int) -> Phrase:
    """A day, or the week, quarter, half or year that it ends."""
    found = _ENDED.match(text, at)
    if not found or day.grain != Grain.DAY:
        clock = CLOCK.match(text, at)
        is_midnight = clock is not None and _MIDNIGHT.fullmatch(clock.group()) and day.grain == Grain.DAY
        return Phrase(day_period(day_before(first_day(day), -1)) if is_midnight else day, clock.end() if clock else at)
    if found["week"]:
        return Phrase(week_period(first_day(day)), found.end())
    if "止" not in found.group():
        return Phrase(day, at)
    count = MONTHS if found["year"] else 6 if found["half"] else 3 if found["quarter"] else number_of(found["count"])
    return Phrase(span_period(day.first - count + 1, day.first), found.end())


def row_of_days(first: Period, last: Period) -> Period:
    """The days from first to last; the month of the first where one of them is not there."""
    if not (first.day and last.day) or (last.first, last.day) < (first.first, first.day):
        return month_period(first.first)
    return days_period(first_day(first), first_day(last))


def _part_at(text: str, at: int) -> tuple[Part | None, int, Year | None]:
    """The quarter, half or report that stands at ``at``, where it ends, and the year in it (1Q26)."""
    found = _PART.match(text, at)
    if not found:
        return None, at, None
    if found["number"]:
        return _quarter_or_report(found), found.end(), None
    if found["half"]:
        return Part(Unit.HALF, 1 if found["half"] == "上" else 2, "财" in found.group()), found.end(), None
    if found["report"]:
        return (Part(Unit.MONTH, MONTHS) if found["report"] == "年报" else Part(Unit.HALF, 1)), found.end(), None
    letter, number = found["letter"] or found["behind"], int(found["at"] or found["before"])
    if letter == "H" and number > 2:
        return None, at, None
    short = Year(YOUNGEST + int(found["short"])) if found["short"] else None
    return Part(Unit.QUARTER if letter == "Q" else Unit.HALF, number), found.end(), short


def _quarter_or_report(found: re.Match[str]) -> Part:
    number = number_of(found["number"])
    if found["kind"] == "季报" and number == 3:  # the report on the first three quarters
        return Part(Unit.MONTH, 9)
    return Part(Unit.QUARTER, number, found["kind"] == "财季")
