"""Official series over the API: searched, suggested with the reason, and chosen by changing the node."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from tests.factories import make_node
from verification.models import Node, SeriesObservation

pytestmark = pytest.mark.django_db


@pytest.fixture
def node() -> Node:
    return make_node("us-jobless", label="US unemployment rate", unit="%")


def test_the_catalogue_is_searched(program: Client, settings) -> None:
    settings.SERIES_PROVIDERS, settings.FRED_API_KEY = ("fred",), "key"
    found = program.get("/api/v1/series/", {"q": "UNRATE"}).json()["items"]
    assert [(one["key"], one["publisher"], one["adjustment"], one["is_ready"]) for one in found] == [
        ("us-unemployment-rate", "FRED", "sa", True), ("us-unemployment-rate-nsa", "FRED", "nsa", True),
    ]  # fmt: skip
    assert program.get("/api/v1/series/", {"q": "nothing of the kind"}).json() == {"items": []}
    assert program.get("/api/v1/series/").status_code == 400


def test_a_table_or_series_that_its_publisher_lacks_is_not_found(call: Callable[[str], Client]) -> None:
    for address, detail in (
        ("tables/?publisher=fred&table=0", "The publisher has no table “0”."),
        ("published/?publisher=fred&code=%20%0A", "The publisher has no series “ \n” with figures."),
    ):
        answer = call("admin").get(f"/api/v1/series/{address}")
        assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (404, "not_found", detail)


def test_suggestions_say_why_and_what_to_make_sure_of(program: Client, node: Node) -> None:
    answer = program.get("/api/v1/nodes/us-jobless/series-suggestions/").json()
    first = answer["items"][0]
    assert (answer["chosen"], first["series"]["key"], first["asks"]) == (None, "us-unemployment-rate", ["adjustment"])
    assert first["why"] == "The name says “US”, “unemployment rate”."
    assert first["question"] == "The name does not say: seasonally adjusted or not. Which is meant?"
    assert program.get("/api/v1/nodes/nowhere/series-suggestions/").status_code == 404


def test_a_series_is_chosen_by_changing_the_node(call: Callable[[str], Client], node: Node) -> None:
    admin = call("admin")

    def change(**fields: object) -> tuple[int, list[str]]:
        answer = admin.patch("/api/v1/nodes/us-jobless/", fields, content_type="application/json")
        return answer.status_code, [error["field"] for error in answer.json().get("errors", [])]

    assert change(series="us-unemployment-rate") == (200, [])
    assert call("analyst").get("/api/v1/nodes/us-jobless/").json()["series"] == "us-unemployment-rate"
    assert change(series="no-such") == (400, ["series"])
    assert change(unit="bp") == (400, ["series"])
    assert change(reference_period="2025") == (400, ["series"])
    assert change(series="") == (200, [])
    refused = call("analyst").patch("/api/v1/nodes/us-jobless/", {"series": ""}, content_type="application/json")
    assert refused.status_code == 403


def test_the_kept_figures_of_a_node_are_listed_as_known_on_a_day(program: Client, node: Node) -> None:
    address = "/api/v1/nodes/us-jobless/series/"
    assert program.get(address).json() == {"series": None, "items": []}
    Node.objects.filter(pk=node.pk).update(series="us-unemployment-rate")
    known = {"publisher": "fred", "code": "UNRATE"}
    for period, value, vintage in (
        ("2026-04", "4.0", date(2026, 5, 8)),
        ("2026-05", "4.1", date(2026, 6, 5)),
        ("2026-05", "4.3", date(2026, 7, 3)),
    ):
        SeriesObservation.objects.create(period=period, value=value, vintage=vintage, **known)

    def figures(**asked: str) -> list[tuple[str, str, str]]:
        return [(one["period"], one["number"], one["known_since"]) for one in program.get(address, asked).json()["items"]]

    assert program.get(address).json()["series"]["key"] == "us-unemployment-rate"
    assert figures() == [("2026-05", "4.3", "2026-07-03"), ("2026-04", "4.0", "2026-05-08")]
    assert figures(known_on="2026-06-05") == [("2026-05", "4.1", "2026-06-05"), ("2026-04", "4.0", "2026-05-08")]
    assert figures(known_on="2026-05-31", since="2026-05-01") == []
    assert figures(since="2026-05-31") == [("2026-05", "4.3", "2026-07-03")]
    assert program.get(address, {"known_on": "yesterday"}).status_code == 400
    assert program.get(address, {"since": "0001-01-01"}).status_code == 200
    assert program.get("/api/v1/nodes/nowhere/series/").status_code == 404
