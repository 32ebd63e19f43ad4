"""Figures as values of a node: in its unit, signed, compared under its tolerance (evidence, step 8)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation, localcontext
from functools import lru_cache

from verification.core.evidence import NodeSpec, Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import agrees, convert, number_text
from verification.core.reading.frames.labels import Asking, Frame, RangeEnd
from verification.core.reading.frames.measures import Form, Measure
from verification.core.reading.measure_words import row_of
from verification.core.vocabulary import Approximation, Direction, NodeKind, QuantityKind

_TIMES = frozenset(("year", "month", "week", "day", "hour", "minute", "second", "quarter", "decade"))
# Names of figures that are lengths of time themselves.
_ASKS_TIME = lazy_regex(
    r"\b(?:age|wait(?:s|ing)?|queue|commutes?|duration|length of (?:stay|time|service|the)|stays?|delays?|tenure|life|lifespan|expectancy|"
    r"times?|hours?|days?|weeks?|months?|years?|minutes?|seconds?|term|sentence|maturity|lead|turnaround|journey|trip|flight|shift|leave|"
    r"notice|payback)\b|"
    r"年龄|岁|时长|用时|耗时|时间|等待|候诊|轮候|排队|寿命|工期|工时|期限|年限|天数|年数|周期|通勤|账期|刑期|任期|假期|休假|周休|日数|小时|分钟|时限|车程|航程|久期|续航",
    re.IGNORECASE,
)
_LARGE = 100_000
_MIN_ROUNDED = 3
_TOLERANCE = lazy_regex(r"(\d{1,12}(?:\.\d{1,12})?)\s?(%?)")
_LETTERS = lazy_regex(r"[^\W\d_]+")
_KINDS = {
    NodeKind.PERCENT: frozenset((QuantityKind.PERCENT,)),
    NodeKind.CURRENCY: frozenset((QuantityKind.CURRENCY,)),
    NodeKind.NUMBER: frozenset((QuantityKind.NUMBER, QuantityKind.DIMENSION, QuantityKind.CURRENCY)),
}


# Shares of those asked, which Chinese offices write with the sign: 制造业采购经理指数（PMI）为49.6%.
_INDICES_IN_PERCENT = frozenset(("pmi",))


@lru_cache(maxsize=256)
def kinds_asked(node: NodeSpec) -> frozenset[QuantityKind]:
    """The kinds of figures that may answer a node."""
    kinds = _KINDS.get(node.kind, frozenset())
    measure = row_of(node.label) if node.kind == NodeKind.NUMBER else None
    return kinds | {QuantityKind.PERCENT} if measure is not None and measure.code in _INDICES_IN_PERCENT else kinds


@dataclass(frozen=True, slots=True)
class Value:
    """A figure in the node's unit (percent where the node names none), signed; ``low == high`` unless it is a range."""

    low: Decimal
    high: Decimal
    approximation: Approximation | None = None

    @property
    def number(self) -> str:
        return number_text(self.low, self.high)


def value_of(quantity: Quantity, node: NodeSpec, frame: Frame, measure: Measure) -> Value | None:
    """The figure as an answer to ``frame``; None where kind, unit or range end does not fit."""
    if quantity.kind not in kinds_asked(node) or not _unit_is_asked(quantity, node, frame):
        return None
    ends = _in_unit(quantity, frame.asked_unit or node.unit)
    if ends is None:
        return None
    low, high = ends
    if frame.range_end is not None and quantity.is_range:
        low = high = low if frame.range_end == RangeEnd.LOW else high
    elif frame.range_end is not None and frame.asking == Asking.SENTENCE:
        return None
    low, high = _signed(low, high, quantity, frame, measure)
    return Value(low, high, quantity.approximation)


def _unit_is_asked(quantity: Quantity, node: NodeSpec, frame: Frame) -> bool:
    """A sentence that counts jobs is not answered in dollars or miles; a name or a question for a number takes any unit."""
    if node.kind != NodeKind.NUMBER or node.unit or quantity.kind == QuantityKind.NUMBER:
        return True
    if frame.asking != Asking.SENTENCE:
        return quantity.unit not in _TIMES or bool(frame.counted) or _ASKS_TIME.search(node.label) is not None
    if quantity.kind == QuantityKind.CURRENCY:
        return False
    written = _LETTERS.findall(quantity.text)
    following = frame.sentence.text[frame.end : frame.end + 30].lower()
    return bool(written) and written[-1].lower()[:4] in following


