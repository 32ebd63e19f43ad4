"""Units that more than the next word tells: half a percent, 20 (kg), 摄氏37度, a heat of 40C, pounds that weigh, 每小时120公里."""

import re

from verification.core.patterns import lazy_regex
from verification.core.quantities import currencies, units
from verification.core.quantities.numerals import Numeral
from verification.core.quantities.source import QuantityText
from verification.core.quantities.unit_names import ENGLISH, physical
from verification.core.vocabulary import QuantityKind

Found = tuple[units.Unit, int]

_PART_POINT = lazy_regex(r"[- ](?:of a )?(?:percentage[- ])?point(?![a-z])")
_PART_WORDS = ("half", "quarter", "quarters")
_FIRST_HAN = "\u4e00"
_OF_A = lazy_regex(r" (?:of an?|an?|of)(?= )")
_BRACKETED = lazy_regex(r" ?(?:\([^()\s]{1,12}\)|\[[^\[\]\s]{1,12}\]|<[^<>\s]{1,12}>)")
_DEGREE_LETTER = lazy_regex(r"([CF])(?![A-Za-z0-9])")
_HEAT = lazy_regex(r"temperature|degrees|celsius|fahrenheit|weather|heat|cold|warm|cool|freez|boil|fever|°")
_HOTTEST = 2000
_HEAT_BEFORE, _HEAT_AFTER = 80, 40
_YEAR_REACH = 12
_SCALES = {"摄氏": physical("degree Celsius"), "华氏": physical("degree Fahrenheit")}
_WEIGHT = lazy_regex(r"weigh|heav|kilo|ton(?:ne)?s?(?![a-z])|baby|ounce|body|flour|meat|coffee|beef|copper|cotton")
_WEIGHT_BEFORE, _WEIGHT_AFTER = 40, 25
_RATES = {"每小时": "hour", "时速": "hour", "时速约": "hour", "时速达": "hour", "时速为": "hour", "每分钟": "minute", "每秒": "second"}
_RATE_ENDS = tuple(_RATES)
# "The seats that the party in 2018 won": a year and a verb, no money.
_IN_YEAR = lazy_regex(r"\b(?:in|since|of|by|before|after|during|until|from)\s(?:19|20)\d\d$")
_MOVING = frozenset(("kilometer", "meter", "mile"))


def read_unit_in_context(source: QuantityText, number: Numeral, start: int, end: int) -> Found | None:
    """The unit of the figure whose number ends at ``end``, and where the unit ends; ``start`` is where the figure begins with its sign."""
    found = units.read_unit(source.norm, source.low, end)
    if found is None:
        return _read_distant(source, number, start, end)
    unit, stop = found
    if source.low[end:stop] == " won" and _IN_YEAR.search(source.low, max(0, end - _YEAR_REACH), end):
        return None
    if unit.name == "GBP" and source.low.endswith(("pound", "pounds"), 0, stop):
        near = _WEIGHT.search(source.low, max(0, start - _WEIGHT_BEFORE), stop + _WEIGHT_AFTER)
        return found if near is None else (ENGLISH["mass pound"], stop)
    if unit.name in _MOVING and source.norm.endswith(_RATE_ENDS, 0, start):
        rate = next(rate for words, rate in _RATES.items() if source.norm.endswith(words, 0, start))
        return physical(f"{unit.name} per {rate}"), stop
    return found


def _read_distant(source: QuantityText, number: Numeral, start: int, end: int) -> Found | None:
    """The unit behind words or brackets that belong to the number: half a percent, a quarter-point, 20 (kg), 五毛 as the whole text."""
    last, following = source.low[end - 1], source.norm[end : end + 2]
    if last.isascii() and last.isalpha():
        if last in "frs" and source.low.endswith(_PART_WORDS, number.start, end) and (part := _PART_POINT.match(source.low, end)):
            return units.POINTS, part.end()
        if not number.step and (article := _OF_A.match(source.low, end)):
            return units.read_unit(source.norm, source.low, article.end())
    sign = following.lstrip(" ")[:1]
    if not sign:
        return None
    if sign in "([<":
        bracket = _BRACKETED.match(source.norm, end)
        return None if bracket is None else _read_bracketed(source, bracket)
    if sign in "度°CF":
        return _read_degrees(source, number, start, end)
    return _read_lone_minor(source, number, end) if sign >= _FIRST_HAN else None


def _read_bracketed(source: QuantityText, bracket: re.Match[str]) -> Found | None:
    """The unit that stands alone in brackets, as heads of tables write it."""
    inner = bracket.start() + bracket[0].index(bracket[0].strip()) + 1
    found = units.read_unit(source.norm, source.low, inner)
    if found is None or found[0].kind != QuantityKind.DIMENSION or found[1] != bracket.end() - 1:
        return None  # "2026 (%)" is a year and the head of a column
    return found[0], bracket.end()


def _read_degrees(source: QuantityText, number: Numeral, start: int, end: int) -> Found | None:
    """摄氏37度 and 华氏零下5度; 40C and 98.6F beside words of heat and cold."""
    norm = source.norm
    if norm[end] in "度°":
        head = norm[max(0, start - 2) : start]
        return (_SCALES[head], end + 1) if head in _SCALES else None
    letter = _DEGREE_LETTER.match(norm, end)
    if letter is None or abs(number.low) > _HOTTEST or not norm[end - 1].isdigit():
        return None
    if not _HEAT.search(source.low, max(0, start - _HEAT_BEFORE), end + _HEAT_AFTER):
        return None
    return _SCALES["摄氏" if letter[1] == "C" else "华氏"], letter.end()


def _read_lone_minor(source: QuantityText, number: Numeral, end: int) -> Found | None:
    """五毛, 25分 as the whole text: with nothing scored or timed beside it, it is an amount of money."""
    rest = source.norm[end : end + 4].strip()
    if (
        rest not in currencies.CHINESE_MINOR
        or source.text.strip() == "十分"
        or source.norm[: number.start].strip()
        or source.norm[end + 4 :].strip()
    ):
        return None
    return units.money("CNY", currencies.CHINESE_MINOR[rest]), end + source.norm[end : end + 4].index(rest) + len(rest)
