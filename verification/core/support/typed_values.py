"""A value as a person types it into a form, as the node's kind has it."""

from dataclasses import dataclass

from verification.core.quantities.conversion import convert, number_text, unit_name
from verification.core.support.answers import only_quantity
from verification.core.vocabulary import NodeKind

MAX_TYPED = 200
_ANSWERS = {"yes": "yes", "no": "no", "是": "yes", "否": "no", "true": "yes", "false": "no"}


@dataclass(frozen=True, slots=True)
class TypedValue:
    """``value`` as it was written, ``number`` in ``unit`` (the node's where it has one); a text's is "yes" or "no", without number."""

    value: str
    number: str = ""
    unit: str = ""


def read_typed_value(text: str, *, kind: NodeKind, unit: str, node_unit: str) -> TypedValue | None:
    """What ``text`` says in a node of ``kind``; None where it is not one figure, or one that does not fit the node's unit.

    ``unit`` is what stands beside the figure where the text itself has none: "525" with "bp" is 5.25 in a node in percent.
    """
    written = text.strip()[:MAX_TYPED]
    if kind == NodeKind.TEXT:
        answer = _ANSWERS.get(written.casefold())
        return TypedValue(answer) if answer else None
    quantity = only_quantity(written)
    if quantity is not None and quantity.unit is None and unit.strip() and _is_other(unit, node_unit):
        written = f"{written} {unit.strip()}" if unit.strip()[0].isalnum() else written + unit.strip()
        quantity = only_quantity(written)
    if quantity is None:
        return None
    ends = (quantity.low, quantity.high) if quantity.unit is None else convert(quantity, node_unit)
    if ends is None:
        return None
    return TypedValue(written, number_text(*ends), node_unit or quantity.unit or unit.strip())


def _is_other(unit: str, node_unit: str) -> bool:
    return (unit_name(unit) or unit.strip()) != (unit_name(node_unit) or node_unit)
