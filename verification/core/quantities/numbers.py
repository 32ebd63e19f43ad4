"""The number at a place of the text, in digits, in words or in Chinese signs, and the scale behind it."""

import re
from decimal import Decimal

from verification.core.patterns import lazy_regex
from verification.core.quantities import chinese_numerals, number_words, numerals, units
from verification.core.quantities.numerals import EXACT, VULGAR, Numeral
from verification.core.quantities.source import QuantityText
from verification.core.vocabulary import QuantityKind

_SCALE = lazy_regex(
    r"(?:[ \u00a0]{0,2}|-)(hundred|thousand|million|billion|trillion|quadrillion|mn|mln|mio|bn|bln|mrd|tn|trn|trln|lakh|lkh|crore|cr"
    r"|dozen|doz)s?(?![a-z0-9])"
    r"|[ \u00a0]?([kmbtgw])(?![a-z0-9])"
)
_OVER_A_MONTH = lazy_regex(r"m(?:-o-m|/m)(?![a-z])")
_SHORT = {
    "mn": 10**6, "mln": 10**6, "mio": 10**6, "bn": 10**9, "bln": 10**9, "mrd": 10**9, "tn": 10**12, "trn": 10**12, "trln": 10**12,
    "cr": 10**7,
    "k": 1000, "m": 10**6, "b": 10**9, "t": 10**12, "g": 10**9, "w": 10**4,
}  # fmt: skip
_DOZEN = lazy_regex(r"打(?=$|[^\w]|[鸡苹啤毛袜铅玫])")
_COUNTED = lazy_regex(r" (?:people|[a-z]{3,}s|bpd|b/d|yen|yuan|won|baht|ringgit|rand|usd|eur|rmb|tonne|ton|barrel)(?![a-z])")


def read_number(source: QuantityText, seed: int, floor: int) -> Numeral | None:
    sign = source.low[seed]
    if sign.isdigit():
        return _read_digits(source, seed, floor)
    if sign in VULGAR:
        return numerals.read_vulgar(source.low, seed)
    if sign.isascii():
        number = number_words.read_words(source.low, seed)
        return _read_part_of_unit(source.low, seed) if number is None and sign in _PART_SIGNS else number
    if part := read_parts_per(source, seed):
        return part
    number = chinese_numerals.read_chinese(source.norm, seed)
    if number is None:
        return None
    following = source.norm[number.end : number.end + 1]
    if following and following in "分份":
        return _as_short_part(source, number)
    return _in_dozens(source, number) if following == "打" else _without_unit_sign(source, number)


