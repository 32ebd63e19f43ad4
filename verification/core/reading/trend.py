"""Where a value is heading: from the history of verified states first, from the wording beside the figure only where there is none."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Trend

_RANGE_MARK = ".."
_BEFORE = 80
_AFTER = 40

_STEADY = (
    r"\b(?:unchanged|steady|held|holds?|holding|maintain(?:s|ed|ing)?|left|stable|flat|kept|stays?|stayed|remain(?:s|ed|ing)?)\b"
    r"|维持|保持|不变|持平|按兵不动|企稳|稳定在"
)
_UP = (
    r"\b(?:raises?|raised|raising|hikes?|hiked|rises?|rose|risen|rising|climb(?:s|ed|ing)?|increas(?:e|es|ed|ing)|up|higher|jump(?:s|ed|ing)?|"
    r"gain(?:s|ed|ing)?|surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?|grew|grow(?:s|n|ing)?|advanc(?:e|es|ed|ing)|accelerat(?:es|ed|ing)|widen(?:s|ed))\b"
    r"|上调|上升|上涨|上浮|增长|提高|提升|加息|走高|攀升|增加|回升|反弹|扩大|涨至|升至|增至|升破|涨|升"
)
_DOWN = (
    r"\b(?:cuts?|cutting|lower(?:s|ed|ing)?|falls?|fell|fallen|falling|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|down|decreas(?:e|es|ed|ing)|"
    r"slip(?:s|ped|ping)?|slid(?:e|es)?|sank|reduc(?:e|es|ed|ing)|shrank|shr[iu]nk|tumbl(?:e|es|ed|ing)|plung(?:e|es|ed|ing)|eas(?:es|ed)|narrow(?:s|ed))\b"
    r"|下调|下降|下跌|下滑|下浮|降低|降息|走低|回落|减少|收窄|降至|跌至|减至|跌破|跌|降"
)
_WORDS = lazy_regex(rf"(?P<stable>{_STEADY})|(?P<falling>{_DOWN})|(?P<rising>{_UP})", re.IGNORECASE)
_CLAUSE_END = lazy_regex(r"[，。；：！？;!?\n]|,\s|\.\s")


def trend_from_history(numbers: Sequence[str]) -> Trend | None:
    """Trend of verified numbers, oldest first, the present one last, each in the node's unit ("3.5..3.75" counts by its middle).

    None where fewer than two are known: then the wording decides.
    """
    values = [value for number in numbers[-2:] if (value := _middle(number)) is not None]
    if len(values) < 2:
        return None
    before, now = values
    if now == before:
        return Trend.STABLE
    return Trend.RISING if now > before else Trend.FALLING


def trend_from_wording(sentence: str, start: int, end: int) -> Trend:
    """Trend by the direction word nearest to the figure at ``start:end``, in its clause first; stable where none stands."""
    left, right = sentence[max(0, start - _BEFORE) : start], sentence[end : end + _AFTER]
    clause_left = _CLAUSE_END.split(left)[-1]
    clause_right = _CLAUSE_END.split(right)[0]
    for before, after in ((clause_left, clause_right), (left, "")):
        found = [(len(before) - match.end(), match) for match in _WORDS.finditer(before)]
        found += [(match.start() + 1, match) for match in _WORDS.finditer(after)]
        if found:
            kind = min(found, key=lambda pair: pair[0])[1].lastgroup
            steady = any(match.lastgroup == "stable" for _, match in found)
            return Trend.STABLE if steady else Trend(str(kind))
    return Trend.STABLE


def directions_in(text: str) -> frozenset[Trend]:
    """Every direction a text has a word for."""
    return frozenset(Trend(str(match.lastgroup)) for match in _WORDS.finditer(text))


def _middle(number: str) -> Decimal | None:
    try:
        ends = [Decimal(end) for end in number.split(_RANGE_MARK)]
    except InvalidOperation:
        return None
    if not all(end.is_finite() for end in ends):
        return None
    return sum(ends, Decimal(0)) / len(ends)
