"""A name in the words of a page in its language, which calls a thing otherwise: DXY is its dollar index, 社融 its 社会融资规模.

Known names alone are told otherwise, each by another writing of its own row; places keep theirs, for all code knows them by any.
Chinese analysts shorten measures too, and pages write them out: what ``shorthand_zh.tsv`` holds is told so. Other measures are not told
otherwise: their rows hold more than one way of telling a figure ("consumer prices" are what moved in a month,
the CPI of a name is asked for on the year), and too many of the values that they won were wrong (``fit/judge/README.md``).
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from verification.core.language.script import to_simplified
from verification.core.language.tables import read_rows
from verification.core.patterns import lazy_regex
from verification.core.reading.measure_words import english_key
from verification.core.subjects.known import find_known
from verification.core.subjects.registry import Entity, entry_of


def in_page_words(name: str, sentences: Sequence[str], *, is_chinese: bool) -> str:
    """``name`` as ``sentences`` of one page in its language would write it; as it is where they have its own words, or none."""
    if is_chinese:
        name, text = to_simplified(name), "\n".join(to_simplified(sentence) for sentence in sentences)
        told = [*_written_out(name, text), *_known_in_chinese(name, text)]
    else:
        told = list(_told_otherwise(name, [_searchable(sentence) for sentence in sentences]))
    for start, end, written in reversed(_apart(told)):
        name = f"{name[:start]}{written}{name[end:]}"
    return name


def _apart(told: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """What does not stand in another one, in order; the longer is first."""
    kept: list[tuple[int, int, str]] = []
    for one in sorted(told, key=lambda one: one[0] - one[1]):
        if all(one[1] <= other[0] or one[0] >= other[1] for other in kept):
            kept.append(one)
    return sorted(kept)


def _known_in_chinese(name: str, text: str) -> Iterator[tuple[int, int, str]]:
    """The places in ``name`` of known things that ``text`` calls otherwise alone."""
    for one in find_known(name):
        entry = entry_of(one.entities[0].code) if len(one.entities) == 1 else None
        own = name[one.start : one.end]
        if entry is not None and own not in text and (said := [written for written in entry.chinese if written in text]):
            yield one.start, one.end, max(said, key=len)


def _written_out(name: str, text: str) -> Iterator[tuple[int, int, str]]:
    """The places in ``name`` of what analysts shorten and ``text`` writes out."""
    for match in _shortened().finditer(name):
        short, start = match.group(), match.start()
        said = [long for long in _longs()[short] if long in text and not _stands(long, name, short, start)]
        if said:
            yield start, match.end(), max(said, key=len)


def _stands(long: str, name: str, short: str, start: int) -> bool:
    """Whether the short writing at ``start`` of ``name`` is a part of the long one there."""
    at = long.find(short)
    return at >= 0 and name.startswith(long, start - at)


@cache
def _longs() -> dict[str, tuple[str, ...]]:
    return {short: tuple(longs.split("; ")) for short, longs, _unless, _reason in read_rows("reading", "shorthand_zh")}


@cache
def _shortened() -> re.Pattern[str]:
    """Any of the short writings; one in Latin letters stands alone."""
    rows = sorted(read_rows("reading", "shorthand_zh"), key=lambda row: -len(row[0]))
    return lazy_regex("|".join(_place(short, unless) for short, _longs, unless, _reason in rows))


def _place(short: str, unless: str) -> str:
    if short.isascii():
        return rf"(?<![A-Za-z]){short}(?![A-Za-z])"
    return short if unless == "-" else rf"{short}(?![{unless}])"


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
