"""The figures of a table: row head, column head and caption say whose each cell is, what it measures and when."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verification.core.patterns import lazy_regex
from verification.core.reading.clause_words import Role, chinese_marks
from verification.core.reading.english.tokens import tokens_in
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.layout import Table
from verification.core.reading.measure_words import qualifiers_of, row_of
from verification.core.reading.statement import Basis, Form
from verification.core.reading.tokens import Kind

PeriodsIn = Callable[[int, int], Sequence[Span]]
_UNIT = lazy_regex(r"[(（][^()（）]*[)）]|,?\s*%$|（%）")
_CHANGE = lazy_regex(r"change|chg|growth|涨跌|增减|变动|变化|增幅|增速|涨幅|跌幅|±", re.IGNORECASE)
_BASES = {basis.value: basis for basis in Basis}


@dataclass(frozen=True, slots=True)
class Head:
    """A row head, column head or caption: what is left of it as a measure or subject, and what it says beside."""

    span: Span
    rest: Span | None
    has_measure: bool
    qualifiers: frozenset[str]
    basis: Basis | None
    is_change: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What the heads of a cell tell; ``row`` is the place of the row's head, ``column`` that of the column's."""

    slots: FigureSlots
    row: Span
    column: Span | None
    line: Span


class TableReader:
    """Reads a table once, then tells of any cell."""

    def __init__(self, text: str, simple: str, table: Table, periods_in: PeriodsIn, *, above: bool, is_chinese: bool) -> None:
        self._text, self._simple, self._table = text, simple, table
        self._periods_in, self._is_chinese = periods_in, is_chinese
        self._above_has_measure = above
        self._columns = [self._head(span) for span in table.rows[0]]
        caption = self._head(table.caption) if table.caption else None
        self.caption = caption if caption and caption.has_measure else None
        self._starts = [row[0][0] for row in table.rows]
        self._rows = {row[0]: self._head(row[0]) for row in table.rows[1:]}

    def cell_at(self, start: int) -> Cell | None:
        """The cell that holds the figure at ``start``; None in a head."""
        at = bisect_right(self._starts, start)
        if at < 2:
            return None
        row = self._table.rows[at - 1]
        column = bisect_right(row, (start, len(self._text))) - 1
        return None if column < 1 or start >= row[column][1] else self._cell(row, column)

    def _cell(self, row: tuple[Span, ...], column: int) -> Cell:
        mine = self._rows[row[0]]
        theirs = self._columns[column] if column < len(self._columns) else None
        slots = FigureSlots()
        heads = [head for head in (mine, theirs) if head]
        for head in heads:
            slots.qualifiers |= head.qualifiers
            slots.basis = slots.basis or head.basis
        if theirs is not None and (theirs.is_change or theirs.basis):
            slots.form = Form.CHANGE
        self._assign(slots, mine, theirs, column)
        span = slots.measure
        if span is not None:
            words = self._text[span[0] : span[1]]
            slots.row, slots.is_noun = row_of(words), True
            slots.qualifiers |= qualifiers_of(words)
        return Cell(slots, row[0], theirs.span if theirs else None, (row[0][0], row[-1][1]))

    def _assign(self, slots: FigureSlots, mine: Head, theirs: Head | None, column: int) -> None:
        """Whose it is and what is measured: a head that names a measure says what, the other one whose."""
        if theirs is not None and theirs.has_measure:
            slots.subject, slots.measure = mine.rest or mine.span, theirs.rest
        elif mine.has_measure:
            slots.measure = mine.rest
        elif theirs is not None and theirs.rest is None:
            beside = next((self._columns[at] for at in range(column - 1, 0, -1) if self._columns[at].has_measure), None)
            if beside is not None:
                slots.subject, slots.measure = mine.rest or mine.span, beside.rest
            elif self.caption is not None or self._above_has_measure:
                slots.subject = mine.rest or mine.span
                slots.measure = self.caption.rest if self.caption else None
            else:
                slots.measure = mine.rest
        else:
            slots.subject = mine.rest or mine.span
            if self.caption is not None or self._above_has_measure:
                slots.measure = self.caption.rest if self.caption else None
            else:
                slots.measure = theirs.rest if theirs else None

    def _head(self, span: Span) -> Head:
        start, end = span
        text = self._text[start:end]
        spans = [(a - start, b - start) for a, b in self._periods_in(start, end)]
        spans += [found.span() for found in _UNIT.finditer(text)]
        basis, has_measure, qualifiers = None, False, frozenset[str]()
        if self._is_chinese:
            for mark in chinese_marks(self._simple, start, end):
                if mark.role is Role.BASIS:
                    basis = basis or _BASES.get(mark.value)
                    spans.append((mark.start - start, mark.end - start))
                has_measure = has_measure or mark.role is Role.FRAME or (mark.row is not None and mark.row.code != "growth")
                if mark.qualifier:
                    qualifiers |= {mark.qualifier.code}
                if mark.role is Role.QUALIFIER:
                    spans.append((mark.start - start, mark.end - start))
        else:
            for token in tokens_in(text, (), ()):
                if token.kind is Kind.BASIS:
                    basis = basis or _BASES.get(token.value)
                    spans.append((token.start, token.end))
                has_measure = has_measure or token.kind is Kind.MEASURE
            qualifiers = qualifiers_of(text)
        is_change = bool(_CHANGE.search(text)) and not has_measure
        if is_change and (found := _CHANGE.search(text)):
            spans.append(found.span())
        rest = _longest_rest(text, spans, keeps_qualifiers=has_measure)
        return Head(span, (start + rest[0], start + rest[1]) if rest else None, has_measure, qualifiers, basis, is_change)


def _longest_rest(text: str, spans: list[Span], *, keeps_qualifiers: bool) -> Span | None:
    """The longest stretch outside of ``spans``, without signs around it."""
    del keeps_qualifiers
    best: Span | None = None
    at = 0
    for start, end in [*sorted(spans), (len(text), len(text))]:
        left, right = at, start
        while left < right and not text[left].isalnum():
            left += 1
        while right > left and not text[right - 1].isalnum():
            right -= 1
        if right > left and (best is None or right - left > best[1] - best[0]):
            best = (left, right)
        at = max(at, end)
    return best
