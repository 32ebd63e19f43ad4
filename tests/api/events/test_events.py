"""Events over the API: asked for once, waited for, seen by their owners and by those who rule, and what became of them."""

from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from django_q.models import OrmQ

from tests.api.waiting import work_while_waiting
from tests.event_rows import make_event
from verification.api.calls.preferences import POLL_SECONDS
from verification.api.events.answers import EventAnswer
from verification.models import Event
from verification.services.events.analysis import analyse_event

EVENTS = "/api/v1/events/"
BODY = {"text": "Bybit was hacked"}
CONTRACT = [
    "event_id",
    "status",
    "summary",
    "event_type",
    "asset",
    "asset_name",
    "action",
    "direction",
    "confidence",
    "preliminary_confidence",
    "adjustments",
    "strength",
    "timeframe",
    "risk_flags",
    "notes",
    "links",
    "steps",
    "tool_calls",
    "cost_usd",
]


def post(client: Client, address: str = EVENTS, body: Any = None, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(address, BODY if body is None else body, content_type="application/json", headers=named)


@pytest.mark.django_db
class TestAsking:
    def test_event_is_accepted_and_queued(self, program: Client, analyst: AbstractBaseUser) -> None:
        response = post(program)
        event = Event.objects.get()
        assert (response.status_code, response["Location"]) == (202, f"{EVENTS}{event.pk}/")
        assert (event.requested_by, event.trigger, OrmQ.objects.count()) == (analyst, "api", 1)
        assert set(CONTRACT) <= set(response.json())

    def test_same_key_is_one_event(self, program: Client) -> None:
        first, second = post(program, Idempotency_Key="k"), post(program, Idempotency_Key="k")
        assert first.json() == second.json()
        assert second["Idempotency-Replayed"] == "true"
        assert post(program, body={"text": "Other"}, Idempotency_Key="k").status_code == 409
        assert Event.objects.count() == 1

    def test_duplicate_post_while_open_is_one_event(self, program: Client) -> None:
        assert post(program).json()["event_id"] == post(program, body={"text": " Bybit  was hacked "}).json()["event_id"]

    def test_preliminary_result_is_kept(self, program: Client) -> None:
        given = {"event_type": "celebrity", "asset": "比特币", "confidence": 0.8, "direction": "long", "summary": "Said so."}
        event_id = post(program, body={**BODY, "preliminary": given}).json()["event_id"]
        analyse_event(event_id=event_id)
        found = program.get(f"{EVENTS}{event_id}/").json()
        assert (found["event_type"], found["asset"], found["asset_name"], found["read_by"]) == ("celebrity", "BTC", "Bitcoin", "caller")
        assert (found["confidence"], found["preliminary_confidence"], found["risk_flags"]) == (0.8, 0.8, ["tools_not_used"])
        assert (found["status"], found["unused_reason"]) == ("finished", "tools_disabled")

    @pytest.mark.parametrize(
        "body, field",
        [
            ({}, "text"),
            ({"text": ""}, "text"),
            ({"text": "  "}, "text"),
            ({"text": "x" * 100_000}, "text"),
            ({"text": 5}, "text"),
            ({"text": "a\x00b"}, "text"),
            ({"text": "\x01\x02\x03"}, "text"),
            ({**BODY, "extra": 1}, "extra"),
            ({**BODY, "lang": "fr"}, "lang"),
            ({**BODY, "preliminary": {"confidence": 1.5}}, "preliminary.confidence"),
            ({**BODY, "preliminary": {"confidence": "high"}}, "preliminary.confidence"),
            ({**BODY, "preliminary": {"event_type": "war"}}, "preliminary.event_type"),
            ({**BODY, "preliminary": {"direction": 1}}, "preliminary.direction"),
            ({**BODY, "preliminary": []}, "preliminary"),
        ],
    )
    def test_bad_field_is_named_and_nothing_stored(self, program: Client, body: Any, field: str) -> None:
        response = post(program, body=body)
        assert (response.status_code, response.json()["errors"][0]["field"]) == (400, field)
        assert not Event.objects.exists()


@pytest.mark.django_db
class TestReading:
    def test_shape_is_the_documented_one(self, program: Client, analyst: AbstractBaseUser) -> None:
        event = make_event(requested_by=analyst)
        found = program.get(f"{EVENTS}{event.pk}/").json()
        assert set(found) == set(EventAnswer.model_fields)
        assert EventAnswer.model_validate(found).event_id == event.pk
        assert found["notes"] == "0.80 → 0.65, one source, no official statement (meridianwire.com)"
        adjustment = found["adjustments"][0]
        assert (adjustment["delta"], adjustment["sources"]) == (-0.15, ["https://meridianwire.com/1"])
        assert (found["marking"], found["links"]) == ("Analysis, not advice.", ["https://meridianwire.com/1"])

    def test_list_holds_ones_own_events(self, program: Client, analyst: AbstractBaseUser) -> None:
        own, shared = make_event(requested_by=analyst), make_event(owner="")
        make_event()
        found = program.get(EVENTS).json()
        assert [item["event_id"] for item in found["items"]] == [shared.pk, own.pk]
        assert program.get(f"{EVENTS}?event_type=depeg").json()["items"] == []
        assert program.get(f"{EVENTS}?outcome=maybe").status_code == 400

    def test_query_count_of_the_list_does_not_grow(
        self, program: Client, analyst: AbstractBaseUser, django_assert_num_queries: Any, django_assert_max_num_queries: Any
    ) -> None:
        make_event(requested_by=analyst)
        program.get(EVENTS)  # the token's use is noted once
        with django_assert_max_num_queries(12) as counted:
            program.get(EVENTS)
        for _number in range(2):
            make_event(requested_by=analyst)
        with django_assert_num_queries(len(counted.captured_queries)):
            assert len(program.get(EVENTS).json()["items"]) == 3

    def test_answer_has_an_etag(self, program: Client, analyst: AbstractBaseUser) -> None:
        address = f"{EVENTS}{make_event(requested_by=analyst).pk}/"
        etag = program.get(address)["ETag"]
        assert program.get(address, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.django_db
class TestOutcome:
    @pytest.mark.postgres("rows")
    def test_outcome_is_recorded(self, program: Client, analyst: AbstractBaseUser) -> None:
        event = make_event(requested_by=analyst)
        response = post(program, f"{EVENTS}{event.pk}/outcome/", {"outcome": "refuted", "note": "A test transfer."})
        assert response.json()["outcome"]["outcome"] == "refuted"
        event.refresh_from_db()
        assert (event.outcome, event.outcome_note, event.outcome_by) == ("refuted", "A test transfer.", analyst)

    def test_open_event_has_no_outcome_yet(self, program: Client, analyst: AbstractBaseUser) -> None:
        event = make_event(requested_by=analyst, is_open=True)
        assert post(program, f"{EVENTS}{event.pk}/outcome/", {"outcome": "refuted"}).status_code == 409

    def test_unknown_outcome_is_refused(self, program: Client, analyst: AbstractBaseUser) -> None:
        event = make_event(requested_by=analyst)
        assert post(program, f"{EVENTS}{event.pk}/outcome/", {"outcome": "won"}).json()["errors"][0]["field"] == "outcome"


@pytest.mark.postgres("races")
def test_waiting_answers_with_the_end(committed_db: None, program: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = work_while_waiting(monkeypatch, lambda: analyse_event(event_id=Event.objects.get().pk))
    response = post(program, Prefer="wait=20")
    assert (response.status_code, response.json()["status"]) == (200, "finished")
    assert response["Preference-Applied"] == "wait=20"
    assert clock.naps == [POLL_SECONDS]


@pytest.mark.django_db
class TestCancelling:
    def test_open_event_is_cancelled_and_an_ended_one_is_not(self, program: Client, analyst: AbstractBaseUser) -> None:
        event = make_event(requested_by=analyst, is_open=True)
        answer = post(program, f"{EVENTS}{event.pk}/cancel/", body={})
        assert (answer.status_code, answer.json()["status"], answer.json()["risk_flags"]) == (200, "cancelled", ["tools_not_used"])
        assert post(program, f"{EVENTS}{event.pk}/cancel/", body={}).status_code == 409
        assert post(program, f"{EVENTS}{event.pk}/cancel/", body={"why": "x"}).status_code == 400

    def test_contradictions_are_part_of_the_evidence(self, program: Client, analyst: AbstractBaseUser) -> None:
        event = make_event(requested_by=analyst)
        answer = program.get(f"{EVENTS}{event.pk}/").json()
        EventAnswer.model_validate(answer)
        assert answer["evidence"]["clashes"] == []
