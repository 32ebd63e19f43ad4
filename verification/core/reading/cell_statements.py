"""The statements of the cells of a text's tables: whose figure each is, what is measured, and of when."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from verification.core.evidence import Quantity
from verification.core.reading.figure_slots import FigureSlots, Span
from verification.core.reading.layout import Item, Table
from verification.core.reading.measure_words import qualifiers_of, row_of
from verification.core.reading.statement import Origin, PeriodSlot, Statement, Words
from verification.core.reading.table_figures import Cell, TableReader, TextTables
from verification.core.subjects.parts import is_whole_name, parts_of


class ReadText(Protocol):
    """What the reader of the text that holds the tables is asked for."""

    text: str

    @property
    def title(self) -> "ReadText | None": ...
    @property
    def tables(self) -> TextTables: ...
    def quantities_between(self, start: int, end: int) -> Sequence[Quantity]: ...
    def words_at(self, span: Span, origin: Origin) -> Words: ...
    def topic(self) -> FigureSlots: ...
    def named(self, start: int, end: int) -> FigureSlots: ...
    def title_period(self) -> PeriodSlot: ...
    def fill_from_title(self, slots: FigureSlots, origins: dict[str, Words]) -> None: ...
    def built(
        self, quantity: Quantity, slots: FigureSlots, span: Span, period: PeriodSlot, origins: dict[str, Words], item: Item
    ) -> Statement: ...


class CellStatements:
    """The cells of the tables of one text, read by ``reader``."""

    def __init__(self, reader: ReadText, tables: Sequence[Table]) -> None:
        self._reader, self._tables = reader, tables

    def statements(self) -> Iterator[Statement]:
        for table in self._tables:
            yield from self.of_table(table)

    def of_table(self, table: Table) -> Iterator[Statement]:
        """A statement for each figure of a table that stands in a cell."""
        reader = self._reader.tables.reader_of(table)
        for quantity in self._reader.quantities_between(table.start, table.end):
            cell = reader.cell_at(quantity.start)
            if cell is not None:
                yield self._statement(quantity, cell, reader)

    def _statement(self, quantity: Quantity, cell: Cell, reader: TableReader) -> Statement:
        text, title, slots = self._reader, self._reader.title, cell.slots
        if slots.subject is not None and reader.is_sum(slots.subject):
            slots.subject = None
        caption = reader.caption.span if reader.caption else None
        origins = self._origins(cell, caption)
        if caption is not None:
            slots.qualifiers |= qualifiers_of(text.text[caption[0] : caption[1]])
        has_subject = "subject" in origins
        text.fill_from_title(replace(slots, subject=slots.subject or ((0, 0) if has_subject else None)), origins)
        if title is not None and "measure" in origins and origins["measure"].origin is Origin.TITLE:
            told = title.topic() if title.text else FigureSlots()
            slots.row, slots.qualifiers = told.row, slots.qualifiers | told.qualifiers
        return text.built(quantity, slots, cell.line, self._period(cell, caption), origins, Item(cell.line[0], cell.line[1]))

    def _origins(self, cell: Cell, caption: Span | None) -> dict[str, Words]:
        """The words of the heads and the caption that say whose a figure is and what is measured."""
        text, slots = self._reader, cell.slots
        origins: dict[str, Words] = {}
        is_by_row = slots.measure is not None and cell.row[0] <= slots.measure[0] and slots.measure[1] <= cell.row[1]
        if slots.measure is not None:
            is_by_caption = caption is not None and slots.measure[0] < caption[1]
            origin = Origin.CAPTION if is_by_caption else Origin.ROW if is_by_row else Origin.COLUMN
            origins["measure"] = text.words_at(slots.measure, origin)
        if slots.subject is not None:
            origins["subject"] = text.words_at(slots.subject, Origin.ROW)
        elif is_by_row and (owner := self._owner_in(cell.row)) is not None:
            origins["subject"] = text.words_at(owner, Origin.ROW)  # "UK Inflation Rate"
        elif caption is not None and (above := text.named(*caption).subject) is not None and self._names_somebody(above):
            origins["subject"] = text.words_at(above, Origin.CAPTION)
        return origins

    def _names_somebody(self, span: Span) -> bool:
        """Whether words name anybody beside what is measured and how: "GAAP", "Cash rate" and 历史LPR do not."""
        parts = parts_of(self._reader.text[slice(*span)])
        return any(part.is_name and row_of(part.text) is None and not qualifiers_of(part.text) for part in parts)

    def _owner_in(self, head: Span) -> Span | None:
        """The known name that stands before the measure in the head of a row."""
        told = self._reader.named(*head)
        if told.subject is None or told.subject == told.measure or not is_whole_name(self._reader.text[slice(*told.subject)]):
            return None
        return told.subject

    def _period(self, cell: Cell, caption: Span | None) -> PeriodSlot:
        found = self._reader.tables.period_of(cell, caption)
        if found is None:
            return self._reader.title_period()
        one, origin = found
        return PeriodSlot(one.period, self._reader.words_at((one.start, one.end), origin), one.is_fiscal)
