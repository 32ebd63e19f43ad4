"""The names that are known in English and Chinese: places from open data; institutions, companies, indices, goods and currencies.

A name may stand for several things (Georgia) and a thing has many names (美联储, Fed).
"""

from functools import cache
from typing import NamedTuple

from verification.core.language.tables import read_rows
from verification.core.subjects.gazetteer import all_places

WORLD = "001"


class Entity(NamedTuple):
    """A thing with a name: ``kind`` is place, currency or a kind of ``names.tsv``.

    ``within`` is the code of the whole it is a part of (a city's territory, a company's parent), or of the place that an institution speaks
    for; or empty.
    """

    code: str
    kind: str
    within: str


class Name(NamedTuple):
    """One writing of an entity. ``form`` tells what kind of name it is: name, ticker, code (PER), demonym or short (one Chinese sign)."""

    text: str
    lang: str
    form: str
    entity: Entity


class Entry(NamedTuple):
    """A row of ``names.tsv``: its writings, in each language the usual one first."""

    entity: Entity
    chinese: tuple[str, ...]
    english: tuple[str, ...]
    tickers: tuple[str, ...]


@cache
def entries() -> tuple[Entry, ...]:
    """Every row of ``names.tsv`` in its order, measures among them. An entity's code is its first English name."""
    found = []
    for kind, within, *cells, _ in read_rows("subjects", "names"):
        chinese, english, tickers = (tuple(cell.split("; ")) if cell else () for cell in cells)
        found.append(Entry(Entity(english[0], kind, within), chinese, english, tickers))
    return tuple(found)


@cache
def _by_code() -> dict[str, Entry]:
    return {entry.entity.code: entry for entry in entries()}


def entry_of(code: str) -> Entry | None:
    """The row of ``names.tsv`` whose code it is."""
    return _by_code().get(code)


@cache
def known_names() -> tuple[Name, ...]:
    """Every writing of everything that can be a subject; measures are none."""
    return (*_places(), *_currencies(), *_listed())


def _places() -> list[Name]:
    forms = {"demonym": "demonym", "code": "code", "short": "short"}
    return [Name(p.name, p.lang, forms.get(p.kind, "name"), Entity(p.code, "place", p.within)) for p in all_places()]


def _currencies() -> list[Name]:
    """The currencies in use by name and code; their signs belong to amounts. What several states call theirs (dinar) is none."""
    rows = [row for row in read_rows("quantities", "currencies") if row[1] == "current" and row[2] in ("en", "zh")]
    found = [Name(name, lang, "name", Entity(code, "currency", "")) for code, _, lang, _, name in rows]
    current = {code: Entity(code, "currency", "") for code, *_ in rows}
    for name, lang, code, _, _ in read_rows("quantities", "currency_names"):
        if code in current:
            found.append(Name(name, "en" if lang == "code" else lang, lang if lang == "code" else "name", current[code]))
    return [*found, *(Name(code, "en", "code", entity) for code, entity in current.items())]


def _listed() -> list[Name]:
    found = []
    for entry in entries():
        if entry.entity.kind == "measure":
            continue
        found += [Name(text, "zh", "name", entry.entity) for text in entry.chinese]
        found += [Name(text, "en", "name", entry.entity) for text in entry.english]
        found += [Name(text, "en", "ticker", entry.entity) for text in entry.tickers]
    return found
