"""Answers traced to their documents, one or many; readers' marks."""

from collections.abc import Mapping
from typing import ClassVar

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from attribution.api import attribution_answers
from attribution.api.attribution_answers import BatchAnswer, BatchAttribution, BatchItem, ItemProblem
from attribution.api.attribution_bodies import AttributionBody, AttributionsQuery, BatchBody, EqualIds, MarkBody
from attribution.models import Attribution
from attribution.reads import attributions as attribution_queries
from attribution.schemas import ScoreOutOfRange
from attribution.services.answers.deletion import delete_attribution
from attribution.services.answers.marks import mark_source
from attribution.services.answers.settings import TracingSettings, apply_overrides, read_settings
from attribution.services.answers.sizes import Size, TooLarge
from attribution.services.answers.tracing import Traced, keep_attribution, trace_answer
from verification.api.calls.access import WORK
from verification.api.calls.answers import FieldProblem
from verification.api.calls.base import ApiView, read_key, respond, write_json
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, MATCH, READING, STALE, UNCHANGED, WRITING, operation
from verification.api.calls.pagination import Key, question_of, read_page
from verification.api.calls.problems import RequestProblem, bad_field
from verification.api.calls.validation import check_body
from verification.services.queue.idempotency import RememberedAnswer, find_answer

TAG = "attributions"
MAX_BYTES = 8_000_000
NEWEST = (Key("created_at", lambda row: row.created_at, is_descending=True), Key("pk", lambda row: row.pk, is_descending=True))


