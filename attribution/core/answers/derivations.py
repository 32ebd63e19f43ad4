"""Figures that stand in no document but follow from figures that do.

Chosen conservatively. The groups of cells that the sentence's own words tie are tried firmest first; each try could hit the figure by
chance, the more easily the fewer digits it has. Once the tries together are likely to hit something, nothing found later counts.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from attribution.core.answers.operands import Operand, OperandGroup, Order
from attribution.core.answers.operations import JOINT, Operation, compute, says
from attribution.core.answers.periods import is_of_other_years
from verification.core.patterns import lazy_regex
from verification.core.tables.sentences import SentenceFacts
from verification.core.tables.spoken import Spoken
from verification.core.tables.written import WrittenFigure
from verification.core.vocabulary import Direction, Trend

_MOST_RISK = 0.35
_NAMED_BONUS = 0.25
_IN_LABEL = 0.7
_LEAST_TIE = 0.22
_OF_CHANGE = (Operation.GROWTH, Operation.DIFFERENCE, Operation.CAGR)
_OF_PAIRS = (Operation.GROWTH, Operation.DIFFERENCE, Operation.SHARE, Operation.RATIO, Operation.PRODUCT, Operation.CAGR)
_UNSCALED = (Operation.RATIO, Operation.SHARE, Operation.GROWTH, Operation.CAGR, Operation.PRODUCT)
_OF_PARTS = (Operation.SHARE, Operation.RATIO, Operation.PRODUCT)
_PERCENTS = frozenset(("%", "pp"))
_POINTS = frozenset((None, "pp", "bp"))
# A difference is told without a sign.
_EITHER_WAY = lazy_regex(r"\bdifferences?\b|\bgap\b|\bspread\b|相差|差额|差距|差值", re.IGNORECASE)
_HUNDRED = Decimal(100)
_DIRECTIONS = {Trend.RISING: Direction.UP, Trend.FALLING: Direction.DOWN}


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a figure follows: ``value`` is what the operands give, unrounded to 30 digits; ``tie`` how firmly the sentence names them;
    ``years`` lie between the operands of a cagr."""

    operation: Operation
    operands: tuple[Operand, ...]
    value: Decimal
    tie: float
    figure: WrittenFigure
    years: int = 1


def derive(said: Spoken, facts: SentenceFacts, operations: Mapping[Operation, bool], groups: Iterable[OperandGroup]) -> Derivation | None:
    """The calculation that gives a figure, by the ``operations`` that its sentence announces; None where no firmly tied one does.
    ``facts``: what the sentence says of this figure."""
    figure = said.figure
    tries = sorted(_tries(said, facts, operations, groups), key=lambda attempt: -attempt[0])
    risk = 0.0
    chance = float(min(Decimal(1), figure.step / abs(figure.written))) if figure.written else 1.0
    for tie, operation, group in tries:
        if tie < _LEAST_TIE:
            break
        risk += chance
        years = max(group.years) - min(group.years) if operation is Operation.CAGR else 1
        value = compute(operation, [operand.value for operand in group.operands], years)
        if value is not None and (_gives(value, figure) or _gives_rescaled(operation, value, figure, group.scale)):
            is_chosen = risk <= max(_MOST_RISK, chance * 1.5)
            return Derivation(operation, group.operands, value, tie, figure, years) if is_chosen else None
        if risk > 1.5:
            return None
    return None


def _tries(
    said: Spoken, facts: SentenceFacts, operations: Mapping[Operation, bool], groups: Iterable[OperandGroup]
) -> Iterable[tuple[float, Operation, OperandGroup]]:
    for group in groups:
        for operation, is_named in operations.items():
            if is_of_other_years(operation, group, facts) or (operation in _OF_CHANGE and _is_contrary(said, facts, group)):
                continue
            if operation in _OF_PARTS and _is_of_other_parts(operation, facts, group):
                continue
            factor = _fitness(operation, group, said.figure)
            if factor and group.label and says(operation, group.label):
                factor, is_named = factor * _IN_LABEL, False
            if factor:
                yield group.tie * factor * (1 + _NAMED_BONUS * is_named), operation, group


def _is_contrary(said: Spoken, facts: SentenceFacts, group: OperandGroup) -> bool:
    """Whether a figure that is said to have risen fell between the periods of the pair, the pair is the wrong way round for it, or
    nothing tells."""
    told = None if _EITHER_WAY.search(facts.text) else said.trend
    direction = said.figure.quantity.direction or _DIRECTIONS.get(told or Trend.STABLE)
    if group.is_mixed or (direction is not None and group.is_untold):
        return True
    if direction is None or group.order == Order.UNKNOWN or said.figure.written < 0:
        return False
    if group.order == Order.EARLIER_FIRST:
        return True
    later, earlier = (abs(operand.value) for operand in group.operands)
    return later != earlier and (later > earlier) != (direction == Direction.UP)


def _is_of_other_parts(operation: Operation, facts: SentenceFacts, group: OperandGroup) -> bool:
    """Whether a part is none that the sentence names, or it names several together and the group has only one of them."""
    if group.is_unnamed:
        return True
    is_joint = operation is Operation.SHARE and JOINT.search(facts.text) is not None
    return is_joint and len(group.operands) == 2 and JOINT.search(group.label) is None and not says(Operation.SUM, group.label)


def _fitness(operation: Operation, group: OperandGroup, figure: WrittenFigure) -> float:
    """How well an operation goes with a group: its number of operands, their units, across or down."""
    if group.is_grown or operation is Operation.PRIOR:
        return float(group.is_grown and operation is Operation.PRIOR)
    if group.is_shared:
        return float(operation is Operation.SHARE)
    if operation in _OF_PAIRS and len(group.operands) != 2:
        return 0.0
    if operation is Operation.CAGR:
        return float(group.is_across and group.order == Order.LATER_FIRST)
    unit = group.operands[0].unit
    if operation in (Operation.SUM, Operation.AVERAGE, Operation.DIFFERENCE):
        if figure.is_percent and unit not in _PERCENTS:
            return 0.5
        if not figure.is_percent and unit in _PERCENTS:
            return 0.4 if figure.scale == 1 and figure.unit in _POINTS else 0.0  # percentages make up no money and no millions
    if operation in _OF_CHANGE:
        return 1.0 if group.is_across else 0.7
    if operation in (Operation.SHARE, Operation.RATIO, Operation.PRODUCT):
        return 0.7 if group.is_across else 1.0
    return 1.0


def _gives(value: Decimal, figure: WrittenFigure) -> bool:
    """Whether a result rounds to the figure as it is written, its scale left to the table's head."""
    if abs(abs(value) - abs(figure.written)) <= figure.step / 2:
        return True
    return figure.unit == "bp" and abs(abs(value) * _HUNDRED - abs(figure.written)) <= figure.step / 2


def _gives_rescaled(operation: Operation, value: Decimal, figure: WrittenFigure, scale: Decimal | None) -> bool:
    """Whether a result in the scale of its table rounds to the figure in another one: a sum of 26,607 in millions is 26.6 billion."""
    if scale is None or operation in _UNSCALED or figure.is_percent or figure.scale in (1, scale):
        return False
    return abs(abs(value * scale) - abs(figure.value)) <= figure.step * figure.scale / 2
