"""The figures of a table: row head, column head and caption say whose each cell is, what it measures and when."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verification.core.patterns import lazy_regex
from verification.core.periods.grammar import PeriodMention
from verification.core.reading.clause_words import Role, chinese_marks
from verification.core.reading.english.tokens import tokens_in
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.layout import Table
from verification.core.reading.measure_words import qualifiers_of, row_of
from verification.core.reading.statement import Basis, Form, Origin
from verification.core.reading.tokens import Kind
from verification.core.subjects.known import find_known

PeriodsIn = Callable[[int, int], Sequence[PeriodMention]]
_UNIT = lazy_regex(r"[(（][^()（）]*[)）]|,?\s*%$|（%）")
_CHANGE = lazy_regex(r"change|chg|growth|涨跌|增减|变动|变化|增幅|增速|涨幅|跌幅|±", re.IGNORECASE)
# The whole of what a table parts, which is the page's subject.
_TOTAL = lazy_regex(r"(?:grand\s|company\s)?totals?|total\scompany|合计|总计|共计|总和", re.IGNORECASE)
# The column that says of when the figures of a row are.
_WHEN = lazy_regex(
    r"reference|ref\.?|period|as\sof|(?:reference\s)?(?:date|month|period)|日期|时间|时期|报告期|参考|所属期|数据时间", re.IGNORECASE
)
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
    """What the heads of a cell tell; ``row`` is the place of the row's head, ``column`` that of the column's, ``when`` that of the cell
    which dates the row, ``over`` that of the head which spans the column's."""

    slots: FigureSlots
    row: Span
    column: Span | None
    line: Span
    when: Span | None = None
    over: Span | None = None


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
        self._dated = next((at for at, span in enumerate(table.rows[0]) if at and _WHEN.fullmatch(text, *span)), None)

    def cell_at(self, start: int) -> Cell | None:
        """The cell that holds the figure at ``start``; None in a head."""
        at = bisect_right(self._starts, start)
        if at < 2:
            return None
        row = self._table.rows[at - 1]
        column = bisect_right(row, (start, len(self._text))) - 1
        return None if column < 1 or start >= row[column][1] else self._cell(row, column)

    def is_sum(self, head: Span) -> bool:
        """Whether the head of a row only sums up the rows above and names nobody; among companies Total may be one."""
        above = [row for row in self._rows if row[1] <= head[0]]
        is_told = bool(above) and head in self._rows and _TOTAL.fullmatch(self._text, *head) is not None
        known = (entity for row in above for one in find_known(self._text[slice(*row)]) for entity in one.entities) if is_told else ()
        return is_told and not any(entity.kind == "company" for entity in known)

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
        over = self._table.over[column] if column < len(self._table.over) else None
        when = row[self._dated] if self._dated is not None and self._dated < len(row) else None
        return Cell(slots, row[0], theirs.span if theirs else None, (row[0][0], row[-1][1]), when, over)

    def _assign(self, slots: FigureSlots, mine: Head, theirs: Head | None, column: int) -> None:
        """Whose it is and what is measured: a head that names a measure says what, the other one whose."""
        if theirs is not None and theirs.has_measure:
            slots.subject, slots.measure = self._whose(mine), theirs.rest
        elif mine.has_measure:
            slots.measure = mine.rest
        elif theirs is not None and theirs.rest is None:
            beside = next((self._columns[at] for at in range(column - 1, 0, -1) if self._columns[at].has_measure), None)
            if beside is not None:
                slots.subject, slots.measure = self._whose(mine), beside.rest
            elif self.caption is not None or self._above_has_measure:
                slots.subject = self._whose(mine)
                slots.measure = self.caption.rest if self.caption else None
            else:
                slots.measure = mine.rest
        else:
            slots.subject = self._whose(mine)
            if self.caption is not None or self._above_has_measure:
                slots.measure = self.caption.rest if self.caption else None
            else:
                slots.measure = theirs.rest if theirs else None

    def _whose(self, head: Head) -> Span | None:
        """Whose figure the head of a row or column names: nobody's where it is a time, or the whole of the table."""
        start, end = head.span
        if head.rest is not None:
            is_total = _TOTAL.fullmatch(self._text, *head.rest) is not None
            return None if is_total and (head.span not in self._rows or self.is_sum(head.span)) else head.rest
        return None if start == end or self._periods_in(start, end) else head.span

    def _head(self, span: Span) -> Head:
        start, end = span
        text = self._text[start:end]
        spans = [(one.start - start, one.end - start) for one in self._periods_in(start, end)]
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


class TextTables:
    """The tables of one text, each read when it is first asked for."""

    def __init__(self, text: str, simple: str, tables: Sequence[Table], periods_in: PeriodsIn, *, above: bool, is_chinese: bool) -> None:
        self._text, self._simple, self._tables = text, simple, tables
        self._periods_in, self._above, self._is_chinese = periods_in, above, is_chinese
        self._starts = [table.start for table in tables]
        self._readers: dict[int, TableReader] = {}

    def at(self, start: int) -> Table | None:
        """The table that holds a place."""
        at = bisect_right(self._starts, start) - 1
        return self._tables[at] if at >= 0 and start < self._tables[at].end else None

    def reader_of(self, table: Table) -> TableReader:
        """The reader of one table of the text."""
        found = self._readers.get(table.start)
        if found is None:
            found = TableReader(self._text, self._simple, table, self._periods_in, above=self._above, is_chinese=self._is_chinese)
            self._readers[table.start] = found
        return found

    def period_in_cell(self, start: int) -> tuple[PeriodMention | None] | None:
        """The period that its heads give to the figure at ``start``, in a tuple; None where it stands in no cell below heads."""
        table = self.at(start)
        if table is None:
            return None
        reader = self.reader_of(table)
        cell = reader.cell_at(start)
        if cell is None:
            return None
        found = self.period_of(cell, reader.caption.span if reader.caption else None)
        return (found[0] if found else None,)

    def period_of(self, cell: Cell, caption: Span | None) -> tuple[PeriodMention, Origin] | None:
        """The period of a cell by the nearest that names one: heads of its column, its row, the cell that dates the row, the caption."""
        places = (
            (cell.column, Origin.COLUMN),
            (cell.over, Origin.COLUMN),
            (cell.row, Origin.ROW),
            (cell.when, Origin.ROW),
            (caption, Origin.CAPTION),
        )
        for span, origin in places:
            if span and (named := self._periods_in(*span)):
                return named[0], origin
        return None


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
