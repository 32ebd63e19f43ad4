"""The figures of a claim beside documents with tables: whose they are, by row, column, year and scale (``verification.core.tables``)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.claims.passages import MAX_DOCUMENT, SourceText
from verification.core.patterns import lazy_regex
from verification.core.tables.acronyms import with_acronyms
from verification.core.tables.judging import FigureJudge, FigureRuling, Standing
from verification.core.tables.library import Library, read_library
from verification.core.tables.places import Place
from verification.core.tables.scorer import shipped_cells
from verification.core.tables.sentences import read_answer

_MAY_BE_TABLE = lazy_regex(r"\|[^\n]*\||\t|<tr\b|[^\n|]\|[^\n]*\n[^\n|]*\|", re.IGNORECASE)
_REFUTED_SCORE = 0.2
# Below this a figure is surely that of something else; between it and the bar the claim's words decide.
_SURE = 0.3
# A claim of which the documents lack more words than this says more than its figures.
_MOST_UNHELD = 0.35


@dataclass(frozen=True, slots=True)
class CellReading:
    """What tables tell of a claim. ``chance`` is the least probability of its figures, None where none was weighed; ``unheld`` the share
    of its words that no document holds; ``is_whole``: it is one sentence, and all its figures are carried."""

    chance: float | None
    unheld: float
    is_whole: bool

    def weigh(self, score: float, *, is_open: bool) -> float:
        """The probability of the claim with what its cells say; ``is_open``: nothing else speaks against it."""
        if self.chance is None:
            return score
        if self.chance < _SURE:
            return min(score, _REFUTED_SCORE, self.chance)
        raises = is_open and self.is_whole and self.unheld <= _MOST_UNHELD
        return max(score, self.chance) if raises else score


_NOTHING = CellReading(None, 1.0, False)


def read_cells(claim: str, documents: Sequence[SourceText]) -> CellReading:
    """The claim's figures beside the tables of the documents; nothing where no document has a table."""
    texts = [document.text[:MAX_DOCUMENT] for document in documents]
    if not any(_MAY_BE_TABLE.search(text) for text in texts):
        return _NOTHING
    facts = with_acronyms(read_answer(claim), texts)
    library = read_library(texts, facts)
    if not any(block.table is not None for block in library.passages.blocks):
        return _NOTHING
    judge = FigureJudge(library, shipped_cells())
    rulings = [ruling for sentence in facts for ruling in judge.rule(sentence)]
    weighed = [ruling for ruling in rulings if ruling.chance is not None and _is_of_table(ruling)]
    if not weighed:
        return _NOTHING
    is_whole = len(facts) == 1 and all(ruling.standing is Standing.CARRIED for ruling in rulings)
    return CellReading(min(ruling.chance or 0.0 for ruling in weighed), _unheld(facts[0].factors, library), is_whole)


def _is_of_table(ruling: FigureRuling) -> bool:
    sides: tuple[Place | None, ...] = (ruling.place, ruling.rival)
    return any(side is not None and side.is_cell for side in sides)


def _unheld(keys: dict[str, float], library: Library) -> float:
    whole = sum(keys.values())
    return sum(weight for key, weight in keys.items() if key not in library.postings) / whole if whole else 1.0
