"""The places of the documents that hold a figure: cells of tables and figures of sentences, each as a statement with the same slots.

A cell says its row head, the headings above it, its column head, its years, its scale; a figure of a sentence the words beside it. A
table on its side, with years for rows, has the same slots, for a year is a year in either head.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple

from verification.core.patterns import lazy_regex
from verification.core.tables.heads import (
    column_years,
    has_own_scale,
    heads_duration,
    heads_move,
    heads_percent,
    is_latest,
    move_way,
    row_unit,
    scale_over,
    undated_heads,
)
from verification.core.tables.library import Library
from verification.core.tables.plans import heads_plan
from verification.core.tables.reader import Cell, TableRow, year_in
from verification.core.tables.scales import bracketed_scales, scale_in
from verification.core.tables.sentences import years_in
from verification.core.tables.spoken import codes_in, is_change, is_loss, is_total, parts_in, speak_of, word_keys
from verification.core.tables.words import NUMBER
from verification.core.tables.written import WrittenFigure, rounds_to, states, states_number
from verification.core.vocabulary import QuantityKind, Trend

Span = tuple[int, int]
_MOST_COLUMNS = 12
_ROUNDED_DIGITS = 2
# From here on a number is one of whole units, where nothing gives a scale.
_WRITTEN_OUT = Decimal(1_000_000)
_MOST_FIGURES = 16
_NOTE = lazy_regex(r"[(（](?:注|附注|note\s?)?(?:\d{1,2}|[a-z])[)）]|[*†‡]|[’'`]0{3}")
# A number of shares is no amount of money.
_COUNT = lazy_regex(r"(?:\b(?:number|no\.)|#)\sof\b|股数|人数", re.IGNORECASE)
_WHOLE = Decimal(100)
_AS_WRITTEN = Decimal(1)
# An amount of money, and from here on a number of no percents.
_MONEY = lazy_regex(r"[$€£¥￥]|\b(?:USD|EUR|GBP|RMB|CNY|HKD|AUD|CAD|SGD|JPY)(?![A-Za-z])|元(?!/)")
_MOST_PERCENTS = Decimal(1000)
_LEADS = lazy_regex(r"\bfollowing\b|\b(?:as\sfollows|(?:shown|set\sout|presented|summari[sz]ed|table)\sbelow)\b|下表|如下", re.IGNORECASE)
_CAPTION_UNITS = 3
_LAST_SENTENCES = 4
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """A figure at ``start:end`` of document number ``document``. ``label`` are the words of the row's head, of a sentence those beside the
    figure; ``heading`` those above the row, of a sentence the rest of it; ``column`` those of the column's heads. ``row`` and ``columns``
    are the spans of the heads, ``line`` that of the row or sentence; ``own_scale`` is a scale that is surely a cell's, ``above`` the
    headings over its row as written; ``last_year`` the only one that its block named last, where its own sentence names none. ``caption``
    are the words right above a table that no head of the cell has, ``over`` all that say what the whole table is about; ``is_latest``: no
    cell of its row is of a later year; ``is_planned``: its column is of what was planned; ``is_move``: its column is of what moved, by a
    head that is not of one year; ``is_money``: it or its column's head has the sign of a currency; ``is_amount``: without a unit it is no
    number of percents."""

    document: int
    start: int
    end: int
    unit_index: int
    line: Span
    value: Decimal
    unit: str | None
    is_cell: bool
    label: frozenset[str]
    heading: frozenset[str]
    column: frozenset[str]
    years: frozenset[int]
    all_years: frozenset[int]
    parts: frozenset[str]
    row: Span | None = None
    columns: tuple[Span, ...] = ()
    at: int = 0
    width: int = 1
    scale: Decimal | None = None
    own_scale: Decimal | None = None
    trend: Trend | None = None
    role: str = ""
    is_total: bool = False
    is_change: bool = False
    is_count: bool = False
    codes: frozenset[str] = _NOTHING
    all_trend: Trend | None = None
    label_text: str = ""
    above: str = ""
    figure: WrittenFigure | None = field(default=None, repr=False)
    last_year: int | None = None
    caption: frozenset[str] = _NOTHING
    over: frozenset[str] = _NOTHING
    is_latest: bool | None = None
    is_planned: bool = False
    is_move: bool = False
    is_money: bool = False
    is_amount: bool = False

    def states(self, figure: WrittenFigure) -> bool:
        """Whether this place holds the value of ``figure``, whatever it is the value of."""
        if self.figure is not None:
            return states(figure, self.figure)
        if (self.is_count and figure.quantity.kind == QuantityKind.CURRENCY) or (
            figure.is_percent and self.is_amount and self.unit is None
        ):
            return False
        if states_number(figure, self.value, self.unit):
            return not self.is_misread(figure)
        return len(figure.digits) >= _ROUNDED_DIGITS and self._is_rounded(figure)

    def is_misread(self, figure: WrittenFigure) -> bool:
        """Whether ``figure`` has the digits of a cell, and another scale than the cell's own table gives it: 4,206 in thousands is not
        4,206 million."""
        if self.own_scale in (None, figure.scale) or figure.scale <= 1 or not states_number(figure, self.value, self.unit):
            return False
        return abs(figure.written) == abs(self.value) != abs(figure.value) and not self._is_rounded(figure)

    def _is_rounded(self, figure: WrittenFigure) -> bool:
        """The head gives the scale: 4,812.6 in millions is $4.8 billion, and 7.7 in thousands 7,700. Of a large number without any, the
        sentence may give one: 318,402,116.55 is 3.18亿."""
        if figure.is_percent or self.unit == "%" or not self.value:
            return False
        if self.scale is None:
            return abs(self.value) >= max(_WRITTEN_OUT, figure.scale / 10) and rounds_to(
                self.value, figure.value, figure.step * figure.scale
            )
        if figure.scale == 1:
            return self.own_scale is not None and abs(self.value) * self.own_scale == abs(figure.value)
        return rounds_to(self.value * self.scale, figure.value, figure.step * figure.scale)

    @property
    def keys(self) -> frozenset[str]:
        """All words that name the figure."""
        return self.label | self.heading | self.column


class _RowWords(NamedTuple):
    """What a row of a table says of all its cells; ``own_scale`` is that of its unit, ``scale`` that of the whole table."""

    label: frozenset[str]
    heading: frozenset[str]
    words: str
    above: str
    own_scale: Decimal | None
    caption: str
    scale: Decimal | None
    over: frozenset[str]


class PlaceReader:
    """Reads the places of single units of a library, each once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._read: dict[int, tuple[Place, ...]] = {}
        self._captions: dict[int, tuple[str, Decimal | None, frozenset[str]]] = {}

    def of(self, index: int) -> tuple[Place, ...]:
        """The places of the unit at ``index``, in order; a head row has none."""
        if index not in self._read:
            row = self._library.passages.units[index].row
            self._read[index] = tuple(self._in_text(index) if row is None else self._in_row(index, row))
        return self._read[index]

    def scale_of(self, index: int) -> Decimal | None:
        """The scale of the table that the unit at ``index`` is a row of, where its heads or caption give one."""
        return self._caption(index)[1]

    def _in_text(self, index: int) -> Iterable[Place]:
        library, unit = self._library, self._library.passages.units[index]
        figures = library.figures(index)[:_MOST_FIGURES]
        last_year = self._last_year(index) if figures and not years_in(library.text(unit)) else None
        for said in speak_of(library.text(unit), figures):
            figure = said.figure
            yield Place(
                unit.document,
                unit.start + figure.start,
                unit.start + figure.end,
                index,
                (unit.start, unit.end),
                figure.value,
                figure.unit,
                False,
                said.near,
                said.whole - said.near,
                _NOTHING,
                said.years,
                said.all_years,
                said.parts or said.all_parts,
                trend=said.trend,
                role=said.role,
                is_total=said.is_total,
                is_change=said.is_change,
                codes=said.codes,
                all_trend=said.all_trend,
                figure=figure,
                last_year=last_year,
            )

    def _last_year(self, index: int) -> int | None:
        """The year of the nearest sentence before that names any; None where it names several."""
        library, units = self._library, self._library.passages.units
        for before in range(index - 1, max(index - _LAST_SENTENCES, library.passages.blocks[units[index].block].first) - 1, -1):
            if years := years_in(library.text(units[before])):
                return next(iter(years)) if len(years) == 1 else None
        return None

    def _in_row(self, index: int, row: TableRow) -> Iterable[Place]:
        if row.is_head:
            return
        label, heading = self._library.labels(index)
        words, above = (" ".join(cell.text for cell in cells) for cells in (row.labels, row.headings))
        told = _RowWords(_plain(label), _plain(heading) - label, words, above, scale_in(row_unit(row)), *self._caption(index))
        numbers = [at for at, cell in enumerate(row.cells) if _is_figure(cell) and (at or row.label is None)][:_MOST_COLUMNS]
        for rank, at in enumerate(numbers):
            yield self._in_cell(index, row, told, at, (rank, len(numbers)))

    def _in_cell(self, index: int, row: TableRow, told: _RowWords, at: int, rank: tuple[int, int]) -> Place:
        unit, cell, heads = self._library.passages.units[index], row.cells[at], row.column(at)
        over, beside = " ".join(head.text for head in heads), f"{told.words} {told.above}".strip()
        scale = scale_in(over) or scale_in(beside) or told.own_scale or (_AS_WRITTEN if has_own_scale(row, at) else told.scale)
        years, parts = _periods(column_years(row, at), over, beside, told.caption)
        return Place(
            unit.document,
            cell.start,
            cell.end,
            index,
            (unit.start, unit.end),
            cell.number or Decimal(0),
            cell.unit or self._unit_above(index, row, at, heads),
            True,
            told.label,
            told.heading,
            word_keys(over) - told.label,
            years,
            years,
            parts,
            *_spans(row, heads),
            *rank,
            scale or self._scale_anywhere,
            scale or self._scale_of_all,
            trend=self._way(index, row, at, years),
            is_total=is_total(told.words) or not told.words,
            is_change=is_change(f"{told.words} {over}"),
            is_count=_is_count(told.words) or _is_count(over),
            codes=codes_in(_NOTE.sub("", f"{told.words} | {told.above} | {over}")),
            label_text=told.words,
            above=told.above,
            caption=word_keys(told.caption) - told.label - told.heading,
            over=told.over,
            is_latest=is_latest(row, years),
            is_planned=heads_plan(over),
            is_move=heads_move(heads),
            is_money=_is_money(cell, heads),
            is_amount=_is_amount(row, cell, heads),
        )

    def _way(self, index: int, row: TableRow, at: int, years: frozenset[int]) -> Trend | None:
        """Which way the amount of a cell went since the year before, or by itself where its column is of what moved."""
        cell, heads, label = row.cells[at], row.column(at), " ".join(cell.text for cell in row.labels)
        if heads_move(heads):
            return None if is_loss(label) else move_way(cell, heads[-1])
        return _amount_way(_trend(row, at, years) or self._trend_down(index, row, at), cell, label)

    def _trend_down(self, index: int, row: TableRow, at: int) -> Trend | None:
        """Which way a cell of a table with years for rows has gone since the row of the year before."""
        year = _label_year(row)
        block = self._library.passages.blocks[self._library.passages.units[index].block]
        if year is None or block.table is None:
            return None
        rows = (one for one in block.table.rows if one.heads == row.heads and len(one.cells) == len(row.cells))
        before = next((one.cells[at].number for one in rows if _label_year(one) == year - 1), None)
        return _moved(before, row.cells[at].number)

    def _unit_above(self, index: int, row: TableRow, at: int, heads: tuple[Cell, ...]) -> str | None:
        """Percent where a head or the row's label says so, or where the column begins with 100 %."""
        if heads_percent(row, heads):
            return "%"
        block = self._library.passages.blocks[self._library.passages.units[index].block]
        rows = block.table.rows if block.table is not None else ()
        first = next((other for other in rows if other.heads == row.heads and not other.is_head and len(other.cells) > at), row)
        top = first.cells[at] if at < len(first.cells) else None
        return "%" if top is not None and top.unit == "%" and top.number == _WHOLE else None

    def _caption(self, index: int) -> tuple[str, Decimal | None, frozenset[str]]:
        """The sentences right above a table, the scale that they or its heads give, and the words that say what all of it is about: theirs,
        those in its corner and, of a table without any text of its own, those that lead to one elsewhere."""
        library = self._library
        number = library.passages.units[index].block
        if number not in self._captions:
            block = library.passages.blocks[number]
            units = library.passages.units
            above = [at for at in range(max(0, block.first - _CAPTION_UNITS), block.first) if units[at].document == block.document]
            text = " ".join(library.text(units[at]) for at in above if units[at].row is None)
            heads = [row for row in block.table.rows if row.is_head or row.start == block.table.start] if block.table else []
            inside = next((scale for row in heads if (scale := scale_over(row))), None)
            corners = " | ".join(row.cells[0].text for row in heads if row.is_head and len(row.cells) > 1)
            is_alone = all(unit.row is not None for unit in units if unit.document == block.document)
            leads = self._leads if is_alone else _NOTHING
            self._captions[number] = (text, inside or scale_in(text), word_keys(f"{text} | {corners}") | leads)
        return self._captions[number]

    @cached_property
    def _leads(self) -> frozenset[str]:
        """The words of the sentences that lead to a table: "the provision for income taxes is as follows:"."""
        texts = (self._library.text(unit) for unit in self._library.passages.units if unit.row is None)
        return frozenset().union(*(word_keys(text) for text in texts if _LEADS.search(text)))

    @cached_property
    def _scale_anywhere(self) -> Decimal | None:
        """The scale that some paragraph of all documents names first."""
        texts = (self._library.text(unit) for unit in self._library.passages.units[:200] if unit.row is None)
        return next((scale for text in texts if (scale := scale_in(text))), None)

    @cached_property
    def _scale_of_all(self) -> Decimal | None:
        """The one scale that the documents give in brackets: "as follows (in thousands):"."""
        found = set().union(*(bracketed_scales(content) for content in self._library.contents))
        return found.pop() if len(found) == 1 else None


