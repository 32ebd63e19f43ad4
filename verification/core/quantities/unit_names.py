"""Every form that names a unit behind a number, in English and Chinese: percentages, money, and the physical units of CLDR and our own."""

from decimal import Decimal
from typing import NamedTuple

from verification.core.language.tables import read_rows
from verification.core.quantities import currencies
from verification.core.vocabulary import QuantityKind


class Unit(NamedTuple):
    """A unit by its public name. ``factor`` turns the written number into it (5 cents are 0.05 USD, 两成 is 20 %)."""

    name: str
    kind: QuantityKind
    factor: Decimal = Decimal(1)


PERCENT = Unit("%", QuantityKind.PERCENT)
PER_MILLE = Unit("‰", QuantityKind.PERCENT)
POINTS = Unit("pp", QuantityKind.PERCENT)
BASIS_POINTS = Unit("bp", QuantityKind.PERCENT)
TENTHS = Unit("%", QuantityKind.PERCENT, Decimal(10))
CENT = Decimal("0.01")

_PERCENT = {
    PERCENT: "percent|percents|percentage|per cent|pct|pct.",
    POINTS: "percentage point|percentage points|pcts|ppt|ppts|pp|pps|percent point|percent points|pctg points",
    BASIS_POINTS: "basis point|basis points|bp|bps|bips",
    PER_MILLE: "per mille|per mil|permille",
}
_PERCENT_CHINESE = {POINTS: "个百分点|百分点|个百份点|个pct|个pcts", BASIS_POINTS: "个基点|基点|个bp|个bps"}
_EVERY = "*"
_FIRST_HAN = "\u4e00"

Forms = dict[str, Unit]


def money(code: str, factor: Decimal = Decimal(1)) -> Unit:
    """The currency, or a part of it where ``factor`` says so."""
    return Unit(code, QuantityKind.CURRENCY, factor)


def physical(name: str) -> Unit:
    return Unit(name, QuantityKind.DIMENSION)


def _physical_forms() -> tuple[Forms, Forms]:
    """CLDR's forms but those read as something else, then our own. A form of several units is that of the first by name."""
    unread = {(unit, form) for unit, form, _ in read_rows("quantities", "unit_unread")}
    english: Forms = {}
    chinese: Forms = {}
    for name, _, lang, _, form in read_rows("quantities", "units"):
        if (name, _EVERY) in unread or (name, form) in unread or (len(form) == 1 and form.isascii()):
            continue
        if lang == "en":
            english.setdefault(form.lower(), physical(name))
        elif form[0] >= _FIRST_HAN:  # beside Chinese words CLDR has the international abbreviations
            chinese.setdefault(form, physical(name))
    for name, form, lang, _ in read_rows("quantities", "unit_names"):
        (english if lang == "en" else chinese)[form] = physical(name)
    return english, chinese


def _forms() -> tuple[Forms, Forms]:
    english, chinese = _physical_forms()
    english |= {name: money(code) for name, code in currencies.ENGLISH.items()}
    for name, code in currencies.MINOR.items():
        english[name] = english[f"{name}s"] = money(code, CENT)
    chinese |= {name: money(code) for name, code in currencies.CHINESE.items()}
    chinese |= {name: money(code, share) for name, (code, share) in currencies.CHINESE_MINOR_ALONE.items()}
    english |= {form: unit for unit, forms in _PERCENT.items() for form in forms.split("|")}
    chinese |= {form: unit for unit, forms in _PERCENT_CHINESE.items() for form in forms.split("|")}
    return english, chinese


ENGLISH, CHINESE = _forms()
