"""Over how long a move runs that a name asks for: a week's, a month's or the year's so far, where the sentence tells another move of it."""

import re
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.patterns import lazy_regex

_MOVED = r"(?:gain|loss|change|drop|fall|rise|decline|advance|slide|performance|return)s?\b"
_FELL = r"(?:累计)?(?:涨跌?|跌|升|降)"
_MARK = lazy_regex(r"[,;:，；：。](?!\d)")
_SHARE = lazy_regex(r"\d\s?(?:[%％]|per\s?cent)")


class _Span(NamedTuple):
    """How a name asks for a move over a time, and how a clause tells one."""

    asked: re.Pattern[str]
    told: re.Pattern[str]


def _span(asked: str, told: str) -> _Span:
    return _Span(lazy_regex(asked, re.IGNORECASE), lazy_regex(told, re.IGNORECASE))


_SPANS = (
    _span(
        rf"周(?:[内度])?{_FELL}幅|一周{_FELL}|\bweekly\s(?:\w+\s)?{_MOVED}|\bweek[’']s\s(?:\w+\s)?{_MOVED}|\b(?:on|for|over) the week\b",
        r"[本当上全单一这]周(?![一二三四五六日天])|周[度内线]|周(?:累计|累[涨跌]|[涨跌])|\bweek(?:s|ly)?\b",
    ),
    _span(
        rf"月(?:[内度])?{_FELL}幅|\bmonthly\s(?:\w+\s)?{_MOVED}|\bmonth[’']s\s(?:\w+\s)?{_MOVED}|\b(?:on|for|over) the month\b",
        r"[本当上全单]月|月[度内线]|月累[计涨跌]|\bmonth(?:s|ly)?\b",
    ),
    _span(
        r"年内(?:累计)?[涨跌升降]|今年以来|年初至今|\bYTD\b|\b(?:year[- ]to[- ]date|so far this year)\b",
        r"年[内初度]|今年|\byear(?:s|ly)?\b|\bYTD\b",
    ),
)


def is_span_elsewhere(name: str, sentence: str, at: int) -> bool:
    """Whether ``name`` asks for the move of a week, a month or the year so far, and ``sentence`` tells a share of it only behind the clause
    of the figure at ``at``: 沪锡周五上涨1.4%，当周累计上涨6.2%."""
    asked, text = to_simplified(name), to_simplified(sentence)
    own = _MARK.search(text, at)
    if own is None:
        return False
    spans = [one for one in _SPANS if one.asked.search(asked)]
    behind = [clause for clause in _MARK.split(text[own.end() :]) if _SHARE.search(clause)]
    return any(not one.told.search(text, 0, own.end()) and any(map(one.told.search, behind)) for one in spans)
