"""What a figure measures: a level or a change, on the year or on the month, up or down, the thing itself or a gap to something else.

"Rose 0.2 percent" is a change, "rose to 8.2 percent" a level; a change is never taken for a level (evidence, step 3).
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Direction

_REACH = 70
_AFTER = 45


class Form(StrEnum):
    LEVEL = "level"
    CHANGE = "change"
    GAP = "gap"


class Basis(StrEnum):
    YEAR = "year"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Measure:
    """None where the words leave it open. ``is_share``: a part of something ("占", "of the vote")."""

    form: Form | None = None
    basis: Basis | None = None
    direction: Direction | None = None
    is_share: bool = False


_FILL = (
    r"(?:\s(?:a|an|about|nearly|almost|only|just|some|more\sthan|over|around|roughly|another|by|as\s(?:much|many)\sas|at\sleast|up\sto|"
    r"record|\w+ly)){0,3}\s?[$€£]?$"
)
_EN_UP_WORDS = (
    r"(?:up|rose|risen|rises?|rising|gain(?:s|ed|ing)?|grew|grow(?:s|n|ing)?|increas(?:e|es|ed|ing)|climb(?:s|ed|ing)?|jump(?:s|ed|ing)?|"
    r"surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?|add(?:s|ed)|advanc(?:e|es|ed)|expand(?:s|ed|ing)?)"
)
_EN_DOWN_WORDS = (
    r"(?:down|fell|falls?|fallen|falling|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|slip(?:s|ped|ping)?|lost|"
    r"los(?:e|es|ing)|shed(?:s|ding)?|slid(?:e|es)?|tumbl(?:e|es|ed|ing)|plung(?:e|es|ed|ing)|shrank|shrunk|contract(?:s|ed|ing)|sank|"
    r"dip(?:s|ped|ping)?)"
)
_EN_UP = lazy_regex(rf"\b{_EN_UP_WORDS}{_FILL}", re.IGNORECASE)
_EN_DOWN = lazy_regex(rf"\b{_EN_DOWN_WORDS}{_FILL}", re.IGNORECASE)
_EN_CHANGE_RATE = lazy_regex(
    r"\b(?:gr(?:e|o)w\w{0,3}|expand\w{0,3}|increas\w{1,3}|growth|contract(?:ed|ing|ion)|shr[aiu]nk|ros?e)\s(?:\w+\s){0,2}?(?:at|by|of|was|is)\s(?:an?\s)?(?:[\w-]+\s){0,3}?"
    r"(?:(?:rate|pace|clip)\sof\s)?(?:about\s|roughly\s)?$"
    r"|\b(?:growth|increase|rise|gain|decline|drop|decrease|jump|fall|cut|reduction)\s(?:\w+\s)?(?:of|by)\s(?:about\s|nearly\s|more\sthan\s|only\s|just\s)?[$€£]?$",
    re.IGNORECASE,
)
# "Lowered its rate by 25 basis points", "cut rates 25 basis points".
_EN_MOVED_BY = lazy_regex(
    r"\b(?:cut(?:s|ting)?|lower(?:s|ed|ing)?|rais(?:es?|ed|ing)|hik(?:es?|ed|ing)|reduc(?:es?|ed|ing)|trim(?:s|med|ming)?|lift(?:s|ed|ing)?|"
    r"boost(?:s|ed|ing)?|slash(?:es|ed|ing)?)\s(?:(?!to\b|at\b|from\b|of\b)[\w'’-]+\s){0,6}?(?:by|rates?)\s(?:(?:a|an|another|about|only|just)\s){0,2}[$€£]?$",
    re.IGNORECASE,
)
_EN_LEVEL = lazy_regex(
    r"\b(?:to|at|is|was|were|are|remains?|remained|hits?|reach(?:es|ed)?|stands?|stood|near|rate\sof|level\sof)(?:\sthe)?" + _FILL,
    re.IGNORECASE,
)
# What moves is itself a change: "growth slowed to".
_EN_GROWTH_TO = lazy_regex(r"\bgrowth\s(?:(?!and\b)[\w-]+\s){0,5}?(?:to|at)(?:\sthe)?" + _FILL, re.IGNORECASE)
_EN_CHANGE_AFTER = lazy_regex(
    r"^(?:-|\s)?(?:(?:annual|annualized|year-over-year|monthly|quarterly|seasonally\sadjusted)\s){0,2}"
    r"(?P<word>increase|rise|gain|growth|jump|surge|hike|raise|drop|decline|fall|decrease|cut|reduction|slump|plunge|dip)\b",
    re.IGNORECASE,
)
_EN_GROWTH_AFTER = lazy_regex(r"^\s(?:annual|annualized)\s(?:growth\s)?(?:rate|pace)\b", re.IGNORECASE)
_EN_GAP = lazy_regex(
    r"^\s(?:(?!is\s|are\s|was\s|were\s)\w+\s){0,2}(?:more|fewer|less|higher|lower|better|worse|greater|above|below|under|short)\s(?:\w+\s){0,2}?(?:than|of|the|expect|forecast)\b"
    r"|^[-\s]point\b",
    re.IGNORECASE,
)
_EN_YEAR = lazy_regex(
    r"\b(?:from|than|over|compared\s(?:with|to)|versus|vs\.?)\s(?:(?:a|the|one|last|same)\s){1,2}?(?:\w+\s){0,2}?year\b|year[-\s](?:over|on)[-\s]year|\by(?:oy|/y)\b|\b12[-\s]months?\b"
    r"|\bannual(?:ized|ly)?\b",
    re.IGNORECASE,
)
_EN_MONTH = lazy_regex(
    r"\bmonth[-\s](?:over|on)[-\s]month\b|\bm/m\b|\b(?:from|than|over)\s(?:(?:a|the)\s)?(?:month|previous\smonth|prior\smonth|last\smonth)\b|\b(?:quarter[-\s](?:over|on)[-\s]quarter|q/q)\b",
    re.IGNORECASE,
)
_EN_SHARE = lazy_regex(r"^\s?of\s(?:the\s)?[a-zA-Z]")

_ZH_UP_WORDS = r"(?:增长率?|增加|增速|增幅|上涨|上升|上浮|提高|提升|上调|涨幅|涨|升|增|扩大|回升|攀升|多增|同比预增|预增)"
_ZH_DOWN_WORDS = r"(?:下降|下跌|下滑|减少|降低|下调|回落|降幅|跌幅|跌|降|减|少增|收窄|萎缩|下浮)"
# Either way, the sign says which: "涨跌幅-0.5%", "就业人数变化".
_ZH_CHANGE_WORDS = r"(?:(?:涨跌|升跌|升降|增减|增降)(?:幅度?|额|率|量|值)?|变化(?:幅度|率|量|值)?|变动(?:幅度|率|量|值)?)"
_ZH_FILL = r"(?:了|幅度)?(?:为|是|约|近|逾|超过?|至?多达?|高达|达|了|又|再|大|分别|仅|均|至多|将近|超逾|接近|[:：\s])*$"
CHANGE_NAME = lazy_regex(_ZH_CHANGE_WORDS)
_ZH_CHANGE = lazy_regex(_ZH_CHANGE_WORDS + _ZH_FILL)
_ZH_UP = lazy_regex(_ZH_UP_WORDS + _ZH_FILL)
_ZH_DOWN = lazy_regex(_ZH_DOWN_WORDS + _ZH_FILL)
_ZH_LEVEL = lazy_regex(r"(?:[至到]|升破|跌破|突破|站上|收?报收?于?|收于|报收|收盘)(?:每桶|每吨|每盎司|约|近|逾|超|不低于|不高于|了)?$")
# What moves is itself a change: "增速放缓至", "同比回升至", but not "毛利率同比提升至".
_ZH_CHANGE_TO = lazy_regex(r"(?:增[速幅长]|增长率|[涨跌降升]幅|(?<![率比重])[同环]比)[^，。；：]{0,14}[至到][^，。；：\d]{0,3}$")
_ZH_YEAR = lazy_regex(r"同比|[比较]上年|[比较]去年|按年|年增|年率|同期[相增下减]")
_ZH_MONTH = lazy_regex(r"环比|[比较]上月|[比较]前月|按月|[比较]上周|[比较]上季|季增|月增")
_ZH_SHARE = lazy_regex(r"(?:占|比重|占比|份额)[^，。；]{0,16}$")
_ZH_AFTER_UP = lazy_regex(r"^的?(?:高?增长|增速|涨幅|升幅|增幅)")
_ZH_AFTER_DOWN = lazy_regex(r"^的?(?:降幅|跌幅|下降|下跌)")
_ZH_GAP = lazy_regex(r"(?:快|慢|(?<![最更])高|(?<![最更不])低|(?<![最至])多|(?<![最至])少|加快|放缓|高出|低出|超出)(?:了)?(?:约|近)?$")


def measure_of(text: str, start: int, end: int, *, is_chinese: bool) -> Measure:
    """What the figure at ``text[start:end]`` measures, by the words around it in its sentence."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + _AFTER]
    is_percent = "%" in text[start:end] or "百分" in text[start:end]
    return _chinese_measure(text[:start], before, after, is_percent=is_percent) if is_chinese else _english_measure(before, after)


