"""Names and signs of currencies, and forms of units, from CLDR."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from unicodedata import category

from babel import Locale
from babel.core import get_global
from babel.localedata import LocaleDataDict, locale_identifiers

from fit.calendar_names import LICENCE, SOURCE
from fit.tables import Table, distinct
from fit.words import COMMON, zipf
from fit.words import SOURCE as FREQUENCY

# The euro's forerunners are still written about; what went before them is not.
_REMEMBERED = date(1999, 1, 1)
_LONGEST_SIGN = 4
_PLURALS = {"one": "singular", "other": "plural"}


@cache
def _tender() -> dict[str, bool]:
    """The currencies that are legal tender somewhere (True), or were after 1998 (False)."""
    found: dict[str, bool] = {}
    for spans in get_global("territory_currencies").values():
        for code, _, end, is_tender in spans:
            if is_tender and (end is None or date(*end) >= _REMEMBERED):
                found[code] = found.get(code, False) or end is None
    return found


def _currency_names() -> Iterator[tuple[str, ...]]:
    english, chinese = Locale.parse("en"), Locale.parse("zh_Hans")
    for code, is_current in _tender().items():
        status = "current" if is_current else "former"
        for plural, form in _PLURALS.items():
            if name := english._data["currency_names_plural"].get(code, {}).get(plural):
                yield code, status, "en", form, name
        if (name := chinese.currencies.get(code)) and "(" not in name and "（" not in name:
            yield code, status, "zh", "name", name


def _short_names() -> Iterator[tuple[str, ...]]:
    """Last words of English names that one current currency alone has: baht. Common words (real, gold) and units (dram) are none."""
    owners: dict[str, set[str]] = {}
    for code, status, lang, _, name in _currency_names():
        if lang == "en" and status == "current":
            owners.setdefault(name.split(" ")[-1].lower(), set()).add(code)
    units = {form for *_, form in _unit_forms()}
    for word, codes in owners.items():
        if len(codes) == 1 and word not in units and zipf("en").get(word, 0) < COMMON:
            yield (*codes, "current", "en", "short", word)


def _currency_signs() -> Iterator[tuple[str, ...]]:
    """Signs with a character for money in them, as any locale writes them. One sign may stand for several currencies."""
    for identifier in sorted(locale_identifiers()):
        for code, sign in Locale.parse(identifier).currency_symbols.items():
            is_sign = any(category(letter) == "Sc" for letter in sign) and all(category(letter) in ("Sc", "Lu", "Ll") for letter in sign)
            if is_sign and code in _tender() and len(sign) <= _LONGEST_SIGN:
                yield code, "current" if _tender()[code] else "former", "mul", "sign", sign


def _unit_forms() -> Iterator[tuple[str, ...]]:
    english = Locale.parse("en")._data["unit_patterns"]
    for key in sorted(english):
        widths = [english[key].get(width, {}) for width in ("long", "short")]
        unit = next((widths_of["one"].replace("{0}", "").strip() for widths_of in widths if "one" in widths_of), None)
        if unit is None:
            continue  # a multiple that is no unit of its own
        for lang, names in (("en", ("en", "en_GB")), ("zh", ("zh_Hans",))):
            for name in names:
                forms = _forms_of(Locale.parse(name)._data, key)
                yield from ((unit, key.partition("-")[0], lang, width, form) for width, form in forms)


def _forms_of(data: LocaleDataDict, key: str) -> Iterator[tuple[str, str]]:
    """What stands behind a number, and the unit's name where the number stands inside (每小时{0}公里)."""
    for width in ("long", "short"):
        for plural in _PLURALS:
            pattern = data["unit_patterns"].get(key, {}).get(width, {}).get(plural, "")
            if pattern.startswith("{0}"):
                yield width, pattern.removeprefix("{0}").strip()
        name = data["unit_display_names"].get(key, {}).get(width)
        if name:
            yield width, name


def tables() -> list[Table]:
    currencies = distinct([*_currency_names(), *_short_names(), *_currency_signs()])
    units = distinct(row for row in _unit_forms() if row[-1])
    return [
        Table(
            "quantities",
            "currencies",
            ("code", "status", "lang", "form", "name"),
            (SOURCE, f"short names filtered by {FREQUENCY}"),
            LICENCE,
            currencies,
        ),
        Table("quantities", "units", ("unit", "kind", "lang", "width", "form"), (SOURCE,), LICENCE, units),
    ]
