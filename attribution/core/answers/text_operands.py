"""Figures of running text that a sentence may have calculated with: of one sentence, or of two that stand together."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from attribution.core.answers.figures import WrittenFigure
from attribution.core.answers.library import Library
from attribution.core.answers.operands import Operand, OperandGroup
from attribution.core.answers.sentences import SentenceFacts

_MOST_UNITS = 4
_MOST_FIGURES = 12
_LEAST_COVERED = 0.35
_IN_TEXT = 0.85
_APART = 0.8
_REVERSED = 0.95


def groups_in_text(facts: SentenceFacts, figure: WrittenFigure, library: Library, ranked: Sequence[int]) -> list[OperandGroup]:
    """Pairs of figures, and all figures of one kind, from the sentences that share most words with ``facts``; firmest first."""
    units = library.passages.units
    prose = [index for index in ranked if units[index].row is None][:_MOST_UNITS]
    found: list[OperandGroup] = []
    for index in prose:
        found += _groups(_operands(library, index, figure), _covered(facts, library, (index,)))
    for one, other in pairwise(sorted(prose)):
        if units[one].block == units[other].block:
            covered = _covered(facts, library, (one, other)) * _APART
            found += _pairs(_operands(library, one, figure), _operands(library, other, figure), covered)
    return sorted(found, key=lambda group: -group.tie)


def _covered(facts: SentenceFacts, library: Library, indices: Iterable[int]) -> float:
    """How much of what the sentence says and the documents hold these units say; 0 where it is too little to tie anything."""
    held = set().union(*(library.unit_terms[index] for index in indices))
    known = {key: factor * library.rarity(key) for key, factor in facts.factors.items() if key in library.postings}
    whole = sum(known.values())
    covered = sum(worth for key, worth in known.items() if key in held) / whole if whole else 0.0
    return covered * _IN_TEXT if covered >= _LEAST_COVERED else 0.0


def _operands(library: Library, index: int, figure: WrittenFigure) -> list[Operand]:
    unit = library.passages.units[index]
    found = []
    for other in library.figures(index)[:_MOST_FIGURES]:
        if other.quantity.is_range:
            continue
        value = other.value / figure.scale if other.scale != 1 else other.written
        found.append(Operand(unit.document, unit.start + other.start, unit.start + other.end, value, other.unit))
    return found


def _groups(operands: Sequence[Operand], covered: float) -> Iterable[OperandGroup]:
    if not covered:
        return
    for one, other in combinations(operands, 2):
        if one.unit == other.unit:
            yield OperandGroup((one, other), covered, True)
            yield OperandGroup((other, one), covered * _REVERSED, True)
    for unit in {operand.unit for operand in operands}:
        alike = tuple(operand for operand in operands if operand.unit == unit)
        if len(alike) > 2:
            yield OperandGroup(alike, covered, True)


def _pairs(first: Sequence[Operand], second: Sequence[Operand], covered: float) -> Iterable[OperandGroup]:
    if not covered:
        return
    for one in first:
        for other in second:
            if one.unit == other.unit:
                yield OperandGroup((one, other), covered, True)
                yield OperandGroup((other, one), covered * _REVERSED, True)
