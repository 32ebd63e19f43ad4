"""The label that a Chinese figure bears of its own: 预期15.6%，实际49.2%; 63.6%（预期）、37.3%（前值）.

A line of a calendar gives one name and several figures, each with its own label: none is what the label of another says.
"""

import re

from verification.core.reading.statement import Status

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
_MOVE = r"(?:增长|增加|减少|下降|上升|下滑|下跌|上涨|增|减|升|降|涨|跌|负)?"
_JOIN = rf"\s*(?:则|仅|只)?(?:[为是报录达]|录得|[:：=]|为：)?\s*(?:约|近)?{_MOVE}\s*(?:约|近)?\s*$"
_AHEAD = tuple((status, re.compile(rf"(?<![的之较比与同和从由])(?:{words}){_JOIN}")) for status, words in _KINDS)
_BEHIND = tuple((status, re.compile(rf"\s*[（(](?:{words})[）)]")) for status, words in _KINDS)
# A first reading is over where the sentence has the last one too.
_FIRST_READING = re.compile(r"(?:初值|初读|初估值?|快报数)" + _JOIN)
_LAST_READING = re.compile(r"终值|修正|修订|上修|下修|定案")
_FIGURE = re.compile(r"\d")
_REACH = 12


def label_of(text: str, sentence: tuple[int, int], start: int, end: int) -> Status | None:
    """What the label right before or in brackets right behind ``text[start:end]`` makes of it; None where it bears none.

    ``sentence`` is its span. A lone label before a figure ("预期为5%") is left to the words around it, which may say more.
    """
    behind = next((status for status, pattern in _BEHIND if pattern.match(text, end, sentence[1])), None)
    if behind is not None:
        return behind
    begin = max(sentence[0], start - _REACH)
    if _FIRST_READING.search(text, begin, start):
        return Status.CORRECTED if _LAST_READING.search(text, *sentence) else Status.ASSERTED
    ahead = next((status for status, pattern in _AHEAD if pattern.search(text, begin, start)), None)
    has_others = _FIGURE.search(text, sentence[0], start) or _FIGURE.search(text, end, sentence[1])
    return ahead if has_others else None
