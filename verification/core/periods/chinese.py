"""Chinese phrases for a period: 2026年1—5月, 前三季度, 上周五, 2026财年第三财季. The text is simplified and of half width."""

import re
from collections.abc import Callable

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import (
    MONTHS,
    day_before,
    day_period,
    days_period,
    first_day,
    last_day,
    month_of,
    month_period,
    shifted,
    span_period,
)
from verification.core.periods.chinese_anchors import ANCHOR, STARTS, WEEKDAYS, YEAR_NUMBER, number_of, number_of_year
from verification.core.periods.chinese_parts import CLOCK, ended, row_of_days, with_part
from verification.core.periods.parts import (
    LENGTHS,
    Phrase,
    Setting,
    Unit,
    Year,
    away,
    earlier,
    newest,
    trailing,
    whole_year,
)

__all__ = ("ANCHOR", "STARTS", "read")

_YEARS = {"今": 0, "当": 0, "本": 0, "同": 0, "去": -1, "上": -1, "前": -2, "明": 1, "次": 1, "后": 2}
_DAYS = {"今": 0, "当": 0, "昨": -1, "前": -2, "明": 1, "后": 2}
_REPORTING_MONTHS = 3

# Longer than that, or with a stop, it is no name.
_NAME = 40
_STOPS = lazy_regex(r"[。；;！!？?]")
# What a number before it counts; 人均, 手机 and 美国 are words that a year may stand before.
_COUNTED = lazy_regex(
    r"\s?(?:[多余]?[人名个家元点万亿吨只辆台件条种次项套座所艘架张枚户例层间倍股手批轮款组队分页字米克升度](?!均|口|电|庭|旦|科|湾|积|息|东|价|权|机|红|布|税)"
    r"|公[里斤顷]|[美港日韩]元|欧元(?!区)|英镑|[%％.,，:\-/])"
)
# 2025年|中国GDP, 2025年|初步统计: what begins a name or a word ends no year.
_YEAR_END = lazy_regex(
    r"(?:全年|年?(?:[末底](?![端层部薪价线蕴])|初(?![步级创中值次审核稿])|"
    r"中(?![国东信芯石资美央旬欧企海车行银铁铝航免微兴部型等高非日亚南原山华方止断标场介性午药医文学层产长科联泰粮化核广交建金通远概小考秋超俄韩英法德巴印澳位转选签])))?"
)
_MONTH_DAY = lazy_regex(r"(3[01]|[12]\d|0?[1-9])[日号]")
_END = lazy_regex(r"(?:[末底]|初(?![值步次级]))?")
# 周四将公布: the clause looks ahead.
# 25年期, 25年来: a span of so many years.
_SPAN = lazy_regex(r"[期间来后前内以多余的新最首未高低庆老经历债]|[国美日]债|\s*$")
# A year of two digits is one of the last or the next few.
_NEAR_YEARS = range(-4, 3)
_TO_COME = lazy_regex(r"(?:[早中晚上下午盘前间后傍]{0,3})(?:即?将|拟)(?!军|领|士)")
_WHOLE = lazy_regex(r"全年|年报")


def read(match: re.Match[str], setting: Setting) -> Phrase | None:
    """The period at an anchor; None where the signs only look like one."""
    return _READERS[match.lastgroup or ""](match, setting)


def _iso(match: re.Match[str], _: Setting) -> Phrase:
    year, month, *day = (int(part) for part in re.split(r"[-/.]", match["iso"]))
    return ended(match.string, month_period(year * MONTHS + month - 1, day[0] if day else 0), match.end())


def _fiscal(match: re.Match[str], setting: Setting) -> Phrase | None:
    written = match["fiscal"]
    number = number_of_year(re.split(r"[/-]", written)[-1]) if re.search(r"\d", written) else setting.base.year - (written[0] == "上")
    year = Year(number, is_fiscal=True)
    return with_part(match.string, year, match.end(), setting) or Phrase(whole_year(year), match.end())


def _year(match: re.Match[str], setting: Setting) -> Phrase | None:
    year = Year(number_of_year(match["year"]))
    found = with_part(match.string, year, match.end(), setting)
    if found:
        return found
    if not match["year"].endswith(("年", "年度", "E", "A")) or len(re.sub(r"\D", "", match["year"])) == 2:
        return _whole_of(match, year) or _typed_year(match, year, setting)
    end = _YEAR_END.match(match.string, match.end())
    return Phrase(whole_year(year), end.end() if end else match.end())


def _typed_year(match: re.Match[str], year: Year, setting: Setting) -> Phrase | None:
    """2025茅台分红, 端午档票房2026, 25年净亏损: the bare or short year of a name or heading, which is no sentence and counts nothing."""
    text, end = match.string, match.end()
    is_name = len(text) <= _NAME and not _STOPS.search(text) and not _COUNTED.match(text, end)
    is_short = re.fullmatch(r"2\d年", match["year"]) and not _SPAN.match(text, end) and year.number - setting.base.year in _NEAR_YEARS
    is_year = re.fullmatch(YEAR_NUMBER, match["year"].strip()) or is_short
    return Phrase(whole_year(year), end) if is_name and is_year else None


