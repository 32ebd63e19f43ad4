"""Which end of a move a figure is: "from 35 percent to 21", "从5.5%降至5.25%". The origin is no longer so."""

import re

from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import CHINESE_FROM

_BEFORE, _AFTER = 100, 60
_ORIGIN = lazy_regex(
    r"\bfrom\s(?:(?:a|an|the|its|their|about|around|nearly|almost|just|only|roughly|some|over|previous|prior|"
    r"earlier|initial|initially|original|"
    r"originally|estimated|revised|current|record|low|high|peak|level|rate|range|reading|of|at|as|what|was|"
    r"last|[\w'’]+['’]s|year|month|quarter|week)\s){0,6}[$€£¥]?$",
    re.IGNORECASE,
)
_SPAN = lazy_regex(
    r"\b(?:rang(?:e|es|ed|ing)|anywhere|aged|var(?:y|ies|ied|ying)|excerpt|hail\w*|came|comes|profits?|revenues?|income|sales|gains?)\s$",
    re.IGNORECASE,
)
_MOVE = lazy_regex(
    r"\b(?:up|down|rose|risen|ris(?:e|es|ing)|fell|fall(?:s|en|ing)?|increas\w+|decreas\w+|cut(?:s|ting)?|"
    r"rais\w+|lower\w*|slow\w*|eas(?:e|es|ed|ing)|climb\w*|"
    r"drop\w*|chang\w+|revis\w+|declin\w+|jump\w*|surg\w+|slid\w*|slump\w*|accelerat\w+|edg\w+|shr[aiu]nk\w*|"
    r"gr[eo]w\w*|tighten\w*|widen\w*|narrow\w*|"
    r"trim\w*|reduc\w+|improv\w+|recover\w*|rebound\w*|mov\w+|went|gone|doubl\w+|tripl\w+|halv\w+|soar\w*|"
    r"plung\w+|dip\w*|tick\w*|quicken\w*|cool\w*|retreat\w*|slip\w*|sink\w*|s[au]nk|swell\w*|dwindl\w+|expand\w*|contract(?:s|ed|ing)|"
    r"swing\w*|swung|creep\w*|crept|inch(?:ed|ing)|nudg\w+|leap\w*|rocket\w*|tumbl\w+|crash\w*|crater\w*|spik\w+|soften\w*|"
    r"strengthen\w*|weaken\w*|worsen\w*|deteriorat\w+|advanc(?:e|es|ed|ing))\b",
    re.IGNORECASE,
)
_GOAL = lazy_regex(r"^[^;.]{0,50}?\bto\s[^;.]{0,16}?\d")
_REVISED = lazy_regex(r"\brevis\w+|\bcorrect\w+|\brestat\w+", re.IGNORECASE)
# "Up 0.4%, after a 0.3% rise in March"; "the previous 5%".
_EARLIER = lazy_regex(
    r"\b(?:after|following)\s(?:an?\s|the\s|its\s)?(?:(?:upwardly|downwardly|revised|unrevised|prior|previous|"
    r"growth|rise|gain|fall|drop|of)\s){0,3}$|"
    r"\b(?:previous|prior|earlier|old|former|outgoing|last\s(?:year|month|quarter|week)['’]s|year-ago|"
    r"year-earlier)\s(?:(?:rate|level|record|high|low|peak|figure|reading|of)\s){0,2}[$€£¥]?$",
    re.IGNORECASE,
)
# "SEK 2.31 (2.05)": a bare figure in brackets behind an amount is that of the year before.
_AMOUNT_BEFORE = lazy_regex(r"(?:\b[A-Z]{3}\s?|[$€£¥])-?\d[\d,. ]*\s?(?:mn?|bn|k|million|billion|thousand|MSEK|MEUR)?\s?\((?:-|−)?$")
_ZH_ORIGIN = lazy_regex(
    CHINESE_FROM + r"(?:[^，。；、至到\d]{0,16}|(?:\d{2,4}年)?(?:[上下]半年|第?[一二三四1-4]季度|1?\d月份?)?[末底初]?(?:\d{1,2}日)?的)$"
)
_ZH_GOAL = lazy_regex(
    r"^[^，。；\d]{0,8}?(?:修正|调整|改|变|提高|提升|增加|减少|下降|上升|回落|扩大|收窄|飙升|大幅|增|减|升|降|涨|跌|调|缩|扩|推|拉|压|抬|上修|下修|转|攀升|下滑|更正|订正)"
    r"[^，。；\d]{0,6}?(?:至|到|为|成|\d)|^[^，。；\d]{0,3}(?:至|到)"
)
_ZH_AGAINST = lazy_regex(
    r"(?:较|比|相比|对比)[^，。；\d]{0,12}的$|(?:[高低优]于|好于|逊于|不及|超出|超过|不如)"
    r"(?:\d{4}年|去年|上年|前年|上月|前月|上季|前一[周月年日季]|上一[周月年日季])[^，。；\d]{0,8}的$"
)
_ZH_REVISED = lazy_regex(r"^[^，。；\d]{0,4}(?:修正|上修|下修|修订|更正|改)")


def is_origin(text: str, sentence_start: int, start: int, end: int, *, is_chinese: bool) -> bool:
    """Whether the figure at ``text[start:end]`` is where a move began or what another figure is held against."""
    before, after = text[max(sentence_start, start - _BEFORE) : start], text[end : end + _AFTER]
    if is_chinese:
        return bool(_ZH_AGAINST.search(before)) or bool(_ZH_ORIGIN.search(before) and _ZH_GOAL.match(after))
    if (text[end - 1 : end] == "%" or text[start : start + 1] in "$€£¥") and _EARLIER.search(before):
        return True
    if text[end : end + 1] == ")" and text[start:end].replace(",", "").replace(".", "").isdigit() and _AMOUNT_BEFORE.search(before):
        return True
    found = _ORIGIN.search(before)
    if found is None or _SPAN.search(before[: found.start()]):
        return False
    return bool(_MOVE.search(before[: found.start()]) or _GOAL.match(after))


def is_revised_origin(text: str, sentence_start: int, start: int, end: int, *, is_chinese: bool) -> bool:
    """Whether the origin is a first print that was corrected: "revised to 2.1% from 2.4%"."""
    before, after = text[max(sentence_start, start - _BEFORE) : start], text[end : end + _AFTER]
    return bool(_ZH_REVISED.match(after)) if is_chinese else bool(_REVISED.search(before) or _REVISED.search(after[:20]))
