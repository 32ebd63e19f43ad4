"""The number that tells a thing from its like: iPhone 17, Terminal 5, Section 301, 10号线, 第三批, a 51% stake.

A name that holds one asks for nothing that bears another, and never for that number itself.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import lru_cache

from verification.core.evidence import Quantity
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold
from verification.core.quantities.chinese_numerals import read_chinese
from verification.core.subjects.known import find_known

Span = tuple[int, int]
# What is numbered so, in the words of its kind ("iphone", "号", "%股"), and under which numbers it stands.
Numbered = Mapping[str, Set[str]]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ROMAN_NUMBERS = {"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_NUMBER = r"(?P<number>\d+(?:\.\d+)?)(?![\d,.]*\d)"
# Small words and units that a number may stand beside without being part of a name.
_NO_NAMES = (
    r"(?!(?:the|an|of|in|at|for|to|by|on|and|or|top|over|under|than|least|most|above|below|about|from|up|nearly|some|all|us|usd|cny|rmb|eur|gbp|hk"
    r"|through|between|around|almost|hit|reached|least|was|is|are|were|age|aged|ages|per|cent|with|no|q|h|fy|cy)\b)"
)
_NO_UNITS = r"(?!(?:k|m|b|t|g|bn|mn|mm|tn|h|hrs?|d|w|y|yrs?|km|kg|cm|mg|ml|[kmgt]wh?|bp|bps|pp|pct|st|nd|rd|th|pm|am|x)\b)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?<![a-z\d.]){_NO_NAMES}(?P<word>[a-z]{{2,}})[ -]?{_NUMBER}(?!\s?%|[a-z])",
        rf"(?<![a-z\d.])(?P<letter>[a-z]-?){_NUMBER}",
        rf"(?<![\d.,$€£¥%-])(?<![a-z]){_NUMBER}{_NO_UNITS}(?P<suffix>[a-z]{{1,4}})(?![a-z])",
        rf"(?P<sign>[\u3400-\u9fff])-{_NUMBER}(?![年月日])",
        r"第?(?P<number>\d+|[一二三四五六七八九十百]+|首)(?P<classifier>[号期届批轮代型级线章条款栋幢](?:线|楼|机组|高炉|井)?)(?![%％])",
        rf"{_NUMBER}-?(?P<tenor>年期|个月期|月期|天期|(?<=-)year|(?<=-)month|(?<=-)week|(?<=-)day)",
        rf"{_NUMBER}\s?%\s?(?P<stake>的?(?:股|权益)|(?:of|stake|interest|holding|shares?|equity)\b)",
        rf"\b(?P<number>{'|'.join(_ORDINALS)})\s(?P<counted>round|phase|stage|batch|edition|generation|tranche|unit|season|division|district)\b",
        rf"(?<![a-z]){_NO_NAMES}(?P<word>[a-z]{{3,}})\s(?P<number>{'|'.join(_ROMAN_NUMBERS)})\b",
    )
)
_OF_ONE_THING = ("word ", "letter ", "suffix ", "sign ")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_BEHIND = re.compile(r"\s?(?:[\u3400-\u9fff]|[a-z]{3,})")


def numbers_differ(name: str, holes: Sequence[Span], told: str, above: str = "") -> bool:
    """Whether ``told``, or what stands above it, numbers what ``name`` asks for otherwise, and neither as asked. ``holes`` are the periods
    of the name. What counts things off (8号, a second round) is that of many things, so that of it ``told`` alone decides."""
    asked = _asked(name, holes)
    if not asked:
        return False
    said, over = _numbered(told, ()), _numbered(above, ())
    every = set().union(*said.values(), *over.values())
    return any(
        (said.get(kind) or (kind.startswith(_OF_ONE_THING) and over.get(kind))) and not numbers & every for kind, numbers in asked.items()
    )


def is_given(name: str, quantity: Quantity, sentence: str) -> bool:
    """Whether a figure is one that the name itself holds, of the same thing: the 25起 of 25起案例中被骗人数."""
    digits = _DIGITS.match(quantity.text)
    if digits is None or quantity.is_range:
        return False
    behind = _BEHIND.match(fold(to_simplified(sentence)), quantity.start + digits.end())
    asked = fold(to_simplified(name))
    return behind is not None and any(
        Decimal(one.group()) == quantity.low and asked.startswith(behind.group(), one.end()) for one in _DIGITS.finditer(asked)
    )


def _asked(name: str, holes: Sequence[Span]) -> Numbered:
    """What a name numbers; not its periods, nor what belongs to a known name (S&P 500)."""
    return _numbered(name, (*holes, *((one.start, one.end) for one in find_known(to_simplified(name)))))


@lru_cache(maxsize=4096)
def _numbered(text: str, holes: tuple[Span, ...]) -> Numbered:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for kind, number, span in _matches(fold(to_simplified(text))):
        if not any(start < span[1] and span[0] < end for start, end in holes):
            found[kind].add(number)
    return found


def _matches(low: str) -> Iterator[tuple[str, str, Span]]:
    for form in _FORMS:
        for one in form.finditer(low):
            how = next(name for name in one.groupdict() if name != "number")
            kind = "" if how == "stake" else one.group(how)
            yield f"{how} {kind}", _value(one.group("number")), one.span("number")


def _value(written: str) -> str:
    if written[0].isdigit():
        return f"{Decimal(written).normalize():f}"
    if written == "首":
        return "1"
    if written in _ORDINALS:
        return str(1 + _ORDINALS.index(written))
    if written in _ROMAN_NUMBERS:
        return _ROMAN_NUMBERS[written]
    read = read_chinese(written, 0)
    return f"{read.low.normalize():f}" if read else written
