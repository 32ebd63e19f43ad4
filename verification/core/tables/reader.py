"""Tables inside a text, read as rows and columns: Markdown, pipes, tabs and HTML, each cell with its exact place.

A cell is understood by two labels: the first cell of its row with the headings above it, and the heads of its column. Everything is
linear in the length of the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import takewhile

from verification.core.language.texts import fold
from verification.core.patterns import lazy_regex
from verification.core.quantities.grammar import find_quantities
from verification.core.tables.sentences import years_in
from verification.core.tables.spoken import parts_in

_LINE = lazy_regex(r"[^\n]+")
_RULE = lazy_regex(r"[\s|:+=\-–—]*")
_HTML_ROW = lazy_regex(r"<tr\b[^>]{0,200}>(.{0,20000}?)(?:</tr\s*>|(?=<tr\b)|</table\s*>)", re.IGNORECASE | re.DOTALL)
_HTML_CELL = lazy_regex(r"<t[dh]\b[^>]{0,200}>([^<]{0,2000}(?:<(?!/?t[dhr]\b)[^<]{0,2000}){0,20})", re.IGNORECASE)
_ROWSPAN = lazy_regex(r"<t[dh]\b[^>]{0,200}?\browspan\s?=\s?[\"']?(\d{1,3})", re.IGNORECASE)
_MOST_LABELS = 3
_MOST_HEADS = 16
_TAG = lazy_regex(r"<[^<>]{0,200}>")
_PLAIN = lazy_regex(
    r"(?P<open>[(（]?)\s*(?P<sign>[-–−+]?)\s*(?P<money>(?:US|HK|A|C|RMB|R)?[$€£¥￥]|USD|EUR|CNY|RMB|HKD|GBP)?\s*(?P<open2>[(（]?)(?P<sign2>[-–−]?)"
    r"\s*(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,18}(?:\.\d{1,12})?|\.\d{1,12})\s*(?P<close>[)）]?)\s*(?P<unit>%|％|pp|pts?|bps?|x|倍)?"
    r"\s*(?P<close2>[)）]?)\s*(?P<note>[*†]{0,3}|\(\w{1,2}\))"
)
_NOTHING = lazy_regex(r"(?:US|HK|RMB)?[$€£¥￥]?\s?(?:—|–|-|--|－|nil|n/a)\s?[%％]?", re.IGNORECASE)
# A scale, no figure: £000.
_THOUSANDS = lazy_regex(r"\W*0{3}\W*")
# A row of days says when something is due; it heads no columns.
_OF_DAYS = lazy_regex(r"\b(?:dates?|maturit(?:y|ies)|due|expir\w+)\b|日期|到期", re.IGNORECASE)
_YEAR = lazy_regex(r"(?:FY|fy|CY|H[12]|Q[1-4]|[1-4]Q)?\s?'?((?:19|20)\d{2})(?:[ABEFPR])?(?:年(?:度)?)?\s?(?:[*†‡]{1,3}|[(（]\w{1,3}[)）])?")
# A year with the digit of a note behind it: only among other years is it no number.
_NOTED_YEAR = lazy_regex(r"((?:19|20)\d{2})\d")
_UNITS = {"%": "%", "％": "%", "pp": "pp", "pt": "pp", "pts": "pp", "bp": "bp", "bps": "bp", "x": None, "倍": None}
_LASTING = frozenset(("year", "month", "week", "day"))
_FEWEST_LINES = 2
# A line of words between the rows of a table heads those below it.
_HEADING = lazy_regex(r"\s{0,20}[^\W\d][^\d|\t\n]{1,78}(?<![.。!！?？;；,，])\s{0,20}")
_SPACED = lazy_regex(r"[^\s|]+(?:[ \xa0][^\s|]+)*")
_FEWEST_SPACED = 3
_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff"
_SIGNS = frozenset(("$", "€", "£", "¥", "￥", "%", "％", "US$", "RMB", "HK$", ")", "(", ")%"))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; ``start:end`` cuts its text without white space. ``number`` is what it states, as written; ``unit`` as in the engine."""

    start: int
    end: int
    text: str
    number: Decimal | None = None
    unit: str | None = None
    is_dash: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line: its cells, the headings above it in their order, whether it heads columns, and what it is about: its first cell with other
    cells of words before its figures, and the one that spans it and rows above."""

    start: int
    end: int
    cells: tuple[Cell, ...]
    headings: tuple[Cell, ...] = ()
    heads: tuple["TableRow", ...] = ()
    is_head: bool = False
    labels: tuple[Cell, ...] = ()

    @property
    def label(self) -> Cell | None:
        """What the row is about; None where the first cell is a figure itself."""
        first = self.cells[0] if self.cells else None
        return first if first is not None and first.text and (first.number is None or len(self.cells) > 1) else None

    def column(self, index: int) -> tuple[Cell, ...]:
        """The heads above the cell at ``index``: of each head row the cell there, or the last one before it where that is empty."""
        found = []
        for head in self.heads:
            cell = _above(head, self, index)
            if cell is not None:
                found.append(cell)
        return tuple(found)


_Line = tuple[int, int, list[Cell]]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one table; ``start:end`` cuts it from the text."""

    start: int
    end: int
    rows: tuple[TableRow, ...] = field(default=())


