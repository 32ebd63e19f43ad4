"""Other names over the API: what waits, and a decision that holds."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.views.rows import make_node
from verification.models import Node, NodeName

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/nodes/catl/names/"


@pytest.fixture(autouse=True)
def _name() -> None:
    node = make_node("catl", label="CATL net profit")
    NodeName.objects.create(node=node, name="Amperex profit", origin="page", url="https://a.example/1", said="Amperex (CATL) rose.")


def test_what_waits_is_listed_with_its_source(call: Callable[[str], Client]) -> None:
    answer = call("analyst").get(ADDRESS).json()
    assert (answer["node"], answer["aliases"]) == ("catl", [])
    assert answer["items"][0] == {
        "name": "Amperex profit",
        "origin": "page",
        "url": "https://a.example/1",
        "said": "Amperex (CATL) rose.",
    }
    assert {item["origin"] for item in answer["items"][1:]} == {"data"}
    assert {item["url"] for item in answer["items"][1:]} == {None}


def test_a_decision_holds(call: Callable[[str], Client]) -> None:
    def decide(**body: str) -> tuple[int, dict[str, object]]:
        answer = call("admin").post(ADDRESS, body, content_type="application/json")
        return answer.status_code, answer.json()

    taken = {"node": "catl", "name": "Amperex profit", "status": "taken", "aliases": ["Amperex profit"]}
    assert decide(name="Amperex profit", decision="take") == (200, taken)
    assert Node.objects.get().aliases == ["Amperex profit"]
    assert decide(name="Amperex profit", decision="refuse")[0] == 409
    assert decide(name="Corvo", decision="take")[0] == 409
    assert decide(name="Corvo", decision="maybe")[0] == 400
    assert decide(name="", decision="take")[0] == 400
    assert decide(name="a\x00b", decision="take")[0] == 400


def test_names_of_no_node_are_nowhere(call: Callable[[str], Client]) -> None:
    assert call("analyst").get("/api/v1/nodes/nowhere/names/").status_code == 404