def measures_clash(wanted: Measure, found: Measure, *, is_chinese: bool) -> bool:
    """Whether two readings can't be of one measure."""
    if wanted.form and found.form and wanted.form != found.form:
        return True
    if Form.GAP in (wanted.form, found.form) and wanted.form != found.form:
        return True
    if Form.CHANGE in (wanted.form, found.form) and wanted.direction and found.direction and wanted.direction != found.direction:
        return True
    if wanted.basis and found.basis and wanted.basis != found.basis:
        return True
    # In Chinese a change without a word is on the year; one on the month says so.
    return is_chinese and Basis.MONTH in (wanted.basis, found.basis) and wanted.basis != found.basis


def _english_measure(before: str, after: str) -> Measure:
    form, direction = _english_form(before, after)
    near = before[-40:]
    basis = Basis.YEAR if _EN_YEAR.search(after) or _EN_YEAR.search(near) else Basis.MONTH if _EN_MONTH.search(after) else None
    return Measure(form, basis, direction, is_share=bool(_EN_SHARE.match(after)))


def _english_form(before: str, after: str) -> tuple[Form | None, Direction | None]:
    if _EN_GAP.match(after):
        return Form.GAP, None
    noun = _EN_CHANGE_AFTER.match(after)
    if noun:
        up = noun.group("word").lower() in ("increase", "rise", "gain", "growth", "jump", "surge", "hike", "raise")
        return Form.CHANGE, Direction.UP if up else Direction.DOWN
    if _EN_GROWTH_AFTER.match(after) or _EN_CHANGE_RATE.search(before) or _EN_MOVED_BY.search(before):
        return Form.CHANGE, None
    if _EN_UP.search(before):
        return Form.CHANGE, Direction.UP
    if _EN_DOWN.search(before):
        return Form.CHANGE, Direction.DOWN
    if _EN_GROWTH_TO.search(before):
        return Form.CHANGE, None
    return (Form.LEVEL, None) if _EN_LEVEL.search(before) else (None, None)


