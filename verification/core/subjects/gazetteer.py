"""Names of places in English and Chinese: territories, regions, subdivisions, cities, their people."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from verification.core.language.tables import read_rows


class Place(NamedTuple):
    """One name of a place.

    ``kind`` is region, territory, subdivision, city, capital, demonym (Peruvian), code (PER) or short (one Chinese sign, 美). ``code`` is
    that of CLDR for a region or territory (150, PE), of ISO 3166-2 for a subdivision (US-CA), and PE/Lima for a city; ``within`` is the
    territory around it, or empty.
    """

    name: str
    lang: str
    kind: str
    code: str
    within: str


Names = dict[str, tuple[Place, ...]]


@cache
def _tables() -> tuple[Names, Names]:
    """The places by name and by code."""
    places = [Place(*row[:5]) for name in ("places", "place_aliases") for row in read_rows("subjects", name)]
    by_name: dict[str, list[Place]] = {}
    by_code: dict[str, list[Place]] = {}
    for place in places:
        by_name.setdefault(place.name, []).append(place)
        by_code.setdefault(place.code, []).append(place)
    return {name: tuple(found) for name, found in by_name.items()}, {code: tuple(found) for code, found in by_code.items()}


def all_places() -> Iterator[Place]:
    """Every name of every place."""
    return chain.from_iterable(_tables()[0].values())


def places_named(name: str) -> tuple[Place, ...]:
    """What ``name`` may stand for, in its exact writing (simplified where it is Chinese): Georgia is a territory and a state."""
    return _tables()[0].get(name, ())


def names_of(code: str) -> tuple[Place, ...]:
    """Every name of the place, in both languages."""
    return _tables()[1].get(code, ())


def territory_of(code: str) -> str:
    """The territory that a code lies in: PE for PE/Lima, PE-LIM and PE itself; empty for a region of the world."""
    head = code.replace("/", "-").partition("-")[0]
    return head if head.isalpha() else ""
