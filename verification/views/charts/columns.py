"""Columns by day, made on the server: x in per cent, heights in pixels, so that they stretch (look.md, section 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import pgettext

from verification.reads.operations.usage import Figures

TOP, BOTTOM = 10, 150
DATES = 6
_STEPS = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))

# The parts of one column from the axis upwards: (class of its colour, amount).
Parts = Sequence[tuple[str, Decimal]]


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """One coloured part of a column."""

    x: str
    width: str
    y: str
    height: str
    tone: str


@dataclass(frozen=True, slots=True)
class Column:
    blocks: tuple[ColumnBlock, ...]
    title: str


@dataclass(frozen=True, slots=True)
class ColumnMark:
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Columns:
    """``level`` is the height of a dashed line, "" for none; ``label`` tells what a reader without eyes for it needs."""

    label: str
    columns: tuple[Column, ...]
    dates: tuple[ColumnMark, ...]
    levels: tuple[ColumnMark, ...]
    level: str = ""


def make_columns(
    days: Sequence[tuple[date, Figures]],
    *,
    label: str,
    parts: Callable[[date, Figures], Parts],
    title: Callable[[date, Figures], str],
    write: Callable[[Decimal], str],
    line: Decimal | None = None,
) -> Columns | None:
    """A column for each day; None where there is nothing to show."""
    heights = [parts(day, figures) for day, figures in days]
    highest = max((sum((amount for _tone, amount in column), Decimal(0)) for column in heights), default=Decimal(0))
    if not highest:
        return None
    top = _round_up(max(highest, line) if line is not None and line <= 2 * highest else highest)
    pitch = Decimal(94) / len(days)
    columns, dates = [], []
    every = -(-len(days) // DATES)
    for place, ((day, figures), column) in enumerate(zip(days, heights, strict=True)):
        left = 6 + pitch * place
        columns.append(Column(_stack(column, left + pitch / 6, pitch * 2 / 3, top), title(day, figures)))
        if place % every == (len(days) - 1) % every:
            dates.append(ColumnMark(f"{left + pitch / 2:.2f}%", date_format(day, pgettext("date format: day and month", "j M"))))
    return Columns(
        label=label,
        columns=tuple(columns),
        dates=tuple(dates),
        levels=tuple(ColumnMark(f"{_y(level, top):.1f}", text) for level in (top / 2, top) if (text := write(level))),
        level=f"{_y(line, top):.1f}" if line is not None and line <= top else "",
    )


def _stack(column: Parts, left: Decimal, width: Decimal, top: Decimal) -> tuple[ColumnBlock, ...]:
    blocks, base = [], Decimal(0)
    for tone, amount in column:
        if amount:
            upper, lower = _y(base + amount, top), _y(base, top)
            # Even a little is seen.
            height = max(lower - upper, Decimal("1.5"))
            blocks.append(ColumnBlock(f"{left:.2f}%", f"{width:.2f}%", f"{lower - height:.1f}", f"{height:.1f}", tone))
            base += amount
    return tuple(blocks)


def _y(amount: Decimal, top: Decimal) -> Decimal:
    return BOTTOM - (BOTTOM - TOP) * amount / top


def _round_up(amount: Decimal) -> Decimal:
    """The next of 1, 2, 5, 10 … times a power of ten."""
    power = Decimal(10) ** amount.adjusted()
    scaled = amount / power
    return next(step for step in _STEPS if scaled <= step) * power


def write_count(amount: Decimal) -> str:
    """A whole number; "" for what is none, so that half a call has no line."""
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else ""
