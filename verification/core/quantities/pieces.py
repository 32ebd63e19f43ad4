"""One figure with its sign, scale and unit at a place of the text, before anything is asked about its surroundings."""

import re
from decimal import Decimal
from typing import NamedTuple

from verification.core.quantities import chinese_numerals, currencies, number_words, numerals, units
from verification.core.quantities.numerals import EXACT, VULGAR, Numeral
from verification.core.quantities.prefixes import Prefix, read_prefix
from verification.core.quantities.rests import read_half_counter, read_rest
from verification.core.quantities.source import QuantityText
from verification.core.vocabulary import QuantityKind


class FigurePiece(NamedTuple):
    """A figure at ``start:end``, not yet judged; ``prefixed`` by a currency, ``scaled`` by a scale word, ``over`` by 多 or a plus."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    step: Decimal
    unit: units.Unit | None
    number: Numeral
    prefixed: bool = False
    scaled: bool = False
    over: bool = False


_SCALE = re.compile(
    r"(?:[ \u00a0]{0,2}|-)(hundred|thousand|million|billion|trillion|quadrillion|mn|mln|mio|bn|bln|mrd|tn|trn|trln|lakh|lkh|crore|cr"
    r"|dozen|doz)s?(?![a-z0-9])"
    r"|[ \u00a0]?([kmbtgw])(?![a-z0-9])"
)
_SHORT = {
    "mn": 10**6, "mln": 10**6, "mio": 10**6, "bn": 10**9, "bln": 10**9, "mrd": 10**9, "tn": 10**12, "trn": 10**12, "trln": 10**12,
    "cr": 10**7,
    "k": 1000, "m": 10**6, "b": 10**9, "t": 10**12, "g": 10**9, "w": 10**4,
}  # fmt: skip
_MORE = "多余来几"
_PART_POINT = re.compile(r"[- ](?:of a )?(?:percentage[- ])?point(?![a-z])")
_HALF = Decimal("0.5")
_OF_A = re.compile(r" (?:of )?an?(?= )")
_DOZEN = re.compile(r"打(?=$|[^\w]|[鸡苹啤毛袜铅玫])")
_MORE_THAN = re.compile(r"\+(?! ?[\d(])")
_COUNTED = re.compile(r" (?:people|[a-z]{3,}s|bpd|b/d|yen|yuan|won|baht|ringgit|rand|usd|eur|rmb|tonne|ton|barrel)(?![a-z])")


def read_piece(source: QuantityText, seed: int, floor: int) -> FigurePiece | None:
    """The figure whose number starts at ``seed``; None where there is none. Nothing before ``floor`` belongs to it."""
    number = _read_number(source, seed, floor)
    if number is None:
        return None
    prefix = read_prefix(source, number.start, floor)
    bracketed = _read_bracketed(source, number, prefix, floor)
    if bracketed is not None:
        return bracketed
    scale, end = Decimal(1), number.end
    if source.low[end - 1].isdigit() or source.low[end - 1] in VULGAR:
        scale, end = _read_scale(source, number, is_money=prefix.code is not None)
    if half := read_half_counter(source, end):
        number, end = number._replace(low=_further(number.low, _HALF), high=_further(number.high, _HALF)), half
    if _is_more(source, end):
        number, end = number._replace(over=True), end + 1
    unit = units.money(prefix.code) if prefix.code else None
    found = units.read_unit(source.norm, source.low, end) or _read_distant_unit(source, number, end)
    if found is not None and (unit is None or _repeats(unit, found[0])):
        unit = found[0] if unit is None or found[0].factor != 1 else unit
        if unit is units.PERCENT and source.is_chinese and source.low.startswith("pct", end):
            unit = units.POINTS  # Chinese reports write pct for percentage points
        end = found[1]
        if scale == 1 and unit.kind == QuantityKind.CURRENCY:
            scale, end = _read_late_scale(source, number, end)
    piece = _build(number, prefix, end, scale, unit)
    return piece if unit is None else _with_rest(source, piece, unit)


def _read_distant_unit(source: QuantityText, number: Numeral, end: int) -> tuple[units.Unit, int] | None:
    """The unit behind words that belong to the number: half a percent, a quarter-point, 五毛 as the whole text."""
    last = source.low[end - 1]
    if (
        last in "frs"
        and (part := _PART_POINT.match(source.low, end))
        and source.low[number.start : end].endswith(("half", "quarter", "quarters"))
    ):
        return units.POINTS, part.end()
    if last.isascii() and last.isalpha() and not number.step and (article := _OF_A.match(source.low, end)):
        return units.read_unit(source.norm, source.low, article.end())
    return _read_lone_minor(source, number, end)


def _read_lone_minor(source: QuantityText, number: Numeral, end: int) -> tuple[units.Unit, int] | None:
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


def _read_late_scale(source: QuantityText, number: Numeral, end: int) -> tuple[Decimal, int]:
    """The scale word behind a currency ("75 USD million"); a single letter there is none."""
    scale, later = _read_scale(source, number._replace(end=end), is_money=True)
    return (scale, later) if later - end > 2 else (Decimal(1), end)


def _is_more(source: QuantityText, end: int) -> bool:
    """Whether 多 or 余 before a unit, or a plus, makes the number a lower bound: 3000多欧元, 140+ days."""
    following = source.norm[end : end + 1]
    if following == "+":
        return _MORE_THAN.match(source.norm, end) is not None
    return bool(following) and following in _MORE and units.read_unit(source.norm, source.low, end + 1) is not None


def _read_bracketed(source: QuantityText, number: Numeral, prefix: Prefix, floor: int) -> FigurePiece | None:
    """An accounting negative: (3.2)%, $(1,234), ($5.1) million; brackets round a whole figure with its unit are none."""
    if (
        prefix.is_negative
        or prefix.start <= floor
        or source.norm[prefix.start - 1] != "("
        or source.norm[number.end : number.end + 1] != ")"
    ):
        return None
    outer = read_prefix(source, prefix.start - 1, floor)
    scale, end = _read_scale(source, number._replace(end=number.end + 1), is_money=True)
    found = units.read_unit(source.norm, source.low, end)
    code = prefix.code or outer.code
    unit = units.money(code) if code else None
    if unit is None and found is not None and (found[0].kind == QuantityKind.PERCENT or scale != 1):
        unit, end = found
    if unit is None or (outer.code is None and scale == 1 and unit.kind != QuantityKind.PERCENT):
        return None
    start = outer.start if outer.code else prefix.start - 1
    return _build(number, Prefix(start, True, code), end, scale, unit)


def _with_rest(source: QuantityText, piece: FigurePiece, unit: units.Unit) -> FigurePiece:
    is_whole = not piece.scaled and piece.number.low == piece.number.low.to_integral_value()
    rest = read_rest(source, unit, piece.end, is_whole=is_whole)
    return piece if rest is None else piece._replace(low=_further(piece.low, rest[0]), high=_further(piece.high, rest[0]), end=rest[1])


def _build(number: Numeral, prefix: Prefix, end: int, scale: Decimal, unit: units.Unit | None) -> FigurePiece:
    factor = scale if unit is None or unit.factor == 1 else EXACT.multiply(scale, unit.factor)
    low, high, step = number.low, number.high, number.step
    if factor != 1:
        low, high, step = EXACT.multiply(low, factor), EXACT.multiply(high, factor), EXACT.multiply(step, factor)
    if prefix.is_negative:
        low, high = -high, -low
    return FigurePiece(prefix.start, end, low, high, step, unit, number, prefix.code is not None, scale != 1, number.over)


def _further(value: Decimal, rest: Decimal) -> Decimal:
    return EXACT.subtract(value, rest) if value < 0 else EXACT.add(value, rest)


def _repeats(unit: units.Unit, other: units.Unit) -> bool:
    """Whether a unit behind the number only repeats or corrects the sign before it: 港币两千元, $50 USD, C$5 dollars."""
    return (
        other.kind == QuantityKind.CURRENCY
        and (other.name == unit.name or unit.name == "USD" or other.name in ("CNY", "USD"))
        and other.factor == 1
    )


def _read_number(source: QuantityText, seed: int, floor: int) -> Numeral | None:
    sign = source.low[seed]
    if sign.isdigit():
        return _read_digits(source, seed, floor)
    if sign in VULGAR:
        return numerals.read_vulgar(source.low, seed)
    if sign.isascii():
        return number_words.read_words(source.low, seed)
    if part := read_parts_per(source, seed):
        return part
    number = chinese_numerals.read_chinese(source.norm, seed)
    return None if number is None else _in_dozens(source, _without_unit_sign(source, number))


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


def _read_scale(source: QuantityText, number: Numeral, *, is_money: bool) -> tuple[Decimal, int]:
    """The scale word or letter behind a number, and its end."""
    scale, end = Decimal(1), number.end
    for _ in range(2):
        match = _SCALE.match(source.low, end)
        if match is None:
            break
        word = match[1]
        if word is None:
            if scale != 1 or not _is_letter_scale(source, number, match, is_money=is_money):
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
_PARTS_HEAD = re.compile(r"[百千万十亿]{1,3} {0,2}分 {0,2}之 {0,4}(-|负)?")


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
        scale, end = _read_scale(source, number, is_money=True)
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
