"""Figures in a node's unit, and as plain decimal text."""

from decimal import Decimal

from verification.core.evidence import Quantity
from verification.core.quantities import currencies, units
from verification.core.quantities.numerals import EXACT
from verification.core.vocabulary import QuantityKind

_IN_PERCENT = {"%": Decimal(1), "‰": Decimal("0.1"), "bp": Decimal("0.01")}
_IN_POINTS = {"pp": Decimal(1), "bp": Decimal("0.01")}
_COUNTING = frozenset(
    ("people", "persons", "person", "人", "名", "家", "个", "companies", "jobs", "points", "点", "times", "倍", "units", "辆", "台", "套")
)


def convert(quantity: Quantity, unit: str | None) -> tuple[Decimal, Decimal] | None:
    """The two ends of ``quantity`` in ``unit``, or None where it does not fit.

    Percent, per mille and basis points convert into each other (525 bp are 5.25 %), percentage points and basis points likewise;
    percentage points are never percent. Money fits only its own currency. Without a unit any kind fits, as written.
    """
    if unit is None or not unit.strip():
        return quantity.low, quantity.high
    own = quantity.unit
    if own == unit:
        return quantity.low, quantity.high
    wanted = unit_name(unit)
    if wanted == own or (wanted is None and own is None and quantity.kind == QuantityKind.NUMBER):
        return quantity.low, quantity.high
    for family in (_IN_PERCENT, _IN_POINTS):
        if own in family and wanted in family:
            factor = EXACT.divide(family[own], family[wanted])
            return EXACT.multiply(quantity.low, factor), EXACT.multiply(quantity.high, factor)
    return None


def unit_name(unit: str) -> str | None:
    """The public name of a unit as people write it ("percent", "桶", "美元", "usd"); None for a counting word or an unknown one."""
    stripped = unit.strip()
    if stripped in ("%", "‰", "bp", "pp"):
        return stripped
    if stripped.upper() in currencies.CODES:
        return stripped.upper()
    low = stripped.lower()
    if low in _COUNTING:
        return None
    if stripped in ("$", "¥", "￥") or stripped in currencies.SIGNS:
        return currencies.SIGNS.get(stripped, "CNY")
    found = units.ENGLISH.get(low) or units.CHINESE.get(stripped)
    return found.name if found is not None else None


def number_text(low: Decimal, high: Decimal) -> str:
    """A plain decimal string without exponent or needless zeros; "3.5..3.75" for a range."""
    return _decimal_text(low) if low == high else f"{_decimal_text(low)}..{_decimal_text(high)}"


def _decimal_text(value: Decimal) -> str:
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
