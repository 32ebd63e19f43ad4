"""A passage that stands in a table, drawn as a table: the cells that carry a sentence are marked with their row's and columns' heads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verification.core.tables.reader import Cell, Table, TableRow, find_tables
from verification.templatetags.evidence import visible

FAR = 20_000  # characters of a table on either side of its passage
MOST_ROWS = 6  # rows without a mark that are shown
LONGEST_CELL = 200

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownCell:
    text: str
    is_marked: bool
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """``skipped`` rows stand before it that are not shown. Of a head row every cell is a head, of others the first."""

    cells: tuple[ShownCell, ...]
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class ShownTable:
    """``skipped`` rows follow its last."""

    heads: tuple[ShownRow, ...]
    rows: tuple[ShownRow, ...]
    skipped: int


def make_table(content: str, span: Span, marks: Sequence[Span]) -> ShownTable | None:
    """The table around ``span``; None where it stands in running text. Each of ``marks`` is a cell whose row and columns name it."""
    table, begin = _table_at(content, span)
    if table is None:
        return None
    marked = frozenset(_marked(table, [(start - begin, stop - begin) for start, stop in marks]))
    heads = [row for row in table.rows if row.is_head]
    body = [row for row in table.rows if not row.is_head and any(cell.text for cell in row.cells)]
    width = max(len(row.cells) for row in (*heads, *body)) if body else 0
    if not body or width < 2:
        return None
    near = _near(body, (span[0] - begin, span[1] - begin))
    rows, skipped = _shown(body, marked or near)
    return ShownTable(tuple(ShownRow(_cells(row, marked, width)) for row in heads), tuple(_drawn(rows, marked, width)), skipped)


def name_cell(content: str, span: Span) -> str:
    """A cell by its heads: "Northern line · Fares (million dollars)"; empty in running text."""
    table, begin = _table_at(content, span)
    for row in (row for row in (table.rows if table is not None else ()) if not row.is_head):
        for index, cell in enumerate(row.cells):
            if index and cell.start <= span[0] - begin < cell.end:
                named = (row.label, *row.column(index))
                return " · ".join(_cut(visible(head.text)) for head in named if head is not None and head.text)
    return ""


def _table_at(content: str, span: Span) -> tuple[Table | None, int]:
    """The table that the passage begins in, and where the lines begin that it was read from."""
    begin, end = _block(content, span)
    tables = find_tables(content[begin:end]) if _has_cells(content[begin:end]) else ()
    return next((table for table in tables if table.start <= span[0] - begin < table.end), None), begin


def _block(content: str, span: Span) -> Span:
    """The lines around the passage that may be of one table: as far as cells go on."""
    begin = content.rfind("\n", 0, span[0]) + 1
    while begin and span[0] - begin < FAR:
        before = content.rfind("\n", 0, begin - 1) + 1
        if not _has_cells(content[before : begin - 1]):
            break
        begin = before
    end = _line_end(content, max(span[0], span[1] - 1))
    while end < len(content) and end - span[1] < FAR:
        after = _line_end(content, end + 1)
        if not _has_cells(content[end + 1 : after]):
            break
        end = after
    return begin, end


def _line_end(content: str, at: int) -> int:
    found = content.find("\n", at)
    return len(content) if found < 0 else found


def _has_cells(line: str) -> bool:
    return "|" in line or "\t" in line


def _marked(table: Table, marks: Sequence[Span]) -> Iterator[Cell]:
    """Each marked cell, its row's head and the heads of its column."""
    for row in table.rows:
        for index, cell in enumerate(row.cells):
            if cell.text and any(start < cell.end and cell.start < end for start, end in marks):
                yield cell
                yield from row.column(index) if index else ()
                if index and row.label is not None:
                    yield row.label


def _near(body: Sequence[TableRow], span: Span) -> frozenset[Cell]:
    """Where no cell is known: the rows of the passage are shown, none of their cells marked."""
    return frozenset(row.cells[0] for row in body if row.cells and row.start < span[1] and span[0] < row.end)


def _shown(body: Sequence[TableRow], kept: frozenset[Cell]) -> tuple[list[tuple[int, TableRow]], int]:
    """Rows with how many are skipped before each: all of a short table, of a long one those with something to see."""
    if len(body) <= MOST_ROWS:
        return [(0, row) for row in body], 0
    rows: list[tuple[int, TableRow]] = []
    skipped = 0
    for row in body:
        if any(cell in kept for cell in row.cells):
            rows.append((skipped, row))
            skipped = 0
        else:
            skipped += 1
    return rows, skipped


def _drawn(rows: Sequence[tuple[int, TableRow]], marked: frozenset[Cell], width: int) -> Iterator[ShownRow]:
    return (ShownRow(_cells(row, marked, width), skipped) for skipped, row in rows)


def _cells(row: TableRow, marked: frozenset[Cell], width: int) -> tuple[ShownCell, ...]:
    """As many as the widest row has, so that columns stand under each other."""
    shown = [ShownCell(_cut(visible(cell.text)), cell in marked, cell.number is not None or cell.is_dash) for cell in row.cells]
    return (*shown, *[ShownCell("", False)] * (width - len(shown)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