def _spans(row: TableRow, heads: Sequence[Cell]) -> tuple[Span | None, tuple[Span, ...]]:
    """Where the labels of a row stand in it, for one that spans it from above stands in another; and where its heads do."""
    own = [cell for cell in row.labels if row.start <= cell.start < row.end]
    return (own[0].start, own[-1].end) if own else None, tuple((head.start, head.end) for head in heads)


def _periods(over_years: frozenset[int], over: str, beside: str, caption: str) -> tuple[frozenset[int], frozenset[str]]:
    """The years and parts of the year of a cell: those of the nearest head that names any."""
    years = over_years or years_in(beside) or (years_in(caption) if len(years_in(caption)) == 1 else frozenset())
    parts = parts_in(over) | parts_in(beside)
    return years, parts or parts_in(caption)


def _trend(row: TableRow, at: int, years: frozenset[int]) -> Trend | None:
    """Which way a cell has gone since the year before it in its row; None where the heads don't tell."""
    if len(years) != 1:
        return None
    year, now = next(iter(years)), row.cells[at]
    for other, cell in enumerate(row.cells):
        if cell.number is None or cell.unit != now.unit or now.number is None or other == at:
            continue
        is_before = column_years(row, other) == {year - 1} and undated_heads(row, other) == undated_heads(row, at)
        if is_before and cell.number != now.number:
            return _moved(cell.number, now.number)
    return None


