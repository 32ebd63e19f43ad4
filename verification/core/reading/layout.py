"""How a text is laid out: items of a digest, tables and their captions, so that nothing is inherited from one item by another."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from verification.core.patterns import lazy_regex
from verification.core.reading.figure_slots import Span

# What opens an item of a list: a bullet, a number, a clock time, a rubric in brackets.
_OPENER = lazy_regex(
    r"[ \t]*(?:[-*•·●▪◆■▶►]\s+|\(?\d{1,2}[.)、．]\s*(?!\d)|[①-⑳]|[一二三四五六七八九十]{1,3}、|【[^】\n]{1,20}】|"
    r"\d{1,2}[:：]\d{2}(?!\d)|第[一二三四五六七八九十]+[,，、])"
)
_INLINE = lazy_regex(r"(?<=[.。;；:：)）\s])\s?(?:\(?\d{1,2}[)）]\s|[①-⑳])")
_LABEL = lazy_regex(r"[^\n:：。，,]{1,24}[:：]\s?")
_BAR = lazy_regex(r"[|｜]")
_RULE = lazy_regex(r"[\s|｜:+=-]+")
_SOLID = lazy_regex(r"\S+")
_NUMBER = lazy_regex(r"[+\-−]?[$€£¥]?\d[\d,.]*%?")
_YEAR = lazy_regex(r"(?:19|20)\d{2}")
_NOT_TOLD = frozenset(("-", "--", "—", "–", "N/A", "n/a"))
_MIN_ITEMS = 2
_PAIR = 2
_MAX_LINE = 2_000
_LONGEST_SPACED = 200

CellsOf = Callable[[str, int, int], tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the text that stands for itself; ``heading`` is the place of its rubric or the line above it, None where it has none."""

    start: int
    end: int
    heading: Span | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Cells by row, each a place in the text; the first row holds the heads, places of nothing where no row does. ``caption`` is the line
    above, None where there is none; ``over`` is a row of heads above the heads, of which each may span several columns."""

    rows: tuple[tuple[Span, ...], ...]
    caption: Span | None
    over: tuple[Span, ...] = ()

    @property
    def start(self) -> int:
        return self.rows[0][0][0]

    @property
    def end(self) -> int:
        return self.rows[-1][-1][1]


@dataclass(frozen=True, slots=True)
class Layout:
    """The items of a text in order with their starts, and its tables."""

    items: tuple[Item, ...]
    starts: tuple[int, ...]
    tables: tuple[Table, ...]

    def item_at(self, position: int) -> Item:
        """The item that holds a place."""
        return self.items[max(0, bisect_right(self.starts, position) - 1)]


def lay_out(text: str) -> Layout:
    """The items and tables of a text."""
    lines = _lines(text)
    items = _items(text, lines)
    return Layout(items, tuple(item.start for item in items), tuple(_tables(text, lines)))


def _lines(text: str) -> list[Span]:
    found: list[Span] = []
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text[start:end].strip():
            found.append((start, end))
        start = end + 1
    return found


def _items(text: str, lines: list[Span]) -> tuple[Item, ...]:
    starts = [start for start, end in lines if _OPENER.match(text, start, end)]
    starts += [found.start() for start, end in lines if end - start <= _MAX_LINE for found in _INLINE.finditer(text, start, end)]
    starts = sorted(set(starts))
    if len(starts) < _MIN_ITEMS:
        return (Item(0, len(text)),)
    heading = _heading(lines, starts[0])
    edges = [*starts, len(text)]
    items = [Item(0, starts[0])] if starts[0] > 0 else []
    items += [Item(start, end, _rubric(text, start, end) or heading) for start, end in pairwise(edges)]
    return tuple(items)


def _heading(lines: list[Span], start: int) -> Span | None:
    above = [line for line in lines if line[1] <= start]
    return above[-1] if above else None


def _rubric(text: str, start: int, end: int) -> Span | None:
    """The label that opens an item: "Fuel:", 【商品】."""
    opener = _OPENER.match(text, start, end)
    if opener and "【" in opener[0]:
        left = text.index("【", opener.start()) + 1
        return (left, text.index("】", left))
    label = _LABEL.match(text, opener.end() if opener else start, end)
    return (label.start(), label.end() - len(label[0]) + len(label[0].rstrip(" :："))) if label else None


def _tables(text: str, lines: list[Span]) -> list[Table]:
    ways = _ways_to_tell_cells(text, lines)
    found: list[Table] = []
    at = 0
    while ways and at < len(lines):
        rows, after = _table_from(text, lines, at, ways)
        if rows:
            caption = lines[at - 1] if at and lines[at - 1][1] - lines[at - 1][0] <= 120 else None
            titles = _titles_within(rows)
            over = _spanning(text, rows[titles:])
            below = rows[titles + 1 :] if over else rows[titles:]
            found.append(Table(tuple(below), rows[titles - 1][0] if titles else caption, over))
            at = after
        else:
            at += 1
    return found


def _ways_to_tell_cells(text: str, lines: list[Span]) -> list[CellsOf]:
    """Those that may find a table at all: most texts hold no bar, no tab and no line that ends in a number."""
    ends_in_number = any(
        _NUMBER.fullmatch(word) for start, end in lines if end - start <= _LONGEST_SPACED for word in text[start:end].split()[-1:]
    )
    is_held = {_barred: _BAR.search(text) is not None, _tabbed: "\t" in text, _spaced: ends_in_number}
    return [cells_of for cells_of, may_find in is_held.items() if may_find]


def _table_from(text: str, lines: list[Span], at: int, ways: Sequence[CellsOf]) -> tuple[list[tuple[Span, ...]], int]:
    """The rows of the table that begins with the line ``at``, none where none does, and the line after it."""
    start, end = lines[at]
    for cells_of in ways:
        head = cells_of(text, start, end)
        if len(head) < 2:
            continue
        if cells_of is _barred and _is_in_pairs(text, head):
            rows, place = _rows_below(text, lines, at, head, cells_of)
            if all(_is_in_pairs(text, row) for row in rows):
                pairs = [row[first : first + _PAIR] for row in rows for first in range(0, len(row), _PAIR)]
                return [((start, start),) * _PAIR, *pairs], place
        if _has_numbers_alone(text, head):
            if cells_of is not _barred or len(head) != _PAIR:
                continue
            # "Oct 2026: | 4.3", "Volume | 38,112,904": what each row names has no head above it.
            rows, place = _rows_below(text, lines, at, head, cells_of)
            if len(rows) >= _MIN_ITEMS and all(len(row) == _PAIR for row in rows):
                return [((start, start),) * _PAIR, *rows], place
            continue
        rows, place = _rows_below(text, lines, at, head, cells_of)
        if len(rows) >= 2 and (cells_of is not _spaced or len(head) > 2):
            return rows, place
    return [], at


def _rows_below(text: str, lines: list[Span], at: int, head: tuple[Span, ...], cells_of: CellsOf) -> tuple[list[tuple[Span, ...]], int]:
    """The head and the rows that follow it with as many cells, and the line after them."""
    rows = [head]
    for place in range(at + 1, len(lines)):
        start, end = lines[place]
        if _RULE.fullmatch(text, start, end):
            continue
        cells = cells_of(text, start, end)
        is_grid = cells_of is not _spaced or (len(cells) == len(head) and all(_NUMBER.fullmatch(text, *cell) for cell in cells[1:]))
        if len(cells) < 2 or abs(len(cells) - len(head)) > 1 or not is_grid:
            return rows, place
        rows.append(cells)
    return rows, len(lines)


def _titles_within(rows: Sequence[tuple[Span, ...]]) -> int:
    """How many rows at the top are one cell of words over the whole table: "Q3 Fiscal 2027 Summary | | |"."""
    found = 0
    while found < len(rows) - 2 and len(rows[found]) > _PAIR and all(start == end for start, end in rows[found][1:]):
        found += 1
    return found


def _spanning(text: str, rows: Sequence[tuple[Span, ...]]) -> tuple[Span, ...]:
    """The first row where it heads the heads below it, an empty cell under the head before it: "| | October | | January to October | |"."""
    top, heads = rows[:2]
    is_above = len(rows) > _PAIR and len(top) == len(heads) and any(start == end for start, end in top[1:])
    if not is_above or any(any(map(str.isdigit, text[start:end])) for start, end in heads[1:]) or not all(a < b for a, b in heads[1:]):
        return ()
    found = list(top)
    for at in range(1, len(found)):
        if found[at][0] == found[at][1] and at > 1:
            found[at] = found[at - 1]
    return tuple(found)


def _has_numbers_alone(text: str, row: tuple[Span, ...]) -> bool:
    """Whether most cells are figures; a row of years heads columns."""
    cells = [text[start:end].strip() for start, end in row[1:]]
    numbers = sum(_NUMBER.fullmatch(cell) is not None for cell in cells)
    return numbers * 2 > len(cells) and not all(_YEAR.fullmatch(cell) for cell in cells if cell)


def _is_in_pairs(text: str, row: tuple[Span, ...]) -> bool:
    """Whether a row holds several things with a figure to each: "Open: | 42.20 | Volume: | 628,800"."""
    cells = [text[start:end].strip() for start, end in row]
    if len(cells) < 2 * _PAIR or len(cells) % _PAIR:
        return False
    names, told = cells[::_PAIR], cells[1::_PAIR]
    are_named = all(name and not name[0].isdigit() and _NUMBER.fullmatch(name) is None for name in names)
    return are_named and all(value and (value[0].isdigit() or _NUMBER.match(value) or value in _NOT_TOLD) for value in told)


def _barred(text: str, start: int, end: int) -> tuple[Span, ...]:
    if end - start > _MAX_LINE * 20:
        return ()
    bars = [found.start() for found in _BAR.finditer(text, start, end)]
    if not bars:
        return ()
    if not text[start : bars[0]].strip():
        start = bars.pop(0) + 1
    if bars and not text[bars[-1] + 1 : end].strip():
        end = bars.pop()
    return _between(text, start, end, bars)


def _tabbed(text: str, start: int, end: int) -> tuple[Span, ...]:
    tabs = [at for at in range(start, end) if text[at] == "\t"] if "\t" in text[start:end] else []
    return _between(text, start, end, tabs) if tabs else ()


def _spaced(text: str, start: int, end: int) -> tuple[Span, ...]:
    if end - start > _LONGEST_SPACED:
        return ()
    return tuple((found.start(), found.end()) for found in _SOLID.finditer(text, start, end))


def _between(text: str, start: int, end: int, cuts: list[int]) -> tuple[Span, ...]:
    edges = [start, *(cut + 1 for cut in cuts)]
    stops = [*cuts, end]
    return tuple(_trimmed(text, left, right) for left, right in zip(edges, stops, strict=True))


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end)
