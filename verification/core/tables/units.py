"""The unit that a table says once for its bare figures: "USD Billion", ($ in millions, except per share data), 单位：亿元.

A phrase is a unit where the quantity grammar reads it behind a one: whatever the grammar knows needs no second list here.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.currencies import CODES, WORDS_TOO
from verification.core.quantities.grammar import find_quantities
from verification.core.tables.spoken import word_keys
from verification.core.vocabulary import QuantityKind

_SCALES = {
    "thousand": "thousand", "million": "million", "billion": "billion", "trillion": "trillion",
    "m": "million", "mn": "million", "mln": "million", "mil": "million", "b": "billion", "bn": "billion", "tn": "trillion", "k": "thousand",
    "000": "thousand",
}  # fmt: skip
_SCALE = r"(?P<scale>(?:thousand|million|billion|trillion)s?|mn|mln|mil|bn|tn|[mbk]|['’]?000s?)"
_MONEY = r"(?P<money>(?:US|HK|NZ|[ACSR])?[$€£¥￥₹]|RMB|(?:(?:U\.?S\.?|Canadian|Australian)\s)?(?:dollars|euros|pounds|yen)|(?-i:[A-Z]{3}))"
_LEAD = lazy_regex(
    r"(?:(?:all|the|dollar|monetary|reported|stated|expressed|are|is|figures?|amounts?|values?|data|numbers?|unaudited)\b[\s,;:]*){1,6}(?=in\b)",
    re.IGNORECASE,
)
_MONEY_FIRST = lazy_regex(rf"(?:in\s)?{_MONEY}\s?(?:in\s)?{_SCALE}", re.IGNORECASE)
_SCALE_FIRST = lazy_regex(rf"(?:in\s)?{_SCALE}(?:\sof)?(?:\s{_MONEY})?", re.IGNORECASE)
_COINS = lazy_regex(r"(?:(?P<money>人民币|港币|港元|美元|欧元|日元|英镑))?(?P<scale>万亿|百万|千万|十亿|亿|万|千)(?P<coins>元)?")
_COIN_OF = {"人民币": "元", "港币": "港元"}
_NAMED = lazy_regex(r"[(（\[]?\s?(?:units?(?:\sof\smeasure(?:ment)?)?|计量单位|数据单位|金额单位|单位)\s?[:：]\s?", re.IGNORECASE)
_BRACKETS = lazy_regex(r"[(（\[]([^()（）\[\]\n]{1,120})[)）\]]")
_SPARES = lazy_regex(r"[\s,，;；]*\b(?:except(?:ing)?(?:\sfor)?|excluding|unless)\b|[,，;；]?\s?(?:除|另有)", re.IGNORECASE)
_PER = lazy_regex(r"\bper\b|每", re.IGNORECASE)
# "Billions of chained 2017 dollars": at whose prices is no part of the unit.
_PRICES = lazy_regex(
    r"\b(?:chained|constant|current|real|nominal)\s(?:(?:19|20)\d{2}\s)?(?=dollars|euros|pounds|yen|[A-Z]{3}\b)", re.IGNORECASE
)
_RATE = lazy_regex(r"([A-Z]{3}|(?:US)?[$€£¥])\s?/\s?([A-Za-z]{1,8}\.?)")
# "(Annual percent change)", "% change from preceding month", "in percent".
_PERCENT = lazy_regex(
    r"(?:(?:in|as|units?)\s)?(?:[a-z][a-z/.\-]{0,14}\s){0,3}?(?:%|percent|per\scent|pct|percentages?)"
    r"(?:\s(?:changes?|chg\.?|growth|rates?|variation|of|on|over|from|per|a|the|[a-z][a-z/.\-]{0,14})){0,8}",
    re.IGNORECASE,
)
# "Prices in USD per ounce." says of what kind its table's bare figures are, though it is no unit by itself.
_QUOTED = lazy_regex(
    r"\b(?:prices?|quotes|quotations)\b(?:\s(?:are|is|all|both|quoted|shown|stated|expressed|listed|given)){0,3}"
    r"\sin\s(?P<money>[A-Z]{3}\b|(?:U\.?S\.?\s|Canadian\s|Australian\s)?(?:dollars|euros|pounds|yen))|价格?单位(?:为|是)?\s?(?P<coins>[^\s/／，,。]{1,6}元|元)",
    re.IGNORECASE,
)
_PART = lazy_regex(r"[,，;；、]|\band\b|\bor\b|[和及与]")
_UNIT_END = lazy_regex(r"[,，;；]|\s[-–—]\s")
_SCALED = lazy_regex(r"\b(?:thousand|million|billion|trillion)s?\b|['’]?000\b|\b(?:mn|mln|bn|tn)\b|[万亿]", re.IGNORECASE)
_LAST_PART = lazy_regex(r"[,，;；:]\s?([^,，;；:]{1,30})$")
_SHORT_REST = lazy_regex(r"\s?[A-Za-z]{1,2}(?![A-Za-z])")
_BARE_MONEY = lazy_regex(r"[A-Z]{3}|\W*[$€£¥￥]|.{0,4}[元镑]|(?:u\.?s\.?\s)?dollars|euros|pounds|yen|yuan", re.IGNORECASE)
_YEARS = lazy_regex(r"(?:19|20)\d{2}年?")
_IN_POINTS = lazy_regex(r"\bpoints?\b", re.IGNORECASE)
_TIMES = frozenset(("year", "month", "week", "day", "hour", "minute", "second", "quarter", "decade", "degree", "times"))
_LONGEST = 60
_ONE = Decimal(1)
_SIGNS = frozenset("%％$€£元")


@dataclass(frozen=True, slots=True)
class TableUnit:
    """What a bare figure is under a head: of the unit ``name`` and ``kind``, so many times what is written.

    ``before`` and ``behind`` are what one would write beside the figure; ``spared`` are the words of what the scale is not for.
    """

    name: str | None
    kind: QuantityKind
    scale: Decimal
    before: str = ""
    behind: str = ""
    spared: tuple[frozenset[str], ...] = ()


PERCENT = TableUnit("%", QuantityKind.PERCENT, _ONE, behind="%")
POINTS = TableUnit("pp", QuantityKind.PERCENT, _ONE, behind=" pp")


@lru_cache(maxsize=4096)
def unit_called(phrase: str) -> TableUnit | None:
    """The unit that a phrase is, also one that counts ("points"); None where it is none, or one that can't be told."""
    told = _LEAD.sub("", phrase.strip(" .:：()（）[]"), count=1)
    told = _rate_left_out(_PRICES.sub("", _UNIT_END.split(told, maxsplit=1)[0].strip()))
    if _PERCENT.fullmatch(told) and not _IN_POINTS.search(told):
        return PERCENT
    if not 0 < len(told) <= _LONGEST or any(letter.isdigit() for letter in told.replace("000", "")):
        return None
    sample, at = _sample(told)
    found = find_quantities(sample)
    if not found or not found[0].start <= at < found[0].end or _SHORT_REST.fullmatch(sample[found[0].end :]):
        return None
    return _unit(found[0], sample[found[0].start : at], sample[at + 1 : found[0].end])