def same_value(one: Value, other: Value, tolerance: str = "") -> bool:
    """Equality of both ends; ``tolerance`` is absolute ("0.05") or relative ("0.5%"), empty is exact."""
    if one.low == other.low and one.high == other.high:
        return True
    found = _TOLERANCE.fullmatch(tolerance.strip()) if tolerance else None
    if not found:
        return False
    try:
        allowed = Decimal(found.group(1))
    except InvalidOperation:
        return False
    for mine, theirs in ((one.low, other.low), (one.high, other.high)):
        limit = allowed * max(abs(mine), abs(theirs)) / 100 if found.group(2) else allowed
        if abs(mine - theirs) > limit:
            return False
    return True


def supports_value(quantity: Quantity, own: Value, exact: Value) -> bool:
    """Whether an approximate figure ("逾4%", "nearly 7 percent") rounds to the exact value another page gives."""
    if own.approximation is None or own.low != own.high or exact.low != exact.high:
        return False
    factor = abs(own.low / quantity.low) if quantity.low else Decimal(1)
    return bool(factor) and agrees(quantity, abs(exact.low) / factor, abs(exact.high) / factor)


def digits_of(value: Value) -> int:
    """How many significant digits the figure has, a large amount one more: the more, the less likely two pages hold it by chance."""
    digits = max(len(end.normalize().as_tuple().digits) for end in (value.low, value.high))
    return digits + (abs(value.high) >= _LARGE)


def is_close(one: Decimal, other: Decimal) -> bool:
    """Whether two figures are one amount, perhaps written with fewer digits: 20.6万亿 and 206031亿, not 22941.67 and 22844.05."""
    if one == other:
        return True
    fewer = min(one, other, key=lambda value: len(value.normalize().as_tuple().digits))
    more = other if fewer is one else one
    digits = len(fewer.normalize().as_tuple().digits)
    if digits < _MIN_ROUNDED or not more:
        return False
    with localcontext() as context:
        context.prec = digits
        return +more == fewer


def cluster(values: Sequence[tuple[Value, Quantity]], tolerance: str, *, asks_approximate: bool = False) -> list[int]:
    """The number of the group each value belongs to: equal under the tolerance, approximations with the exact value they round to.

    ``asks_approximate``: the label itself hedges ("涨超____"), so the rounded figure is what is asked for.
    """
    groups: list[Value] = []
    numbers = []
    for value, _ in values:
        at = next((i for i, known in enumerate(groups) if same_value(value, known, tolerance)), None)
        if at is None:
            at = len(groups)
            groups.append(value)
        numbers.append(at)
    return numbers if asks_approximate else _with_approximations(values, numbers)


def _with_approximations(values: Sequence[tuple[Value, Quantity]], numbers: list[int]) -> list[int]:
    exact = {number: value for (value, _), number in zip(values, numbers, strict=True) if value.approximation is None}
    joined = list(numbers)
    for index, ((value, quantity), number) in enumerate(zip(values, numbers, strict=True)):
        if number in exact:
            continue
        fitting = [other for other, known in exact.items() if supports_value(quantity, value, known)]
        if len(fitting) == 1:
            joined[index] = fitting[0]
    return joined


def _in_unit(quantity: Quantity, unit: str | None) -> tuple[Decimal, Decimal] | None:
    if unit:
        return convert(quantity, unit)
    if quantity.kind != QuantityKind.PERCENT:
        return quantity.low, quantity.high
    return convert(quantity, "%")


def _signed(low: Decimal, high: Decimal, quantity: Quantity, frame: Frame, measure: Measure) -> tuple[Decimal, Decimal]:
    """The bare figure after a direction word of the label; else a change downwards is negative."""
    if frame.keeps_bare_figure:
        return (min(abs(low), abs(high)), max(abs(low), abs(high)))
    is_change = measure.form == Form.CHANGE and frame.measure.form != Form.LEVEL
    down = Direction.DOWN in (quantity.direction, measure.direction)
    if is_change and down and low > 0:
        return -high, -low
    return low, high
