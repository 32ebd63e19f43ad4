"""Reference periods: which days a figure is about ("5月", "1—5月份", "Q2", "year to date", "last month").

May is not January to May and not June: the commonest wrong figure. A period without a year is resolved against the date of the page (or
of the question) that names it. What only marks a beginning, an end or a comparison ("since February", "比2020年") is no period.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, date
from enum import StrEnum
from functools import lru_cache

from verification.core.periods.calendar import (
    Grain,
    Period,
    half_period,
    month_period,
    quarter_at,
    quarter_period,
    span_period,
    year_period,
)
from verification.core.periods.patterns import (
    BORDER_AFTER,
    BORDER_BEFORE,
    CHINESE,
    COMPARED_BEFORE,
    CONTRACT_AFTER,
    ENGLISH,
    FULL_MONTH,
    LAST_WORD,
    NEXT_WORD,
    YEAR_GROWTH_BASE,
)

_ENGLISH_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CHINESE_DIGITS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "十一": 11, "十二": 12}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LAST_MONTH = 12
_REPORTING_MONTHS = 3
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "final": 4}

CONTRACT = "contract"
_AHEAD = ("through", "until", "till", "by")
_AHEAD_FROM = 2
_OVER = re.compile(r"\bover\s(?:the\s)?$", re.IGNORECASE)
_DETERMINERS = ("the", "a", "an", "this", "that", "its", "their")


class Fit(StrEnum):
    """How the period of a figure stands to the one asked for."""

    AGREES = "agrees"
    OPEN = "open"
    CLASHES = "clashes"


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """A period where a text names it. ``is_border``: it only marks a beginning, an end or a comparison; ``is_compared``: it is the period
    of the one figure compared with. ``role`` is the word that ties it to the sentence ("since", "through", "report")."""

    period: Period
    start: int
    end: int
    is_border: bool = False
    is_compared: bool = False
    role: str = ""


def parse_reference_period(text: str | None) -> Period | None:
    """The period of a node: "2026-05", "2026-01..2026-05", "2026", "2026-Q2", "2026-06-18"; None for what is none of these.

    A month that no year has is none; of a day that its month does not have the month is taken.
    """
    if not text:
        return None
    found = re.fullmatch(r"(\d{4})(?:-(\d{2})(?:-(\d{2})|\.\.(\d{4})-(\d{2}))?|-?[Qq]([1-4])|-?[Hh]([12]))?", text.strip())
    if not found:
        return None
    year, month, day, last_year, last_month, quarter, half = (int(group) if group else 0 for group in found.groups())
    if quarter:
        return quarter_period(year, quarter)
    if half:
        return half_period(year, half)
    if not month:
        return None if found.group(2) else year_period(year)
    first, last = year * 12 + month - 1, last_year * 12 + last_month - 1
    if month > _LAST_MONTH or last_month > _LAST_MONTH or (found.group(5) and not (last_month and first <= last)):
        return None
    return span_period(first, last) if last_month else month_period(first, day)


def find_periods(text: str, base: date, *, is_chinese: bool) -> tuple[PeriodMention, ...]:
    """Every period named in ``text``, in order, resolved against ``base``."""
    pattern, read = (CHINESE, _read_chinese) if is_chinese else (ENGLISH, _read_english)
    return tuple(mention for match in pattern.finditer(text) if (mention := _mention(text, match, base, read)))


def compare_periods(wanted: Period | None, found: Period | None, published: date | None, *, is_own: bool = True) -> Fit:
    """Whether a figure about ``found`` answers a question about ``wanted``. ``published`` is the date of the page, None where unknown.

    A figure without a period is about what was newest when the page appeared: that agrees with nothing and clashes with what was
    long over. ``is_own`` False: ``found`` was inherited from another clause or sentence.
    """
    if wanted is None:
        if found is not None and found.grain == Grain.SPAN and is_own:
            return Fit.CLASHES  # the months so far answer only who asks for them
        return Fit.OPEN if found is None or not is_own or published is None or _is_recent(found, published) else Fit.CLASHES
    if found is None:
        return Fit.OPEN if published is None or _is_recent(wanted, published) else Fit.CLASHES
    if not is_own and wanted.grain == Grain.DAY:
        return Fit.OPEN
    if Grain.DAY in (wanted.grain, found.grain):
        return _compare_days(wanted, found)
    if (wanted.first, wanted.last) == (found.first, found.last):
        return Fit.AGREES
    if wanted.grain == Grain.YEAR and found.grain == Grain.MONTH and found.last == wanted.last:
        return Fit.OPEN  # a stock at the end of the year
    # "In 2018 … in May" names the year for the reader, not the figure's period.
    if found.grain == Grain.YEAR and not is_own and found.first <= wanted.first <= found.last:
        return Fit.OPEN
    return Fit.CLASHES


def _compare_days(wanted: Period, found: Period) -> Fit:
    if wanted.grain == found.grain:
        return Fit.AGREES if (wanted.first, wanted.day) == (found.first, found.day) else Fit.CLASHES
    # A day beside a month is the day of the announcement, not the period of the figure.
    return Fit.OPEN if abs(wanted.last - found.first) <= 2 or wanted.first <= found.first <= wanted.last else Fit.CLASHES


def _is_recent(period: Period, published: date) -> bool:
    """Whether a page of that date would speak of this period without naming it: it ended at most one own length ago, or runs."""
    now = published.year * 12 + published.month - 1
    length = period.last - period.first + 1
    return period.first <= now + 1 and now - period.last <= (2 if length == 1 else max(length, 3))


def _mention(text: str, match: re.Match[str], base: date, read: Callable[[re.Match[str], date], Period | None]) -> PeriodMention | None:
    before = text[max(0, match.start() - 40) : match.start()]
    after = text[match.end() : match.end() + 24]
    role = _role(before, after)
    period = read(match, _looking_ahead(base) if role in _AHEAD else base)
    if period is None:
        return None
    if period.grain in (Grain.SPAN, Grain.QUARTER) and "rom " in before[-5:]:  # "from January through March"
        before = ""
    if match.re is ENGLISH and match.group("many"):  # "over the last 12 months" is the period itself
        before = _OVER.sub("", before)
    if CONTRACT_AFTER.match(after):
        return PeriodMention(period, match.start(), match.end(), is_border=True, role=CONTRACT)
    border = bool(BORDER_BEFORE.search(before) or BORDER_AFTER.match(after) or YEAR_GROWTH_BASE.search(before))
    return PeriodMention(period, match.start(), match.end(), border, COMPARED_BEFORE.search(before) is not None, role)


def _looking_ahead(base: date) -> date:
    """ "Through January", said in May, is the January to come."""
    return base.replace(year=min(base.year + (base.month > _AHEAD_FROM), MAXYEAR), month=(base.month + 9) % 12 + 1, day=1)


def _role(before: str, after: str) -> str:
    """The preposition before a period, or the noun it stands before ("the January report")."""
    word = LAST_WORD.search(before)
    name = word.group(1).lower() if word else ""
    if name not in _DETERMINERS:
        return name
    noun = NEXT_WORD.match(after)
    return noun.group(1).lower() if noun else name


def roles_clash(wanted: Sequence[PeriodMention], found: Sequence[PeriodMention]) -> bool:
    """Whether a sentence ties other periods to the same word: "since April 2000" against "since April 1999"."""
    for role in {mention.role for mention in wanted if mention.role}:
        mine = [m.period for m in wanted if m.role == role]
        theirs = [m.period for m in found if m.role == role]
        same_kind = role == CONTRACT or [_kind(p.grain) for p in mine] == [_kind(p.grain) for p in theirs]
        if len(mine) == len(theirs) and same_kind and mine != theirs:
            return True
    return False


def _kind(grain: Grain) -> Grain:
    """A quarter and a half are spans of months as any other: "January through March" against "February through March"."""
    return Grain.SPAN if grain in (Grain.QUARTER, Grain.HALF) else grain


def _read_chinese(match: re.Match[str], base: date) -> Period | None:
    group = match.groupdict()
    if group["fullyear"]:
        return year_period(int(group["fullyear"]))
    if group["whole"]:  # said in the first months of a year, the year just past
        return year_period(base.year - (base.month <= _REPORTING_MONTHS))
    if group["thisyear"]:
        return span_period(base.year * 12, base.year * 12 + base.month - 1)
    if group["rel"]:
        return _relative_chinese(group["rel"], base)
    year = _chinese_year(group["year"], base)
    return _chinese_part(group, year, base)


def _chinese_part(group: dict[str, str | None], year: int | None, base: date) -> Period | None:
    if group["m1"] and group["m2"]:
        first, last = _chinese_number(group["m1"]), _chinese_number(group["m2"])
        end = _resolved(last, year, base)
        return span_period(end - (last - first), end) if first <= last else None
    if group["first"]:
        last = _chinese_number(group["first"])
        end = _resolved(last, year, base)
        return span_period(end - last + 1, end)
    if group["month"] or group["only"]:
        month = _chinese_number(group["month"] or group["only"] or "1")
        return month_period(_resolved(month, year, base), int(group["day"] or 0))
    if group["threeq"]:
        end = _resolved(9, year, base)
        return span_period(end - 8, end)
    if group["half"]:
        half = 1 if group["half"][0] == "上" else 2
        return half_period(year if year is not None else _resolved(6 * half, None, base) // 12, half)
    quarter = _chinese_number(group["quarter"] or group["q"] or "1")
    return quarter_period(year if year is not None else _resolved(3 * quarter, None, base, ahead=2) // 12, quarter)


def _relative_chinese(word: str, base: date) -> Period | None:
    now = base.year * 12 + base.month - 1
    if word in ("上个月", "上月", "本月", "当月"):
        return month_period(now - (word[0] == "上"))
    if word in ("上季度", "上一季度", "本季度"):
        return quarter_at(now - (3 if word[0] == "上" else 0))
    if word in ("昨日", "昨天", "今日", "今天", "上周", "本周"):
        return None
    if word[0] in "QＱ":
        return quarter_period(_resolved(3 * int(word[1]), None, base, ahead=2) // 12, int(word[1]))
    year = _chinese_year(word, base)
    return year_period(year) if year is not None else None


def _chinese_year(word: str | None, base: date) -> int | None:
    if not word:
        return None
    if word[0].isdigit():
        return int(word[:4])
    return base.year + {"今": 0, "当": 0, "去": -1, "上": -1, "前": -2, "明": 1}[word[0]]


def _read_english(match: re.Match[str], base: date) -> Period | None:
    group = match.groupdict()
    if group["a"] and group["b"]:
        return _english_span(group, base)
    if group["month"]:
        return _english_month(group, base)
    if group["unit"]:
        return _english_part(group, base)
    if group["q"] or group["q2"]:
        year, quarter = group["yQ"] or group["yq2"], int(group["q"] or group["q2"] or 1)
        return quarter_period(int(year) if year else _resolved(3 * quarter, None, base, ahead=2) // 12, quarter)
    if group["h"]:
        return half_period(int(group["yh"] or 0), int(group["h"]))
    if group["ytd"]:
        return span_period(base.year * 12, base.year * 12 + base.month - 1)
    if group["many"]:
        return _trailing(group["many"].lower(), group["of"] or "", base)
    if group["lead"]:
        return _leading(group, base)
    if group["year"]:
        return None if match.group().lower().endswith("s") else year_period(int(group["year"]))
    return _relative_english((group["rel"] or "").lower().removeprefix("the "), base)


def _leading(group: dict[str, str | None], base: date) -> Period | None:
    """ "The first five months of 2026": January to May."""
    count = _count(group["lead"] or "")
    year = int(group["yl"]) if group["yl"] else base.year - 1 if group["yll"] else None
    end = _resolved(count, year, base)
    return span_period(end - count + 1, end) if 1 < count < len(_ENGLISH_MONTHS) else None


def _count(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.index(text.lower())


def _trailing(many: str, unit: str, base: date) -> Period:
    """ "The last 47 months": as many months, up to the newest."""
    last = base.year * 12 + base.month - 2
    months = _count(many) * {"months": 1, "quarters": 3, "years": 12}[unit.lower()]
    return Period(last - months + 1, last, Grain.SPAN)


def _english_span(group: dict[str, str | None], base: date) -> Period | None:
    if not (FULL_MONTH.match(group["a"] or "") and FULL_MONTH.match(group["b"] or "")):
        return None
    first, last = _month_number(group["a"] or ""), _month_number(group["b"] or "")
    year = group["yb"] or group["ya"]
    end = _resolved(last, int(year) if year else None, base)
    start = end - (last - first) % 12
    return span_period(start, end)


def _english_month(group: dict[str, str | None], base: date) -> Period | None:
    name = group["month"] or ""
    if not FULL_MONTH.match(name):  # the verb "may", "march on"
        return None
    return month_period(_resolved(_month_number(name), int(group["ym"]) if group["ym"] else None, base), int(group["day"] or 0))


def _english_part(group: dict[str, str | None], base: date) -> Period | None:
    number = _ORDINALS[(group["ord"] or "").lower()]
    named = (group["yq"] or "").lower()
    year = int(named) if named.isdigit() else base.year - (named.startswith("last")) if named else None
    if (group["unit"] or "").lower() == "half":
        number = min(number, 2)
        return half_period(year if year is not None else _resolved(6 * number, None, base, ahead=2) // 12, number)
    return quarter_period(year if year is not None else _resolved(3 * number, None, base, ahead=2) // 12, number)


def _relative_english(words: str, base: date) -> Period | None:
    now = base.year * 12 + base.month - 1
    if words in ("yesterday", "today"):
        return None
    if words.endswith("months ago"):
        return month_period(now - _NUMBERS.index(words.split()[0]))
    before = words.startswith(("previous", "prior", "a ", "one ")) or words.endswith("before")
    shift = {"last": 1, "past": 1, "this": 0, "next": -1}.get(words.split()[0], 1)
    if "month" in words:
        # Beside a monthly report "the month before" is the one before the month reported.
        return month_period(now - (2 if before else shift))
    if "quarter" in words:
        return quarter_at(now - 3 * (2 if before else shift))
    return year_period(base.year - shift)


def _month_number(name: str) -> int:
    return _ENGLISH_MONTHS.index(name[:3].lower()) + 1


@lru_cache(maxsize=64)
def _chinese_number(text: str) -> int:
    return int(text) if text.isdigit() else _CHINESE_DIGITS.get(text, 1)  # 首季 is the first


def _resolved(month: int, year: int | None, base: date, ahead: int = 1) -> int:
    """The month meant by its name: of the given year, else the newest that is at most ``ahead`` months in the future."""
    if year is not None:
        return year * 12 + month - 1
    now = base.year * 12 + base.month - 1
    at = base.year * 12 + month - 1
    if at > now + ahead:
        return at - 12
    return at + 12 if at + 12 <= now + ahead else at
