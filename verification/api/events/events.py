"""Events: have a message analysed, read what came of it, and record what became of it."""

from typing import ClassVar

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.access import WORK
from verification.api.calls.base import ApiView, asked_language, write_json
from verification.api.calls.bodies import EmptyBody
from verification.api.calls.callbacks import read_callback
from verification.api.calls.openapi import ETAG, KEY, LOCATION, MATCH, READING, STALE, UNCHANGED, WAIT, WRITING, operation
from verification.api.calls.pagination import Key, page_shape, question_of, read_page
from verification.api.calls.preferences import await_end, wanted_seconds
from verification.api.calls.problems import bad_field
from verification.api.events import answers
from verification.api.events.bodies import EventBody, EventsQuery, OutcomeBody
from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger
from verification.models import Event
from verification.reads.events import events as event_queries
from verification.reads.events.answers import EventAnswer
from verification.reads.events.events import EventFilters
from verification.services.errors import Refused
from verification.services.events.deletion import delete_event
from verification.services.events.lifecycle import cancel_event, make_node, record_outcome, request_event
from verification.services.queue.idempotency import RememberedAnswer

TAG = "events"
MAX_BYTES = 200_000
ORDER = (Key("created_at", lambda event: event.created_at, is_descending=True), Key("pk", lambda event: event.pk, is_descending=True))


class Events(ApiView):
    permissions: ClassVar = {"GET": "view_event", "POST": "add_event"}
    scopes: ClassVar = {"POST": WORK}
    accepts: ClassVar = {"GET": EventsQuery}
    max_bytes = MAX_BYTES

    @operation(
        "listEvents",
        "Your events, newest first; everybody's for those who rule",
        query=EventsQuery,
        answers={200: answers.EventPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request) -> Response:
        asked: EventsQuery = self.asked
        filters = EventFilters(
            q=asked.q, event_type=asked.wanted_type or "", status=asked.status or "", outcome=asked.outcome or "", asset=asked.asset
        )
        events = event_queries.list_events(user=request.user, filters=filters).defer(None)
        events = events.select_related("node").prefetch_related("steps")
        page = read_page(events, ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(page_shape([EventAnswer.of(event, lang=self.lang).shape() for event in page.rows], page.next))

    @operation(
        "analyseEvent",
        "Analyse a message: what it reports and how far to believe it. Analysis, not advice",
        body=EventBody,
        answers={202: answers.EventAnswer, 200: answers.EventAnswer},
        failures=WRITING,
        headers=[KEY, WAIT, LOCATION],
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        body = self.read_body(EventBody)
        given = body.preliminary.model_dump(mode="json", exclude_none=True) if body.preliminary else None
        self.lang, callback_url = asked_language(request, body.lang) if body.lang else self.lang, read_callback(body)

        def work() -> RememberedAnswer:
            try:
                event = request_event(
                    text=body.text,
                    trigger=RunTrigger.API,
                    requested_by=request.user,
                    lang=self.lang or "",
                    given=given or None,
                    search=body.search,
                    callback_url=callback_url,
                )
            except Refused as refusal:
                raise bad_field("text", "bad_text", str(refusal)) from None
            location = reverse("api:event", args=[event.pk])
            return RememberedAnswer(status=202, body=write_json(EventAnswer.of(event, lang=self.lang).shape()), location=location)

        accepted = self.answer_once(work)
        seconds = wanted_seconds(request)
        return self._wait_for(accepted, seconds) if seconds else accepted

    def _wait_for(self, accepted: Response, seconds: int) -> Response:
        pk = accepted.data["event_id"]
        if not await_end(lambda: _has_ended(pk), seconds):
            return accepted
        event = event_queries.get_event(user=self.request.user, pk=pk)
        if event is None:
            return accepted
        response = Response(EventAnswer.of(event, lang=self.lang).shape(), status=200, headers=dict(accepted.headers))
        response["Preference-Applied"] = f"wait={seconds}"
        return response


class EventView(ApiView):
    permissions: ClassVar = {"GET": "view_event", "DELETE": "add_event"}

    @operation(
        "readEvent",
        "One event with its steps, its evidence and what moved its confidence",
        answers={200: answers.EventAnswer, 304: None},
        headers=[UNCHANGED, ETAG],
        tag=TAG,
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(EventAnswer.of(_get(request, pk), lang=self.lang).shape())

    @operation(
        "deleteEvent",
        "Delete your own event with its message; 409 while it is being analysed. A node that was made of it stays",
        answers={204: None},
        failures=(*READING, 409, STALE),
        headers=[MATCH],
        tag=TAG,
    )
    def delete(self, request: Request, pk: int) -> Response:
        with self.matching(Event.objects.filter(pk=pk)):
            delete_event(event=_get(request, pk), user=request.user)
        return Response(status=204)


class EventNode(ApiView):
    permissions: ClassVar = {"POST": "add_node"}

    @operation(
        "makeEventNode",
        "A node that asks whether what an event reports is so: made, or the one that there is. Admins only, audited",
        body=EmptyBody,
        answers={200: answers.EventAnswer},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        event = _get(request, pk)

        def work() -> RememberedAnswer:
            make_node(event=event, user=request.user)
            return RememberedAnswer(status=200, body=write_json(EventAnswer.of(_get(request, pk), lang=self.lang).shape()))

        return self.answer_once(work)


class EventCancel(ApiView):
    permissions: ClassVar = {"POST": "add_event"}

    @operation(
        "cancelEvent",
        "End an event that waits or works; 409 once it has ended",
        body=EmptyBody,
        answers={200: answers.EventAnswer},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        self.read_body(EmptyBody)
        event = _get(request, pk)

        def work() -> RememberedAnswer:
            cancelled = cancel_event(event=event, user=request.user)
            return RememberedAnswer(status=200, body=write_json(EventAnswer.of(cancelled, lang=self.lang).shape()))

        return self.answer_once(work)


class EventOutcomes(ApiView):
    permissions: ClassVar = {"POST": "change_event"}

    @operation(
        "recordEventOutcome",
        "Record what became of an event; 409 while it is being analysed",
        body=OutcomeBody,
        answers={200: answers.EventAnswer},
        failures=WRITING,
        headers=[KEY],
        tag=TAG,
    )
    def post(self, request: Request, pk: int) -> Response:
        body = self.read_body(OutcomeBody)
        event = _get(request, pk)

        def work() -> RememberedAnswer:
            recorded = record_outcome(event=event, outcome=body.outcome, user=request.user, note=body.note)
            return RememberedAnswer(status=200, body=write_json(EventAnswer.of(recorded, lang=self.lang).shape()))

        return self.answer_once(work)


def _get(request: Request, pk: int) -> Event:
    event = event_queries.get_event(user=request.user, pk=pk)
    if event is None:
        raise Http404
    return event


def _has_ended(pk: int) -> bool:
    status = Event.objects.filter(pk=pk).values_list("status", flat=True).first()
    return status is None or RunStatus(status).is_final
