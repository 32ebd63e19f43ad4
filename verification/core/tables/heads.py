"""What the heads of a column say of its cells: their years, and that they are in percent."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from verification.core.patterns import lazy_regex
from verification.core.reading.trend import directions_in
from verification.core.tables.reader import Cell, TableRow, head_years
from verification.core.tables.scales import scale_in
from verification.core.tables.spoken import is_change, word_keys
from verification.core.vocabulary import Trend

# "% of sales", "Change (%)", 占比（%）; no "5% notes" and no "(in millions, except percentages)".
_PERCENT = lazy_regex(r"(?<![\d.])(?<!\d\s)[%％]|\b(?:percent(?:age)?|per\scent)\b|百分比", re.IGNORECASE)
_DURATION = lazy_regex(
    r"\b(?:expected|remaining|contractual|average|useful)\s(?:\w+\s){0,2}(?:terms?|life|lives|periods?)\b|[(（](?:in\s)?(?:years|months|days)[)）]"
    r"|年限|[(（][年月天][)）]",
    re.IGNORECASE,
)
_UNIT = lazy_regex(r"(?:(?:计量)?单位|units?|unit\sof\smeasure(?:ment)?)(?:\s(?:单位|units?))?", re.IGNORECASE)
_LONGEST_SIGN = 4
_EXCEPT = lazy_regex(r"\bexcept|除外", re.IGNORECASE)


@lru_cache(maxsize=8192)
def is_percent_head(text: str) -> bool:
    """Whether the head of a row or column says that what it heads is in percent."""
    return _PERCENT.search(text) is not None and _EXCEPT.search(text) is None


@lru_cache(maxsize=8192)
def heads_duration(text: str) -> bool:
    """Whether a row is called by how long something lasts, which is no percentage: "Expected life", "Term (in years)"."""
    return _DURATION.search(text) is not None


def heads_percent(row: TableRow, heads: Sequence[Cell]) -> bool:
    """Whether the heads of a cell without a unit, or its row's label, say that it is in percent; where other cells of the row write the
    sign themselves, only a head that is hardly more than the sign."""
    said = [*heads, *((row.label,) if row.label else ())]
    if any(cell.unit == "%" for cell in row.cells):
        return any("%" in head.text and len(head.text) <= _LONGEST_SIGN for head in heads) or bool(row.label and "%" in row.label.text)
    return any(is_percent_head(head.text) for head in said)


def heads_move(heads: Sequence[Cell]) -> bool:
    """Whether the heads of a column, the nearest last, call it a change; one that is only of a year is under its neighbour's head."""
    if not heads or not any(is_change(head.text) for head in heads):
        return False
    return is_change(heads[-1].text) or len(head_years(heads[-1])) != 1


def move_way(cell: Cell, head: Cell) -> Trend | None:
    """Which way a cell says that something moved, under a head of moves: by its sign, unless the head tells of one way alone, where an
    amount without a sign went that way and one with a sign is open."""
    if not cell.number:
        return None
    told = directions_in(head.text) & {Trend.RISING, Trend.FALLING}
    if len(told) == 1:
        return next(iter(told)) if cell.number > 0 else None
    return Trend.RISING if cell.number > 0 else Trend.FALLING


def column_years(row: TableRow, at: int) -> frozenset[int]:
    """The years that the heads of a cell name. Where they name none, those of the dated columns on its left: a head that comes again ("%
    of sales") is beside its year, and a change leads to the latest."""
    found = named_years(row, at)
    own = "" if found else _text(row, at)
    dated = [years for other in range(at) if (years := named_years(row, other))] if own else []
    if not dated:
        return found
    if sum(_text(row, other) == own for other in range(len(row.cells))) > 1:
        return _beside(row, at, own) if is_change(own) else dated[-1]
    return frozenset((max(map(max, dated)),)) if is_change(own) else frozenset()


def _beside(row: TableRow, at: int, own: str) -> frozenset[int]:
    """The latest year of the columns between a change and the change before it."""
    first = max((other + 1 for other in range(at) if _text(row, other) == own), default=0)
    years = [max(found) for other in range(first, at) if (found := named_years(row, other))]
    return frozenset((max(years),)) if years else frozenset()


def named_years(row: TableRow, at: int) -> frozenset[int]:
    """The years that the heads of a cell name themselves."""
    return frozenset(year for head in row.column(at) for year in head_years(head))


def undated_heads(row: TableRow, at: int) -> tuple[str, ...]:
    """What the heads of a cell say beside its year: "Deposits" over 2025 and 2024."""
    return tuple(head.text for head in row.column(at) if not head_years(head))


def is_latest(row: TableRow, years: frozenset[int]) -> bool | None:
    """Whether no column of a row is of a later year than ``years``; None where the columns tell of no other."""
    dated = [max(found) for other in range(len(row.cells)) if (found := named_years(row, other))]
    return max(years) >= max(dated) if years and len(set(dated)) > 1 else None


def scale_over(row: TableRow) -> Decimal | None:
    """The scale that a head row gives to its whole table; None where it has none, or gives one to some of its columns beside others with
    names of their own: "Shares | Issue price A$ | A$'000"."""
    scaled = [at for at, cell in enumerate(row.cells) if scale_in(cell.text) is not None]
    if not scaled:
        return None
    is_of_columns = scaled[0] > 0 and not _spans(row, scaled[0]) and bool(_named_apart(row, scaled))
    return None if is_of_columns else scale_in(row.cells[scaled[0]].text)


def has_own_scale(row: TableRow, at: int) -> bool:
    """Whether a column is named beside others that alone have a scale: its figures are as they are written."""
    heads = [head for head in row.heads if len(head.cells) == len(row.cells) and scale_over(head) is None]
    scaled = [[other for other, cell in enumerate(head.cells) if scale_in(cell.text) is not None] for head in heads]
    return any(at in _named_apart(head, columns) for head, columns in zip(heads, scaled, strict=True) if columns)


def _spans(row: TableRow, at: int) -> bool:
    return at + 1 < len(row.cells) and not row.cells[at + 1].text


def _named_apart(row: TableRow, scaled: Sequence[int]) -> list[int]:
    """The columns whose head has a name, and neither a year nor a scale."""
    return [at for at, cell in enumerate(row.cells) if at and at not in scaled and word_keys(cell.text) and not head_years(cell)]


def row_unit(row: TableRow) -> str:
    """What the cell of a row says that stands in a column of units, as a caption would say it; empty without one."""
    found = [
        cell.text for at, cell in enumerate(row.cells) if cell.number is None and any(_UNIT.fullmatch(head.text) for head in row.column(at))
    ]
    return f"单位：{found[0]} (in {found[0]})" if found else ""


def unit_cell(row: TableRow, text: str) -> str:
    """What stands in the column of units, a sign too that is taken for its neighbour's; empty without one."""
    at = next((at for at in range(1, len(row.cells)) if any(_UNIT.fullmatch(head.text) for head in row.column(at))), 0)
    if not at or row.cells[at].number is not None:
        return ""
    end = row.cells[at + 1].start if at + 1 < len(row.cells) else row.end
    return text[row.cells[at].start : end].strip(" |\t")


def _text(row: TableRow, at: int) -> str:
    return " ".join(head.text for head in row.column(at))
