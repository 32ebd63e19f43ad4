"""The figures of a text's tables in the unit that their table says for them: "$77,006" under "($ in millions)" is 77 billion dollars.

A figure that its table gives a unit which its own sign or its row denies is left out: as it is written it would be another amount.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from verification.core.evidence import Quantity
from verification.core.patterns import lazy_regex
from verification.core.quantities.numerals import EXACT
from verification.core.reading.measure_words import row_of
from verification.core.tables.heads import heads_percent, unit_cell
from verification.core.tables.reader import Cell, Table, TableRow, find_line_tables
from verification.core.tables.spoken import word_keys
from verification.core.tables.units import PERCENT, POINTS, TableUnit, unit_called, unit_in_head, unit_in_line
from verification.core.vocabulary import QuantityKind

_PER = lazy_regex(r"\bper\b|\b(?:D?EPS|DPS)\b|每[一千百万]?[股人户]|人均|[／/][股人]", re.IGNORECASE)
_BASIC = lazy_regex(r"[\s–—-]*(?:basic|diluted|基本|稀释|摊薄)[^\d]{0,12}", re.IGNORECASE)
_RATIO = lazy_regex(r"\b(?:ratios?|rates?|margins?|percentages?|percent|yields?)\b|[率比](?!较)|倍数", re.IGNORECASE)
# What is told in percent wherever it is told, unlike prices and indices that have changes in percent too.
_BY_NATURE = lazy_regex(r"\b[a-z]+\srates?\b|\byields?\b|\binflation\b|\bgrowth\b|[^汇费\s]率|增速", re.IGNORECASE)
_NUMBERING = lazy_regex(r"\W*(?:rank|no|notes?|years?|page|附注|注释|序号|排名|行次|年份?|#|№)\W*", re.IGNORECASE)
_IN_POINTS = lazy_regex(r"\bpoints?\b|百分点|\bpp\b", re.IGNORECASE)
_NUMBERED_PERCENT = lazy_regex(r"\d\s?(?:percent|per\scent)\b", re.IGNORECASE)
_MARK = lazy_regex(r"\s*[)）]?\s*(?:[*†‡]{1,3}|[(（]\w{1,2}[)）])?\s*")
_HAN_SCALE = lazy_regex(r"[百千万亿]+")
_BIG = {Decimal(10) ** 3: " thousand", Decimal(10) ** 6: " million", Decimal(10) ** 9: " billion", Decimal(10) ** 12: " trillion"}
_LINES = 3
_MOST_PERCENT = 100
_OF_ONE = frozenset(("price", "deal_price", "net_asset_value", "eps", "dividend"))
_LONGEST_LINE = 200
_MOST_HEADS = 4
_PLAIN = QuantityKind.NUMBER


def in_table_units(text: str, quantities: Sequence[Quantity], *, title: str = "") -> tuple[Quantity, ...]:
    """The figures of ``text`` in order, those of its tables in the units that their tables say; ``title`` is the page's."""
    tables = find_line_tables(text) if quantities and ("|" in text or "\t" in text) else ()
    starts = [one.start for one in quantities]
    money = _only_money(quantities) if tables else None
    found: list[Quantity] = []
    at = 0
    for number, table in enumerate(tables):
        after = tables[number + 1].start if number + 1 < len(tables) else len(text)
        first, last = bisect_left(starts, table.start), bisect_left(starts, table.end)
        found += quantities[at:first]
        if first < last:
            found += _TableFigures(text, table, tables[number - 1].end if number else 0, after, title, money).read(quantities[first:last])
        at = max(at, last)
    return (*found, *quantities[at:])


def _only_money(quantities: Sequence[Quantity]) -> TableUnit | None:
    """The money of a text's figures, where all are of one."""
    told = {one.unit for one in quantities if one.kind == QuantityKind.CURRENCY and one.unit}
    only = told.pop() if len(told) == 1 else None
    return TableUnit(only, QuantityKind.CURRENCY, Decimal(1), behind=f" {only}") if only else None


