"""An official series behind a node's history: a thin line through the figures, each where its period ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import translation

from verification.core.series.observations import Figure, end_of, write_period
from verification.models import Node
from verification.reads.series.observations import list_figures
from verification.reads.series.series import PUBLISHERS
from verification.services.nodes.series import load_series
from verification.templatetags.figures import ShownFigure, make_figure

MOST_POINTS = 400
TABLE_ROWS = 60
FEWEST = 3  # figures that make a line


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A line of the series' table; where not ``is_exact``, ``known_since`` is the day on which it was first read."""

    period: str
    figure: ShownFigure | None
    known_since: date
    is_exact: bool


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """``figures``: those of the chart, the oldest first, thinned where they are many; ``rows``: the newest, the latest first."""

    title: str
    publisher: str
    figures: tuple[Figure, ...]
    rows: tuple[SeriesRow, ...]


def find_line(*, node: Node, since: datetime | None, now: datetime) -> SeriesLine | None:
    """What is kept of the node's series from ``since`` on; None for too little to draw. One query, none for a node without a series."""
    entry = load_series(node.series)
    if entry is None:
        return None
    figures = list_figures(node=node, known_on=now.astimezone(UTC).date(), since=since.astimezone(UTC).date() if since else None)
    if len(figures) < FEWEST:
        return None
    unit = node.unit or entry.unit
    rows = [_make_row(node, one, unit) for one in reversed(figures[-TABLE_ROWS:])]
    return SeriesLine(entry.title(translation.get_language() or "en"), PUBLISHERS[entry.provider], _thin(figures), tuple(rows))


def moment_of(figure: Figure) -> datetime:
    """Where a figure stands on the axis of time: at the end of its period."""
    return datetime.combine(end_of(figure.period), time.min, tzinfo=UTC) + timedelta(days=1)


def _make_row(node: Node, figure: Figure, unit: str) -> SeriesRow:
    shown = make_figure(number=f"{figure.value:f}", unit=unit, kind=node.kind, written=f"{figure.value:f}")
    return SeriesRow(write_period(figure.period), shown, figure.vintage, figure.is_exact_vintage)


def _thin(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Evenly, with the last one kept."""
    step = -(-len(figures) // MOST_POINTS)
    return tuple(figures[::-step][::-1])