def _whole_of(match: re.Match[str], year: Year) -> Phrase | None:
    """2025全年, 2025年报."""
    end = _WHOLE.match(match.string, match.end())
    return Phrase(whole_year(year), end.end()) if end else None


def _named(match: re.Match[str], setting: Setting) -> Phrase | None:
    year = Year(setting.base.year + _YEARS[match["named"][0]])
    found = with_part(match.string, year, match.end(), setting)
    if found:
        return found
    if match["named"][0] in "当同次" and setting.earlier:
        year = Year(setting.earlier.first // MONTHS + _YEARS[match["named"][0]])
    end = _YEAR_END.match(match.string, match.end())
    return Phrase(whole_year(year), end.end() if end else match.end(), is_relative=True)


def _so_far(match: re.Match[str], setting: Setting) -> Phrase:
    return Phrase(span_period(setting.base.year * MONTHS, setting.month), match.end(), is_relative=True)


def _same(match: re.Match[str], setting: Setting) -> Phrase:
    """去年同期: the period named last, a year before."""
    years = 2 if match["same"][0] == "前" else 1
    return Phrase(earlier(Unit.YEAR, years, setting), match.end(), is_relative=True, is_compared=True)


def _same_of(match: re.Match[str], setting: Setting) -> Phrase:
    """2022年同期: the period named last, of that year."""
    year = number_of_year(match["same_of"].partition("年")[0])
    named = setting.earlier
    if named is None:
        return Phrase(whole_year(Year(year)), match.end(), is_compared=True)
    return Phrase(earlier(Unit.YEAR, named.first // MONTHS - year, setting), match.end(), is_compared=True)


def _seasons(match: re.Match[str], _: Setting) -> Phrase | None:
    """2025/26年度, a year that is not the calendar's, is called after its end."""
    first, last = (number_of_year(digits) for digits in re.findall(r"\d+", match["seasons"]))
    return Phrase(whole_year(Year(last, is_fiscal=True)), match.end()) if last == first + 1 else None


def _years(match: re.Match[str], _: Setting) -> Phrase | None:
    """2022年至2024年."""
    first, last = (number_of_year(part) for part in re.findall(YEAR_NUMBER, match["years"] + "年"))
    return Phrase(span_period(first * MONTHS, last * MONTHS + MONTHS - 1), match.end()) if first < last else None


def _trailing(match: re.Match[str], setting: Setting) -> Phrase:
    """近一年, up to the day of the page."""
    unit, count, base = _unit(match["of"]), number_of(match["many"]), setting.base
    if unit in LENGTHS:
        start = shifted(day_period(base), -count * LENGTHS[unit])
        return Phrase(days_period(first_day(start), base), match.end(), is_relative=True)
    return Phrase(trailing(unit, count, base), match.end(), is_relative=True)


def _ago(match: re.Match[str], setting: Setting) -> Phrase:
    """三个月前 counts from the day of the page, 一年前同期 from the period named last."""
    written = match["ago"].partition("前")[0]
    digits = re.match(r"\d+|[十一二三四五六七八九两]+", written)
    count, unit = number_of(digits.group()) if digits else 1, _unit(re.sub(r"^[\d十一二三四五六七八九两]+", "", written))
    if match["then"]:
        return Phrase(earlier(unit, count, setting), match.end(), is_relative=True, is_compared=True)
    period = month_period(setting.month - count * MONTHS) if unit == Unit.YEAR else away(unit, -count, setting.base)
    return Phrase(period, match.end(), is_relative=True)


def _again(match: re.Match[str], setting: Setting) -> Phrase | None:
    """同月: the one that the text named last."""
    named = setting.earlier
    return Phrase(named, match.end(), is_relative=True) if named and (named.is_daily or match["again"] != "同日") else None


def _unit(written: str) -> Unit:
    units = {"月": Unit.MONTH, "度": Unit.QUARTER, "季": Unit.QUARTER, "年": Unit.YEAR, "周": Unit.WEEK}
    return units.get(written[-1], Unit.DAY)


def _now(match: re.Match[str], setting: Setting) -> Phrase:
    return Phrase(day_period(setting.base), match.end(), is_relative=True)


def _unsaid_year(match: re.Match[str], setting: Setting) -> Phrase | None:
    return with_part(match.string, None, match.start(), setting)


def _slash(match: re.Match[str], setting: Setting) -> Phrase | None:
    """5/19 in a short name is a day; in a text it may be any fraction."""
    if len(match.string) > _SHORT_NAME:
        return None
    month, day = (int(part) for part in match["slash"].split("/"))
    return Phrase(month_period(newest(month, None, setting.base), day), match.end())


_SHORT_NAME = 60


def _part(match: re.Match[str], setting: Setting) -> Phrase | None:
    found = with_part(match.string, None, match.start(), setting)
    if found is None or match["part"] != "年报":
        return found
    return Phrase(whole_year(Year(setting.base.year - 1)), found.end)


def _weekday(match: re.Match[str], setting: Setting) -> Phrase:
    base, which, at = setting.base, match["which"] or "", match["at"]
    monday = day_before(base, base.weekday())
    if at == "末":
        sunday = day_before(monday, 1 if which != "本" else -6)
        return Phrase(days_period(day_before(sunday, 1), sunday), match.end(), is_relative=True)
    weeks = {"上上": 2, "上": 1, "下": -1}.get(which, 0)
    day = day_before(monday, 7 * weeks - WEEKDAYS[at] + 1)
    if not which and day > base and not _TO_COME.match(match.string, match.end()):
        day = day_before(day, 7)
    return Phrase(day_period(day), match.end(), is_relative=True)


def _away(match: re.Match[str], setting: Setting) -> Phrase:
    written = match["away"]
    unit = Unit.MONTH if "月" in written else Unit.QUARTER if "季" in written else Unit.WEEK
    if written[0] == "当" and setting.earlier and unit != Unit.WEEK:
        return Phrase(setting.earlier, match.end(), is_relative=True)
    count = -2 if written.startswith("上上") else {"上": -1, "下": 1}.get(written[0], 0)
    period = away(unit, count, setting.base)
    day = _MONTH_DAY.match(match.string, match.end()) if unit == Unit.MONTH else None
    if day:
        return Phrase(month_period(period.first, int(day[1])), day.end(), is_relative=True)
    end = _END.match(match.string, match.end())
    return Phrase(period, end.end() if end and unit != Unit.WEEK else match.end(), is_relative=True)


def _previous(match: re.Match[str], setting: Setting) -> Phrase:
    """前一个月 is counted from the month named last, 前一交易日 from the day of the page; of Monday it is Friday."""
    written, base = match["previous"], setting.base
    if "日" in written or written == "隔夜":
        back = {1: 3, 7: 2}.get(base.isoweekday(), 1)
        return Phrase(day_period(day_before(base, back)), match.end(), is_relative=True)
    unit = Unit.WEEK if "周" in written else Unit.MONTH if "月" in written else Unit.QUARTER
    return Phrase(earlier(unit, 1, setting), match.end(), is_relative=True, is_compared=True)


def _day(match: re.Match[str], setting: Setting) -> Phrase:
    before = setting.earlier  # behind 当周 当日 is the day of the page
    if match["day"][0] == "当" and before and before.is_daily and first_day(before) == last_day(before):
        return Phrase(before, match.end(), is_relative=True)
    return Phrase(day_period(day_before(setting.base, -_DAYS[match["day"][0]])), match.end(), is_relative=True)


def _month_day(match: re.Match[str], setting: Setting) -> Phrase:
    """A day without its month, as in a dateline or 今（9）日: of the month of the page, or of the one before where it has not come yet."""
    days, base = [int(day) for day in re.findall(r"\d+", match.group())], setting.base
    month = month_of(base) - (days[-1] > base.day + 1)
    period = month_period(month, days[0])
    clock = CLOCK.match(match.string, match.end())
    end = clock.end() if clock else match.end()
    return Phrase(row_of_days(period, month_period(month, days[1])) if len(days) > 1 else period, end, is_relative=True)


def _edge(match: re.Match[str], setting: Setting) -> Phrase:
    first = setting.base.year * MONTHS
    months = {"初": first, "中": first + 5}
    at = months.get(match["edge"][1], first + MONTHS - 1 - MONTHS * (setting.base.month <= _REPORTING_MONTHS))
    return Phrase(month_period(at), match.end(), is_relative=True)


def _whole(match: re.Match[str], setting: Setting) -> Phrase:
    """Of the year named last; said in the first months of a year it is the year just past."""
    if setting.earlier is not None and not (setting.earlier.is_fiscal or setting.earlier.is_daily):
        return Phrase(whole_year(Year(setting.earlier.last // MONTHS)), match.end())
    return Phrase(whole_year(Year(setting.base.year - (setting.base.month <= _REPORTING_MONTHS))), match.end())


_READERS: dict[str, Callable[[re.Match[str], Setting], Phrase | None]] = {
    "iso": _iso,
    "fiscal": _fiscal,
    "seasons": _seasons,
    "years": _years,
    "year": _year,
    "sofar": _so_far,
    "same_of": _same_of,
    "same": _same,
    "named": _named,
    "trailing": _trailing,
    "ago": _ago,
    "now": _now,
    "again": _again,
    "previous": _previous,
    "lead": _unsaid_year,
    "slash": _slash,
    "span": _unsaid_year,
    "month": _unsaid_year,
    "quarters": _unsaid_year,
    "part": _part,
    "weekday": _weekday,
    "away": _away,
    "day": _day,
    "dated": _month_day,
    "monthday": _month_day,
    "edge": _edge,
    "whole": _whole,
}