class Attributions(ApiView):
    permissions: ClassVar = {"GET": "attribution.view_attribution", "POST": "attribution.add_attribution"}
    accepts: ClassVar = {"GET": AttributionsQuery}
    scopes: ClassVar = {"POST": WORK}
    max_bytes = MAX_BYTES

    @operation(
        "listAttributions",
        "Your attributions, newest first; reviewers and admins see everybody's",
        query=AttributionsQuery,
        answers={200: attribution_answers.AttributionPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: AttributionsQuery = self.asked
        rows = attribution_queries.list_attributions(user=request.user, words=asked.q)
        page = read_page(rows, NEWEST, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer({"items": [attribution_answers.AttributionListed.of(row).shape() for row in page.rows], "next": page.next})

    @operation(
        "attribute",
        "Trace an answer to its documents: 201 with the sources, or 202 where it is so large that a worker has to do it",
        body=AttributionBody,
        answers={201: attribution_answers.AttributionAnswer, 202: attribution_answers.AttributionAnswer},
        failures=WRITING,
        headers=[KEY, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = check_attribution(self.request.data)
        callback_url = read_callback(body)
        known = self.find_known()
        if known is not None:
            return known
        # Worked out before the transaction that keeps it: nobody waits for a lock while the core reads.
        traced = trace_body(body, read_settings())

        def work() -> RememberedAnswer:
            row = keep_attribution(traced=traced, requested_by=request.user, callback_url=callback_url)
            body = write_json(attribution_answers.AttributionAnswer.with_marks(row, lang=self.lang).shape())
            return RememberedAnswer(status=201 if row.is_final else 202, body=body, location=_address(row))

        return self.answer_once(work)

    def find_known(self) -> Response | None:
        """The answer that the request's key stands for already."""
        key = read_key(self.request)
        known = find_answer(user=self.request.user, key=key, fingerprint=self.fingerprint()) if key else None
        return respond(known) if known is not None else None


class AttributionBatch(Attributions):
    http_method_names: ClassVar = ["post"]
    permissions: ClassVar = {"POST": "attribution.add_attribution"}

    @operation(
        "attributeMany",
        "Trace up to 100 answers; a bad one is named and does not spoil the others. What is too much for one request waits for a worker",
        body=BatchBody,
        answers={200: BatchAnswer},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        items = self.read_body(BatchBody).items
        known = self.find_known()
        if known is not None:
            return known
        traced = _trace_all(items)

        def work() -> RememberedAnswer:
            said = BatchAnswer(items=[self.item_of(place, one) for place, one in enumerate(traced)])
            return RememberedAnswer(status=200, body=write_json(said.shape()))

        return self.answer_once(work)

    def item_of(self, place: int, found: tuple[Traced, str] | RequestProblem) -> BatchItem:
        if isinstance(found, RequestProblem):
            errors = [FieldProblem(field=f"items.{place}.{one.field}", code=one.code, detail=str(one.detail)) for one in found.errors]
            problem = ItemProblem(detail=str(found.detail), code=found.code.value, errors=errors)
            return BatchItem(index=place, attribution=None, error=problem)
        traced, callback_url = found
        row = keep_attribution(traced=traced, requested_by=self.request.user, callback_url=callback_url)
        return BatchItem(index=place, attribution=BatchAttribution.with_marks(row, lang=self.lang), error=None)


class AttributionView(ApiView):
    permissions: ClassVar = {"GET": "attribution.view_attribution", "DELETE": "attribution.add_attribution"}

    @operation(
        "readAttribution",
        "One attribution",
        answers={200: attribution_answers.AttributionAnswer, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        row = _get(request, pk)
        marks = attribution_queries.list_own_marks(attribution=row, user=request.user)
        return self.answer(attribution_answers.AttributionAnswer.with_marks(row, marks, lang=self.lang).shape())

    @operation(
        "deleteAttribution",
        "Delete your own attribution with the answer and its documents; 409 while it is worked out",
        answers={204: None},
        failures=(*READING, 409, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def delete(self, request: Request, pk: int) -> Response:
        with self.matching(Attribution.objects.filter(pk=pk)):
            delete_attribution(attribution=_get(request, pk), user=request.user)
        return Response(status=204)


class AttributionMarks(ApiView):
    permissions: ClassVar = {"POST": "attribution.add_attributionmark"}

    @operation(
        "markSource",
        "Say that a source is right or wrong; once more changes it, null takes it back",
        body=MarkBody,
        answers={200: attribution_answers.OwnMark},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body, row = self.read_body(MarkBody), _get(request, pk)
        if body.index > row.sources_count:
            raise bad_field("index", "out_of_range", _("expected at most %(le)s") % {"le": row.sources_count})

        def work() -> RememberedAnswer:
            mark_source(attribution=row, index=body.index, is_right=body.is_right, user=request.user)
            return RememberedAnswer(
                status=200, body=write_json(attribution_answers.OwnMark(index=body.index, is_right=body.is_right).shape())
            )

        return self.answer_once(work)


def _trace_all(items: list[dict[str, object]]) -> list[tuple[Traced, str] | RequestProblem]:
    """Each item traced, with its callback, or what is wrong with it; together they take no longer than one request may."""
    base, done, found = read_settings(), Size(), list[tuple[Traced, str] | RequestProblem]()
    for item in items:
        try:
            body = check_attribution(item)
            callback_url = read_callback(body)
            traced = trace_body(body, base, done)
        except RequestProblem as problem:
            found.append(problem)
            continue
        if traced.result is not None and not traced.is_cached:
            done += traced.size
        found.append((traced, callback_url))
    return found


def check_attribution(value: Mapping[str, object] | object) -> AttributionBody:
    try:
        return check_body(AttributionBody, value)
    except EqualIds as equal:
        raise bad_field(f"documents.{equal.position}.id", "repeated", _("expected an id that no other document has")) from None


def trace_body(body: AttributionBody, base: TracingSettings, done: Size = Size()) -> Traced:  # noqa: B008 - frozen
    """``base``: the settings where the body says nothing."""
    try:
        request = body.as_request()
        return trace_answer(request=request, settings=apply_overrides(base, request.overrides), done=done)
    except TooLarge as large:
        raise bad_field(large.field, "too_large", str(large)) from None
    except ScoreOutOfRange as odd:
        detail = _("expected a score from 0 to 1; score_range names other ranges")
        raise bad_field(f"documents.{odd.position}.rerank_score", "out_of_range", detail) from None


def _get(request: Request, pk: int) -> Attribution:
    row = attribution_queries.get_attribution(pk=pk, user=request.user)
    if row is None:
        raise Http404
    return row


def _address(row: Attribution) -> str:
    return reverse("api:attribution", args=[row.pk])
