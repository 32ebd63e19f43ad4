"""Shares over time with their intervals, made on the server from the parts of the usage page's columns."""

from collections.abc import Sequence
from decimal import Decimal

from verification.core.operations.shares import Share
from verification.views.charts.columns import BOTTOM, DATES, TOP, Column, ColumnBlock, ColumnMark, Columns

_DOT = 6  # pixels high


def make_points(periods: Sequence[tuple[str, Share]], *, label: str, titles: Sequence[str]) -> Columns | None:
    """A dot for each share, on a bar from the low to the high end of its interval; None where there is no share at all."""
    if not any(share.total for _name, share in periods):
        return None
    pitch = Decimal(94) / len(periods)
    every = -(-len(periods) // DATES)
    columns, dates = [], []
    for place, ((name, share), title) in enumerate(zip(periods, titles, strict=True)):
        middle = 6 + pitch * place + pitch / 2
        columns.append(Column(_mark(share, middle, min(pitch / 2, Decimal(4))), title))
        if place % every == (len(periods) - 1) % every:
            dates.append(ColumnMark(f"{middle:.2f}%", name))
    levels = tuple(ColumnMark(f"{_y(level):.1f}", text) for level, text in ((0.5, "50%"), (1.0, "100%")))
    return Columns(label=label, columns=tuple(columns), dates=tuple(dates), levels=levels)


def _mark(share: Share, middle: Decimal, width: Decimal) -> tuple[ColumnBlock, ...]:
    if share.rate is None or share.low is None or share.high is None:
        return ()
    top, left = _y(share.high), f"{middle - width / 2:.2f}%"
    whisker = ColumnBlock(f"{middle - width / 8:.2f}%", f"{width / 4:.2f}%", f"{top:.1f}", f"{max(1.5, _y(share.low) - top):.1f}", "f-uk")
    return whisker, ColumnBlock(left, f"{width:.2f}%", f"{_y(share.rate) - _DOT / 2:.1f}", f"{_DOT}", "f-ink")


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share