class _TableFigures:
    """The figures of one table; what is between it and its neighbours in the text may tell of it."""

    def __init__(self, text: str, table: Table, before: int, after: int, title: str, money: TableUnit | None) -> None:
        self._text, self._table, self._title, self._money = text, table, title, money
        self._above = self._unit_above(before)
        self._around = self._above or self._unit_beside(before, after)
        self._caption = self._line_above(before)

    def read(self, quantities: Sequence[Quantity]) -> Iterator[Quantity]:
        starts = [row.start for row in self._table.rows]
        rows: dict[int, TableRow] = {}
        for quantity in quantities:
            at = bisect_left(starts, quantity.start + 1) - 1
            row = rows.get(at)
            if row is None:
                whole = self._table.rows[at]
                row = rows[at] = replace(whole, heads=whole.heads[-_MOST_HEADS:]) if len(whole.heads) > _MOST_HEADS else whole
            yield from self._read_in(quantity, row)

    def _read_in(self, quantity: Quantity, row: TableRow) -> Iterator[Quantity]:
        index = bisect_left([cell.start for cell in row.cells], quantity.start + 1) - 1
        cell = row.cells[index] if index > 0 else None
        if row.is_head or cell is None or not self._is_alone(quantity, cell):
            yield quantity
            return
        heads = row.column(index)
        own = self._own_unit(row, index, heads)
        told = own or self._common_unit(row) or self._unit_by_nature(quantity, row, heads)
        if told is None or (heads and _NUMBERING.fullmatch(heads[-1].text)):
            yield quantity
            return
        label = " ".join(part.text for part in row.labels) or (row.label.text if row.label else "")
        found = _Case(quantity, told, label, heads, row.headings, is_own=own is not None).told()
        if found is not None:
            yield replace(found, low=-found.high, high=-found.low, shown=f"-{found.shown}") if _is_turned(found, quantity, cell) else found

    def _is_alone(self, quantity: Quantity, cell: Cell) -> bool:
        """Whether a cell is this figure and nothing else, written without a scale or unit but for the sign of money."""
        return (
            cell.number is not None
            and (cell.unit is None or _is_sign_apart(cell))
            and quantity.kind in (QuantityKind.NUMBER, QuantityKind.CURRENCY)
            and not quantity.is_range
            and abs(quantity.low) == abs(cell.number)
            and _MARK.fullmatch(self._text, quantity.end, max(quantity.end, cell.end)) is not None
        )

    def _own_unit(self, row: TableRow, index: int, heads: Sequence[Cell]) -> TableUnit | None:
        """The unit that the heads of a column, the label of a row or the cell in a column of units says."""
        if _is_sign_apart(row.cells[index]):
            return PERCENT
        said = [head.text for head in reversed(heads)]
        words = [*said, row.label.text if row.label else ""]
        if found := next((unit for one in words if (unit := unit_in_head(one)) is not None), None):
            return found
        if heads_percent(row, heads) and not any(_NUMBERED_PERCENT.search(one) for one in words):
            return POINTS if any(_IN_POINTS.search(one) for one in words) else PERCENT
        named = unit_cell(row, self._text)
        return unit_called(named) if named else None

    def _unit_by_nature(self, quantity: Quantity, row: TableRow, heads: Sequence[Cell]) -> TableUnit | None:
        """Where nothing says a unit: percent for a decimal figure of what is always told in percent (a deposit rate of 3.75), and the one
        money of the page for prices."""
        if quantity.kind != QuantityKind.NUMBER:
            return None
        near = [*(head.text for head in reversed(heads)), *(one.text for one in reversed(row.labels))]
        words = [one for one in (*near, *self._over(row)) if one]
        told, measure = next(((one, found) for one in words if (found := row_of(one)) is not None and found.kind != "-"), ("", None))
        if measure is None:
            return None
        if measure.kind == "percent" and "." in quantity.text and abs(quantity.low) <= _MOST_PERCENT and _BY_NATURE.search(told):
            return PERCENT
        # An amount may be in thousands; a price is what it says.
        return self._money if measure.code in _OF_ONE and near and told == near[0] else None

    def _over(self, row: TableRow) -> Iterator[str]:
        """What stands over the figures of a row: its headings, the caption or the line above, and the page's title."""
        yield from (heading.text for heading in reversed(row.headings))
        yield self._caption
        yield self._title

    def _common_unit(self, row: TableRow) -> TableUnit | None:
        """The unit that a table has for all its figures."""
        corners = [head.cells[0].text for head in reversed(row.heads) if head.cells]
        over = [heading.text for heading in reversed(row.headings)]
        found = next((unit for one in corners if (unit := unit_in_head(one)) is not None), None)
        return found or next((unit for one in over if (unit := unit_in_line(one)) is not None), None) or self._around

    def _unit_above(self, before: int) -> TableUnit | None:
        """What the rows above the first figures say, else the lines above the table, the nearest first."""
        for row in self._table.rows:
            filled = [cell for cell in row.cells if cell.text]
            if not row.is_head and len(filled) > 1:
                break
            if len(filled) == 1 and (unit := unit_in_line(filled[0].text)) is not None:
                return unit
        lines = self._text[max(before, self._table.start - _LINES * _LONGEST_LINE) : self._table.start].split("\n")
        return _first_unit(reversed([line for line in lines if line.strip(" |\t-:")][-_LINES:]))

    def _line_above(self, before: int) -> str:
        """The table's first line where that is one cell, else the nearest line above the table, unless that is prose."""
        first = [cell.text for cell in self._table.rows[0].cells if cell.text]
        if len(first) == 1:
            return first[0][:_LONGEST_LINE]
        lines = self._text[max(before, self._table.start - _LONGEST_LINE) : self._table.start].split("\n")
        nearest = next((line for line in reversed(lines) if line.strip(" |\t-:")), "")
        return "" if nearest.rstrip().endswith((".", "。")) else nearest

    def _unit_beside(self, before: int, after: int) -> TableUnit | None:
        """What the lines below say, where no other table may be meant."""
        lines = self._text[self._table.end : min(after, self._table.end + _LINES * _LONGEST_LINE)].split("\n")
        near = [line for line in lines if line.strip(" |\t-:")][:_LINES]
        is_between = after < len(self._text) and after - self._table.end < _LINES * _LONGEST_LINE
        return None if is_between else _first_unit(near)


