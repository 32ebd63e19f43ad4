"""Which figures a sentence may have calculated with, and how firmly its own words tie them: row labels, column heads, years.

A group of cells is the firmer the more of its labels the sentence says, and the more of what the sentence says and the table holds is
accounted for by its labels.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import combinations

from attribution.core.answers.operations import JOINT, Operation, says
from verification.core.patterns import lazy_regex
from verification.core.tables.heads import column_years, heads_percent, named_years, undated_heads
from verification.core.tables.library import label_keys
from verification.core.tables.reader import Table, TableRow
from verification.core.tables.sentences import SentenceFacts, years_in
from verification.core.tables.spoken import is_change
from verification.core.tables.words import NUMBER, term_key, terms_of

_MOST_ROWS = 10
_MOST_COLUMNS = 12
_MOST_LISTED = 30
_WEAKEST_ROW = 0.15
_OTHER_YEAR = 0.15
_OPEN_COLUMN = 0.6
_UNNAMED_LIST = 0.6
_REVERSED = 0.9
_TOTAL = frozenset((term_key("total"),))
_ZERO = Decimal(0)
_BARE = (None, "%", "pp", "bp")
_HALF = 0.5
_HARDLY = 0.5
_BEFORE = 0.7
_MOST_PARTS = 5
_SHORTEST_NAME = 2
_LONGEST_YEAR = 16
_NOTES = lazy_regex(r"\s?(?:[(（](?:\d{1,2}|[a-z]|注\d?)[)）]|\^\S{1,5}\^|[*†‡]+)\s*$")
_MARKS = " :：*·.-–"
_WHOLE = Decimal(100)

Weigh = Callable[[str], float]


class Order(StrEnum):
    """How the periods of a pair follow."""

    LATER_FIRST = "later_first"
    EARLIER_FIRST = "earlier_first"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Operand:
    """A figure at ``start:end`` of document number ``document``; ``value`` in the scale that the sentence writes its figure in."""

    document: int
    start: int
    end: int
    value: Decimal
    unit: str | None = None
    is_dash: bool = False


@dataclass(frozen=True, slots=True)
class OperandGroup:
    """Operands in their order with how firmly the sentence ties them, from 0 to 1. ``is_across`` where they lie in one row or
    sentence; ``label`` is what the rows are called; ``order`` is that of a pair's periods; ``years`` are those of all operands, none where
    one has none. ``is_untold``: a pair of running text of which nothing says what came first; ``is_mixed``: one of two things, of which
    the sentence names only one; ``is_grown``: an amount, and by how many percent it has grown. ``row_years``: all that its row has.
    ``is_unnamed``: the sentence names nothing of the first; ``is_shared``: parts, and the whole last; ``scale``: that of their table."""

    operands: tuple[Operand, ...]
    tie: float
    is_across: bool
    label: str = ""
    order: Order = Order.UNKNOWN
    years: frozenset[int] = frozenset()
    is_untold: bool = False
    is_mixed: bool = False
    is_grown: bool = False
    row_years: frozenset[int] = frozenset()
    is_unnamed: bool = False
    is_shared: bool = False
    scale: Decimal | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """A data row: the share of its label that the sentence says, and the terms of label and headings that it says."""

    row: TableRow
    precision: float
    said: frozenset[str]
    columns: tuple["_Column", ...] = ()

    @property
    def label(self) -> str:
        return self.row.cells[0].text


@dataclass(frozen=True, slots=True)
class _Column:
    """A cell of a row with the fit of its heads."""

    index: int
    operand: Operand
    fit: float
    years: frozenset[int]
    said: frozenset[str]


def groups_of(table: Table, document: int, facts: SentenceFacts, weigh: Weigh, scale: Decimal | None = None) -> list[OperandGroup]:
    """Every group of cells worth trying, firmest first; ``scale`` is that of the table."""
    reader = _Reader(table, document, facts, weigh)
    lines = reader.lines()
    found = [group for line in lines for group in reader.across(line)]
    for one, other in combinations(lines, 2):
        found += reader.down(one, other)
    found += reader.listed(lines)
    found += reader.shared(lines) if JOINT.search(facts.text) else ()
    return sorted((replace(group, scale=_scale_of(group, scale)) for group in found), key=lambda group: -group.tie)


def _scale_of(group: OperandGroup, of_table: Decimal | None) -> Decimal | None:
    """That of the table, but for cells that name their unit themselves: 6.82亿元."""
    return Decimal(1) if any(operand.unit not in _BARE for operand in group.operands) else of_table


def label_tie(label: frozenset[str], context: frozenset[str], facts: SentenceFacts, weigh: Weigh) -> float:
    """How well a label names what the sentence speaks of: the share of the label that the sentence says, and of the sentence's words."""
    said = label & facts.factors.keys()
    if not said:
        return 0.0
    whole = sum(weigh(key) * factor for key, factor in facts.factors.items() if not key.startswith(NUMBER))
    around = said | (context & facts.factors.keys())
    recall = sum(weigh(key) * facts.factors[key] for key in around) / whole if whole else 0.0
    return 0.6 * _precision(label, facts, weigh) + 0.4 * min(1.0, recall)


