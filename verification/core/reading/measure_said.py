"""What a figure tells of its measure beyond the words that name it: its form, and the row that its unit decides."""

import re

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.reading.figure_slots import FigureSlots
from verification.core.reading.measure_words import AMOUNT_OF, PER_SHARE, RATIO_OF, VOLUME_OF, MeasureRow
from verification.core.reading.statement import Form
from verification.core.vocabulary import QuantityKind


def form_said(slots: FigureSlots, row: MeasureRow | None, quantity: Quantity) -> Form | None:
    """Whether a figure tells its measure or how far that moved. Import prices are told as their change, but an amount of money is none."""
    if slots.basis is not None and slots.form is None and quantity.kind is QuantityKind.PERCENT:
        return Form.CHANGE
    form = slots.form or (row.form if row else None)
    is_by_name = form is Form.CHANGE and slots.direction is None and row is not None and row.form is Form.CHANGE
    return Form.LEVEL if is_by_name and quantity.kind is QuantityKind.CURRENCY else form


_OF_OUTPUT = lazy_regex(r"\s(?:of|to)\s(?:\w+\s){0,2}(?:GDP|gross domestic product|output|national income|the economy)\b")


_OF_A_SHARE = lazy_regex(r"\s(?:per|a|each)\s(?:\w+\s)?share\b", re.IGNORECASE)


def code_said(row: MeasureRow | None, quantity: Quantity, behind: str) -> str:
    """The row of what is told by its unit and what stands right ``behind`` it; of exports, imports and sales that count pieces that of
    their volume."""
    code = row.code if row else ""
    if quantity.kind is QuantityKind.PERCENT:
        return RATIO_OF.get(code, code) if _OF_OUTPUT.match(behind) else code
    if quantity.kind is QuantityKind.CURRENCY:
        if row is not None and row.family == "profit" and _OF_A_SHARE.match(behind):
            return PER_SHARE  # "earnings of $1.55 per share"
        return AMOUNT_OF.get(code, code)
    return VOLUME_OF.get(code, code)
