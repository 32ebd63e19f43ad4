"""The number that tells a thing from its like: iPhone 17, Terminal 5, Section 301, 10号线, 第三批, a 51% stake.

A name that holds one asks for nothing that bears another, and never for that number itself.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import lru_cache

from verification.core.evidence import Quantity
from verification.core.language.script import to_simplified
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.quantities.chinese_numerals import read_chinese
from verification.core.subjects.known import find_known

Span = tuple[int, int]
# What is numbered so, in the words of its kind ("iphone", "号", "%股"), and under which numbers it stands.
Numbered = Mapping[str, Set[str]]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SPELT_OUT = ("one", "two", "three", "four", "five", "six", "seven", "ten", "twenty", "thirty")
_CARDINALS = dict(zip(_SPELT_OUT, ["1", "2", "3", "4", "5", "6", "7", "10", "20", "30"], strict=True))
_ROMAN_NUMBERS = {"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_NUMBER = r"(?P<number>\d+(?:\.\d+)?)(?![\d,.]*\d)"
# Small words and units that a number may stand beside without being part of a name.
_NO_NAMES = (
    r"(?!(?:the|an|of|in|at|for|to|by|on|and|or|top|over|under|than|least|most|above|below|about|from|up|nearly|some|all|us|usd|cny|rmb|eur|gbp|hk"
    r"|through|between|around|almost|hit|reached|least|was|is|are|were|age|aged|ages|per|cent|with|no|q|h|fy|cy)\b)"
)
_NO_UNITS = r"(?!(?:k|m|b|t|g|bn|mn|mm|tn|h|hrs?|d|w|y|yrs?|km|kg|cm|mg|ml|[kmgt]wh?|bp|bps|pp|pct|st|nd|rd|th|pm|am|x)\b)"
_COUNTED = (
    "(?:round|phase|stage|batch|edition|generation|tranche|unit|season|division|district"
    "|half|leg|innings|dose|wave|reading|term|set|lap|grade)"
)
_FORMS = tuple(
    lazy_regex(form)
    for form in (
        rf"(?<![a-z\d.]){_NO_NAMES}(?P<word>[a-z]{{2,}})[ -]?{_NUMBER}(?!\s?%|[a-z])",
        rf"(?<![a-z\d.])(?P<letter>[a-z]-?){_NUMBER}",
        rf"(?<![\d.,$€£¥%-])(?<![a-z]){_NUMBER}{_NO_UNITS}(?P<suffix>[a-z]{{1,4}})(?![a-z])",
        rf"(?P<sign>[\u3400-\u9fff])-{_NUMBER}(?![年月日])",
        # 小米17 Ultra, 麒麟9030芯片: and no count of anything.
        rf"(?P<brand>[\u3400-\u9fff]{{2}}){_NUMBER}(?=\s?(?:pro|max|ultra|plus|mini|air|se|lite|turbo|edge|系列|手机|芯片|处理器|机型))",
        r"第?(?P<number>\d+|[一二三四五六七八九十百]+|首)(?P<classifier>[号期届批轮代型级线章条款栋幢剂针](?:线|楼|机组|高炉|井)?)(?![%％])",
        r"第(?P<number>\d+|[一二三四五六七八九十百]+)(?P<part>[季节局部集卷名](?!度))",
        rf"{_NUMBER}周?(?P<age>岁)",
        r"(?P<number>[一二两三四五六七八九十]+)(?P<tenor>年期|个月期|月期|天期)",
        rf"{_NUMBER}-?(?P<tenor>年期|个月期|月期|天期|(?<=-)year|(?<=-)month|(?<=-)week|(?<=-)day)",
        rf"\b(?P<number>{'|'.join(_CARDINALS)})-(?P<term>year|month|week|day)\b",
        r"(?<![\d.,$])(?P<number>\d{3})(?P<plural>s)\b",
        rf"\b(?P<bound>over|under)-{_NUMBER}(?=s?\b)",
        rf"{_NUMBER}\s?%\s?(?P<stake>的?(?:股|权益)|(?:of|stake|interest|holding|shares?|equity)\b)",
        rf"\b(?P<number>{'|'.join(_ORDINALS)})[ -](?:(?!(?:and|or|of|to|in)\b)[a-z]+\s)?(?P<counted>{_COUNTED})\b",
        rf"\b(?P<series>season|part|phase|unit|terminal|scope|tier|chapter|volume)\s(?P<number>{'|'.join(_CARDINALS)})\b",
        r"\b(?P<class>class|series|type|group|tier|category|tranche)\s(?P<number>[b-h]\b|a(?=\s(?:shares?|stocks?|round|funding|financing|notes?|units?)\b))",
        r"(?<![a-z])(?P<number>[a-h])(?P<lot>[股轮类级座馆组])",
        rf"(?<![a-z]){_NO_NAMES}(?P<word>[a-z]{{3,}})\s(?P<number>{'|'.join(_ROMAN_NUMBERS)})\b",
    )
)
# Season four is season 4, a ten-year bond a 10-year one.
_SAME = {"series": "word", "term": "tenor"}
_OF_ONE_THING = ("word ", "letter ", "suffix ", "sign ", "brand ")
_OF_A_KIND = ("tenor ", "class ", "lot ")
_TENOR, _RESPECTIVELY = "tenor ", "分别"
_PLURAL, _DIGITS_OF_MODELS = "plural s", 3
_MODEL = lazy_regex(r"(?<![a-z\d.-])(?P<letters>[a-z]{2,4})(?P<number>\d{1,4})(?![a-z\d.])")
_DIGITS = lazy_regex(r"\d+(?:\.\d+)?")
_BEHIND = lazy_regex(r"\s?(?:[\u3400-\u9fff]|[a-z]{3,})")


def numbers_differ(name: str, holes: Sequence[Span], told: str, above: str = "") -> bool:
    """Whether ``told``, or what stands above it, numbers what ``name`` asks for otherwise, and neither as asked. ``holes`` are the periods
    of the name. What counts things off (8号, a second round) is that of many things, so that of it ``told`` alone decides."""
    if _is_another_model(name, holes, f"{above} {told}"):
        return True
    asked = _asked(name, holes)
    if not asked:
        return False
    said, over = _numbered(told, ()), _numbered(above, ())
    every = set().union(*said.values(), *over.values())
    return any(
        (said.get(kind) or (kind.startswith(_OF_ONE_THING) and over.get(kind)) or _are_told_in_plural(kind, numbers, said))
        and not numbers & every
        for kind, numbers in asked.items()
    )


def is_of_other_term(name: str, holes: Sequence[Span], sentence: str, at: int) -> bool:
    """Whether the term told last before a figure of a Chinese sentence is another than the one ``name`` asks for: 10年期 for 30年期.

    In a list whose figures follow it each has its own.
    """
    asked = {kind: numbers for kind, numbers in _asked(name, holes).items() if kind.startswith(_TENOR)}
    if not asked or _RESPECTIVELY in sentence:
        return False
    told = [(kind, number, span) for kind, number, span in _matches(fold(to_simplified(sentence[:at]))) if kind in asked]
    kind, number, _ = max(told, key=lambda one: one[2], default=("", "", None))
    return bool(told) and number not in asked[kind]


def _is_another_model(name: str, holes: Sequence[Span], told: str) -> bool:
    """Whether a thing of the same number is told of by other letters, and none by those asked for: the YU7 for the SU7."""
    asked = [one for one in _MODEL.finditer(fold(to_simplified(name))) if not any(a < one.end() and one.start() < b for a, b in holes)]
    said = {one.groups() for one in _MODEL.finditer(fold(to_simplified(told)))}
    return any(one.groups() not in said and any(one["number"] == number for _, number in said) for one in asked)


def _are_told_in_plural(kind: str, numbers: Set[str], said: Numbered) -> bool:
    """Whether things of a number of three digits are told of by it alone: the 787s of Boeing."""
    return kind.startswith("word ") and _PLURAL in said and all(len(one) == _DIGITS_OF_MODELS for one in numbers)


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
    """What a name numbers; not its periods, nor what belongs to a known name (S&P 500), unless that is one of a kind (10年期国债)."""
    known = tuple((one.start, one.end) for one in find_known(to_simplified(name)))
    of_a_kind = {kind: numbers for kind, numbers in _numbered(name, tuple(holes)).items() if kind.startswith(_OF_A_KIND)}
    return {**of_a_kind, **_numbered(name, (*holes, *known))}


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
            yield f"{_SAME.get(how, how)} {kind}", _value(one.group("number")), one.span("number")


def _value(written: str) -> str:
    if written[0].isdigit():
        return f"{Decimal(written).normalize():f}"
    if written == "首":
        return "1"
    if written in _CARDINALS:
        return _CARDINALS[written]
    if written in _ORDINALS:
        return str(1 + _ORDINALS.index(written))
    if written in _ROMAN_NUMBERS:
        return _ROMAN_NUMBERS[written]
    read = read_chinese(written, 0)
    return f"{read.low.normalize():f}" if read else written
