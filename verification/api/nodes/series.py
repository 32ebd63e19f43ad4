"""Official series: the catalogue, what publishers have beside it, which a node's name asks for, and the figures read of a node's own."""

from collections.abc import Callable
from datetime import UTC
from typing import Annotated, ClassVar, TypeVar

from django.utils import timezone
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.base import ApiView, read_key, respond, write_json
from verification.api.calls.bodies import Body, Day, Query, Word
from verification.api.calls.openapi import ETAG, KEY, UNCHANGED, WRITING, operation
from verification.api.calls.problems import Code, RequestProblem, bad_field
from verification.api.calls.validation import HOLDS_NO_NUL
from verification.api.nodes import answers
from verification.api.nodes.nodes import get_node
from verification.core.series.catalogue import Transform
from verification.core.series.published import MOST_CODE, MOST_WORDS
from verification.reads.series import series
from verification.reads.series.observations import list_figures
from verification.services.errors import Refused
from verification.services.nodes.published import MOST_PAGE, check_transform, describe_published, outline_table, search_publishers
from verification.services.nodes.series import add_series, load_series
from verification.services.queue.idempotency import RememberedAnswer, find_answer

TAG = "series"
AnswerT = TypeVar("AnswerT")
Publisher = Annotated[
    str, StringConstraints(min_length=1, max_length=20, pattern=r"^[a-z]+$"), Field(examples=["fred", "ecb", "worldbank"])
]
SeriesCode = Annotated[
    str, StringConstraints(min_length=1, max_length=MOST_CODE), HOLDS_NO_NUL, Field(description="As its publisher calls it.")
]
NodeSlug = Annotated[Word | None, Field(description="The slug of a node: each option then says why it can't answer that.")]


class CatalogueQuery(Query):
    q: Annotated[
        str,
        StringConstraints(min_length=1, max_length=100),
        HOLDS_NO_NUL,
        Field(description="Words that key, code or title hold, all of them, in either language."),
    ]


class PublishedBody(Body):
    """A series that a person chose at its publisher, and what is made of it."""

    publisher: Publisher
    code: SeriesCode
    transform: Annotated[Transform, Field(strict=False, description="What is made of the published figures.")] = Transform.LEVEL


class SeriesView(ApiView):
    permissions: ClassVar = {"GET": "view_node", "POST": "change_node"}
    accepts: ClassVar = {"GET": CatalogueQuery}

    @operation(
        "searchSeries",
        "The official series of the catalogue that hold these words, at most 20",
        query=CatalogueQuery,
        answers={200: answers.SeriesList, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        return self.answer(answers.SeriesList(items=series.search(self.asked.q, self.lang)).shape())

    @operation(
        "addSeries",
        "Add a series that you found at its publisher to the catalogue; the publisher is asked for it once more",
        body=PublishedBody,
        answers={201: answers.Series},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(PublishedBody)
        key = read_key(request)
        if key and (known := find_answer(user=request.user, key=key, fingerprint=self.fingerprint())) is not None:
            return respond(known)
        # Asked before the transaction that keeps the answer: nobody waits for a lock while the publisher is slow.
        found = asked(lambda: describe_published(publisher=body.publisher, code=body.code))
        asked(lambda: check_transform(found, body.transform))

        def work() -> RememberedAnswer:
            entry = add_series(found=found, transform=body.transform, actor=request.user)
            return RememberedAnswer(status=201, body=write_json(answers.Series.of(entry, self.lang).shape()))

        return self.answer_once(work)


class PublisherSearchQuery(Query):
    """``page`` counts only where one publisher is named."""

    q: Annotated[str, StringConstraints(min_length=1, max_length=MOST_WORDS), HOLDS_NO_NUL, Field(description="Words to search for.")]
    publisher: Annotated[Publisher | None, Field(description="Ask this one alone; absent: all.")] = None
    page: Annotated[int, Field(ge=1, le=MOST_PAGE, description="Of one publisher's series, 20 on each.")] = 1
    node: NodeSlug = None


class PublisherSeries(ApiView):
    permissions: ClassVar = {"GET": "change_node"}
    accepts: ClassVar = {"GET": PublisherSearchQuery}

    @operation(
        "searchPublishers",
        "The series and tables that publishers themselves find for these words; nothing is chosen. One that fails leaves the others",
        query=PublisherSearchQuery,
        answers={200: answers.PublisherSearch, 304: None},
        failures=WRITING,
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        query: PublisherSearchQuery = self.asked
        node = get_node(query.node) if query.node else None
        found = asked(lambda: search_publishers(words=query.q, only=query.publisher or "", page=query.page if query.publisher else 1))
        return self.answer(answers.PublisherSearch.of(found, query.q, node, self.lang).shape())


class TableQuery(Query):
    publisher: Publisher
    table: Annotated[str, StringConstraints(min_length=1, max_length=MOST_CODE), HOLDS_NO_NUL, Field(description="Its code.")]


class PublisherTable(ApiView):
    permissions: ClassVar = {"GET": "change_node"}
    accepts: ClassVar = {"GET": TableQuery}

    @operation(
        "describeTable",
        "The dimensions of a publisher's table with their codes; a series is `table/code.code…`, at the World Bank `country/indicator`",
        query=TableQuery,
        answers={200: answers.PublishedOutline, 304: None},
        failures=WRITING,
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        query: TableQuery = self.asked
        found = named(lambda: outline_table(publisher=query.publisher, table=query.table))
        return self.answer(answers.PublishedOutline.of(found).shape())


class PublishedQuery(Query):
    publisher: Publisher
    code: SeriesCode
    node: NodeSlug = None


class PublishedView(ApiView):
    permissions: ClassVar = {"GET": "change_node"}
    accepts: ClassVar = {"GET": PublishedQuery}

    @operation(
        "describePublishedSeries",
        "A series as its publisher describes it now, and what can be made of it",
        query=PublishedQuery,
        answers={200: answers.PublishedSeries, 304: None},
        failures=WRITING,
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        query: PublishedQuery = self.asked
        node = get_node(query.node) if query.node else None
        found = named(lambda: describe_published(publisher=query.publisher, code=query.code))
        return self.answer(answers.PublishedSeries.of(found, node.spec() if node else None, self.lang).shape())


def named(work: Callable[[], AnswerT]) -> AnswerT:
    """What the publisher has of that name; 404 where it has none."""
    try:
        return work()
    except Refused as refusal:
        if refusal.field not in ("code", "table"):
            raise
        raise RequestProblem(Code.NOT_FOUND, status=404, detail=str(refusal)) from None


def asked(work: Callable[[], AnswerT]) -> AnswerT:
    """What the publisher answers; a field that would have to change is named as a bad one."""
    try:
        return work()
    except Refused as refusal:
        if not refusal.field:
            raise
        raise bad_field(refusal.field, "not_there" if refusal.field == "code" else "bad_form", str(refusal)) from None


class NodeSeriesQuery(Query):
    """``known_on`` in the future is today; ``since`` is compared with the last day of a period."""

    known_on: Annotated[Day | None, Field(description="Figures as they were known on this day (UTC); absent: today.")] = None
    since: Annotated[Day | None, Field(description="Periods that end on this day or later; absent: all that are kept.")] = None


class NodeSeriesView(ApiView):
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
        return self.answer(answers.NodeSeriesFigures.of(load_series(node.series), figures, self.lang).shape())


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
