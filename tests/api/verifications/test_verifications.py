"""Verifications and webhooks for programs: requests and their faults, one answer per key, who sees what."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpResponse
from django.test import Client
from django_q.models import OrmQ

from tests.api.conftest import program_of
from tests.api.schema.test_schema import assert_described
from tests.views.rows import make_node, make_open_run
from tests.views.verified import make_delivery, make_verification, make_voted
from verification.models import IdempotencyRecord, ReviewItem, Ruling, Verification
from verification.services.verifications.verifying import execute_verification

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/verifications/"
CLAIM = "The Elbonian central bank kept its policy rate at 5.25%"
TEXT = "The Elbonian central bank kept its policy rate at 5.25% on Thursday, {paper} reports after the meeting of its board."
EVIDENCE = [{"url": f"https://{paper}.example/1", "title": "Policy", "content": TEXT.format(paper=paper)} for paper in "abc"]


def post(client: Client, body: Any, address: str = ADDRESS, **headers: str) -> HttpResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(address, body, content_type="application/json", headers=named)


def test_a_step_is_taken_queued_and_answered_field_for_field(program: Client, analyst: AbstractBaseUser) -> None:
    response = post(program, {"claim": CLAIM, "evidence": EVIDENCE, "action_type": "transfer", "amount": 1500, "payload": {"to": "x"}})
    row = Verification.objects.get()
    assert (response.status_code, response["Location"]) == (202, f"{ADDRESS}{row.public_id}/")
    assert (row.requested_by, OrmQ.objects.count(), row.payload) == (analyst, 1, {"to": "x"})
    assert_described(response, "VotingResult", "post", "verifications/")
    assert (response.json()["decision"], response.json()["mode"]) == (None, "adversarial")
    assert [entry["rule"] for entry in response.json()["triggers"]] == ["money_moves", "large_amount"]
    execute_verification(verification_id=row.pk)
    found = program.get(f"{ADDRESS}{row.public_id}/?lang=en")
    assert_described(found, "VotingResult", "get", "verifications/{public_id}/")
    said = found.json()
    assert (said["decision"], said["consensus"]["decision_method"], said["consensus"]["final_result"]) == (
        "accept",
        "single",
        {"value": "5.25%"},
    )
    assert (said["challenges"], said["decision_reasoning"]) == ([], "No challenge was upheld, of 0.")
    assert said["individual_results"][0]["cost_usd"] == 0.0


def test_one_key_is_one_verification(program: Client) -> None:
    body = {"claim": CLAIM}
    first, second = (post(program, body, Idempotency_Key="k1") for _ in range(2))
    assert (first.json(), Verification.objects.count()) == (second.json(), 1)
    assert post(program, {"claim": "Another"}, Idempotency_Key="k1").status_code == 409


def test_what_has_not_changed_is_not_sent_again(program: Client) -> None:
    address = post(program, {"claim": CLAIM})["Location"]
    for etag in (program.get(address)["ETag"], "*"):
        response = program.get(address, headers={"If-None-Match": etag})
        assert (response.status_code, response.content) == (304, b"")


def test_wait_answers_what_is_there(program: Client) -> None:
    response = post(program, {"claim": CLAIM}, Prefer="wait=1")
    assert (response.status_code, response["Preference-Applied"], response.json()["status"]) == (200, "wait=1", "queued")


BAD = {
    "claim": [{}, {"claim": "  "}, {"claim": 5}, {"claim": "x" * 2001}, {"claim": "a\x00b"}],
    "amount": [{"claim": "x", "amount": value} for value in ("NaN", "Infinity", 10**16, "-1e16", "much", True, [1])],
    "amount_usd": [{"claim": "x", "amount_usd": "1e400"}],
    "currency": [{"claim": "x", "currency": "dollars"}],
    "risk_level": [{"claim": "x", "risk_level": "extreme"}],
    "mode": [{"claim": "x", "mode": "dictatorship"}],
    "retry_count": [{"claim": "x", "retry_count": value} for value in (-1, 1.5, 10**9)],
    "evidence": [{"claim": "x", "evidence": "pages"}, {"claim": "x", "evidence": [{"url": "https://a.example"}] * 51}],
    "evidence.0.url": [{"claim": "x", "evidence": [{"title": "t"}]}],
    "payload": [{"claim": "x", "payload": [1]}, {"claim": "x", "payload": {"a": "\x00"}}, {"claim": "x", "payload": {"a": "b" * 65_000}}],
    "callback_url": [
        {"claim": "x", "callback_url": url}
        for url in ("ftp://a.example", "http://127.0.0.1/x", "http://169.254.169.254/", "https://a.example:22/x")
    ],
    "nonsense": [{"claim": "x", "nonsense": 1}],
}


@pytest.mark.parametrize(("field", "body"), [(field, body) for field, bodies in BAD.items() for body in bodies])
def test_what_is_wrong_is_named_and_nothing_is_stored(program: Client, field: str, body: dict[str, Any]) -> None:
    response = post(program, json.dumps(body), Idempotency_Key="k")
    assert (response.status_code, [entry["field"] for entry in response.json()["errors"]]) == (400, [field])
    assert [model.objects.count() for model in (Verification, IdempotencyRecord, OrmQ)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("amount", "mode"), [(-2000, "adversarial"), ("999.999999", "single"), (1000.0, "adversarial"), ("1e3", "adversarial"), (0.1, "single")]
)
def test_refunds_move_money_too(program: Client, amount: object, mode: str) -> None:
    assert post(program, {"claim": CLAIM, "amount": amount}).json()["mode"] == mode


def test_unknown_actions_are_taken_and_a_foreign_amount_without_its_worth_is_large(program: Client) -> None:
    assert post(program, {"claim": CLAIM, "action_type": "levitate"}).json()["mode"] == "single"
    said = post(program, {"claim": CLAIM, "amount": 1, "currency": "jpy"}).json()
    assert (said["mode"], [entry["rule"] for entry in said["triggers"]]) == ("adversarial", ["large_amount"])
    assert post(program, {"claim": CLAIM, "amount": 5000, "currency": "JPY", "amount_usd": 34}).json()["mode"] == "single"


@pytest.mark.parametrize(("person", "status"), [("nobody", 401), ("stranger", 403), ("reviewer", 200), ("admin", 200)])
def test_others_are_seen_by_those_who_rule(call: Callable[[str], Client], analyst: AbstractBaseUser, person: str, status: int) -> None:
    row = make_verification(analyst)
    assert call(person).get(f"{ADDRESS}{row.public_id}/").status_code == status


def test_analysts_see_their_own(program: Client, analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    own, others = make_verification(analyst), make_verification(reviewer)
    assert [program.get(f"{ADDRESS}{row.public_id}/").status_code for row in (own, others)] == [200, 404]


def ids(response: Any) -> list[str]:
    assert response.status_code == 200, response.content
    return [entry["verification_id"] for entry in response.json()["items"]]


def test_the_list_shows_ones_own_and_those_of_nodes(
    program: Client, call: Callable[[str], Client], analyst: AbstractBaseUser, reviewer: AbstractBaseUser
) -> None:
    mine, theirs = make_verification(analyst), make_verification(reviewer)
    heard = Verification.objects.create(claim="Policy rate", mode="voting", run=make_open_run(make_node("policy-rate")))
    page = program.get(ADDRESS)
    assert ids(page) == [str(heard.public_id), str(mine.public_id)]
    assert_described(page, "VerificationPage", "get", "verifications/")
    assert page.json()["items"][0]["node"] == "policy-rate"
    assert ids(call("reviewer").get(ADDRESS)) == [str(row.public_id) for row in (heard, theirs, mine)]
    assert program.get(ADDRESS, headers={"If-None-Match": page["ETag"]}).status_code == 304


def test_the_list_is_narrowed_by_what_holds(program: Client, analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    waits, done = make_verification(analyst, claim="Rice costs 2 dollars"), make_verification(analyst, is_done=True)
    ruled = make_voted(analyst)
    item = ReviewItem.objects.create(subject_kind="verification", subject_id=ruled.pk, risk_level="high")
    ruled.ruling = Ruling.objects.create(review_item=item, decision="reject", reason="No.", decided_by=reviewer)
    ruled.save()
    told = {
        "status=queued": [waits],
        "decision=accept": [done],
        "decision=reject": [ruled],
        "decision=needs_human": [],
        "mode=voting": [ruled],
        "risk_level=high": [ruled],
        "q=RICE+dollars": [waits],
        "q=rice+tea": [],
        "mine=true": [ruled, done, waits],
        "mine=false": [],
        "node=nowhere": [],
    }
    for query, rows in told.items():
        assert ids(program.get(f"{ADDRESS}?{query}")) == [str(row.public_id) for row in rows], query


@pytest.mark.parametrize("query", ["status=asleep", "decision=maybe", "mode=duel", "risk_level=huge", "limit=0", "cursor=x", "who=me"])
def test_the_list_refuses_what_it_does_not_know(program: Client, query: str) -> None:
    assert program.get(f"{ADDRESS}?{query}").status_code == 400


def test_the_list_goes_on_where_it_ended(program: Client, analyst: AbstractBaseUser) -> None:
    rows = [str(make_verification(analyst).public_id) for _place in range(3)][::-1]
    first = program.get(f"{ADDRESS}?limit=2")
    make_verification(analyst)
    following = program.get(f"{ADDRESS}?limit=2&cursor={first.json()['next']}")
    assert (ids(first), ids(following), following.json()["next"]) == (rows[:2], rows[2:], None)
    assert program.get(f"{ADDRESS}?mode=voting&cursor={first.json()['next']}").status_code == 400


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same_for_any_number(
    program: Client, analyst: AbstractBaseUser, count: int, django_assert_num_queries: Callable[..., Any]
) -> None:
    for _place in range(count):
        make_verification(analyst)
    program.get(ADDRESS)
    with django_assert_num_queries(3):
        assert len(ids(program.get(ADDRESS))) == count


def test_deliveries_are_ones_own_and_can_be_sent_again(program: Client, analyst: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    mine, theirs = make_delivery(analyst, status="failed"), make_delivery(reviewer)
    page = program.get("/api/v1/webhook-deliveries/")
    assert [entry["id"] for entry in page.json()["items"]] == [mine.pk]
    assert_described(page, "DeliveryPage", "get", "webhook-deliveries/")
    again = post(program, {}, f"/api/v1/webhook-deliveries/{mine.pk}/redeliver/")
    assert (again.status_code, again.json()["status"], OrmQ.objects.count()) == (200, "pending", 1)
    assert post(program, {}, f"/api/v1/webhook-deliveries/{mine.pk}/redeliver/").status_code == 409
    assert post(program, {}, f"/api/v1/webhook-deliveries/{theirs.pk}/redeliver/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_deliveries_cost_the_same_for_any_number(
    program: Client, analyst: AbstractBaseUser, count: int, django_assert_num_queries: Callable[..., Any]
) -> None:
    for _place in range(count):
        make_delivery(analyst)
    program.get("/api/v1/webhook-deliveries/")
    with django_assert_num_queries(3):
        assert len(program.get("/api/v1/webhook-deliveries/").json()["items"]) == count


def test_everybody_has_a_secret_of_their_own_and_can_renew_it(program: Client, reviewer: AbstractBaseUser) -> None:
    address = "/api/v1/webhook-secret/"
    first, same = program.get(address).json()["secret"], program.get(address).json()["secret"]
    renewed = post(program, {}, address).json()["secret"]
    assert (len(first), first == same, first == renewed) == (64, True, False)
    assert program.get(address).json()["secret"] == renewed != program_of(reviewer).get(address).json()["secret"]
