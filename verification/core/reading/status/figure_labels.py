"""The label that a figure bears of its own: "forecast 4.9%, previous 4.8%", 预期15.6%，实际49.2%; "4.8% (prev.)", 37.3%（前值）.

A line of a calendar gives one name and several figures, each with its own label: none is what the label of another says.
"""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.statement import Status
from verification.core.reading.status.sentences import SentenceReading

_ACTUAL = (
    r"实际公布值?|实际值|实际读数|实际|公布值|公布结果|公布|今值|现值|最新值|最新读数|最新一期|最新|"
    r"本期值?|本次|终值|结果为?|官方数字?|正式值"
)
_EXPECTED = (
    r"市场一致预期|一致预期|市场预期值?|市场预测|市场预估|共识预期|预期值|预测值|预测中值|预测均值|预估值|"
    r"预期中值|中值预测|预期|预测|预估|共识|目标值?"
)
_BEFORE = r"上月前值|前次值|前期值|前值|上期值?|上一期|前期|上次|上回|去年同期|上年同期|期初"
_KINDS = ((Status.ASSERTED, _ACTUAL), (Status.FORESEEN, _EXPECTED), (Status.PAST, _BEFORE))
_MOVE = r"(?:新增|净增|增长|增加|减少|下降|上升|下滑|下跌|上涨|增|减|升|降|涨|跌|负)?"
_JOIN = rf"\s*(?:则|仅|只)?(?:[为是报录达]|录得|[:：=]|为：)?\s*(?:约|近)?{_MOVE}\s*(?:约|近)?\s*$"
_TO_FIGURE = lazy_regex(rf"(?:中?值|均值|中位数)?{_JOIN[:-1]}[$€£¥+-]?\d")
_AHEAD = tuple((status, lazy_regex(rf"(?<![的之较比与同和从由])(?:{words}){_JOIN}")) for status, words in _KINDS)
_BEHIND = tuple((status, lazy_regex(rf"\s*[（(](?:{words})[）)]")) for status, words in _KINDS)
# A first reading is over where the sentence has the last one too.
_FIRST_READING = lazy_regex(r"(?:初值|初读|初估值?|快报数)" + _JOIN)
_LAST_READING = lazy_regex(r"终值|修正|修订|上修|下修|定案")
_FIGURE = lazy_regex(r"\d")
_REACH, _ENGLISH_REACH = 12, 40
# A label right before its figure or right behind it: "previous 4.8%", "4.8% (prev.)", "consensus: 4.9%", "4.9% est".
_EARLIER = r"(?:previous|prev|prior|year\sago|year-ago|year\searlier)"
_AWAITED = (
    r"(?:consensus|cons|poll|fcst|forecast|expected|exp|estimates?|estimated|projected|anticipated|est|target|goal|budget|guidance|whisper)"
)
_LABEL_AHEAD = lazy_regex(
    rf"(?:^|[,;:/|(–—]\s?|\s-\s)(?:(?P<past>{_EARLIER})|(?P<open>{_AWAITED}))(?:\s(?:value|figure|reading))?\.?:?\s(?:at\s|of\s)?[$€£¥]?$",
    re.IGNORECASE,
)
# A line of one figure, headed by its label: "Consensus for Peru's jobless rate: 4.9%", "Previous: jobless rate at 4.9%".
_LINE = lazy_regex(
    r"\W*(?:the\s|market\s|analysts?['’]?\s|economists?['’]?\s|median\s|latest\s)*"
    r"(?:(?P<past>previous|prior|preceding|year-ago|last\s(?:month|year|quarter|week|time)(?:['’]s)?)"
    r"|(?P<open>consensus|expectations?|expected|forecasts?|estimates?|projections?|predictions?|median|targets?|goals?))"
    r"(?:\s(?:forecast|estimate|reading|figure|value|number|view|range))?(?:\s(?:for|of|on)\s[^:;.\d]{2,60})?\s?[:–—]\s[^:;,.\d]{0,60}$",
    re.IGNORECASE,
)
_LABEL_BEHIND = lazy_regex(
    rf"\s(?P<open_sign>\()?(?:(?P<past>{_EARLIER})|(?P<open>{_AWAITED}))\b(?!\.?:?\s?[$€£¥+-]?\d)\.?(?(open_sign)\)|(?=\s?[),;/|]|$))",
    re.IGNORECASE,
)


def label_of(sentence: SentenceReading, start: int, end: int) -> Status | None:
    """What the label right before or right behind ``text[start:end]`` makes of it; None where it bears none."""
    return (_chinese_label if sentence.is_chinese else _english_label)(sentence, start, end)


def leads_to_figure(text: str, at: int) -> bool:
    """Whether nothing but small words and a move stand between a Chinese label that ends at ``text[at]`` and a figure: 预期|增加60万桶."""
    return _TO_FIGURE.match(text, at) is not None


def _chinese_label(sentence: SentenceReading, start: int, end: int) -> Status | None:
    """A lone label before a figure ("预期为5%") is left to the words around it, which may say more."""
    text, first, last = sentence.text, sentence.start, sentence.end
    behind = next((status for status, pattern in _BEHIND if pattern.match(text, end, last)), None)
    if behind is not None:
        return behind
    begin = max(first, start - _REACH)
    if _FIRST_READING.search(text, begin, start):
        return Status.CORRECTED if _LAST_READING.search(text, first, last) else Status.ASSERTED
    ahead = next((status for status, pattern in _AHEAD if pattern.search(text, begin, start)), None)
    has_others = _FIGURE.search(text, first, start) or _FIGURE.search(text, end, last)
    return ahead if has_others else None


def _english_label(sentence: SentenceReading, start: int, end: int) -> Status | None:
    text = sentence.text
    near = _LABEL_AHEAD.search(text, max(0, start - _ENGLISH_REACH), start) or _LABEL_BEHIND.match(text, end, sentence.end)
    found = near or _LINE.match(text, sentence.start, start)
    if found is None or not any(sign.isdigit() for sign in text[start:end]):
        return None
    return Status.PAST if found["past"] else Status.FORESEEN