def _moved(before: Decimal | None, now: Decimal | None) -> Trend | None:
    if before is None or now is None or before == now:
        return None
    return Trend.RISING if now > before else Trend.FALLING


def _amount_way(way: Trend | None, cell: Cell, label: str) -> Trend | None:
    """Which way the amount went that a cell writes below nought: a loss that lies deeper has risen."""
    if way is None or cell.number is None or cell.number >= 0 or not is_loss(label):
        return way
    return Trend.FALLING if way is Trend.RISING else Trend.RISING


def _label_year(row: TableRow) -> int | None:
    """The year that a row is called by."""
    return year_in(row.cells[0]) if row.cells and row.cells[0].text else None


@lru_cache(maxsize=8192)
def _is_count(head: str) -> bool:
    return _COUNT.search(head) is not None


def _is_money(cell: Cell, heads: Sequence[Cell]) -> bool:
    """Whether a cell or the nearest of its heads has the sign of a currency."""
    return _MONEY.search(cell.text) is not None or bool(heads and _MONEY.search(heads[-1].text))


def _is_amount(row: TableRow, cell: Cell, heads: Sequence[Cell]) -> bool:
    """Whether a cell without a unit is no number of percents: it is money, time or too large, or others of its row write the sign."""
    is_no_share = _is_money(cell, heads) or abs(cell.number or Decimal(0)) >= _MOST_PERCENTS
    return is_no_share or any(other.unit == "%" for other in row.cells) or any(heads_duration(label.text) for label in row.labels)


def _is_figure(cell: Cell) -> bool:
    """Whether a cell states an amount; a dash states that there is none."""
    return cell.number is not None or cell.is_dash


def _plain(keys: frozenset[str]) -> frozenset[str]:
    return frozenset(key for key in keys if not key.startswith(NUMBER))
