"""Who does it to whom: what A holds of B is not what B holds of A, and the exports of one country to another are not those back."""

import re
from functools import lru_cache
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.texts import fold, has_han
from verification.core.patterns import lazy_regex

_CHINESE = lazy_regex(r"^([\u3400-\u9fffa-z]{2,8})(对|向|自|从|持有|持股|收购|受让|入股|起诉)([\u3400-\u9fffa-z]{2,8})")
_NAME = r"[A-Z][\w&.’'-]*(?:\s[A-Z][\w&.’'-]*){0,3}|U\.?S\.?"
_STAKE = lazy_regex(rf"^(?P<one>{_NAME})(?:'s|’s)?\s(?:stake|holding|interest|shareholding|ownership)\s(?:in|of)\s(?P<other>{_NAME})")
_TRADE = lazy_regex(
    rf"^(?P<one>{_NAME})(?:'s|’s)?\s(?P<what>exports|imports|sales|shipments|supplies|loans|aid)\s(?P<way>to|from)\s(?P<other>{_NAME})"
)
_LEVY = lazy_regex(rf"^(?P<one>{_NAME})(?:'s|’s)?\s(?P<what>tariffs?|duties|levies|sanctions)\son\s(?P<other>{_NAME})")
_HOLDS = r"(?:\s\w+){0,2}\s(?:holds?|owns?|held|owned|has|had|controls?)\b[^;]{0,40}\b(?:of|in)\s(?:the\s)?"
_HEAD = 2


class Roles(NamedTuple):
    """How ``one`` stands to ``other`` in a name; patterns of the sentence that tells it so, and of the one that tells it reversed."""

    as_asked: re.Pattern[str]
    reversed: re.Pattern[str]


def are_reversed(name: str, told: str) -> bool:
    """Whether ``told`` says of the second in ``name`` what was asked of the first, and nowhere as asked."""
    roles = _roles(name)
    if roles is None or has_han(name) != has_han(told):
        return False
    text = fold(to_simplified(told)) if has_han(name) else told
    return roles.reversed.search(text) is not None and roles.as_asked.search(text) is None


@lru_cache(maxsize=1024)
def _roles(name: str) -> Roles | None:
    if has_han(name):
        found = _CHINESE.match(fold(to_simplified(name)))
        return _ways(re.escape(found[1]), re.escape(found[3][:_HEAD]), rf".{{0,6}}{found[2]}.{{0,3}}") if found else None
    if stake := _STAKE.match(name):
        return _ways(re.escape(stake["one"]), re.escape(stake["other"]), _HOLDS)
    if levy := _LEVY.match(name):
        told = levy["what"].removesuffix("s")
        return _ways(re.escape(levy["one"]), re.escape(levy["other"]), rf"\b[^.;]{{0,20}}\b{told}s?\b[^.;]{{0,20}}\bon\s(?:the\s)?")
    trade = _TRADE.match(name)
    if trade is None:
        return None
    between = rf"(?:'s|’s|n)?\b[^.;]{{0,40}}\b{trade['what']}\b[^.;]{{0,20}}\b{trade['way']}\s(?:the\s)?"
    return _ways(re.escape(trade["one"]), re.escape(trade["other"]), between)


def _ways(one: str, other: str, between: str) -> Roles:
    return Roles(re.compile(one + between + other), re.compile(other + between + one))
