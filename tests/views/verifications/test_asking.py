"""A person has a claim verified from a page."""

from decimal import Decimal

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import make_node
from tests.services.gateway.asking import make_profile
from verification.models import Verification

pytestmark = pytest.mark.django_db

ADDRESS = "/verifications/new/"
CLAIM = {"claim": "The bitcoin price is $45,000", "risk_level": "low", "mode": ""}


def test_a_claim_is_asked_and_its_page_goes_on_by_itself(analyst: User, analyst_client: Client) -> None:
    node = make_node("bitcoin-price")
    response = analyst_client.post(ADDRESS, {**CLAIM, "node": "bitcoin-price", "mode": "adversarial"})
    row = Verification.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/verifications/{row.public_id}/")
    assert (row.claim, row.node, row.mode, row.requested_by) == (CLAIM["claim"], node, "adversarial", analyst)
    page = BeautifulSoup(analyst_client.get(response["Location"]).content, "html.parser")
    assert page.select_one("#live")["hx-trigger"] == "every 2s, progress"
    assert "seats are being asked" in page.get_text()


@pytest.mark.parametrize(("risk", "mode"), [("low", "single"), ("high", "voting"), ("critical", "adversarial")])
def test_the_rules_choose_where_nobody_does(analyst_client: Client, risk: str, mode: str) -> None:
    analyst_client.post(ADDRESS, {**CLAIM, "risk_level": risk})
    assert Verification.objects.get().mode == mode


@pytest.mark.parametrize("wrong", [{"claim": ""}, {"claim": "x" * 2001}, {"node": "nowhere"}, {"risk_level": "huge"}, {"mode": "duel"}])
def test_what_is_wrong_is_named_and_kept(analyst_client: Client, wrong: dict[str, str]) -> None:
    response = analyst_client.post(ADDRESS, {**CLAIM, **wrong})
    page = BeautifulSoup(response.content, "html.parser")
    assert (response.status_code, Verification.objects.count()) == (400, 0)
    assert page.select_one('[role="alert"]') is not None
    assert page.select_one("#id_claim").get_text().strip() == wrong.get("claim", CLAIM["claim"])


def test_what_it_may_cost_is_said_before(analyst_client: Client, analyst: User) -> None:
    for cost in ("0.02", "0.04"):
        fields = {"claim": "x", "mode": "voting", "status": "finished", "finished_at": "2026-11-01T00:00Z", "decision": "accept"}
        Verification.objects.create(cost_usd=Decimal(cost), requested_by=analyst, **fields)
    assert "0.03" in analyst_client.get(ADDRESS).content.decode()


def test_who_would_sit_is_said_before(analyst_client: Client) -> None:
    said = {"Accept-Language": "en"}
    assert "No model can be asked; rules fill every seat." in analyst_client.get(ADDRESS, headers=said).content.decode()
    for place, name in enumerate(("calm", "wry", "keen")):
        make_profile("http://127.0.0.1:9", name, vendor=f"V{place}", model=f"model-{place}", position=place)
    page = BeautifulSoup(analyst_client.get(ADDRESS, headers=said).content, "html.parser").get_text()
    assert ("3 models can be asked" in page, "Seats: calm, wry, keen" in " ".join(page.split())) == (True, True)


def test_it_reads_in_chinese(analyst_client: Client) -> None:
    analyst_client.cookies["django_language"] = "zh-hans"
    assert "核验一个论断" in analyst_client.get(ADDRESS).content.decode()