def _rate_left_out(told: str) -> str:
    """USD of "USD/Bbl": what an amount is for changes no figure; the other currency of USD/CNY does."""
    rate = _RATE.fullmatch(told)
    return rate[1] if rate is not None and rate[2].upper() not in CODES else told


def _unit(one: Quantity, before: str, behind: str) -> TableUnit | None:
    """The unit of the figure ``one``, whose number is a one."""
    if one.kind == QuantityKind.PERCENT and one.low == 1 and one.unit == "%":
        return PERCENT
    if one.low <= 0 or one.is_range:
        return None
    return TableUnit(one.unit, one.kind, one.low, before, behind)


def _sample(told: str) -> tuple[str, int]:
    """A one with the unit as one would write it, and where the one stands: "$1 million" of "$ in millions"."""
    if coins := _COINS.fullmatch(told):
        money = coins["money"] or ""
        return f"1{coins['scale']}{_COIN_OF.get(money, money) or coins['coins'] or ''}", 0
    found = _MONEY_FIRST.fullmatch(told) or _SCALE_FIRST.fullmatch(told)
    code = (found["money"] or "") if found else ""
    if found is None or (len(code) == 3 and code.isupper() and code.isalpha() and code not in CODES and code != "RMB"):
        return (f"1 {told}" if told[0].isascii() and told[0].isalpha() else f"1{told}"), 0
    scale = _SCALES[found["scale"].lower().strip("'’").removesuffix("s")]
    money = found["money"] or ""
    if money[-1:].isalpha():
        return (f"1 {money} {scale}" if money in CODES or money == "RMB" else f"1 {scale} {money}"), 0
    return f"{money}1 {scale}", len(money)


