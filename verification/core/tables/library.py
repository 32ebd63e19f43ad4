"""The documents of one question, read once for the words of its answer: which passage holds which, and how rare each is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import log

from verification.core.language.terms import is_unspaced
from verification.core.tables.passages import Passages, PassageUnit, split_passages
from verification.core.tables.reader import Cell
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.words import NUMBER, known_terms, terms_of
from verification.core.tables.written import WrittenFigure, find_figures

_LEAST_WEIGHT = 0.1
_BORDER = 0.5
_SHORTEST_NUMBER = 4


@dataclass
class Library:
    """Made by ``read_library``. Sets of terms are by unit and by block; a row of a table also holds the terms of its heads."""

    contents: Sequence[str]
    passages: Passages
    unit_terms: list[set[str]]
    unit_pairs: list[set[tuple[str, str]]]
    postings: dict[str, list[int]] = field(default_factory=dict)
    _labels: dict[int, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    _rarities: dict[str, float] = field(default_factory=dict)
    _figures: dict[int, tuple[WrittenFigure, ...]] = field(default_factory=dict)

    @cached_property
    def block_terms(self) -> list[set[str]]:
        return [set().union(*self.unit_terms[block.first : block.last]) for block in self.passages.blocks]

    @cached_property
    def block_pairs(self) -> list[set[tuple[str, str]]]:
        return [set().union(*self.unit_pairs[block.first : block.last]) for block in self.passages.blocks]

    @cached_property
    def frequencies(self) -> dict[str, int]:
        """In how many blocks each term stands."""
        counts: dict[str, int] = {}
        for terms in self.block_terms:
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
        return counts

    def rarity(self, key: str) -> float:
        """How much a term tells: much where few blocks hold it, most where none does."""
        known = self._rarities.get(key)
        if known is None:
            count, total = self.frequencies.get(key, 0), len(self.passages.blocks)
            known = self._rarities[key] = _LEAST_WEIGHT + log(1 + (total - count + 0.5) / (count + 0.5))
        return known

    def weights(self, facts: SentenceFacts) -> dict[str, float]:
        """What each term of a sentence weighs. A pair of Chinese letters that stands nowhere is mostly the border of two words."""
        return {
            key: factor * self.rarity(key) * (_BORDER if key not in self.postings and is_unspaced(key) else 1.0)
            for key, factor in facts.factors.items()
        }

    def figures(self, index: int) -> tuple[WrittenFigure, ...]:
        """The figures of a unit, read when they are asked for; spans count characters of the unit."""
        if index not in self._figures:
            unit = self.passages.units[index]
            self._figures[index] = find_figures(self.text(unit))
        return self._figures[index]

    def labels(self, index: int) -> tuple[frozenset[str], frozenset[str]]:
        """The terms of a row's label and of the headings above it; a row without a label goes by its headings."""
        if index not in self._labels:
            row = self.passages.units[index].row
            headings = label_keys(row.headings) if row is not None else frozenset()
            own = label_keys(row.labels) if row is not None and row.labels else headings
            self._labels[index] = (own, headings)
        return self._labels[index]

    def text(self, unit: PassageUnit) -> str:
        return self.contents[unit.document][unit.start : unit.end]


def label_keys(cells: Iterable[Cell]) -> frozenset[str]:
    """The terms of labels, without short numbers."""
    return frozenset(key for cell in cells if cell.text for key in _text_keys(cell.text))


@lru_cache(maxsize=8192)
def _text_keys(text: str) -> frozenset[str]:
    keys = (term.key for term in terms_of(text))
    return frozenset(key for key in keys if not key.startswith(NUMBER) or len(key) >= _SHORTEST_NUMBER)


def read_library(contents: Sequence[str], answer: Iterable[SentenceFacts]) -> Library:
    """Reads the documents for the terms of the answer's sentences."""
    wanted = {key for facts in answer for key in facts.factors}
    passages = split_passages(contents)
    library = Library(contents, passages, [set() for _ in passages.units], [set() for _ in passages.units])
    _fill(library, wanted)
    _inherit(library)
    for index, terms in enumerate(library.unit_terms):
        for key in terms:
            library.postings.setdefault(key, []).append(index)
    return library


def _fill(library: Library, wanted: set[str]) -> None:
    units = library.passages.units
    at = 0
    for document, content in enumerate(library.contents):
        previous_key, previous_at = "", -2
        for term in known_terms(content, wanted):
            while at < len(units) and (units[at].document, units[at].end) <= (document, term.start):
                at += 1
            if at == len(units):
                break
            if units[at].document != document or term.start < units[at].start:
                continue
            library.unit_terms[at].add(term.key)
            if term.at == previous_at + 1:
                library.unit_pairs[at].add((previous_key, term.key))
            previous_key, previous_at = term.key, term.at


def _inherit(library: Library) -> None:
    """Gives every row the terms of the heads and headings above it."""
    units = library.passages.units
    by_start = {(unit.document, unit.row.cells[0].start): index for index, unit in enumerate(units) if unit.row is not None}
    own = [frozenset(terms) for terms in library.unit_terms]
    for index, unit in enumerate(units):
        if unit.row is None:
            continue
        starts = {head.cells[0].start for head in unit.row.heads} | {heading.start for heading in unit.row.headings}
        above = {by_start[unit.document, start] for start in starts if (unit.document, start) in by_start}
        for other in above:
            library.unit_terms[index] |= own[other]
