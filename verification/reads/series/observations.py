"""The figures of a node's official series as they are kept, for its chart, its table and the API; no publisher is asked for them."""

from datetime import date, timedelta
from typing import Annotated

from django.utils import translation
from pydantic import Field

from verification.core.series.catalogue import SeriesEntry
from verification.core.series.deciding import fits_unit
from verification.core.series.observations import Figure, end_of, figures_of, known_at, period_of, write_number, write_period
from verification.models import Node, SeriesObservation
from verification.reads.answers import Answer
from verification.reads.series.series import Series
from verification.services.nodes.series import load_series

# Vintages that are read at once, the newest periods first: ten years of trading days, or thirty of months that were revised five times.
MOST_ROWS = 2600
# What a change on the year is made of lies so long before it.
_BEFORE = timedelta(days=430)


def list_figures(*, node: Node, known_on: date, since: date | None = None) -> list[Figure]:
    """The figures of the node's series as known on a day, the oldest first, of periods that end on ``since`` or later.

    One query; none where the node has no series, or one in another unit than its own.
    """
    entry = load_series(node.series)
    if entry is None or not fits_unit(entry, node.spec()):
        return []
    rows = SeriesObservation.objects.filter(publisher=entry.provider, code=entry.code, vintage__lte=known_on)
    if since is not None:
        rows = rows.filter(period__gte=write_period(period_of(entry.frequency, max(since, date.min + _BEFORE) - _BEFORE)))
    kept = [row.observation() for row in rows.order_by("-period", "-vintage")[:MOST_ROWS]]
    figures = figures_of(entry, known_at(kept, known_on))
    return [figure for figure in figures if since is None or end_of(figure.period) >= since]


class SeriesFigure(Answer):
    """The figure of one period. `known_since`: when it was published as it is, or, where not `is_exact_vintage`, first read so."""

    period: Annotated[str, Field(examples=["2026-05", "2026-Q2", "2026-05-04", "2026"])]
    number: Annotated[str, Field(description="In the series' unit, exactly.", examples=["4.1"])]
    known_since: date
    is_exact_vintage: bool

    @classmethod
    def of(cls, figure: Figure) -> "SeriesFigure":
        return cls(
            period=write_period(figure.period),
            number=write_number(figure.value),
            known_since=figure.vintage,
            is_exact_vintage=figure.is_exact_vintage,
        )


class NodeSeriesFigures(Answer):
    """The kept figures of a node's official series, the newest period first. `series` is null where the node asks none."""

    series: Series | None
    items: list[SeriesFigure]

    @classmethod
    def of(cls, entry: SeriesEntry | None, figures: list[Figure], lang: str | None) -> "NodeSeriesFigures":
        with translation.override(lang or translation.get_language()):
            series = Series.of(entry, lang) if entry else None
        return cls(series=series, items=[SeriesFigure.of(figure) for figure in reversed(figures)])
