"""Steps are judged by what tools returned, and claims about what a node holds by the node."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import make_document, make_node
from verification.enums import RunTrigger
from verification.models import Node, ProviderCall, ReviewItem, Verification
from verification.reads.verifications.verifications import VotingResult
from verification.services.runs.execution import execute_run
from verification.services.runs.lifecycle import request_run
from verification.services.verifications.verifying import execute_verification

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/verifications/"
ORDER = {"order_id": "4711", "status": "confirmed", "total": {"value": "1500.00", "currency": "USD"}, "merchant": "Acme Supplies"}
CLAIM = "Order 4711 of 1,500 USD from Acme Supplies was placed."


def ask(client: Client, **body: Any) -> dict[str, Any]:
    response = client.post(ADDRESS, body, content_type="application/json")
    assert response.status_code == 202, response.content
    row = Verification.objects.get(public_id=response.json()["verification_id"])
    return VotingResult.of(execute_verification(verification_id=row.pk), lang="en").shape()


def step(client: Client, *, data: dict[str, Any], **body: Any) -> dict[str, Any]:
    return ask(client, **{"claim": CLAIM, "evidence": [{"kind": "tool_output", "title": "shop.order", "data": data}], **body})


def test_a_purchase_that_is_as_claimed_is_accepted(analyst_client: Client) -> None:
    said = step(analyst_client, data=ORDER, action_type="purchase", payload={"amount": 1500, "currency": "USD"})
    assert (said["decision"], said["consensus"]["decision_method"], said["seats"]) == ("accept", "single", {"models": 0, "rules": 1})
    fields = said["individual_results"][0]["result"]["fields"]
    assert {name: each["verdict"] for name, each in fields.items()} == dict.fromkeys(
        ("amount", "currency", "id", "party", "status"), "agrees"
    )
    assert not ProviderCall.objects.exists()


@pytest.mark.parametrize(
    ("changed", "field", "found"),
    [
        ({"order_id": "4712"}, "id", "4712"),
        ({"total": {"value": "1600", "currency": "USD"}}, "amount", "1600"),
        ({"total": {"value": "1500", "currency": "EUR"}}, "currency", "EUR"),
        ({"merchant": "Blue Lagoon"}, "party", "Blue Lagoon"),
        ({"status": "declined"}, "status", "declined"),
    ],
)
def test_one_field_that_differs_rejects_with_both_sides_quoted(
    analyst_client: Client, changed: dict[str, Any], field: str, found: str
) -> None:
    said = step(analyst_client, data={**ORDER, **changed}, action_type="purchase")
    assert said["decision"] == "reject"
    shown = said["individual_results"][0]["result"]["fields"][field]
    assert (shown["verdict"], shown["found"], shown["source"]) == ("differs", found, "shop.order")
    assert (found in said["decision_reasoning"], shown["claimed"] in said["decision_reasoning"]) == (True, True)
    assert not ReviewItem.objects.exists()


def test_a_payload_that_sends_something_else_is_rejected(analyst_client: Client) -> None:
    said = step(analyst_client, data=ORDER, payload={"amount": "15000", "currency": "USD"})
    assert (said["decision"], said["individual_results"][0]["result"]["fields"]["amount"]["source"]) == ("reject", "payload")


def test_what_nothing_confirms_is_for_a_person(analyst_client: Client) -> None:
    said = step(analyst_client, data={"order_id": "4711", "status": "ok"})
    assert (said["decision"], "nothing confirms" in said["decision_reasoning"]) == ("needs_human", True)


def test_two_facts_have_a_verdict_each(analyst_client: Client) -> None:
    said = step(analyst_client, claim="Order 4711 was placed; 1,600 USD were paid.", data=ORDER)
    facts = {each["fact"]: each["decision"] for each in said["individual_results"][0]["result"]["facts"]}
    assert (facts["Order 4711 was placed"], facts["1,600 USD were paid"]) == ("accept", "reject")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"value": "3.5%"}, "claim"),
        ({"claim": "x", "evidence": [{"url": "javascript:1"}]}, "evidence"),
        ({"claim": "x", "evidence": [{"kind": "page", "url": ""}]}, "evidence"),
        ({"claim": "x", "evidence": [{"kind": "rumour", "url": "https://a.example/"}]}, "kind"),
        ({"claim": "x", "evidence": [{"kind": "tool_output"}]}, "evidence"),
        ({"claim": "x", "evidence": [{"kind": "tool_output", "data": {"a": "b" * 70_000}}]}, "evidence"),
        ({"claim": "x", "payload": {"a": "b" * 70_000}}, "payload"),
        ({"claim": "x", "node": "nowhere"}, "node"),
    ],
)
def test_bad_input_names_the_field(analyst_client: Client, body: dict[str, Any], field: str) -> None:
    response = analyst_client.post(ADDRESS, body, content_type="application/json")
    assert (response.status_code, field in response.content.decode()) == (400, True)
    assert not Verification.objects.exists()


@pytest.mark.parametrize("name", ["published_at", "published_date"])
def test_both_names_of_a_date_are_taken(analyst_client: Client, name: str) -> None:
    page = {"url": "https://a.example/", "title": "t", "content": "c", name: "2026-11-01"}
    assert analyst_client.post(ADDRESS, {"claim": "x", "evidence": [page]}, content_type="application/json").status_code == 202


@pytest.fixture
def bitcoin() -> Node:
    node = make_node("bitcoin-price", label="Bitcoin price", aliases=["比特币价格"], kind="currency", unit="USD")
    for paper in ("anvil", "beacon", "courier"):
        text = f"The Bitcoin price stood at $45,000 on Thursday, {paper} reports from the exchange."
        make_document(url=f"https://{paper}.example/btc", text=text, published_at=timezone.now() - timedelta(hours=1))
    run = execute_run(run_id=request_run(node=node, trigger=RunTrigger.COMMAND, enqueue=False).pk)
    assert run.value == "$45,000"
    return node


@pytest.mark.parametrize("risk", ["low", "high", "critical"])
@pytest.mark.parametrize(
    ("claim", "decision"),
    [
        ("The bitcoin price is $45,000", "accept"),
        ("The bitcoin price is $52,000", "reject"),
        ("比特币价格是4.5万美元", "accept"),
        ("比特币价格是5.2万美元", "reject"),
    ],
)
def test_a_claim_about_a_node_is_answered_by_it(bitcoin: Node, analyst_client: Client, claim: str, decision: str, risk: str) -> None:
    said = ask(analyst_client, claim=claim, risk_level=risk)
    assert (said["decision"], said["consensus"]["final_result"]["value"]) == (decision, "$45,000")
    assert len(said["individual_results"][0]["result"]["sources"]) == 3


def test_a_node_can_be_named(bitcoin: Node, analyst_client: Client) -> None:
    assert ask(analyst_client, value="$45,000", node="bitcoin-price")["decision"] == "accept"
    assert ask(analyst_client, value="52000", node="bitcoin-price")["decision"] == "reject"


def test_a_claim_about_another_time_is_none_about_the_node(bitcoin: Node, analyst_client: Client) -> None:
    for claim in ("The bitcoin price was $45,000 in 2019", "The bitcoin price will be $45,000", "The bitcoin price is not $45,000"):
        said = ask(analyst_client, claim=claim)
        assert [vote["voter_id"] for vote in said["individual_results"]] != ["node:bitcoin-price"]


@pytest.mark.postgres("search")
def test_a_node_without_a_fresh_state_is_searched_for(bitcoin: Node, analyst: User, analyst_client: Client) -> None:
    Node.objects.update(evidence_at=timezone.now() - timedelta(days=60))
    said = ask(analyst_client, claim="The bitcoin price is $45,000")
    assert (said["decision"], said["individual_results"][0]["voter_id"]) == ("accept", "engine")