def _above(head: TableRow, row: TableRow, index: int) -> Cell | None:
    cells, width = head.cells, len(row.cells)
    filled = [cell for cell in cells[1:] if cell.text]
    if len(filled) == 1 and len(cells) == width and year_in(filled[0]) is None:
        return filled[0]  # one head over all columns
    if len(cells) == width - 1:  # the head row has no cell for the labels
        index -= 1
    elif len(cells) != width:
        return _by_rank(cells, row, index)
    if not 0 <= index < len(cells):
        return cells[-1] if cells and index > 0 and cells[-1].text else None
    for at in range(index, -1, -1):
        if cells[at].text:
            return cells[at] if at or index == 0 or len(cells) < width else None
    return None


def _by_rank(cells: Sequence[Cell], row: TableRow, index: int) -> Cell | None:
    """In ragged rows the cells that are filled stand for the columns: as many figures as heads, or as many to each head. The first head is
    one of them where nothing else stands over the labels."""
    filled = [at for at, cell in enumerate(row.cells) if at and cell.text]
    heads = [cell for cell in cells if cell.text]
    if cells[0].text and not _heads_column(cells[0], len(filled), len(heads)):
        heads = heads[1:]
    if not heads or index not in filled or len(filled) % len(heads):
        return None
    return heads[filled.index(index) * len(heads) // len(filled)]


def _heads_column(first: Cell, figures: int, heads: int) -> bool:
    """Whether the first of several heads over ragged rows is that of a column: there is one for each figure, or it is a time of which
    every head has as many."""
    if heads < _FEWEST_LINES or _is_over_labels(first):
        return False
    return figures == heads or (figures % heads == 0 and bool(years_in(first.text) or parts_in(first.text)))


def _is_over_labels(first: Cell) -> bool:
    """Whether the first cell of a row of heads says in what its table is."""
    return fold(first.text).startswith(("(", "in ", "unit", "单位"))


def find_tables(text: str) -> tuple[Table, ...]:
    """Every table of ``text``, in order, none overlapping."""
    found = []
    if "<" in text and (html := list(_html_tables(text))):
        found += html
    if "|" in text or "\t" in text:
        found += _apart(_line_tables(text), found)
    if "  " in text:
        found += _apart(_spaced_tables(text), found)
    return tuple(sorted(found, key=lambda table: table.start))


def find_line_tables(text: str) -> tuple[Table, ...]:
    """The tables of lines with bars or tabs, in order."""
    return tuple(_line_tables(text))


def _apart(tables: Iterable[Table], found: Sequence[Table]) -> list[Table]:
    return [table for table in tables if not any(other.start < table.end and table.start < other.end for other in found)]


def _html_tables(text: str) -> Iterator[Table]:
    rows: list[_Line] = []
    last, spanned = -1, 0
    for match in _HTML_ROW.finditer(text):
        found = list(_HTML_CELL.finditer(text, match.start(1), match.end(1)))
        cells = _with_signs([_cell(text, *_inside_tags(text, *cell.span(1))) for cell in found])
        if rows and ("</table" in text[last : match.start()].lower()):
            yield _table(rows)
            rows, spanned = [], 0
        if spanned:
            cells.insert(0, Cell(match.start(), match.start(), ""))
            spanned -= 1
        elif found and (span := _ROWSPAN.match(text, found[0].start())) is not None:
            spanned = int(span[1]) - 1
        if cells:
            rows.append((match.start(), match.end(), cells))
        last = match.end(1)
    if rows:
        yield _table(rows)


def _inside_tags(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch of a cell's text without the tags around it."""
    while (tag := _TAG.match(text, start, end)) is not None:
        start = tag.end()
    stop = text.find("<", start, end)
    return start, end if stop < 0 else stop


def _line_tables(text: str) -> Iterator[Table]:
    rows: list[_Line] = []
    heading: _Line | None = None
    last = 0
    for match in _LINE.finditer(text):
        line, start = match.group(), match.start()
        mark = "|" if "|" in line else "\t" if "\t" in line else ""
        cells = _split_cells(text, start, match.end(), mark) if mark else []
        is_apart = text.count("\n", last, start) > 1
        if rows and not mark and not heading and not is_apart and _HEADING.fullmatch(line):
            heading = (start, match.end(), [_cell(text, start, match.end())])
            last = match.end()
            continue
        if rows and (not mark or is_apart or (heading and len(cells) != len(rows[-1][2]))):
            if len(rows) >= _FEWEST_LINES:
                yield _table(rows)
            rows, heading = [], None
        last = match.end()
        if mark and not _RULE.fullmatch(line):
            first = start + len(line) - len(line.lstrip())
            rows += [heading] if heading else []
            heading = None
            rows.append((first, start + len(line.rstrip()), cells))
    if len(rows) >= _FEWEST_LINES:
        yield _table(rows)


def _spaced_tables(text: str) -> Iterator[Table]:
    """Tables whose columns only wide gaps tell apart, as text taken out of a PDF has them: lines of as many cells, figures in most."""
    rows: list[_Line] = []
    last = 0
    for match in _LINE.finditer(text):
        cells = [_cell(text, *piece.span()) for piece in _SPACED.finditer(text, match.start(), match.end())]
        is_next = (
            text.count("\n", last, match.start()) == 1 and rows and len(cells) - len(rows[-1][2]) in ((0, 1) if len(rows) == 1 else (0,))
        )
        if rows and not is_next:
            yield from _as_spaced(rows)
            rows = []
        last = match.end()
        if len(cells) >= _FEWEST_SPACED:
            rows.append((cells[0].start, cells[-1].end, cells))
    yield from _as_spaced(rows)


def _as_spaced(rows: Sequence[_Line]) -> Iterator[Table]:
    counted = sum(all(cell.number is not None or cell.is_dash for cell in cells[1:]) for _, _, cells in rows)
    if len(rows) >= _FEWEST_SPACED and counted >= len(rows) - 1:
        yield _table(rows)


def _split_cells(text: str, start: int, end: int, mark: str) -> list[Cell]:
    line = text[start:end]
    is_framed = mark == "|" and line.strip().startswith("|") and line.strip().endswith("|") and line.count("|") > 1 and line[:1] == "|"
    cells, at = [], start
    for piece in line.split(mark):
        cells.append(_cell(text, at, at + len(piece)))
        at += len(piece) + 1
    return _with_signs(cells[1:-1] if is_framed else cells)


def _cell(text: str, start: int, end: int) -> Cell:
    while start < end and _is_blank(text[start]):
        start += 1
    while end > start and _is_blank(text[end - 1]):
        end -= 1
    written = text[start:end]
    number, unit = read_number(written)
    return Cell(start, end, written, number, unit, _NOTHING.fullmatch(written) is not None)


def _is_blank(letter: str) -> bool:
    """White space, and the marks without width that filings fill their empty cells with."""
    return letter.isspace() or letter in _UNSEEN


def _with_signs(cells: list[Cell]) -> list[Cell]:
    """A currency or percent sign in a cell of its own belongs to the figure behind or before it: its cell counts as empty, and the figure
    before a percent sign is one of percents."""
    if not any(cell.number is not None for cell in cells[1:]):
        return cells
    found: list[Cell] = []
    for cell in cells:
        is_sign = bool(found) and cell.text in _SIGNS
        if is_sign and cell.text[-1] in "%％" and found[-1].number is not None and found[-1].unit is None:
            found[-1] = replace(found[-1], unit="%")
        found.append(Cell(cell.start, cell.start, "") if is_sign else cell)
    return found


def read_number(written: str) -> tuple[Decimal | None, str | None]:
    """The figure that a cell consists of, as written and signed, with its unit; (None, None) where it is words."""
    if not written or len(written) > 60 or not any(letter.isdigit() for letter in written) or _THOUSANDS.fullmatch(written):
        return None, None
    match = _PLAIN.fullmatch(written)
    if match is None and years_in(written):
        return None, None  # "2019 £m", "28 weeks 2019"
    if match is None:
        found = find_quantities(written)
        whole = len(found) == 1 and len(found[0].text) * 10 >= len(written) * 6
        return (found[0].low, found[0].unit) if whole and not found[0].is_range else (None, None)
    number = Decimal(match["number"].replace(",", ""))
    is_negative = bool((match["open"] or match["open2"]) or (match["sign"] or match["sign2"] or "+") in "-–−")
    return (-number if is_negative else number), _UNITS.get(match["unit"] or "")


def year_in(cell: Cell) -> int | None:
    """The year that a cell consists of."""
    match = _YEAR.fullmatch(cell.text.strip())
    return int(match[1]) if match else None


def head_years(cell: Cell) -> frozenset[int]:
    """The years that a head names, also with the digit of a note behind one."""
    noted = _NOTED_YEAR.fullmatch(cell.text)
    return frozenset((int(noted[1]),)) if noted else years_in(cell.text)


def _table(lines: Sequence[_Line]) -> Table:
    """Tells heads, headings and data apart: a head row holds no figure that is not a year, and something beside its first cell."""
    rows: list[TableRow] = []
    heads: list[TableRow] = []
    headings: list[Cell] = []
    was_data = is_worded = False
    spans = len(lines) > 1 and _head_spans(lines[0][2], lines[1][2])
    first_data = next((at for at, (_, _, cells) in enumerate(lines) if _holds_figures(cells) and not (spans and at == 0)), 0)
    for at, (start, end, cells) in enumerate(lines):
        filled = [cell for cell in cells[1:] if cell.text]
        if (spans and at == 0) or (not (is_worded and _goes_on(cells)) and _is_head(cells, is_above=at == 0 or at < first_data)):
            if was_data:
                heads, headings = [], []
            row = TableRow(start, end, tuple(cells), is_head=True)
            heads = [*heads[-_MOST_HEADS:], row]
            was_data = False
        elif not filled:
            headings = [cell for cell in headings[-1:] if was_data is False] + [cells[0]] if cells and cells[0].text else headings
            row = TableRow(start, end, tuple(cells), heads=tuple(heads))
            was_data = False
        else:
            labels = _labels(cells, rows[-1].labels if rows else ())
            row = TableRow(start, end, tuple(cells), tuple(headings), tuple(heads), labels=labels)
            was_data = True
        is_worded = was_data and not _holds_figures(cells)
        rows.append(row)
    return Table(lines[0][0], lines[-1][1], tuple(rows))


def _holds_figures(cells: Sequence[Cell]) -> bool:
    """Whether a row holds figures beside its first cell, and not only years."""
    others = [cell for cell in cells[1:] if cell.text]
    return any(cell.number is not None and year_in(cell) is None for cell in others) and not _are_years(others)


def _head_spans(cells: Sequence[Cell], below: Sequence[Cell]) -> bool:
    """Whether the first row of a table heads its columns with stretches of time ("1 year", "3 years") over figures of something else."""
    lasting = [at for at, cell in enumerate(cells) if at and cell.unit in _LASTING]
    others = [cell for cell in cells[1:] if cell.number is not None and cell.unit not in _LASTING]
    over = [below[at] for at in lasting if at < len(below)]
    return (
        len(cells) > _FEWEST_LINES
        and bool(lasting)
        and not others
        and all(cell.number is not None and cell.unit not in _LASTING for cell in over)
    )


def _labels(cells: Sequence[Cell], above: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells that say what a row is about, without the number of a row that has a name; ``above`` are those of the row before it, of
    which the first may span this one."""
    first = cells[0]
    words = list(takewhile(lambda cell: cell.text and cell.number is None and not cell.is_dash, cells[1 : 1 + _MOST_LABELS]))
    if len(words) == len(cells) - 1:
        words = []
    if first.number is not None:
        is_counted = bool(words) and first.unit is None and year_in(first) is None
        return () if len(cells) == 1 else tuple(words) if is_counted else (first, *words)
    if not first.text and words and len(above) > 1:
        return (above[0], *words)
    return (first, *words) if first.text else tuple(words)


def _goes_on(cells: Sequence[Cell]) -> bool:
    """Whether a row without a label may go on with the words of the row above it: a second line of days."""
    return not cells[0].text and not _are_years([cell for cell in cells[1:] if cell.text])


def _are_years(cells: Sequence[Cell]) -> bool:
    """Whether all cells are years, some perhaps with the digit of a note."""
    plain = sum(year_in(cell) is not None for cell in cells)
    return plain > 0 and all(year_in(cell) is not None or _NOTED_YEAR.fullmatch(cell.text) for cell in cells)


def _is_head(cells: Sequence[Cell], *, is_above: bool) -> bool:
    """``is_above``: no figure of the table stands above it."""
    others = [cell for cell in cells[1:] if cell.text]
    if not others:
        return False
    if _are_years(others):
        return True
    if any(cell.is_dash or (cell.number is not None and year_in(cell) is None) for cell in others):
        return False
    if not is_above and _OF_DAYS.search(cells[0].text):
        return False
    return is_above or not cells[0].text or _is_over_labels(cells[0]) or all(head_years(cell) for cell in others)
