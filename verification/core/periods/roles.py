"""What the words around a period make of it: a beginning, an end, a comparison, the month of a contract, or the period of a figure."""

import re

from verification.core.patterns import lazy_regex

CONTRACT = "contract"
SINCE = "since"
AHEAD = ("through", "until", "till", "by")
_REACH_BEFORE = 40
_REACH_AFTER = 24
_DETERMINERS = ("the", "a", "an", "this", "that", "its", "their")
# What makes a name of a time no period of the figure: beginnings, ends, comparisons, and what comes back.
_BORDER_BEFORE = lazy_regex(
    r"(?:\b(?:since|until|till|through|into|by|before|after|than|versus|vs\.?|compared\s(?:with|to)|over|from|beyond|prior\sto|effective(?:\sas\sof)?|"
    r"starting|beginning(?:\sin)?|ending)"
    r"(?:\s(?:the|early|late|mid|at\sleast|about|around|a|end\sof|start\sof|beginning\sof|the\send\sof))?(?:\s[A-Z][a-z]{1,9}\.?)?[\s-]|\b(?:before|after|since)\s(?:the\s|a\s)?\w+\sof\s"
    r"|(?:自|从|(?<![占卢])比|较|相较于?|相比于?|直到|直至)\s?"  # 占比 and 卢比 are words of their own
    # What comes back each year is of none: "every July", 每年9月.
    r"|\b(?:every|each)\s|(?:每年|往年|历年|每到|每逢)的?\s?)$",
    re.IGNORECASE,
)
# "Up from 159,000 in April": April is the period of the figure compared with.
_COMPARED_BEFORE = lazy_regex(
    r"\b(?:from|than|versus|vs\.?|against|compared\s(?:with|to))\s[^,;:.]{0,12}\d[\d.,]*[^,;:.]{0,16}\s(?:in|for|during)\s(?:(?:early|late|mid|the)\s)?$",
    re.IGNORECASE,
)
_BORDER_AFTER = lazy_regex(
    r"\s?(?:以来|以后|之后|起|之前|以前|前后|前(?!\S{1,2}(?:季|个?月))|同期|年同期|相比|持平|的同期|首次|年?以来新?|\ssince\b|\sago\b|\searlier\b|"
    # 上年同月=100, 以上月价格为100, "1982-84=100": what an index is counted from.
    r"(?:价格)?[=＝为]\s?100\b|[-–]\d{2,4}\s?=\s?100\b)"
)
# 创|2023年以来新高, and not 融创|10月销售额.
_SET_BEFORE, _RECORD_AFTER = lazy_regex(r"创下?\s?$"), lazy_regex(r"[^，。；\d]{0,8}?(?:新[高低]|最|以来|[纪记][录錄])")
# "12月黄金期货", "December gold futures", "gold futures for December": the month of a contract is no period of its price, but another month
# is another contract.
_CONTRACT_AFTER = lazy_regex(
    r"\s?[\u4e00-\u9fff]{0,4}?(?:期货|合约|交割|交货)|\s(?:[a-zA-Z]+\s){0,2}(?:futures|contracts?|delivery)\b", re.IGNORECASE
)
_CONTRACT_BEFORE = lazy_regex(r"\b(?:futures|contracts?)\sfor\s$", re.IGNORECASE)
_YEAR_GROWTH_BASE = lazy_regex(r"(?:same\s(?:period|month|quarter|time)(?:\sof|\sin)?(?:\sthe)?|year-ago|from\sa|\ba)\s$", re.IGNORECASE)
# "Higher than twelve months before in March" is of March.
_YEAR_BEFORE_IN = lazy_regex(r"\b(?:day|week|month|quarter|year)s?\sbefore\s(?:in|for|during)\s$", re.IGNORECASE)
# A change by words of their own, or by what stands right before the figure: 小米, 加拿大 and 长江 hold signs that there would tell one.
_ZH_CHANGE = lazy_regex(
    r"增[长加幅速至到收多]|[大激骤猛新剧]增|减[少幅至到缓]|[锐骤大]减|升[至到幅高值]|[上回攀飙跃提]升|降[至到幅低]|[下骤大]降|涨[至到幅价跌]|[上大飙暴猛]涨|跌[至到幅破]|[下大暴急]跌|"
    r"[高低多少]于|[高低多少]出|提高|[上下]调|回落|扩大|收窄|翻[了番倍]|持平|变[化动]|(?:[增减升降涨跌翻快慢长短大小高低贵多少]|便宜)[了约近超逾出达有过]*$"
)
_SINCE_THEN = lazy_regex(r"\s?以来(?!新|最)")
_LAST_WORD = lazy_regex(r"\b([A-Za-z]+)\s$")
_NEXT_WORD = lazy_regex(r"\s([A-Za-z]+)")
_OVER = lazy_regex(r"\bover\s(?:the\s)?$", re.IGNORECASE)


def before(text: str, start: int) -> str:
    """The words before a period, as far as they tell its role."""
    return text[max(0, start - _REACH_BEFORE) : start]


def after(text: str, end: int) -> str:
    """The words behind a period, as far as they tell its role."""
    return text[end : end + _REACH_AFTER]


def role_of(words_before: str, words_after: str) -> str:
    """The preposition before a period, 以来 behind it, or the noun it stands before ("the January report")."""
    word = _LAST_WORD.search(words_before)
    name = word.group(1).lower() if word else ""
    if _SINCE_THEN.match(words_after):
        return SINCE
    if name not in _DETERMINERS:
        return name
    noun = _NEXT_WORD.match(words_after)
    return noun.group(1).lower() if noun else name


def is_of_contract(words_before: str, words_after: str) -> bool:
    """Whether a period is the month of a contract."""
    return bool(_CONTRACT_AFTER.match(words_after) or _CONTRACT_BEFORE.search(words_before))


def is_border(words_before: str, words_after: str, *, is_stretch: bool) -> bool:
    """Whether a period only marks a beginning, an end or a comparison. ``is_stretch``: it has both its ends ("from January through March",
    "over the last 12 months")."""
    if is_stretch:
        words_before = _OVER.sub("", words_before)
        words_before = words_before[:-5] if words_before.endswith(("from ", "From ")) else words_before
    is_edge = _BORDER_BEFORE.search(words_before) and not _YEAR_BEFORE_IN.search(words_before)
    is_record = _SET_BEFORE.search(words_before) and _RECORD_AFTER.match(words_after)
    return bool(is_edge or is_record or _BORDER_AFTER.match(words_after) or _YEAR_GROWTH_BASE.search(words_before))


def is_compared(words_before: str) -> bool:
    """Whether a period is that of the one figure compared with."""
    return _COMPARED_BEFORE.search(words_before) is not None


def is_change(gap: str) -> bool:
    """Whether a Chinese figure behind ``gap`` tells a change: 上年同期增长|5%; not 上年同期加拿大失业率|5%."""
    return _ZH_CHANGE.search(gap) is not None