def unit_in_head(text: str) -> TableUnit | None:
    """The unit that the head of a row or column says in brackets or as a whole: "Revenue ($ millions)", 金额（亿元）, "US$m"."""
    for match in _BRACKETS.finditer(text[: 4 * _LONGEST]):
        if (found := _declared(match[1])) is not None:
            return found
    return _declared(_YEARS.sub("", text)) if len(text) <= _LONGEST and "(" not in text and "（" not in text else None


def unit_in_line(text: str) -> TableUnit | None:
    """The unit that a line beside a table declares: "Units: Percent, Seasonally Adjusted", (in thousands), 单位：亿元."""
    if (named := _NAMED.search(text)) is not None:
        return _with_spared(unit_called(text[named.end() : named.end() + _LONGEST].split("\n")[0]), text[named.end() :])
    # A line that scales its amounts is not one that only quotes prices.
    if (quoted := _QUOTED.search(text)) is not None and not _SCALED.search(text):
        return unit_called(quoted["money"] or quoted["coins"])
    if text.rstrip()[-1:] in (".", "。"):
        return None  # a sentence says of what it tells itself
    for match in _BRACKETS.finditer(text):
        if (found := _declared(match[1])) is not None and (found.scale != 1 or found.kind == QuantityKind.PERCENT):
            return found
    found = _declared(text.strip(" |*_")) if len(text) <= 2 * _LONGEST else None
    if found is None and (last := _LAST_PART.search(text.rstrip(" |*_"))) is not None:
        found = _declared(last[1])  # "Table 5: Crude oil production by country, tb/d"
    return found if found is not None and (found.scale != 1 or found.kind == QuantityKind.PERCENT) else None


def _declared(phrase: str) -> TableUnit | None:
    """The unit that a phrase is and nothing else, but for what it spares; no note "(a)", and no "(real)" for the money of Brazil."""
    spares = _SPARES.search(phrase)
    told = phrase[: spares.start()] if spares else phrase
    if _PER.match(told.strip()) or (len(told.strip()) < 2 and told.strip() not in _SIGNS):
        return None
    found = unit_called(told)
    if found is None or (found.name is None and found.scale == 1) or found.name in _TIMES:
        return None
    if found.kind == QuantityKind.CURRENCY and found.scale == 1 and not _is_money(told.strip()):
        return None
    if found.kind == QuantityKind.DIMENSION and sum(letter.isalpha() for letter in told) < 3 and told.isascii():
        return None
    return _with_spared(found, phrase)


def _is_money(told: str) -> bool:
    return _BARE_MONEY.fullmatch(told) is not None and told.upper() not in WORDS_TOO and (len(told) != 3 or told.isupper())


def _with_spared(found: TableUnit | None, phrase: str) -> TableUnit | None:
    spares = _SPARES.search(phrase)
    if found is None or spares is None:
        return found
    parts = _PART.split(phrase[spares.end() :].split("\n")[0][: 2 * _LONGEST])
    # What is told by the share is told so wherever its row says it.
    spared = tuple(keys for part in parts if not _PER.search(part) and (keys := word_keys(part) - _OF_FIGURES))
    return TableUnit(found.name, found.kind, found.scale, found.before, found.behind, spared)


_OF_FIGURES = frozenset(("data", "amount", "figure", "number", "information", "otherwise", "note", "state", "indicate"))
