"""Many messages with one request: taken all or none, each event once, progress exact, ended together, seen by their owner."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import OrmQ

from tests.api.conftest import program_of
from verification.core.vocabulary import Scope
from verification.models import AuditEntry, Event, EventBatch, WebhookCallback
from verification.services.errors import Refused
from verification.services.events.batches import MOST_MESSAGES, Message, request_event_batch
from verification.services.operations.tokens import create_token

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]

BATCHES = "/api/v1/event-batches/"
HACK, ETF = {"text": "Bybit was hacked"}, {"text": "The SEC approves an ETF."}


def post(client: Client, body: Any, path: str = "", **headers: str) -> Any:
    return client.post(f"{BATCHES}{path}", body, content_type="application/json", headers=headers)


def test_batch_is_asked_for_and_its_progress_is_exact(program: Client, analyst: AbstractBaseUser) -> None:
    open_one = program.post("/api/v1/events/", HACK, content_type="application/json").json()["event_id"]
    body = {"items": [ETF, HACK, ETF, {**ETF, "search": True}], "callback_url": "https://agent.example/hook"}
    asked, again = post(program, body, Idempotency_Key="k"), post(program, body, Idempotency_Key="k")
    batch = EventBatch.objects.get()
    assert (asked.status_code, asked["Location"], again.content) == (202, f"{BATCHES}{batch.pk}/", asked.content)
    begun = list(Event.objects.exclude(pk=open_one).order_by("pk").values_list("pk", flat=True))
    assert (batch.asked, batch.begun) == ([begun[0], open_one, begun[0], begun[1]], begun)
    assert [each["event_id"] for each in asked.json()["items"]] == [begun[0], open_one, begun[1]]
    assert (OrmQ.objects.count(), WebhookCallback.objects.get().kind) == (3, "event_batch")
    assert set(Event.objects.filter(pk__in=begun).values_list("requested_by", "trigger")) == {(analyst.pk, "api")}
    Event.objects.filter(pk=begun[0]).update(status="finished", finished_at=timezone.now(), action="observe", confidence="0.55", calls=4)
    Event.objects.filter(pk=open_one).update(status="running")
    found = program.get(f"{BATCHES}{batch.pk}/").json()
    del found["created_at"]
    assert found == {
        "batch": batch.pk,
        "is_over": False,
        "total": 3,
        "queued": 1,
        "running": 1,
        "ended": 1,
        "failed": 0,
        "cancelled": 0,
        "actions": {"observe": 1},
        "calls": 4,
        "items": [
            {"event_id": begun[0], "status": "finished", "action": "observe", "confidence": 0.55},
            {"event_id": open_one, "status": "running", "action": None, "confidence": None},
            {"event_id": begun[1], "status": "queued", "action": None, "confidence": None},
        ],
    }


def test_cancelled_batch_leaves_what_it_joined_and_what_was_deleted_is_left_out(program: Client) -> None:
    joined = program.post("/api/v1/events/", HACK, content_type="application/json").json()["event_id"]
    batch = post(program, {"items": [HACK, ETF]}).json()
    ended = post(program, {}, f"{batch['batch']}/cancel/").json()
    assert [(each["event_id"] == joined, each["status"]) for each in ended["items"]] == [(True, "queued"), (False, "cancelled")]
    assert (ended["cancelled"], ended["queued"]) == (1, 1)
    assert post(program, {}, f"{batch['batch']}/cancel/").status_code == 409
    assert program.delete(f"/api/v1/events/{ended['items'][1]['event_id']}/").status_code == 204
    assert program.get(f"{BATCHES}{batch['batch']}/").json()["total"] == 1
    assert list(AuditEntry.objects.filter(verb__startswith="event_batch").order_by("pk").values_list("verb", "after")) == [
        ("event_batch.create", {"events": 2, "begun": [ended["items"][1]["event_id"]]}),
        ("event_batch.cancel", {"cancelled": 1}),
    ]


@pytest.mark.parametrize(
    ("items", "fields"),
    [
        ([], ["items"]),
        ([ETF, {"text": " "}], ["items.1.text"]),
        ([{"text": "\x01\x02\x03"}, ETF, {"text": "\x01\x02"}], ["items.0.text", "items.2.text"]),
        ([ETF, {"text": 7}], ["items.1.text"]),
        ([{**ETF, "callback_url": ""}], ["items.0.callback_url"]),
        ("Bybit", ["items"]),
        ([ETF] * (MOST_MESSAGES + 1), ["items"]),
    ],
)
def test_bad_message_is_named_and_nothing_is_asked_for(program: Client, items: Any, fields: list[str]) -> None:
    refused = post(program, {"items": items})
    assert (refused.status_code, [each["field"] for each in refused.json()["errors"]]) == (400, fields)
    assert (EventBatch.objects.count(), Event.objects.count(), OrmQ.objects.count()) == (0, 0, 0)


def test_service_refuses_by_itself(analyst: AbstractBaseUser) -> None:
    for messages in ([], [Message("x y z")] * (MOST_MESSAGES + 1), [Message("Bybit was hacked"), Message(" ")]):
        with pytest.raises(Refused):
            request_event_batch(messages=messages, requested_by=analyst)
    assert (EventBatch.objects.count(), Event.objects.count()) == (0, 0)


def test_batch_is_its_owners_and_those_who_rule_see_it(
    program: Client, call: Callable[[str], Client], django_user_model: type, analyst: AbstractBaseUser
) -> None:
    batch = post(program, {"items": [ETF]}).json()["batch"]
    other = django_user_model.objects.create_user("other")
    other.groups.set(analyst.groups.all())
    stranger = program_of(django_user_model.objects.create_user("stranger"))
    clients = [call("nobody"), stranger, program_of(other), call("reviewer"), call("admin"), program]
    assert [client.get(f"{BATCHES}{batch}/").status_code for client in clients] == [401, 403, 404, 200, 200, 200]
    assert [post(client, {"items": [ETF]}).status_code for client in clients[:2]] == [401, 403]
    reading = Client(headers={"Authorization": f"Bearer {create_token(user=analyst, name='r', scopes=[Scope.READ]).secret}"})
    assert post(reading, {"items": [ETF]}).json()["scope"] == "submit"
    assert program.get(f"{BATCHES}{batch + 1}/").status_code == 404


def test_queries_do_not_grow_with_the_messages(analyst: AbstractBaseUser, program: Client) -> None:
    # What a first request finds out, and in which language to write to somebody, is not looked up again.
    program.get("/api/v1/events/")
    request_event_batch(messages=[Message("Bybit lost its keys")], requested_by=analyst)
    asked, read = [], []
    for count in (1, 3, MOST_MESSAGES):
        with CaptureQueriesContext(connection) as queries:
            batch = request_event_batch(messages=[Message(f"Bybit lost {count}-{number}") for number in range(count)], requested_by=analyst)
        asked.append(len([query for query in queries if "SAVEPOINT" not in query["sql"]]))
        with CaptureQueriesContext(connection) as queries:
            program.get(f"{BATCHES}{batch.pk}/")
        read.append(len(queries))
    assert asked[0] == asked[1] == asked[2] <= 12
    assert read[0] == read[1] == read[2]
