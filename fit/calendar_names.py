"""Names of months, weekdays and quarters from CLDR."""

from collections.abc import Iterator

from babel import Locale
from babel.core import get_cldr_version

from fit.tables import Table, distinct

SOURCE = f"Unicode CLDR {get_cldr_version()} through Babel"
LICENCE = "Unicode-3.0"
# British and Australian English abbreviate September with four letters; Hong Kong and Taiwan write 週 for 周.
_LOCALES = {"en": ("en", "en_GB", "en_AU", "en_CA"), "zh": ("zh_Hans", "zh_Hant")}
_KINDS = ("months", "days", "quarters")
_WIDTHS = {"wide": "full", "abbreviated": "short"}


def _names() -> Iterator[tuple[str, ...]]:
    for lang, locales in _LOCALES.items():
        for locale in map(Locale.parse, locales):
            for kind in _KINDS:
                for context in ("format", "stand-alone"):
                    yield from _of(locale, lang, kind, context)


def _of(locale: Locale, lang: str, kind: str, context: str) -> Iterator[tuple[str, ...]]:
    for width, said in _WIDTHS.items():
        for number, name in getattr(locale, kind)[context][width].items():
            # Babel counts weekdays from Monday, 0; ISO 8601 counts them from 1.
            yield kind[:-1] if kind != "days" else "weekday", str(number + 1 if kind == "days" else number), lang, said, name.rstrip(".")


def calendar() -> Table:
    return Table("periods", "calendar", ("kind", "number", "lang", "width", "name"), (SOURCE,), LICENCE, distinct(_names()))
