"""The scale that a head, caption or paragraph gives to the bare figures below it: "in thousands", 单位：百万元, RMB'Million."""

import re
from decimal import Decimal
from functools import lru_cache

from verification.core.patterns import lazy_regex

# A unit that is named as one, in brackets, or before 元.
_NAMED = r"(?:单位|金额|人民币|[(（])[^()（）\n]{0,12}"
_COINS = r"[美欧日港]?元"
_SCALES = (
    (lazy_regex(rf"{_NAMED}百万|百万{_COINS}"), Decimal(1_000_000)),
    (lazy_regex(rf"{_NAMED}千万"), Decimal(10_000_000)),
    (lazy_regex(rf"{_NAMED}亿|亿{_COINS}[)）]"), Decimal(100_000_000)),
    (lazy_regex(rf"{_NAMED}(?<![百千])万|(?<![百千])万(?:{_COINS}|[人吨台辆件])[)）]"), Decimal(10_000)),
    (lazy_regex(rf"{_NAMED}千(?!万)|千{_COINS}"), Decimal(1000)),
    (
        lazy_regex(r"\bin\s(?:\w+\s){0,3}?billions?\b|[(’'\s]billions?\b\s?[)）]?$|[(（]billions?\b|\$\s?bn\b", re.IGNORECASE),
        Decimal(1_000_000_000),
    ),
    (
        lazy_regex(
            r"\bin\s(?:\w+\s){0,3}?millions?\b|[(’'\s$](?:millions?|mil)\b\s?[)）]?$|[(（]millions?\b|[$€£]\s?mn?\b|\bmillions\sof\b"
            r"|\b(?:USD|EUR|GBP|RMB|CNY|HKD|AUD|CAD|SGD)\s?mn?\b",
            re.IGNORECASE,
        ),
        Decimal(1_000_000),
    ),
    (
        lazy_regex(
            r"\bin\s(?:\w+\s){0,3}?thousands?\b|[(’'\s$]thousands?\b\s?[)）]?$|[(（]thousands?\b|[’'$€£]\s?000s?\b|\bthousands\sof\b|\bdollars\sin\sthousands",
            re.IGNORECASE,
        ),
        Decimal(1000),
    ),
    (lazy_regex(r"\blakhs?\b", re.IGNORECASE), Decimal(100_000)),
    (lazy_regex(r"\bcrores?\b", re.IGNORECASE), Decimal(10_000_000)),
)
_BRACKETS = lazy_regex(r"[(（]([^()（）\n]{0,100})[)）]")
_PLURAL = lazy_regex(r"\bin\s(?:\w+\s){0,3}?(?:thousands|millions|billions)\b|[’']000|单位", re.IGNORECASE)
_LONGEST = 600


@lru_cache(maxsize=8192)
def scale_in(text: str) -> Decimal | None:
    """The scale that a text names for figures without one; None where it names none or several."""
    found = {scale for words, scale in _SCALES if words.search(text[:_LONGEST])}
    return found.pop() if len(found) == 1 else None


def bracketed_scales(text: str) -> set[Decimal]:
    """The scales that a text gives in brackets for what follows: "(in thousands, except per share data)"."""
    inside = (match[1] for match in _BRACKETS.finditer(text) if _PLURAL.search(match[1]))
    return {scale for words in inside if (scale := scale_in(words)) is not None}
