"""How a Chinese clause says that a figure moved, and by what: 同比增长5%, 回升至2.9%."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.reading.chinese.clauses import ChineseClauses
from verification.core.reading.chinese.pieces import Lead
from verification.core.reading.clause_words import MOVES, Mark, Role
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.statement import Basis, Form
from verification.core.vocabulary import Direction, QuantityKind

# "截至收盘，日经225指数报48088点": all that follows is the close.
_AT_CLOSE = lazy_regex(r"截[至止][^，,。；;]{0,4}收[盘市]|收[盘市]时")
_SO_FAR = lazy_regex(r"今年以来|年初|前\S{1,3}个?月|累计|至今")
_AGAINST = frozenset(("高于", "低于"))
BASES = {basis.value: basis for basis in Basis}


@dataclass(slots=True)
class Memory:
    """What the sentence has said so far."""

    topic: Span | None = None
    speaker: Span | None = None
    source: Span | None = None
    place: Span | None = None
    last: FigureSlots | None = None
    noun: FigureSlots | None = None
    members: list[Span] = field(default_factory=list)
    levels: list[FigureSlots] = field(default_factory=list)
    whole: FigureSlots | None = None


class ChineseMoves(ChineseClauses):
    """The clauses of a sentence: what they say of a figure's basis, form and sign."""

    def __init__(self, text: str, quantities: Sequence[Quantity], periods: Sequence[Span]) -> None:
        super().__init__(text, quantities, periods)
        self._memory = Memory()

    def _moved(self, slots: FigureSlots, marks: Sequence[Mark], figure: int) -> FigureSlots:
        """Basis, form and sign by the words that lead to the figure."""
        for mark in marks:
            if mark.role is Role.BASIS:
                slots.basis = BASES.get(mark.value)
            if mark.qualifier is not None:
                slots.qualifiers |= {mark.qualifier.code}
        if _AT_CLOSE.search(self._text, 0, figure):
            slots.qualifiers |= {"close"}
        first = marks[0].start if marks else figure
        told = [span for span in self._periods if span[1] <= figure and span[0] >= min(first, figure) - 40]
        if told and _SO_FAR.search(self._text, *told[-1]) and self._text[told[-1][1] : figure] != "的":
            slots.qualifiers |= {"cumulative"}
        turns = self._turns(marks, figure)
        slots.grows = slots.grows or any(map(self._tells_growth, marks))
        if not turns:
            if slots.basis and any(mark.role is Role.BASIS and figure - mark.end <= 2 for mark in marks):
                slots.form = Form.CHANGE
            return slots
        last = turns[-1]
        if last.role is Role.TO:
            slots.form, slots.direction = (Form.CHANGE if self._is_change(slots, turns, figure) else Form.LEVEL), None
        else:
            slots.form = Form.CHANGE
            slots.direction = {Role.UP: Direction.UP, Role.DOWN: Direction.DOWN}.get(last.role)
        if slots.measure is None:
            slots.measure = (last.start, last.end)
        return slots

    def _each_told(self, slots: FigureSlots, lead: Lead, count: int) -> list[FigureSlots]:
        """The slots of as many figures as stood before, each of which moved: 营收1131亿元，净利润113亿元，|分别增长|22.3%和80.9%."""
        told = self._memory.levels[-count:]
        is_each = count > 1 and not lead.pieces and any(mark.role is Role.EACH for mark in lead.marks)
        if not is_each or len(told) < count or len({one.measure for one in told}) < count or slots.form is not Form.CHANGE:
            return []
        return [replace(slots, subject=one.subject, measure=one.measure, row=one.row, qualifiers=one.qualifiers) for one in told]

    def _goes_on_growing(self, slots: FigureSlots, *, own_subject: bool) -> bool:
        """Whether a clause tells but another change of what was said to change: 核心CPI环比上涨0.2%，同比|涨幅|为2.5%."""
        last, is_growth = self._memory.last, slots.row is not None and slots.row.code == "growth"
        has_changed = last is not None and last.form is Form.CHANGE and last.is_noun and last.row is not None and last.row.code != "growth"
        return is_growth and has_changed and not own_subject and slots.form is Form.CHANGE

    def _turns(self, marks: Sequence[Mark], figure: int) -> list[Mark]:
        """What moves a figure or leads to it; what is held against another is told as that is: 低于|市场预期的|22.5万人."""
        is_held = self._text[figure - 1 : figure] == "的"
        turns = [mark for mark in marks if mark.role in MOVES or mark.role is Role.TO or (mark.row and mark.row.code == "growth")]
        return [mark for mark in turns if not (is_held and self._view[mark.start : mark.end] in _AGAINST)]

    def _tells_growth(self, mark: Mark) -> bool:
        """Whether a word says that how far something moved is told: 增速, 同比增幅."""
        is_basis = mark.role is Role.BASIS and self._view[mark.end - 1] in "速幅率长"
        return is_basis or (mark.row is not None and mark.row.code == "growth")

    def _is_change(self, slots: FigureSlots, turns: Sequence[Mark], figure: int) -> bool:
        """Whether what has come to a figure is itself a change: 增速放缓至1.9%, CPI同比回升至2.9%; not 失业率同比升至5.2%."""
        noun = self._memory.noun
        if any(map(self._tells_growth, turns)) or slots.grows or (not slots.is_noun and noun is not None and noun.grows):
            return True
        is_percent = any(one.start == figure and one.kind is QuantityKind.PERCENT for one in self._quantities)
        row = slots.row
        return is_percent and row is not None and (row.form is Form.CHANGE or (slots.basis is not None and row.kind != "percent"))
