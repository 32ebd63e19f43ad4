"""Many messages analysed with one request: asked for, their progress, ended."""

from typing import ClassVar

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, write_json
from verification.api.calls.bodies import EmptyBody
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, UNCHANGED, WRITING, operation
from verification.api.calls.problems import Code, FieldError, RequestProblem
from verification.api.events.answers import EventBatchAnswer
from verification.api.events.bodies import EventBatchBody, EventBatchItem
from verification.models import EventBatch
from verification.reads.nodes.batches import get_event_batch, list_batch_events
from verification.services.errors import Refused
from verification.services.events.batches import Message, cancel_event_batch, request_event_batch
from verification.services.events.lifecycle import check_message
from verification.services.queue.idempotency import RememberedAnswer

TAG = "events"
MAX_BYTES = 8_000_000
MOST_NAMED = 20


class EventBatches(ApiView):
    permissions: ClassVar = {"POST": "add_event"}
    scopes: ClassVar = {"POST": WORK}
    max_bytes = MAX_BYTES

    @operation(
        "analyseEvents",
        "Have up to 100 messages analysed as one batch; events of yours that are open already are joined",
        body=EventBatchBody,
        answers={202: EventBatchAnswer},
        failures=WRITING,
        headers=[KEY, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(EventBatchBody)
        callback_url = read_callback(body)
        messages = _checked(body.items, self.lang or "")

        def work() -> RememberedAnswer:
            batch = request_event_batch(messages=messages, requested_by=request.user, callback_url=callback_url)
            location = reverse("api:event-batch", args=[batch.pk])
            return RememberedAnswer(status=202, body=write_json(_shape(batch)), location=location)

        return self.answer_once(work)


class EventBatchView(ApiView):
    permissions: ClassVar = {"GET": "view_event"}

    @operation(
        "readEventBatch",
        "How far a batch of messages is: its events by status, and what the analysed ones propose",
        answers={200: EventBatchAnswer, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(_shape(_get(request, pk)))


class EventBatchCancel(ApiView):
    permissions: ClassVar = {"POST": "add_event"}

    @operation(
        "cancelEventBatch",
        "End the open events that the batch began; 409 where none is left. Events that it joined go on",
        body=EmptyBody,
        answers={200: EventBatchAnswer},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        batch = _get(request, pk)

        def work() -> RememberedAnswer:
            cancel_event_batch(batch=batch, user=request.user)
            return RememberedAnswer(status=200, body=write_json(_shape(batch)))

        return self.answer_once(work)


def _get(request: Request, pk: int) -> EventBatch:
    batch = get_event_batch(user=request.user, pk=pk)
    if batch is None:
        raise Http404
    return batch


def _shape(batch: EventBatch) -> dict[str, object]:
    return EventBatchAnswer.of(batch, list_batch_events(batch=batch)).shape()


def _checked(items: list[EventBatchItem], lang: str) -> list[Message]:
    """400 names the places of those that are no message; then nothing is asked for."""
    errors = []
    for place, item in enumerate(items):
        try:
            check_message(item.text)
        except Refused as refusal:
            errors.append(FieldError(f"items.{place}.text", "bad_text", str(refusal)))
    if errors:
        detail = f"{errors[0].field}: {errors[0].detail}"
        raise RequestProblem(Code.INVALID_REQUEST, status=400, detail=detail, errors=errors[:MOST_NAMED])
    return [
        Message(
            text=item.text,
            lang=item.lang or lang,
            given=(item.preliminary.model_dump(mode="json", exclude_none=True) if item.preliminary else None) or None,
            search=item.search,
        )
        for item in items
    ]