_PART_OF_UNIT = lazy_regex(
    r"(?:(half|quarter)(?:[ -]| of (?:an? )?)|(third|fourth|fifth|sixth|eighth|tenth) of (?:an? )?)"
    r"([a-z]+)(?![a-z])(?! (?:ago|later|before|end))"
)
_PART_BEFORE = lazy_regex(r"(?:first|second|third|fourth|latter|other|back|front|final|last|this|that|next|each|per|the)[ -]$")
_PARTS = {"half": 2, "quarter": 4, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_PART_SIGNS = frozenset(word[0] for word in _PARTS)
_NO_WHOLE = frozenset(("second", "day", "night", "week", "month", "quarter", "year", "decade", "century"))


def _read_part_of_unit(low: str, seed: int) -> Numeral | None:
    """half liter, quarter-mile, tenth of a gallon; None for half-years and quarters that count nothing."""
    match = _PART_OF_UNIT.match(low, seed)
    if match is None or _PART_BEFORE.search(low, max(0, seed - 8), seed):
        return None
    unit = units.ENGLISH.get(match[3])
    if unit is None or unit.name in _NO_WHOLE or (unit.kind == QuantityKind.CURRENCY and " of " not in match[0]):
        return None
    word = match[1] or match[2]
    return numerals.fractional(numerals.divide(1, _PARTS[word]), seed, seed + len(word))


_SHORT_PART = lazy_regex(r"[分份]([一二三四五六七])(?![零一二三四五六七八九十百千万亿点])")


def _as_short_part(source: QuantityText, number: Numeral) -> Numeral:
    """四分一升, 三份二: a fraction as Cantonese says it. 十分一般 and 三分一秒 are none."""
    match = _SHORT_PART.match(source.norm, number.end)
    if match is None or number.low != number.high or not 1 < number.low <= 100:
        return number
    numerator = chinese_numerals.DIGITS[match[1]]
    following = source.norm[match.end() : match.end() + 1]
    unit = units.read_unit(source.norm, source.low, match.end()) if following else None
    is_closed = not following.isalpha() or following == "的"
    if numerator >= number.low or not (is_closed or (unit is not None and unit[0].name != "second")):
        return number
    return numerals.fractional(numerals.divide(numerator, number.low), number.start, match.end())


def _in_dozens(source: QuantityText, number: Numeral) -> Numeral:
    if not _DOZEN.match(source.norm, number.end):
        return number
    return number._replace(low=number.low * 12, high=number.high * 12, step=number.step * 12, end=number.end + 1)


def _without_unit_sign(source: QuantityText, number: Numeral) -> Numeral:
    """千 and 兆 that belong to the unit are no scale: 12千米, 五十兆字节."""
    last = number.end - 1
    if source.norm[last] in "千兆" and last > number.start and source.norm[last : last + 2] in units.COMPOUNDS:
        shorter = chinese_numerals.read_chinese(source.norm[number.start : last], 0)
        if shorter is not None:
            return shorter._replace(start=number.start, end=last)
    return number


def _read_digits(source: QuantityText, seed: int, floor: int) -> Numeral | None:
    """The number that begins with the digit at ``seed``, also where Chinese scales or a ratio follow it."""
    low = source.low
    number = numerals.read_digits(low, seed, decimal_comma=not source.is_chinese)
    if number is None:
        return None
    if (
        seed > floor
        and low[seed - 1] == "."
        and number.plain
        and (seed - 1 == floor or not (low[seed - 2].isalnum() or low[seed - 2] == "."))
    ):
        value = Decimal(low[seed - 1 : number.end])
        number = Numeral(value, value, numerals.last_digit(value), seed - 1, number.end)
    after = low[number.end : number.end + 3].lstrip(" ")[:1]
    if not after:
        return number
    if after in "十百千万亿兆多余几分又点":
        return _read_mixed(source, number) or number
    if after == "p" and number.plain:
        return number_words.read_point(low, seed, number.end + 1, number.low) or number
    if after == "a" and number.plain:
        return number_words.read_mixed(low, number.low, seed, number.end) or number
    if after in "io" and number.plain:
        return number_words.read_ratio(low, number.low, seed, number.end) or number
    return number


def _read_mixed(source: QuantityText, number: Numeral) -> Numeral | None:
    """Digits that Chinese signs go on: 4.109万亿, 3万4000, 16分之5."""
    if source.norm[number.start] == ".":
        shifted = chinese_numerals.read_chinese("0" + source.norm[number.start : number.end + 4], 0)
        if shifted is None or shifted.end - 1 <= number.end - number.start:
            return None
        return shifted._replace(start=number.start, end=number.start + shifted.end - 1)
    mixed = chinese_numerals.read_chinese(source.norm, number.start)
    return None if mixed is None or mixed.end <= number.end else _without_unit_sign(source, mixed)


_ABBREVIATED = lazy_regex(r" (?:mn|mln|bn|bln|tn|trn|cr)(?![a-z])")


def read_scale_behind(source: QuantityText, number: Numeral, *, is_money: bool) -> tuple[Decimal, int]:
    """The scale behind a number in digits, and the abbreviated one behind a number in words (three hundred Cr), and its end."""
    last = source.low[number.end - 1]
    if last.isdigit() or last in VULGAR or (last.isascii() and _ABBREVIATED.match(source.low, number.end)):
        return read_scale(source, number, is_money=is_money)
    return Decimal(1), number.end


def read_scale(source: QuantityText, number: Numeral, *, is_money: bool) -> tuple[Decimal, int]:
    """The scale word or letter behind a number, and its end."""
    scale, end = Decimal(1), number.end
    for _ in range(2):
        match = _SCALE.match(source.low, end)
        if match is None:
            break
        word = match[1]
        if word is None:
            if (
                scale != 1
                or _OVER_A_MONTH.match(source.low, match.start(2))
                or not _is_letter_scale(source, number, match, is_money=is_money)
            ):
                break
            word = match[2]
        elif word == "cr" and source.norm[match.start(1)] != "C":
            break
        scale, end = EXACT.multiply(scale, number_words.SCALES.get(word) or Decimal(_SHORT[word])), match.end()
    return scale, end


def _is_letter_scale(source: QuantityText, number: Numeral, match: re.Match[str], *, is_money: bool) -> bool:
    """Whether k, m, b, t, g or w behind a number is a scale: 10M is a million, 1.8m a length, 3M and 4K are names, 30w in Chinese 万."""
    letter, written = match[2], source.norm[match.start(2)]
    is_apart = match.start(2) > number.end
    if letter == "w":
        return source.is_chinese and written == "w" and not is_apart
    if letter == "g":
        return written == "G" and not number.plain
    if letter == "k":
        return not (number.plain and (number.low == 401 or (written == "K" and number.low in (2, 4, 8) and not is_money)))
    if is_money:
        return not is_apart or written.isupper() or letter == "m"
    if letter == "m" and written == "m":
        return _COUNTED.match(source.low, match.end()) is not None
    if letter in "mb" and written.isupper():
        return not (is_apart and letter == "b") and not (number.plain and letter == "m" and number.low == 3)
    return False


_PART_SIZES = {
    "百": 100,
    "千": 1000,
    "万": 10**4,
    "十万": 10**5,
    "百万": 10**6,
    "千万": 10**7,
    "万万": 10**8,
    "百万万": 10**10,
    "亿": 10**8,
}
_PARTS_HEAD = lazy_regex(r"[百千万十亿]{1,3} {0,2}分 {0,2}之 {0,4}(-|负)?")


def read_parts_per(source: QuantityText, seed: int) -> Numeral | None:
    """百分之五点二五, 千分之三 as a numeral; its unit is told by ``parts_unit``. None elsewhere."""
    match = _PARTS_HEAD.match(source.norm, seed)
    if match is None or (source.norm[seed - 1 : seed] in tuple("零一二两三四五六七八九十百千万0123456789") and seed):
        return None
    size = _PART_SIZES.get(match[0].split("分")[0].strip())
    if size is None or match.end() >= len(source.norm):
        return None
    if source.norm.startswith("百", match.end()) and size == 100:
        number = Numeral(Decimal(100), Decimal(100), Decimal(1), seed, match.end() + 1)
    else:
        inner = _read_inner(source, match.end())
        if inner is None:
            return None
        number = inner
    sign = -1 if match[1] else 1
    return number._replace(low=sign * number.low, high=sign * number.high, start=seed, plain=False)


def _read_inner(source: QuantityText, position: int) -> Numeral | None:
    sign = source.norm[position]
    if sign.isdigit():
        number = _read_digits(source, position, position)
        if number is None:
            return None
        scale, end = read_scale(source, number, is_money=True)
        return number._replace(low=number.low * scale, high=number.high * scale, step=number.step * scale, end=end)
    return chinese_numerals.read_chinese(source.norm, position) if sign in chinese_numerals.STARTS else None


def parts_unit(source: QuantityText, start: int) -> units.Unit | None:
    """The unit of a number that begins as 百分之 or 千分之 (万分之三 is 0.03 %), else None."""
    match = _PARTS_HEAD.match(source.norm, start)
    size = None if match is None else _PART_SIZES.get(match[0].split("分")[0].strip())
    if size is None:
        return None
    if size == 1000:
        return units.PER_MILLE
    return units.PERCENT if size == 100 else units.Unit("%", QuantityKind.PERCENT, Decimal(100) / size)
