"""One figure with its sign, scale and unit at a place of the text, before anything is asked about its surroundings."""

from decimal import Decimal
from typing import NamedTuple

from verification.core.patterns import lazy_regex
from verification.core.quantities import units
from verification.core.quantities.numbers import read_number, read_scale, read_scale_behind
from verification.core.quantities.numerals import EXACT, Numeral
from verification.core.quantities.prefixes import Prefix, read_prefix
from verification.core.quantities.rests import read_half_counter, read_rest
from verification.core.quantities.source import QuantityText
from verification.core.quantities.unit_contexts import read_unit_in_context
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


_MORE = "多余来几"
_DEGREES = frozenset(("degree", "degree Celsius", "degree Fahrenheit"))
_BELOW_ZERO = lazy_regex(r" below zero(?![a-z])")
_HALF = Decimal("0.5")
_MORE_THAN = lazy_regex(r"\+(?! ?[\d(])")


def read_piece(source: QuantityText, seed: int, floor: int) -> FigurePiece | None:
    """The figure whose number starts at ``seed``; None where there is none. Nothing before ``floor`` belongs to it."""
    number = read_number(source, seed, floor)
    if number is None:
        return None
    prefix = read_prefix(source, number.start, floor)
    bracketed = _read_bracketed(source, number, prefix, floor)
    if bracketed is not None:
        return bracketed
    scale, end = read_scale_behind(source, number, is_money=prefix.code is not None)
    if half := read_half_counter(source, end):
        number, end = number._replace(low=_further(number.low, _HALF), high=_further(number.high, _HALF)), half
    if _is_more(source, end):
        number, end = number._replace(over=True), end + 1
    unit = units.money(prefix.code) if prefix.code else None
    found = read_unit_in_context(source, number, prefix.start, end)
    if found is not None and (unit is None or _repeats(unit, found[0])):
        unit = found[0] if unit is None or found[0].factor != 1 else unit
        if unit is units.PERCENT and source.is_chinese and source.low.startswith("pct", end):
            unit = units.POINTS  # Chinese reports write pct for percentage points
        end = found[1]
        if scale == 1 and unit.kind == QuantityKind.CURRENCY:
            scale, end = _read_late_scale(source, number, end)
    if unit is not None and unit.name in _DEGREES and not prefix.is_negative and (below := _BELOW_ZERO.match(source.low, end)):
        prefix, end = prefix._replace(is_negative=True), below.end()
    piece = _build(number, prefix, end, scale, unit)
    return piece if unit is None else _with_rest(source, piece, unit)


def _read_late_scale(source: QuantityText, number: Numeral, end: int) -> tuple[Decimal, int]:
    """The scale word behind a currency ("75 USD million"); a single letter there is none."""
    scale, later = read_scale(source, number._replace(end=end), is_money=True)
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
    scale, end = read_scale(source, number._replace(end=number.end + 1), is_money=True)
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
