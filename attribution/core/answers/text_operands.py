"""Figures of running text that a sentence may have calculated with: of one sentence, or of two that stand together."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations, pairwise

from attribution.core.answers.operands import Operand, OperandGroup, Order
from attribution.core.answers.operations import JOINT, PRIOR
from verification.core.language.lexicon import GENERIC_WORDS
from verification.core.patterns import lazy_regex
from verification.core.tables.library import Library
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.spoken import Spoken, speak_of, stretches, word_keys
from verification.core.tables.written import WrittenFigure
from verification.core.vocabulary import Direction, Trend

_MOST_UNITS = 4
_MOST_FIGURES = 12
_LEAST_COVERED = 0.35
_IN_TEXT = 0.85
_APART = 0.8
_REVERSED = 0.95
_OF_TIME = GENERIC_WORDS | word_keys("fiscal year years quarter quarters month months ended ending FY")
_GOES_ON = lazy_regex(
    r"[\s,，(（]*(?:(?:and\s)?(?:as\s)?compared|comparing|versus|vs|against|from|to|(?:up|down)\s(?:from|to)|relative\sto)\b|[\s,，(（]*(?:[较比]|而?(?:上年|去年))",
    re.IGNORECASE,
)


def groups_in_text(facts: SentenceFacts, figure: WrittenFigure, library: Library, ranked: Sequence[int]) -> list[OperandGroup]:
    """Pairs of figures, and all figures of one kind, from the sentences that share most words with ``facts``; firmest first."""
    units = library.passages.units
    prose = [index for index in ranked if units[index].row is None][:_MOST_UNITS]
    found: list[OperandGroup] = []
    for index in prose:
        found += _groups(_operands(library, index, figure), _covered(facts, library, (index,)), facts)
    for one, other in pairwise(sorted(prose)):
        if units[one].block == units[other].block:
            covered = _covered(facts, library, (one, other)) * _APART
            found += _pairs(_operands(library, one, figure), _operands(library, other, figure), covered, facts)
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
    """A figure of a sentence with the year that it is of, whether the sentence says that something moved from it, or that it was that of
    the year before, and the words for what it measures. ``grown``: the percent by which something is said to have risen or fallen."""

    operand: Operand
    year: int | None
    is_earlier: bool
    measure: frozenset[str]
    grown: Decimal | None = None


def _operands(library: Library, index: int, figure: WrittenFigure) -> list[_Told]:
    unit = library.passages.units[index]
    text, figures = library.text(unit), library.figures(index)[:_MOST_FIGURES]
    found: list[_Told] = []
    for said, (start, end) in zip(speak_of(text, figures), stretches(text, figures), strict=True):
        other = said.figure
        if other.quantity.is_range:
            continue
        value = other.value / figure.scale if other.scale != 1 else other.written
        operand = Operand(unit.document, unit.start + other.start, unit.start + other.end, value, other.unit)
        beside = text[start : other.start] + " " + text[other.end : end]
        measure = word_keys(PRIOR.sub(" ", beside)) - _OF_TIME
        if found and (not measure or _GOES_ON.match(text, start)):
            # What says only when, or from what: "against a low 11.9 a year before".
            measure |= found[-1].measure
        year = next(iter(said.years)) if len(said.years) == 1 else None
        found.append(_Told(operand, year, said.role == "from" or PRIOR.search(beside) is not None, measure, _grown(said)))
    return found


def _grown(said: Spoken) -> Decimal | None:
    """By how many percent something is said to have grown, negative where it fell; None where a figure is no growth."""
    figure = said.figure
    direction = figure.quantity.direction or {Trend.RISING: Direction.UP, Trend.FALLING: Direction.DOWN}.get(said.trend or Trend.STABLE)
    if not figure.is_percent or direction is None or said.role == "to":
        return None
    return abs(figure.written) if direction == Direction.UP else -abs(figure.written)


def _order(one: _Told, other: _Told) -> Order:
    """How the periods of two figures follow, by their years, else by what moved from which."""
    if one.year is not None and other.year is not None and one.year != other.year:
        return Order.LATER_FIRST if one.year > other.year else Order.EARLIER_FIRST
    if one.is_earlier != other.is_earlier:
        return Order.EARLIER_FIRST if one.is_earlier else Order.LATER_FIRST
    return Order.UNKNOWN


def _groups(told: Sequence[_Told], covered: float, facts: SentenceFacts) -> Iterable[OperandGroup]:
    if not covered:
        return
    for one, other in combinations(told, 2):
        yield from _pair(one, other, covered, facts)
    yield from _grown_from(told, covered, facts)
    yield from _shared(told, covered, facts)
    operands = [one.operand for one in told]
    for unit in {operand.unit for operand in operands}:
        alike = tuple(operand for operand in operands if operand.unit == unit)
        if len(alike) > 2:
            yield OperandGroup(alike, covered, True)


def _shared(told: Sequence[_Told], covered: float, facts: SentenceFacts) -> Iterable[OperandGroup]:
    """The parts that the sentence names together, and each other figure of their unit as the whole."""
    if JOINT.search(facts.text) is None:
        return
    named = [one for one in told if one.measure & facts.factors.keys()]
    for whole in named:
        parts = [one for one in named if one is not whole and one.operand.unit == whole.operand.unit and one.year in (None, whole.year)]
        for several in (parts, *(pair for pair in combinations(parts, 2) if len(parts) > 2)):
            if len(several) > 1:
                operands = (*(one.operand for one in several), whole.operand)
                yield OperandGroup(operands, covered, True, is_shared=True)


def _pair(one: _Told, other: _Told, covered: float, facts: SentenceFacts) -> Iterable[OperandGroup]:
    if one.operand.unit != other.operand.unit:
        return
    years = frozenset(year for year in (one.year, other.year) if year is not None) if None not in (one.year, other.year) else frozenset()
    is_unnamed = {told.operand: bool(told.measure) and not told.measure & facts.factors.keys() for told in (one, other)}
    is_mixed = not all(told.measure & facts.factors.keys() for told in (one, other))
    for first, second, tie in ((one, other, covered), (other, one, covered * _REVERSED)):
        order = _order(first, second)
        is_untold = order is Order.UNKNOWN
        operands = (first.operand, second.operand)
        is_none_of_it = is_unnamed[first.operand]
        yield OperandGroup(operands, tie, True, order=order, years=years, is_untold=is_untold, is_mixed=is_mixed, is_unnamed=is_none_of_it)


def _grown_from(told: Sequence[_Told], covered: float, facts: SentenceFacts) -> Iterable[OperandGroup]:
    """An amount and the growth that is told right after it, of what the sentence speaks of."""
    for amount, growth in pairwise(told):
        if growth.grown is None or amount.operand.unit == growth.operand.unit or amount.is_earlier:
            continue
        if amount.measure & facts.factors.keys():
            yield OperandGroup((amount.operand, replace(growth.operand, value=growth.grown)), covered, True, is_grown=True)


def _pairs(first: Sequence[_Told], second: Sequence[_Told], covered: float, facts: SentenceFacts) -> Iterable[OperandGroup]:
    if not covered:
        return
    for one in first:
        for other in second:
            yield from _pair(one, other, covered, facts)