def _first_unit(lines: Sequence[str] | Iterator[str]) -> TableUnit | None:
    return next((unit for line in lines if len(line) <= _LONGEST_LINE and (unit := unit_in_line(line)) is not None), None)


def _is_sign_apart(cell: Cell) -> bool:
    """Whether the percent sign of a figure stands in a cell of its own."""
    return cell.unit == "%" and cell.text[-1:] not in "%％"


def _is_turned(found: Quantity, quantity: Quantity, cell: Cell) -> bool:
    """Whether accounts write a loss in brackets that the sentence's reading leaves out."""
    return found is not quantity and found.low > 0 and cell.number is not None and cell.number < 0


class _Case:
    """One figure under one unit."""

    def __init__(
        self, quantity: Quantity, told: TableUnit, label: str, heads: Sequence[Cell], headings: Sequence[Cell], *, is_own: bool
    ) -> None:
        self._quantity, self._told, self._is_own = quantity, told, is_own
        self._label = label
        self._words = [label, *(head.text for head in heads)]
        is_basic = bool(headings) and _BASIC.fullmatch(label) is not None and _PER.search(headings[-1].text) is not None
        self._is_per = is_basic or any(_PER.search(one) for one in self._words)

    def told(self) -> Quantity | None:
        """The figure in its unit, as it is where the unit is not for it, None where that can't be told."""
        return self._money() if self._quantity.kind == QuantityKind.CURRENCY else self._bare()

    def _money(self) -> Quantity | None:
        told = self._told
        if told.scale == 1 or told.kind == QuantityKind.DIMENSION or self._is_per:
            return self._quantity
        if told.name not in (None, self._quantity.unit) or (not self._is_own and self._is_spared()):
            return None
        behind = _HAN_SCALE.match(told.behind)
        word = behind[0] if behind else _BIG.get(told.scale, told.behind)
        return self._scaled(f"{self._quantity.text}{word}")

    def _bare(self) -> Quantity | None:
        told = self._told
        if told.kind == _PLAIN and told.scale == 1:
            return self._quantity
        if not self._is_own and (told.kind == QuantityKind.PERCENT or told.scale != 1):
            kind = self._measure_kind()
            if told.kind == QuantityKind.PERCENT and kind in ("number", "currency"):
                return self._quantity
            if told.kind != QuantityKind.PERCENT:
                if self._is_per:
                    return self._by_the_share()
                if kind == "percent" or any(_RATIO.search(one) for one in self._words):
                    return self._quantity
                if self._is_spared() or (told.kind == QuantityKind.CURRENCY and kind == "number"):
                    return None
        return self._scaled(f"{told.before}{self._quantity.text}{told.behind}")

    def _by_the_share(self) -> Quantity:
        """What is told by the share is in the table's money and as it is written."""
        told = self._told
        return replace(self._quantity, unit=told.name, kind=told.kind) if told.kind == QuantityKind.CURRENCY else self._quantity

    def _scaled(self, shown: str) -> Quantity:
        told, one = self._told, self._quantity
        unit, kind = (one.unit, one.kind) if one.kind == QuantityKind.CURRENCY else (told.name, told.kind)
        low, high = EXACT.multiply(one.low, told.scale), EXACT.multiply(one.high, told.scale)
        return replace(one, low=low, high=high, unit=unit, kind=kind, scale=told.scale, shown=shown)

    def _measure_kind(self) -> str:
        rows = (row_of(one) for one in self._words if one)
        return next((row.kind for row in rows if row is not None and row.kind != "-"), "-")

    def _is_spared(self) -> bool:
        """Whether the table says that its scale is not for what this row tells."""
        keys = word_keys(" ".join(self._words)) if self._told.spared else frozenset()
        return any(spared <= keys for spared in self._told.spared)
