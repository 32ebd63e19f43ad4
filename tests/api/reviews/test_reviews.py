"""The review desk for programs: what is shown, who was faster, what is left out."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.api.conftest import program_of
from tests.views.desk import make_dispute
from tests.views.rows import make_verified
from verification.models import Node, ReviewItem, Ruling
from verification.services.reviews.desk import claim_review
from verification.services.reviews.feedback import flag_node

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("order")]

API = "/api/v1/reviews/"


@pytest.fixture
def bob(reviewer: User) -> Client:
    return program_of(reviewer)


def post(client: Client, address: str, body: object = None, **headers: str) -> HttpResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"{API}{address}", {} if body is None else body, content_type="application/json", headers=named)


def test_item_shows_values_pages_and_what_to_send(bob: Client) -> None:
    item = make_dispute()
    found = bob.get(f"{API}{item.pk}/").json()
    assert (found["version"], found["proposed"], found["claimed_by"], found["ruling"]) == (1, "$68.40", None, None)
    assert [(each["value"], each["number"], each["domains"], len(each["pages"])) for each in found["candidates"]] == [
        ("$68.40", "68.40", ["meridian.example", "caijing.example"], 3),
        ("$66.90", "66.90", ["harbour.example", "journal.example"], 2),
    ]
    assert [page["domain"] for page in found["others"]] == ["metals.example"]
    body = {"version": found["version"], "decision": "accept", "value": "66.90", "evidence_hash": found["evidence_hash"]}
    ruled = post(bob, f"{item.pk}/rule/", body)
    assert ruled.status_code == 200
    assert (ruled.json()["value"], ruled.json()["number"], ruled.json()["decided_by"]) == ("$66.90", "66.90", "bob")
    assert Node.objects.get().state.badge == "human_ruled"
    after = bob.get(f"{API}{item.pk}/").json()
    assert (after["status"], after["ruling"], after["record"][0]["verb"]) == ("ruled", ruled.json(), "review.rule")


def test_conflict_names_who_decided_what(bob: Client, admin: User) -> None:
    item = make_dispute()
    post(bob, f"{item.pk}/rule/", {"version": 1, "decision": "reject", "chips": ["period"]})
    late = post(program_of(admin), f"{item.pk}/rule/", {"version": 1, "decision": "accept", "value": "$68.40"})
    said = late.json()
    assert (late.status_code, late["Content-Type"], said["code"]) == (409, "application/problem+json", "review_conflict")
    assert (said["review"]["ruling"]["decided_by"], said["review"]["ruling"]["decision"]) == ("bob", "reject")
    assert (said["review"]["ruling"]["reason"], said["review"]["version"]) == ("wrong period", 2)


def test_other_version_or_evidence_is_a_conflict(bob: Client) -> None:
    item = make_dispute()
    for body in ({"version": 7}, {"version": 1, "evidence_hash": "0" * 64}):
        response = post(bob, f"{item.pk}/rule/", {**body, "decision": "retry"})
        assert (response.status_code, response.json()["code"], response.json()["review"]["ruling"]) == (409, "review_conflict", None)
    assert Ruling.objects.count() == 0


def test_claim_take_over_and_release(bob: Client, admin: User) -> None:
    item = make_dispute()
    claim_review(item=item, user=admin)
    refused = post(bob, f"{item.pk}/claim/")
    assert (refused.status_code, refused.json()["review"]["claimed_by"]) == (409, "charlie")
    assert post(bob, f"{item.pk}/claim/", {"take_over": True}).json()["claimed_by"] == "bob"
    assert post(bob, f"{item.pk}/release/", {"skip": True, "reason": "not mine"}).json()["claimed_by"] is None
    assert [entry["verb"] for entry in bob.get(f"{API}{item.pk}/").json()["record"]] == ["review.skip", "review.take_over", "review.claim"]


def test_undo_and_reopening(bob: Client) -> None:
    item = make_dispute()
    first = post(bob, f"{item.pk}/rule/", {"version": 1, "decision": "accept", "value": "$68.40"}).json()
    assert post(bob, f"{item.pk}/undo/").json()["undoes"] == first["ruling"]
    again = post(bob, f"{item.pk}/undo/")
    assert (again.status_code, again.json()["code"]) == (409, "refused")
    post(bob, f"{item.pk}/rule/", {"version": 3, "decision": "retry"})
    assert post(bob, f"{item.pk}/reopen/", {"reason": " "}).status_code == 400
    assert post(bob, f"{item.pk}/reopen/", {"reason": "Corrected."}).json()["decision"] == "reopen"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"decision": "accept"}, "version"),
        ({"version": 1, "decision": "maybe"}, "decision"),
        ({"version": 1, "decision": "fix", "source_url": "javascript:alert(1)"}, "source_url"),
        ({"version": 1, "decision": "reject", "chips": ["mood"]}, "chips.0"),
        ({"version": 1, "decision": "reject", "reason": "a\x00b"}, "reason"),
        ({"version": True, "decision": "retry"}, "version"),
    ],
)
def test_bad_ruling_is_named(bob: Client, body: object, field: str) -> None:
    response = post(bob, f"{make_dispute().pk}/rule/", body)
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, field)
    assert Ruling.objects.count() == 0


def test_ruling_without_what_it_needs_is_refused(bob: Client) -> None:
    item = make_dispute()
    for body in ({"decision": "reject"}, {"decision": "fix", "value": "66"}, {"decision": "accept", "value": "70"}):
        response = post(bob, f"{item.pk}/rule/", {"version": 1, **body})
        assert (response.status_code, response.json()["code"]) == (409, "refused")


def test_same_key_rules_once(bob: Client) -> None:
    item = make_dispute()
    body = {"version": 1, "decision": "retry"}
    first, again = (post(bob, f"{item.pk}/rule/", body, Idempotency_Key="k") for _ in range(2))
    assert (first.status_code, again.status_code, again.content) == (200, 200, first.content)
    assert Ruling.objects.count() == 1


def test_bulk_names_what_it_left_out(bob: Client) -> None:
    items = [make_dispute(slug) for slug in "abc"]
    ReviewItem.objects.filter(pk=items[1].pk).update(version=2)
    entries = [{"id": item.pk, "version": 1, "value": "$66.90"} for item in items]
    entries[2]["value"] = "70"
    response = post(bob, "bulk/", {"items": [*entries, {"id": 999_999, "version": 1}], "decision": "accept"})
    said = response.json()
    assert [each["review"] for each in said["decided"]] == [items[0].pk]
    assert [(each["review"], each["code"]) for each in said["left_out"]] == [
        (items[1].pk, "changed"),
        (items[2].pk, "refused"),
        (999_999, "gone"),
    ]


def test_queues(bob: Client, reviewer: User) -> None:
    mine, free = make_dispute("a"), make_dispute("b", "low")
    claim_review(item=mine, user=reviewer)
    found = {queue: [each["id"] for each in bob.get(f"{API}?queue={queue}").json()["items"]] for queue in ("unclaimed", "mine", "decided")}
    assert found == {"unclaimed": [free.pk], "mine": [mine.pk], "decided": []}
    assert [each["id"] for each in bob.get(API).json()["items"]] == [mine.pk, free.pk]


def test_flags_are_for_those_who_may_see_them(call: Callable[[str], Client], analyst: User) -> None:
    flag_node(node=make_verified(), user=analyst, reason="Wrong month.")
    address = f"{API}{ReviewItem.objects.get().pk}/"
    assert call("reviewer").get(address).json()["flags"] == [{"who": "alice", "reason": "Wrong month.", "source": None}]
    assert call("analyst").get(address).json()["flags"] == []


def test_list_needs_no_more_queries_for_more_items(bob: Client) -> None:
    counts = []
    bob.get(API)  # the token's first use is written down
    for slugs in ("a", "bc"):
        for slug in slugs:
            make_dispute(slug)
        with CaptureQueriesContext(connection) as asked:
            bob.get(API)
        counts.append(len(asked))
    assert counts[0] == counts[1]