def _chinese_measure(sentence_left: str, before: str, after: str, *, is_percent: bool) -> Measure:
    basis = _chinese_basis(sentence_left, before)
    share = bool(_ZH_SHARE.search(before))
    if _ZH_LEVEL.search(before) and not (is_percent and _ZH_CHANGE_TO.search(before)):
        return Measure(Form.LEVEL, None, None, share)
    if _ZH_CHANGE.search(before) or (is_percent and _ZH_CHANGE_TO.search(before)):
        return Measure(Form.CHANGE, basis, None, share)
    if _ZH_UP.search(before) or _ZH_AFTER_UP.match(after):
        return Measure(Form.CHANGE, basis, Direction.UP, share)
    if _ZH_DOWN.search(before) or _ZH_AFTER_DOWN.match(after):
        return Measure(Form.CHANGE, basis, Direction.DOWN, share)
    if basis and re.search(r"(?:同比|环比)(?:为|是|[:：])?$", before):
        return Measure(Form.CHANGE, basis, None, share)
    return Measure(Form.GAP if _ZH_GAP.search(before) else None, None, None, share)


def _chinese_basis(sentence_left: str, before: str) -> Basis | None:
    """The last basis named to the left: a list names it once, "同比增长6.1%，制造业增长6.6%"."""
    stretch = sentence_left[-160:]
    year = max((match.start() for match in _ZH_YEAR.finditer(stretch)), default=-1)
    month = max((match.start() for match in _ZH_MONTH.finditer(stretch)), default=-1)
    if year == month:
        return None
    return Basis.YEAR if year > month else Basis.MONTH
