"""WordNet 3.0 as Debian's `wordnet-base` lays it down: meanings, their words and pointers, and irregular verbs."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")
SOURCE = "WordNet 3.0 from Debian's wordnet-base"
LICENCE = "LicenseRef-WordNet-3.0"
PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


@dataclass(frozen=True, slots=True)
class Synset:
    """A meaning: its words, and pointers as (sign, other synset, place of the own word or 0, place of the other word or 0)."""

    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, int, int], ...] = field(repr=False)


def _lines(name: str) -> Iterator[str]:
    path = FOLDER / name
    if not path.is_file():
        raise SystemExit(f"{path} is not there; on Debian and Ubuntu install it with: apt-get install wordnet-base")
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("  "):
            yield line


@cache
def synsets(part: str) -> dict[str, Synset]:
    """The meanings of a part of speech ("n", "v", "a", "r") by their keys, such as "n00001740"."""
    found: dict[str, Synset] = {}
    for line in _lines(f"data.{PARTS[part]}"):
        cells = line.partition(" | ")[0].split(" ")
        count = int(cells[3], 16)
        words = tuple(cells[4 + 2 * i].partition("(")[0].replace("_", " ") for i in range(count))
        first = 5 + 2 * count
        pointers = tuple(_pointer(cells[first + 4 * i : first + 4 * i + 4]) for i in range(int(cells[first - 1])))
        found[f"{part}{cells[0]}"] = Synset(words, pointers)
    return found


def _pointer(cells: list[str]) -> tuple[str, str, int, int]:
    sign, offset, part, ends = cells
    return sign, f"{'a' if part == 's' else part}{offset}", int(ends[:2], 16), int(ends[2:], 16)


@cache
def senses(part: str) -> dict[str, tuple[str, ...]]:
    """Each word in lower case with its meanings, the commonest first."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _lines(f"index.{PARTS[part]}"):
        cells = line.split()
        found[cells[0].replace("_", " ")] = tuple(f"{part}{offset}" for offset in cells[-int(cells[2]) :])
    return found


def knows(word: str) -> bool:
    """Whether it is a noun, a verb, an adjective or an adverb."""
    return any(word in senses(part) for part in PARTS)


def irregular_verbs() -> dict[str, str]:
    """Forms that no rule makes, with their verbs: rose, rise."""
    found: dict[str, str] = {}
    for line in _lines("verb.exc"):
        form, verb, *_ = line.split()
        found.setdefault(form, verb)
    return found
