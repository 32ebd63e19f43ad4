"""Sentences whose documents are written in the other language: carried by entity, measure, period and value, never by words."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from verification.core.claims.beside import Beside
from verification.core.claims.claims import read_claim
from verification.core.claims.crossed_cells import CrossedCells
from verification.core.claims.exclusions import bounded, chance_across
from verification.core.claims.passages import DocumentsReading, SourceText
from verification.core.language.texts import language_of
from verification.core.tables.library import Library
from verification.core.tables.passages import PassageUnit
from verification.core.tables.places import Place, PlaceReader
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.words import NUMBER
from verification.core.tables.written import WrittenFigure

_MOST_PASSAGES = 4
_MOST_ROWS = 12
_LEAST = 0.8
_OF_CELLS = 0.9
# Sentences before the passage, in which its subject may be named.
_BEFORE = 3
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Crossing:
    """What carries a sentence across: the passages, and of a table the cells with their figures; ``score`` is a probability."""

    units: tuple[PassageUnit, ...]
    cells: tuple[Place, ...]
    score: float


class Crossings:
    """The documents of one question that are in another language than a sentence of its answer."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._places = PlaceReader(library)
        self._languages = [language_of(content) for content in library.contents]

    def is_foreign(self, facts: SentenceFacts) -> bool:
        """Whether no document that says anything is in the language of a sentence."""
        mine = language_of(facts.text)
        spoken = [language for language, content in zip(self._languages, self._library.contents, strict=True) if content.strip()]
        return bool(spoken) and mine not in spoken

    def is_across(self, facts: SentenceFacts, document: int) -> bool:
        """Whether a document is in another language than a sentence."""
        return self._languages[document] is not language_of(facts.text)

    def find(self, facts: SentenceFacts) -> Crossing | None:
        """What carries all figures of a sentence; None where nothing does, and for one without figures."""
        figures = [figure for figure in facts.figures if not figure.is_small_count]
        if not figures or not any(self.is_across(facts, document) for document in range(len(self._languages))):
            return None
        in_cells = self._in_cells(facts, figures)
        if in_cells is not None:
            return in_cells
        units = self._library.passages.units
        holding = (
            index for index in self._holding(figures[0]) if units[index].row is None and self.is_across(facts, units[index].document)
        )
        for index in islice(holding, _MOST_PASSAGES):
            score = self._chance(facts, index)
            if score >= _LEAST:
                return Crossing((units[index],), (), score)
        return None

    def _holding(self, figure: WrittenFigure) -> list[int]:
        """The units with a number of the same digits, in order."""
        return self._library.postings.get(NUMBER + figure.digits, [])

    def _chance(self, facts: SentenceFacts, index: int) -> float:
        """How likely the passage carries the sentence, read behind the first line of its document and the sentences before it."""
        library = self._library
        unit = library.passages.units[index]
        first = max(library.passages.blocks[unit.block].first, index - _BEFORE)
        content = library.contents[unit.document]
        title = content[: library.passages.units[first].start].strip().partition("\n")[0][:_LONGEST_TITLE]
        text = f"{title}\n{content[library.passages.units[first].start : unit.end]}"
        beside = Beside(DocumentsReading(read_claim(facts.text), (SourceText(text),)))
        return bounded(chance_across(beside), beside)

    def _in_cells(self, facts: SentenceFacts, figures: list[WrittenFigure]) -> Crossing | None:
        """The cells that carry all figures of a sentence."""
        claim = CrossedCells(facts.text)
        found = [next(self._cells_of(facts, claim, figure), None) for figure in figures]
        cells = tuple(place for place in found if place is not None)
        if len(cells) < len(found):
            return None
        units = dict.fromkeys(self._library.passages.units[place.unit_index] for place in cells)
        return Crossing(tuple(units), cells, _OF_CELLS)

    def _cells_of(self, facts: SentenceFacts, claim: CrossedCells, figure: WrittenFigure) -> Iterator[Place]:
        units = self._library.passages.units
        holding = (index for index in self._holding(figure) if units[index].row is not None)
        for index in islice((index for index in holding if self.is_across(facts, units[index].document)), _MOST_ROWS):
            content = self._library.contents[units[index].document]
            yield from (place for place in self._places.of(index) if claim.is_told(figure, place, content))
