"""Series and tables as publishers' own lists have them: found by words, and made into a row like those of the catalogue.

A table (a cube of SDMX, an indicator of all countries) becomes a series where a person names one code of each of its dimensions.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypeVar

from verification.core.language.script import to_simplified
from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Period
from verification.core.series.catalogue import NONE, Adjustment, Frequency, SeriesEntry, Transform
from verification.core.series.observations import end_of
from verification.core.series.units import read_unit
from verification.core.vocabulary import NodeKind

MOST_WORDS = 200
MOST_CODE = 120
MOST_KEY = 60
MOST_TITLE = 300
_PLAIN_CODE = lazy_regex(r"[A-Za-z0-9]+")
_OTHER_SIGNS = lazy_regex(r"[^a-z0-9]+")
# By when the figure of a period is out at the latest in most offices, where the publisher does not say when the last one came.
_LAGS = {Frequency.DAY: 7, Frequency.WEEK: 14, Frequency.MONTH: 60, Frequency.QUARTER: 120, Frequency.YEAR: 400}
_BASES = {Frequency.MONTH: "mom", Frequency.QUARTER: "qoq"}


RowT = TypeVar("RowT", "FoundSeries", "FoundTable")


@dataclass(frozen=True, slots=True)
class FoundSeries:
    """One series as its publisher describes it. ``unit`` is in the publisher's words; ``last`` its newest period, where it is told.

    ``published_on``: when that was last changed. ``is_revised``: whether a published figure may still change.
    """

    provider: str
    code: str
    title: str
    frequency: Frequency
    unit: str
    url: str
    adjustment: Adjustment = Adjustment.NONE
    last: Period | None = None
    published_on: date | None = None
    is_revised: bool = True


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table of a publisher that holds many series; ``code`` is what the publisher calls it."""

    provider: str
    code: str
    title: str


@dataclass(frozen=True, slots=True)
class SeriesListing:
    """What a publisher lists. ``total``: how many it has for the words, where that is more than are here."""

    series: tuple[FoundSeries, ...] = ()
    tables: tuple[FoundTable, ...] = ()
    total: int = 0
    calls: int = 1


@dataclass(frozen=True, slots=True)
class DimensionCode:
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Dimension:
    """One dimension of a table with the codes of which a series has one."""

    name: str
    title: str
    codes: tuple[DimensionCode, ...]


@dataclass(frozen=True, slots=True)
class TableOutline:
    """The dimensions of a table in the order of its keys. ``units``: names of the codes of what tells a unit, though it is no dimension."""

    table: FoundTable
    dimensions: tuple[Dimension, ...]
    units: Mapping[str, str]
    calls: int = 1


def match_listing(listing: SeriesListing, words: str, *, limit: int, page: int = 1) -> SeriesListing:
    """A page of what holds every one of ``words`` in title or code, of a whole listing; titles of few other words first."""
    wanted = fold_words(words).split()
    series = _matching(listing.series, wanted)
    tables = _matching(listing.tables, wanted)
    first, last = (page - 1) * limit, page * limit
    shown = tables[max(0, first - len(series)) : max(0, last - len(series))]
    return replace(listing, series=series[first:last], tables=shown, total=len(series) + len(tables))


def _matching(rows: Iterable[RowT], wanted: list[str]) -> tuple[RowT, ...]:
    texts = [(row, fold_words(f"{row.title} {row.code}")) for row in rows]
    found = [(row, text) for row, text in texts if all(word in text for word in wanted)]
    return tuple(row for row, text in sorted(found, key=lambda one: (_missing(one[1], wanted), len(one[1]), one[0].code)))


def _missing(text: str, wanted: list[str]) -> int:
    """How many of the words are only a part of a longer one."""
    words = set(re.findall(r"\w+", text))
    return sum(word not in words for word in wanted)


def fold_words(text: str) -> str:
    """As words are compared: simplified, in one width, without case."""
    return fold(to_simplified(text)).lower()


def make_key(provider: str, code: str, transform: Transform) -> str:
    """The key of a row that is made of a publisher's series: readable, and never the same for two."""
    end = "" if transform is Transform.LEVEL else f"-{transform.value.replace('_', '-')}"
    plain = _OTHER_SIGNS.sub("-", code.lower()).strip("-")
    if not _PLAIN_CODE.fullmatch(code) or len(f"{provider}-{plain}{end}") > MOST_KEY:
        end = f"-{hashlib.sha256(code.encode()).hexdigest()[:8]}{end}"
    return f"{provider}-{plain}"[: MOST_KEY - len(end)].rstrip("-") + end


def make_entry(found: FoundSeries, transform: Transform) -> SeriesEntry:
    """The row that makes ``transform`` of a found series, in the unit that follows."""
    measure = read_unit(found.unit)
    is_share = transform in (Transform.CHANGE_PERCENT, Transform.YEAR_PERCENT)
    return SeriesEntry(
        key=make_key(found.provider, found.code, transform),
        provider=found.provider,
        code=found.code,
        place=NONE,
        is_place_implied=False,
        measure=NONE,
        qualifiers=frozenset(),
        marks=(),
        basis=_basis_of(found.frequency, transform),
        kind=NodeKind.PERCENT if is_share else measure.kind,
        unit="%" if is_share else measure.unit,
        factor=Decimal(1) if is_share else measure.factor,
        frequency=found.frequency,
        adjustment=found.adjustment,
        transform=transform,
        places=1 if is_share else None,
        lag_days=_lag_of(found),
        is_revised=found.is_revised,
        title_en=found.title,
        title_zh=found.title,
        url=found.url,
    )


def list_entries(found: FoundSeries) -> tuple[SeriesEntry, ...]:
    """Every row that can be made of a series: a percentage has changes, but no changes in percent."""
    is_percent = read_unit(found.unit).kind == NodeKind.PERCENT
    made = (Transform.LEVEL,) if is_percent else tuple(Transform)
    return tuple(make_entry(found, transform) for transform in made)


def _basis_of(frequency: Frequency, transform: Transform) -> str:
    if transform in (Transform.YEAR_CHANGE, Transform.YEAR_PERCENT):
        return "yoy"
    return NONE if transform is Transform.LEVEL else _BASES.get(frequency, NONE)


def _lag_of(found: FoundSeries) -> int:
    """Days from the end of a period to its figure, by how long the last one took; never more than most offices take."""
    most = _LAGS[found.frequency]
    if found.last is None or found.published_on is None:
        return most if found.is_revised else 0
    return min(max((found.published_on - end_of(found.last)).days, 0), most)
