"""Figures of running text that a sentence may have calculated with: of one sentence, or of two that stand together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from attribution.core.answers.operands import Operand, OperandGroup, Order
from verification.core.tables.library import Library
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.spoken import speak_of
from verification.core.tables.written import WrittenFigure

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


@dataclass(frozen=True, slots=True)
class _Told:
    """A figure of a sentence with the year that it is of, and whether the sentence says that something moved from it."""

    operand: Operand
    year: int | None
    is_from: bool


def _operands(library: Library, index: int, figure: WrittenFigure) -> list[_Told]:
    unit = library.passages.units[index]
    found = []
    for said in speak_of(library.text(unit), library.figures(index)[:_MOST_FIGURES]):
        other = said.figure
        if other.quantity.is_range:
            continue
        value = other.value / figure.scale if other.scale != 1 else other.written
        operand = Operand(unit.document, unit.start + other.start, unit.start + other.end, value, other.unit)
        found.append(_Told(operand, next(iter(said.years)) if len(said.years) == 1 else None, said.role == "from"))
    return found


def _order(one: _Told, other: _Told) -> Order:
    """How the periods of two figures follow, by their years, else by what moved from which."""
    if one.year is not None and other.year is not None and one.year != other.year:
        return Order.LATER_FIRST if one.year > other.year else Order.EARLIER_FIRST
    if one.is_from != other.is_from:
        return Order.EARLIER_FIRST if one.is_from else Order.LATER_FIRST
    return Order.UNKNOWN


def _groups(told: Sequence[_Told], covered: float) -> Iterable[OperandGroup]:
    if not covered:
        return
    for one, other in combinations(told, 2):
        yield from _pair(one, other, covered)
    operands = [one.operand for one in told]
    for unit in {operand.unit for operand in operands}:
        alike = tuple(operand for operand in operands if operand.unit == unit)
        if len(alike) > 2:
            yield OperandGroup(alike, covered, True)


def _pair(one: _Told, other: _Told, covered: float) -> Iterable[OperandGroup]:
    if one.operand.unit == other.operand.unit:
        yield OperandGroup((one.operand, other.operand), covered, True, order=_order(one, other))
        yield OperandGroup((other.operand, one.operand), covered * _REVERSED, True, order=_order(other, one))


def _pairs(first: Sequence[_Told], second: Sequence[_Told], covered: float) -> Iterable[OperandGroup]:
    if not covered:
        return
    for one in first:
        for other in second:
            yield from _pair(one, other, covered)
