"""The catalogue of official series, as it lies beside the code (``data/catalogue.tsv``): what each measures and where it is published."""

from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.language.texts import fold
from verification.core.vocabulary import NodeKind

NONE = "-"


class Frequency(StrEnum):
    DAY = "D"
    WEEK = "W"
    MONTH = "M"
    QUARTER = "Q"
    YEAR = "A"


class Adjustment(StrEnum):
    """Whether the seasons are taken out; ``NONE`` where there is nothing to take out."""

    ADJUSTED = "sa"
    UNADJUSTED = "nsa"
    NONE = "-"


class Transform(StrEnum):
    """What is made of the published figures. The previous one is that of the period before; a year's is that of the same period then."""

    LEVEL = "level"
    CHANGE = "change"
    CHANGE_PERCENT = "change_percent"
    YEAR_CHANGE = "year_change"
    YEAR_PERCENT = "year_percent"


class SeriesEntry(NamedTuple):
    """One row. ``code`` is what its provider calls the series; ``place`` the territory of CLDR, "-" where it has none;
    ``is_place_implied``: a name may leave it out, for what is measured is of that place alone.

    ``measure`` is a row of ``measures.tsv``, "-" where ``marks`` alone tell it; ``marks``: writings of which a name has to hold one for
    each group. ``basis`` is that of a change (yoy, qoq, mom, annualized), "-" for a level. ``factor`` times the published figure is the
    figure in ``unit``; ``places``: the decimals to which the authority rounds it, None for none. ``lag_days`` from the end of a period to
    its usual release. ``is_revised``: whether a published figure may still change.
    """

    key: str
    provider: str
    code: str
    place: str
    is_place_implied: bool
    measure: str
    qualifiers: frozenset[str]
    marks: tuple[tuple[str, ...], ...]
    basis: str
    kind: NodeKind
    unit: str
    factor: Decimal
    frequency: Frequency
    adjustment: Adjustment
    transform: Transform
    places: int | None
    lag_days: int
    is_revised: bool
    title_en: str
    title_zh: str
    url: str

    def title(self, lang: str) -> str:
        return self.title_zh if lang.startswith("zh") else self.title_en


@cache
def all_series() -> dict[str, SeriesEntry]:
    """Every series by its key, in the order of the table: of alike ones the first is the one usually meant."""
    return {entry.key: entry for entry in map(_entry, read_rows("series", "catalogue"))}


def find_series(key: str) -> SeriesEntry | None:
    return all_series().get(key)


def search_series(words: str, *, limit: int = 20) -> tuple[SeriesEntry, ...]:
    """The series that hold every one of ``words`` in key, code, titles or marks, in the order of the table."""
    wanted = _folded(words).split()
    if not wanted:
        return ()
    return tuple(entry for entry in all_series().values() if all(word in _text_of(entry.key) for word in wanted))[:limit]


@cache
def _text_of(key: str) -> str:
    entry = all_series()[key]
    marks = " ".join(mark for group in entry.marks for mark in group)
    return _folded(" ".join((entry.key, entry.provider, entry.code, entry.title_en, entry.title_zh, marks)))


def _folded(text: str) -> str:
    return fold(to_simplified(text)).lower()


def _entry(row: tuple[str, ...]) -> SeriesEntry:
    key, provider, code, place, measure, qualifiers, marks, basis = row[:8]
    kind, unit, factor, frequency, adjustment, transform, places, lag, revised, title_en, title_zh, url, _reason = row[8:]
    return SeriesEntry(
        key=key,
        provider=provider,
        code=code,
        place=place.removesuffix("?"),
        is_place_implied=place.endswith("?"),
        measure=measure,
        qualifiers=frozenset(qualifiers.split("; ")) - {NONE},
        marks=() if marks == NONE else tuple(tuple(group.split("; ")) for group in marks.split(" & ")),
        basis=basis,
        kind=NodeKind(kind),
        unit="" if unit == NONE else unit,
        factor=Decimal(factor),
        frequency=Frequency(frequency),
        adjustment=Adjustment(adjustment),
        transform=Transform(transform),
        places=None if places == NONE else int(places),
        lag_days=int(lag),
        is_revised=revised == "yes",
        title_en=title_en,
        title_zh=title_zh,
        url=url,
    )
