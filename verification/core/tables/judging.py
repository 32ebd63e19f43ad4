"""Whose figure a sentence gives: carried by a place that its words name, there but of something else, or not there.

For each figure of a sentence all places are read that hold its value, and all that the sentence's words name as well with another value;
two fitted forests weigh them (``scorer``). Pure and deterministic.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from heapq import nlargest

from verification.core.patterns import lazy_regex
from verification.core.tables.competing import Contest, contest
from verification.core.tables.excluding import excluded
from verification.core.tables.library import Library
from verification.core.tables.naming import Named, Naming
from verification.core.tables.passages import PassageUnit
from verification.core.tables.places import Place, PlaceReader
from verification.core.tables.scorer import CellJudge
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.spoken import Spoken, speak_of
from verification.core.tables.words import NUMBER
from verification.core.tables.written import is_bound

_MOST_HOLDING = 30
_MOST_NAMED = 12
_MOST_TABLES = 3
_MOST_ROWS = 14
_MOST_FIGURES = 40
_LEAST_CHANCE = 0.02
_LISTS = lazy_regex(r"[\s,;，、；]*(?:(?:and|to|versus|vs\.?)\s|[和与及至到])?[\s$€£¥]*", re.IGNORECASE)


class Standing(StrEnum):
    """What became of a figure of a sentence."""

    CARRIED = "carried"
    ELSEWHERE = "elsewhere"
    ABSENT = "absent"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class FigureRuling:
    """One figure ``start:end`` of its sentence. ``place`` holds its value; ``rival`` is what the sentence's words name instead, with
    another value; ``chance`` is the probability that the figure is that of its sentence, None where nothing was weighed; ``scale`` that
    of a place which has the figure's digits and not its value."""

    start: int
    end: int
    text: str
    standing: Standing
    chance: float | None = None
    place: Place | None = None
    rival: Place | None = None
    scale: Decimal | None = None


class PlaceFinder:
    """Which places of a library are worth weighing for a figure of a sentence."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._reader = PlaceReader(library)

    def places(self, facts: SentenceFacts, said: Spoken) -> tuple[Place, ...]:
        """What is worth weighing for one figure: the places that hold its digits, and those the sentence's words lead to."""
        units = self._library.passages.units
        scores = self._scores(facts)
        holding = nlargest(
            _MOST_HOLDING, self._library.postings.get(NUMBER + said.figure.digits, ()), key=lambda at: (scores.get(at, 0.0), -at)
        )
        ranked = nlargest(_MOST_NAMED * 4, scores, key=lambda at: (scores[at], -at))
        chosen = dict.fromkeys([*holding, *[at for at in ranked if units[at].row is None][:_MOST_NAMED]])
        tables = dict.fromkeys(units[at].block for at in [*holding, *ranked] if units[at].row is not None)
        for number in list(tables)[:_MOST_TABLES]:
            block = self._library.passages.blocks[number]
            rows = [at for at in range(block.first, block.last) if not _is_head(units[at])]
            chosen |= dict.fromkeys(nlargest(_MOST_ROWS, rows, key=lambda at: (self._row_score(facts, at), -at)))
        return tuple(place for at in sorted(chosen) for place in self._reader.of(at))

    def _scores(self, facts: SentenceFacts) -> dict[int, float]:
        weights = self._library.weights(facts)
        scores: dict[int, float] = {}
        for key, weight in weights.items():
            for at in self._library.postings.get(key, ()):
                scores[at] = scores.get(at, 0.0) + weight
        return scores

    def _row_score(self, facts: SentenceFacts, at: int) -> float:
        label, heading = self._library.labels(at)
        said = len(label & facts.factors.keys()) / len(label) if label else 0.0
        return said + 0.25 * len((label | heading) & facts.factors.keys())


class FigureJudge:
    """The figures of sentences beside one library of documents."""

    def __init__(self, library: Library, judge: CellJudge) -> None:
        self._library, self._judge = library, judge
        self._finder = PlaceFinder(library)

    def rule(self, facts: SentenceFacts) -> tuple[FigureRuling, ...]:
        """A ruling on each figure of a sentence, in order; spans count characters of the sentence. A figure that comes again in a list or
        a move ("5.3% and 5.3%", "from 5.3% to 5.3%") is each time that of something else."""
        naming = Naming(facts.text, self._library)
        found = []
        listed: list[Decimal] = []
        for number, said in enumerate(speak_of(facts.text, facts.figures, facts.also)[:_MOST_FIGURES]):
            figure = said.figure
            if number and _LISTS.fullmatch(facts.text, facts.figures[number - 1].end, figure.start) is None:
                listed.clear()
            before = listed.count(abs(figure.written))
            listed.append(abs(figure.written))
            if figure.is_small_count or is_bound(facts.text, figure):
                found.append(FigureRuling(figure.start, figure.end, figure.text, Standing.OPEN))
                continue
            named = naming.named(said, self._finder.places(facts, said))
            ruling = self._ruled(named)
            if before and ruling.place is not None and _times_held(named) <= before:
                ruling = replace(ruling, standing=Standing.ELSEWHERE, chance=min(ruling.chance or 0.0, _LEAST_CHANCE))
            found.append(ruling)
        return tuple(found)

    def _ruled(self, named: Named) -> FigureRuling:
        figure, found = named.spoken.figure, self.compete(named)
        if found.place is None:
            misread = next((place for place in (found.rival, *named.places) if place is not None and place.is_misread(figure)), None)
            if misread is not None:
                scale = misread.own_scale
                return FigureRuling(figure.start, figure.end, figure.text, Standing.ELSEWHERE, 0.0, misread, None, scale)
            return FigureRuling(figure.start, figure.end, figure.text, Standing.ABSENT, None, None, found.rival)
        chance = self._judge.carried.probability(found.features)
        out = excluded(named)
        if out is not None:
            place, other = out
            least = min(chance, _LEAST_CHANCE)
            return FigureRuling(figure.start, figure.end, figure.text, Standing.ELSEWHERE, least, place, other)
        standing = Standing.CARRIED if chance >= self._judge.bar else Standing.ELSEWHERE
        return FigureRuling(figure.start, figure.end, figure.text, standing, chance, found.place, found.rival)

    def compete(self, named: Named) -> Contest:
        """The contest of places, by how well the first forest says each is named."""
        return contest(named, [self._judge.named.probability(row) for row in named.features])


def _times_held(named: Named) -> int:
    """How often the documents give a figure of their own accord: a text only says again what a table has."""
    held = [place for place in named.places if place.states(named.spoken.figure)]
    return sum(place.is_cell for place in held) or len(held)


def _is_head(unit: PassageUnit) -> bool:
    return unit.row is not None and unit.row.is_head
