"""An English name in the words of an English page, which calls a thing otherwise: DXY is its dollar index, WTI its U.S. crude.

Known names alone are told otherwise, each by another writing of its own row; places keep theirs, for all code knows them by any.
Measures are not told otherwise: their rows hold more than one way of telling a figure ("consumer prices" are what moved in a month,
the CPI of a name is asked for on the year), and too many of the values that they won were wrong (``fit/judge/README.md``).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from verification.core.reading.measure_words import english_key
from verification.core.subjects.known import find_known
from verification.core.subjects.registry import Entity, entry_of


def in_page_words(name: str, sentences: Sequence[str]) -> str:
    """``name`` as ``sentences`` of one page would write it; as it is where they have its own words, or none."""
    texts = [_searchable(sentence) for sentence in sentences]
    for start, end, written in reversed(list(_told_otherwise(name, texts))):
        name = f"{name[:start]}{written}{name[end:]}"
    return name


def _told_otherwise(name: str, texts: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The places in ``name`` of what the page calls otherwise, with what it calls it; what may be several things is left."""
    for one in find_known(name, is_typed=True):
        if len(one.entities) == 1 and (told := _chosen(name[one.start : one.end], _writings(one.entities[0]), texts)) is not None:
            yield one.start, one.end, told


def _chosen(own: str, writings: Sequence[str], texts: Sequence[str]) -> str | None:
    """The longest writing that the first of ``texts`` has which has any; None where one of them has the name's own."""
    if any(f" {_key(own)} " in text for text in texts):
        return None
    for text in texts:
        if said := [one for one in writings if f" {_key(one)} " in text]:
            return max(said, key=lambda one: len(_key(one)))
    return None


@lru_cache(maxsize=2048)
def _writings(entity: Entity) -> tuple[str, ...]:
    """The English names of a known thing; of places, which all code knows by any of their names, none."""
    entry = entry_of(entity.code)
    return entry.english if entry is not None else ()


@lru_cache(maxsize=8192)
def _key(text: str) -> str:
    return " ".join(english_key(text))


@lru_cache(maxsize=4096)
def _searchable(text: str) -> str:
    return f" {_key(text)} "
