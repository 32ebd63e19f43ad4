"""Other names on the pages: ticked while a node is made, taken or refused on its page."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.messages import get_messages
from django.test import Client

from tests.factories import make_document
from tests.hostile import hostile_texts
from tests.views.rows import make_node
from verification.models import Node, NodeName

pytestmark = pytest.mark.django_db

FULL = "Contemporary Amperex Technology net profit"
SAID = "Contemporary Amperex Technology (CATL) said its net profit rose to 16 billion yuan."


def ticked(client: Client, **typed: object) -> list[tuple[str, bool]]:
    page = BeautifulSoup(client.get("/new/reading/", typed).content, "html.parser")
    return [(box["value"], box.has_attr("checked")) for box in page.select("[name=names]")]


def test_names_are_suggested_while_one_types_and_stay_ticked(admin_client: Client) -> None:
    assert ticked(admin_client, label="Fed interest rate", names="美联储利率") == [
        ("美联储利率", True),
        ("Federal Reserve interest rate", False),
        ("US Federal Reserve interest rate", False),
    ]
    assert ticked(admin_client, label="widgets of Corvo") == []


def test_ticked_names_are_aliases_with_their_source(admin_client: Client) -> None:
    make_document(url="https://a.example/1", text=SAID)
    admin_client.post("/new/", {"label": "CATL net profit", "aliases": "Battery profit", "names": [FULL, "宁德时代净利润", "of my own"]})
    assert Node.objects.get().aliases == ["Battery profit", "宁德时代净利润", FULL]
    rows = NodeName.objects.order_by("name").values_list("name", "origin", "url", "said", "status", "decided_by")
    assert list(rows) == [(FULL, "data", "", "", "taken", "charlie"), ("宁德时代净利润", "data", "", "", "taken", "charlie")]


def test_a_page_of_a_node_lists_what_waits_for_those_who_may_decide(admin_client: Client, analyst_client: Client) -> None:
    node = make_node("catl", label="CATL net profit")
    NodeName.objects.create(node=node, name="Amperex net profit", origin="page", url="https://a.example/1", said="Amperex (CATL) rose.")
    page = BeautifulSoup(admin_client.get("/nodes/catl/").content, "html.parser")
    assert page.select_one("#names [name=name]")["value"] == "Amperex net profit"
    assert page.select_one("#names blockquote").get_text() == "Amperex (CATL) rose."
    assert BeautifulSoup(analyst_client.get("/nodes/catl/").content, "html.parser").select("#names") == []


@pytest.mark.parametrize(("decision", "aliases", "status"), [("take", ["Amperex profit"], "taken"), ("refuse", [], "refused")])
def test_a_name_is_decided_on_once(admin_client: Client, decision: str, aliases: list[str], status: str) -> None:
    node = make_node("catl", label="CATL net profit")
    NodeName.objects.create(node=node, name="Amperex profit", origin="page")
    asked = {"name": "Amperex profit", "decision": decision}
    assert admin_client.post("/nodes/catl/names/", asked)["Location"] == "/nodes/catl/"
    assert (Node.objects.get().aliases, NodeName.objects.get().status) == (aliases, status)
    again = admin_client.post("/nodes/catl/names/", asked)
    assert "decided on already" in str(list(get_messages(again.wsgi_request))[-1])


def test_names_of_no_node_are_nowhere(admin_client: Client) -> None:
    assert admin_client.post("/nodes/nowhere/names/", {"name": "x", "decision": "take"}).status_code == 404


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\u202eevil", *hostile_texts("html_injection")[:5]])
def test_what_a_page_introduces_is_shown_as_words(admin_client: Client, text: str) -> None:
    node = make_node("catl", label="CATL net profit")
    NodeName.objects.create(node=node, name=text[:100] or "x", origin="page", url="https://a.example/1", said=text[:300])
    page = BeautifulSoup(admin_client.get("/nodes/catl/").content, "html.parser")
    assert page.select("#names script, #names img, #names iframe") == []
    assert "\u202e" not in page.select_one("#names blockquote").get_text()
