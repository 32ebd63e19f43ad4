"""What may follow the unit and adds to the figure: 五元三毛, 3 dollars 50 cents, 三吨半, 七成六."""

from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities import chinese_numerals, currencies, number_words, units
from verification.core.quantities.numerals import EXACT, divide
from verification.core.quantities.source import QuantityText
from verification.core.vocabulary import QuantityKind

_HALF = lazy_regex(r"半(?![年月天日夜导成岛径数决场球壁])")
_TENTH_REST = lazy_regex(r"成 ?([半一二两三四五六七八九])$")
_CHINESE_REST = lazy_regex(r"(?:又|零)? ?(?=[\d零一二两三四五六七八九十])")
_SHORT_REST = lazy_regex(r"([一二三四五六七八九])(?![\d零一二两三四五六七八九十百千万亿个])")
_AND = lazy_regex(r"(?:,? and |, | )")
_CENTS = lazy_regex(r"(\d{1,2})(?![\d.,]\d|\d)(?: ?([a-z¢]+)(?![a-z])|(?=\s*(?:$|[.!?;)\n](?!\d)|,(?!\d))))")
_CENT_WORD = lazy_regex(r"[ -]([a-z]+)(?![a-z])")
_CENT = Decimal("0.01")
_HALF_UNIT = Decimal("0.5")


def read_rest(source: QuantityText, unit: units.Unit, end: int, *, is_whole: bool) -> tuple[Decimal, int] | None:
    """What follows the unit that ends at ``end``, in the unit, and its end; None where nothing belongs to the figure."""
    if unit.factor == 10 and (tenth := _TENTH_REST.search(source.norm, end - 4, end)):
        return Decimal(5) if tenth[1] == "半" else chinese_numerals.DIGITS[tenth[1]], end
    if unit.factor != 1:
        return None
    following = source.norm[end : end + 1]
    if unit.kind == QuantityKind.DIMENSION:
        return _read_dimension_rest(source, unit, end, is_whole=is_whole)
    if unit.kind != QuantityKind.CURRENCY or not is_whole or not following:
        return None
    if following in " ,":
        return _read_cents(source, end)
    return _read_chinese_rest(source.norm, end)


def _read_dimension_rest(source: QuantityText, unit: units.Unit, end: int, *, is_whole: bool) -> tuple[Decimal, int] | None:
    """三吨半, an hour and a half, 6 feet 2 inches, 一米八三; None elsewhere."""
    following = source.norm[end : end + 1]
    if following == "半":
        return (_HALF_UNIT, end + 1) if _HALF.match(source.norm, end) else None
    if not is_whole or not following:
        return None
    if unit.name == "meter" and source.norm[end - 1] == "米":
        return _read_decimals(source.norm, end)
    if following != " ":
        return None
    if half := _AND_HALF.match(source.low, end):
        return _HALF_UNIT, half.end()
    parts = _LESSER.get(unit.name)
    lesser = None if parts is None else parts[1].match(source.low, end)
    return None if parts is None or lesser is None else (divide(Decimal(lesser[1]), parts[0]), lesser.end())


_AND_HALF = lazy_regex(r" and (?:a|one)[ -]half(?![a-z])")
# Feet and inches, pounds and ounces: how many make one, and what they look like behind it. "In" counts at the end of a clause alone.
_LESSER = {
    "foot": (12, lazy_regex(r" (?:and )?(\d{1,2}(?:\.\d{1,2})?)[ -]?(?:inch(?:es)?(?![a-z])|in(?=[.,;)]|$))")),
    "mass pound": (16, lazy_regex(r" (?:and )?(\d{1,2}(?:\.\d{1,2})?)[ -]?(?:ounces?|oz)(?![a-z])")),
}
_DECIMALS = lazy_regex(r"([零一二三四五六七八九]{1,2}|\d{1,2})(?=$|[^\w]|[的高长宽左以])")


def _read_decimals(norm: str, end: int) -> tuple[Decimal, int] | None:
    """Heights and lengths as they are spoken: 一米八三, 1米75."""
    match = _DECIMALS.match(norm, end)
    if match is None:
        return None
    digits = "".join(str(chinese_numerals.DIGITS.get(sign, sign)) for sign in match[1])
    return Decimal(f"0.{digits}"), match.end()


def read_half_counter(source: QuantityText, end: int) -> int | None:
    """The end of 个半 between a number and its unit (1个半小时), or of 倍半; None elsewhere."""
    if source.norm.startswith("倍半", end):
        return end + 2
    return end + 2 if source.norm.startswith("个半", end) and units.read_unit(source.norm, source.low, end + 2) else None


def _read_cents(source: QuantityText, end: int) -> tuple[Decimal, int] | None:
    """ "50 cents", "and forty-five cents", or two bare digits that end the clause."""
    joint = _AND.match(source.low, end)
    if joint is None:
        return None
    digits = _CENTS.match(source.low, joint.end())
    if digits is not None:
        if digits[2] is None:
            is_bare = joint[0] in (" ", " and ") and len(digits[1]) == 2
            return (Decimal(digits[1]) * _CENT, digits.end()) if is_bare else None
        return (Decimal(digits[1]) * _CENT, digits.end()) if _is_minor(digits[2]) else None
    number = number_words.read_words(source.low, joint.end()) if source.low[joint.end() : joint.end() + 1].isalpha() else None
    if number is None or not number.plain or number.low >= 100:
        return None
    word = _CENT_WORD.match(source.low, number.end)
    if word is not None and _is_minor(word[1]):
        return number.low * _CENT, word.end()
    is_last = joint[0] == " and " and not source.low[number.end :].strip(" .")
    return (number.low * _CENT, number.end) if is_last else None


def _is_minor(word: str) -> bool:
    return word in currencies.MINOR_AFTER_MAJOR or word.rstrip("s") in currencies.MINOR_AFTER_MAJOR


def _read_chinese_rest(norm: str, end: int) -> tuple[Decimal, int] | None:
    """三毛, 一角七分, 又三美分 behind 元 or 块; one bare digit counts as 角 (十块三)."""
    total = Decimal(0)
    for _ in range(2):
        gap = _CHINESE_REST.match(norm, end)
        if gap is None:
            break
        number = chinese_numerals.read_chinese(norm, gap.end())
        if number is None or number.low >= 100:
            break
        for length in (3, 2, 1):
            minor = norm[number.end : number.end + length]
            factor = currencies.CHINESE_MINOR.get(minor)
            if factor is not None:
                total, end = EXACT.add(total, number.low * factor), number.end + len(minor)  # shorter at the end of the text
                break
        else:
            short = _SHORT_REST.match(norm, end)
            if short is not None and norm[end - 1] in "块毛毫":
                unit = Decimal("0.1") if norm[end - 1] == "块" else _CENT
                total, end = EXACT.add(total, chinese_numerals.DIGITS[short[1]] * unit), short.end()
            break
    return (total, end) if total else None