def _precision(label: frozenset[str], facts: SentenceFacts, weigh: Weigh) -> float:
    whole = sum(map(weigh, label))
    return sum(map(weigh, label & facts.factors.keys())) / whole if whole else 0.0


class _Reader:
    """One table as one sentence sees it."""

    def __init__(self, table: Table, document: int, facts: SentenceFacts, weigh: Weigh) -> None:
        self._table, self._document, self._facts, self._weigh = table, document, facts, weigh
        self._heads: dict[tuple[int, int], tuple[frozenset[int], frozenset[str]]] = {}
        self._rows = [row for row in table.rows if not row.is_head and any(cell.number is not None for cell in row.cells[1:])]
        held = frozenset(key for row in table.rows for key in label_keys(row.cells if row.is_head else row.cells[:1]))
        self._whole = sum(self._worth(key) for key in held & facts.factors.keys()) or 1.0
        self._text = facts.text.lower()
        self._row_years = frozenset(year for row in self._rows if (year := _only_year(row.cells[0].text)))
        # "Total" alone names no row: a sentence says it of anything.
        self._rows_named = {name for row in self._rows if (name := self._name(row.cells[0].text)) and not _is_bare_whole(name)}

    def _name(self, label: str) -> str:
        """A label that the sentence says word for word, as far as it speaks of the figure; "" of others and of years."""
        name = _NOTES.sub("", label).strip(_MARKS).lower()
        if len(name) < _SHORTEST_NAME or name not in self._text or years_in(name):
            return ""
        return name if all(term.key in self._facts.factors for term in terms_of(name)) else ""

    def _is_of_others(self, lines: Sequence[_Line], columns: Sequence[_Column] = ()) -> bool:
        """Whether the sentence names another row word for word and says hardly anything of one of these, or so of the columns."""
        own = {self._name(line.label) for line in lines}
        if (
            "" in own
            and self._rows_named - own
            and any(line.label and line.precision < _HARDLY and not self._name(line.label) for line in lines)
        ):
            return True
        return any(self._is_beside_named(lines[0].row, column.index) for column in columns)

    def _is_beside_named(self, row: TableRow, index: int) -> bool:
        """Whether the sentence names the heads of another column of the same year, and none of this one: "Deposits" beside "Loans"."""
        own, years = undated_heads(row, index), named_years(row, index)
        if not own or any(map(self._name, own)) or not (years or self._row_years):
            return False
        beside = (at for at in range(1, len(row.cells)) if at != index and named_years(row, at) == years)
        return any(self._name(head) and not is_change(head) for at in beside for head in undated_heads(row, at))

    def _worth(self, key: str) -> float:
        return self._weigh(key) * self._facts.factors[key]

    def lines(self) -> list[_Line]:
        """The rows whose labels share most with the sentence."""
        found = []
        for row in self._rows:
            label = label_keys(row.cells[:1]) if row.label else _TOTAL
            said = (label | label_keys(row.headings)) & self._facts.factors.keys()
            precision = max(_precision(label, self._facts, self._weigh), self._year_label(row))
            strength = 0.6 * precision + 0.4 * sum(map(self._worth, said)) / self._whole
            if strength >= _WEAKEST_ROW:
                found.append((strength, _Line(row, precision * (1.0 if row.label else 0.7), said)))
        best = sorted(found, key=lambda pair: (-pair[0], pair[1].row.start))[:_MOST_ROWS]
        return [replace(line, columns=self._columns(line.row)) for _, line in best]

    def _year_label(self, row: TableRow) -> float:
        """Whether the row's label is a year that the sentence names or spans; less of the one before the only one."""
        years, named = years_in(row.cells[0].text), self._facts.years
        if years and years <= named:
            return 1.0
        return _BEFORE if len(named) == 1 and years == {next(iter(named)) - 1} else 0.0

    def _columns(self, row: TableRow) -> tuple[_Column, ...]:
        found = []
        for index, cell in enumerate(row.cells[: _MOST_COLUMNS + 1]):
            if index == 0 or (cell.number is None and not cell.is_dash):
                continue
            years, keys = self._head(row, index)
            said = keys & self._facts.factors.keys()
            unit = cell.unit or self._unit_above(row, index)
            operand = Operand(self._document, cell.start, cell.end, cell.number or _ZERO, unit, cell.is_dash)
            found.append(_Column(index, operand, self._fit(years, keys), years, said))
        return tuple(found)

    def _head(self, row: TableRow, index: int) -> tuple[frozenset[int], frozenset[str]]:
        """The years and terms of the heads above a cell."""
        place = (row.heads[0].start if row.heads else -1, index)
        if place not in self._heads:
            heads = row.column(index)
            years = column_years(row, index)
            self._heads[place] = (years, label_keys(heads))
        return self._heads[place]

    def _unit_above(self, row: TableRow, index: int) -> str | None:
        """Percent where a head or the row's label says so, or where the column begins with 100 %."""
        cells = row.column(index)
        if heads_percent(row, cells):
            return "%"
        first = next((line for line in self._rows if line.heads == row.heads), row)
        top = first.cells[index] if index < len(first.cells) else None
        return "%" if top is not None and top.unit == "%" and top.number == _WHOLE else None

    def _fit(self, years: frozenset[int], keys: frozenset[str]) -> float:
        words = frozenset(key for key in keys if not key.startswith(NUMBER))
        said = _precision(words, self._facts, self._weigh)
        if years and self._facts.years:
            return (0.85 if years & self._facts.years else _OTHER_YEAR) + 0.15 * said
        return _OPEN_COLUMN + (1 - _OPEN_COLUMN) * said

    def _tie(self, lines: Sequence[_Line], columns: Sequence[_Column]) -> float:
        said = frozenset[str]().union(*(line.said for line in lines), *(column.said for column in columns))
        covered = min(1.0, sum(map(self._worth, said)) / self._whole)
        precision = sum(line.precision for line in lines) / len(lines)
        fit = sum(column.fit for column in columns) / len(columns)
        return (0.45 * precision + 0.55 * covered) * fit

    def across(self, line: _Line) -> Iterable[OperandGroup]:
        """Of one row: every two columns, later first, and all columns of the years that the sentence names or spans."""
        if self._is_of_others((line,)):
            return
        row_years = frozenset(max(column.years) for column in line.columns if column.years)
        for one, other in combinations(line.columns, 2):
            pair = _in_order(one, other)
            if _are_alike(pair) and not self._is_of_others((line,), pair):
                tie = self._tie((line,), pair)
                operands = tuple(column.operand for column in pair)
                is_dated = all(column.years for column in pair) and max(pair[0].years) > max(pair[1].years)
                forward, backward = (Order.LATER_FIRST, Order.EARLIER_FIRST) if is_dated else (Order.UNKNOWN, Order.UNKNOWN)
                years = _years(pair)
                yield OperandGroup(operands, tie, True, line.label, forward, years, row_years=row_years)
                yield OperandGroup(operands[::-1], tie * _REVERSED, True, line.label, backward, years)
        dated = [column for column in line.columns if named_years(line.row, column.index)]
        named = [column for column in dated if column.years & self._facts.years]
        for several, factor in ((named, 1.0), (dated, _UNNAMED_LIST if named else 1.0), (line.columns, _UNNAMED_LIST)):
            alike = [column for column in several if _are_alike((several[0], column))]
            if len(alike) > 2:
                tie = self._tie((line,), alike) * factor
                yield OperandGroup(tuple(column.operand for column in alike), tie, True, line.label, years=_years(alike))

    def down(self, one: _Line, other: _Line) -> Iterable[OperandGroup]:
        """Of one column: two rows, in both orders."""
        if self._is_of_others((one, other)):
            return
        first_year, second_year = _only_year(one.label), _only_year(other.label)
        is_dated = first_year != second_year and 0 not in (first_year, second_year)
        if is_dated and first_year < second_year:
            one, other = other, one
        beside = {column.index: column for column in other.columns}
        for column in one.columns:
            second = beside.get(column.index)
            if second is None or self._is_of_others((one,), (column,)):
                continue
            operands = (column.operand, second.operand)
            tie = self._tie((one, other), (column, second))
            if one.said == other.said and one.row.cells[:1] != other.row.cells[:1]:
                tie *= 0.8
            label = f"{one.label} {other.label}"
            if is_dated:
                years = frozenset((first_year, second_year))
                yield OperandGroup(operands, tie, True, order=Order.LATER_FIRST, years=years, row_years=self._row_years)
                yield OperandGroup(operands[::-1], tie * _REVERSED, True, order=Order.EARLIER_FIRST, years=years)
                continue
            years = _years((column, second))
            yield OperandGroup(operands, tie, False, label, years=years)
            yield OperandGroup(operands[::-1], tie * _REVERSED, False, label, years=years)

    def shared(self, lines: Sequence[_Line]) -> Iterable[OperandGroup]:
        """Of one column: all rows that the sentence names as parts, and a row that may be their whole, last."""
        named = (line for line in lines if line.precision > _HALF and not _is_whole(line.label))
        parts = sorted(named, key=lambda line: line.row.start)
        wholes = [line for line in lines if line not in parts] or [line for line in self._all_lines() if _is_whole(line.label)]
        for whole in [*wholes, *parts]:
            several = [line for line in parts if line is not whole and line.row.headings == whole.row.headings]
            if not 2 <= len(several) <= _MOST_PARTS or self._is_of_others((*several, whole)):
                continue
            for column in whole.columns:
                columns = [found for line in several for found in line.columns if found.index == column.index]
                if len(columns) == len(several) and _are_alike((*columns, column)) and not column.operand.is_dash:
                    operands = tuple(found.operand for found in (*columns, column))
                    tie = self._tie((*several, whole), (*columns, column))
                    yield OperandGroup(operands, tie, False, years=_years((*columns, column)), is_shared=True)

    def _all_lines(self) -> list[_Line]:
        return [_Line(row, 0.0, frozenset(), self._columns(row)) for row in self._rows]

    def listed(self, lines: Sequence[_Line]) -> Iterable[OperandGroup]:
        """Of one column: the three or more rows that the sentence names, or all rows under one heading."""
        strong = sorted((line for line in lines if line.precision > 0.5), key=lambda line: line.row.start)
        sections: dict[tuple[int, ...], list[_Line]] = {}
        for row in self._rows:
            said = label_keys(row.headings) & self._facts.factors.keys()
            sections.setdefault(tuple(cell.start for cell in row.headings), []).append(_Line(row, 0.3, said))
        for several in (strong, *sections.values()):
            if not 3 <= len(several) <= _MOST_LISTED:
                continue
            read = [line if line.columns else replace(line, columns=self._columns(line.row)) for line in several]
            for index in {column.index for column in read[0].columns}:
                columns = [column for line in read for column in line.columns if column.index == index]
                if columns and self._is_of_others(read[:1], columns[:1]):
                    continue
                if len(columns) > 2 and all(_are_alike((columns[0], column)) for column in columns):
                    operands = tuple(column.operand for column in columns)
                    yield OperandGroup(operands, self._tie(read, columns), False, years=_years(columns))


def _only_year(label: str) -> int:
    """The year that a row is called by; 0 where it is called by anything else."""
    years = years_in(label)
    return next(iter(years)) if len(years) == 1 and len(label) <= _LONGEST_YEAR else 0


def _is_whole(label: str) -> bool:
    return says(Operation.SUM, label)


def _is_bare_whole(label: str) -> bool:
    return _is_whole(label) and len(list(terms_of(label))) == 1


def _in_order(one: _Column, other: _Column) -> tuple[_Column, _Column]:
    """The later period first; without periods the one on the left."""
    if one.years and other.years and max(other.years) > max(one.years):
        return other, one
    return one, other


def _years(columns: Sequence[_Column]) -> frozenset[int]:
    """The years of all columns, the last of each; none where one has none."""
    return frozenset(max(column.years) for column in columns) if all(column.years for column in columns) else frozenset()


def _are_alike(columns: Sequence[_Column]) -> bool:
    """Whether all cells are in one unit; a dash is in any."""
    return len({column.operand.unit for column in columns if not column.operand.is_dash}) <= 1
