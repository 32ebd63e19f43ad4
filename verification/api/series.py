"""Official series: the catalogue, which of it a node's name asks for, and the figures that were read of a node's own."""

from datetime import UTC
from typing import Annotated, ClassVar

from django.utils import timezone
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api import answers
from verification.api.base import ApiView
from verification.api.bodies import Day, Query
from verification.api.nodes import get_node
from verification.api.openapi import ETAG, UNCHANGED, operation
from verification.api.validation import HOLDS_NO_NUL
from verification.core.series.catalogue import find_series
from verification.reads import series
from verification.reads.observations import list_figures

TAG = "series"


class SeriesQuery(Query):
    q: Annotated[
        str,
        StringConstraints(min_length=1, max_length=100),
        HOLDS_NO_NUL,
        Field(description="Words that key, code or title hold, all of them, in either language."),
    ]


class SeriesView(ApiView):
    permissions: ClassVar = {"GET": "view_node"}
    accepts: ClassVar = {"GET": SeriesQuery}

    @operation(
        "searchSeries",
        "The official series of the catalogue that hold these words, at most 20",
        query=SeriesQuery,
        answers={200: answers.SeriesList, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        return self.answer(answers.SeriesList(items=series.search(self.asked.q, self.lang)).shape())


class NodeSeriesQuery(Query):
    """``known_on`` in the future is today; ``since`` is compared with the last day of a period."""

    known_on: Annotated[Day | None, Field(description="Figures as they were known on this day (UTC); absent: today.")] = None
    since: Annotated[Day | None, Field(description="Periods that end on this day or later; absent: all that are kept.")] = None


class NodeSeries(ApiView):
    permissions: ClassVar = {"GET": "view_node"}
    accepts: ClassVar = {"GET": NodeSeriesQuery}

    @operation(
        "listSeriesFigures",
        "The figures of a node's official series that were read so far, the newest period first; no publisher is asked",
        query=NodeSeriesQuery,
        answers={200: answers.NodeSeriesFigures, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        asked: NodeSeriesQuery = self.asked
        node, today = get_node(slug), timezone.now().astimezone(UTC).date()
        figures = list_figures(node=node, known_on=min(asked.known_on or today, today), since=asked.since)
        return self.answer(answers.NodeSeriesFigures.of(find_series(node.series), figures, self.lang).shape())


class NodeSeriesSuggestions(ApiView):
    permissions: ClassVar = {"GET": "view_node"}

    @operation(
        "suggestSeries",
        "The official series that a node's name asks for, the likeliest first; one is chosen by changing the node's `series`",
        answers={200: answers.SeriesSuggestions, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, slug: str) -> Response:
        node = get_node(slug)
        found = series.find_suggestions(node=node, lang=self.lang)
        return self.answer(answers.SeriesSuggestions(chosen=node.series or None, items=found).shape())
