"""A node of one's own: read while it is typed, verified when it is saved; what is missing is said afterwards."""

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_document
from tests.hostile import hostile_texts
from tests.views.rows import make_node, make_page, make_run, make_state
from verification.models import AuditEntry, Node, VerificationRun
from verification.node_forms import free_slug

pytestmark = pytest.mark.django_db

RATE = "The policy rate of Elbonia is 5.25% after the meeting."


def read(client: Client, **typed: str) -> BeautifulSoup:
    response = client.get("/new/reading/", typed)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def facts(page: BeautifulSoup) -> dict[str, str]:
    return {name.get_text(): value.get_text() for name, value in zip(page.select("dt"), page.select("dd"), strict=True)}


def test_a_name_is_enough_and_saving_verifies(admin_client: Client) -> None:
    response = admin_client.post("/new/", {"label": "Policy rate of Elbonia in July 2023", "aliases": "Elbonian rate\n埃尔博尼亚政策利率"})
    node, run = Node.objects.get(), VerificationRun.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/runs/{run.pk}/")
    assert (node.slug, node.kind, node.unit, node.reference_period) == ("policy-rate-of-elbonia-in-july-2023", "percent", "%", "2023-07")
    assert node.fresh_days is None, "the figure of a period that is over has no age"
    assert node.aliases == ["Elbonian rate", "埃尔博尼亚政策利率"]
    assert (run.node, run.trigger) == (node, "page")
    assert AuditEntry.objects.filter(verb="node.create").count() == 1


def test_what_a_person_chooses_stands(admin_client: Client) -> None:
    chosen = {"kind": "currency", "unit": "EUR", "period": "2026-01", "fresh_days": "90", "group": "Ports"}
    admin_client.post("/new/", {"label": "Corvo Canal toll in 2023", **chosen})
    node = Node.objects.get()
    assert (node.kind, node.unit, node.reference_period, node.fresh_days, node.group) == ("currency", "EUR", "2026-01", 90, "Ports")


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"label": ""}, "label", "required"),
        ({"label": "…"}, "label", "unemployment rate of Chile"),
        ({"label": "Policy rate"}, "label", "/nodes/policy-rate/"),
        ({"label": "policy RATE"}, "label", "/nodes/policy-rate/"),
        ({"unit": "USD", "kind": "percent"}, "unit", "“USD” is no unit of a percentage"),
        ({"period": "summer"}, "period", "“summer” is no reference period"),
        ({"fresh_days": "8"}, "fresh_days", "valid choice"),
        ({"aliases": "x" * 301}, "aliases", "longer than 300"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(admin_client: Client, wrong: dict[str, str], field: str, said: str) -> None:
    make_node()
    response = admin_client.post("/new/", {"label": "Toll of Corvo", "group": "Ports", **wrong})
    page = BeautifulSoup(response.content, "html.parser")
    assert response.status_code == 400
    assert said in page.select_one(f".field:has([name={field}]) .err").get_text()
    assert page.select_one("[name=group]")["value"] == "Ports"
    assert page.select_one("[name=label]")["value"] == wrong.get("label", "Toll of Corvo")
    assert (Node.objects.count(), VerificationRun.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    "name", ["x" * 300, "\u202eevil name", "a\u200b\u200bb", "<script>alert(1)</script>", *hostile_texts("html_injection")[:5]]
)
def test_strange_names_are_read_and_kept_as_they_are(admin_client: Client, name: str) -> None:
    assert read(admin_client, label=name).select("script") == []
    admin_client.post("/new/", {"label": name})
    assert Node.objects.count() == 1


def test_reading_shows_slots_and_the_pages_that_would_speak(admin_client: Client) -> None:
    for host in ("a", "b", "c"):
        make_document(
            url=f"https://{host}.example/rate", title="Elbonia", text=f"{RATE} {host * 3} said so in words of its own paper {host}."
        )
    page = read(admin_client, label="policy rate of Elbonia")
    assert page.select_one(".plain").get_text(" ", strip=True) == "Elbonia · policy rate · percent · latest"
    assert facts(page) == {"Kind": "percent", "Unit": "%", "Period": "latest", "Fresh for": "45 days"}
    assert {found.get_text() for found in page.select("li strong")} == {"5.25\N{NO-BREAK SPACE}%"}
    assert VerificationRun.objects.count() == 0


def test_reading_of_nothing_asks_for_a_name_and_of_no_pages_says_what_to_do(admin_client: Client) -> None:
    assert "Type a name" in read(admin_client).get_text()
    assert "Add another name, or save and search the web." in read(admin_client, label="Toll of Corvo").get_text()


def test_reading_costs_the_same_for_any_number_of_nodes(admin_client: Client) -> None:
    counts = []
    for total in (1, 3):
        for number in range(total):
            make_node(f"n-{total}-{number}")
        with CaptureQueriesContext(connection) as found:
            read(admin_client, label="policy rate of Elbonia")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 10


def test_new_node_is_offered_to_those_who_may(analyst_client: Client, admin_client: Client) -> None:
    make_node()
    assert 'href="/new/"' not in analyst_client.get("/").content.decode()
    assert 'href="/new/"' in admin_client.get("/").content.decode()


def test_free_addresses() -> None:
    make_node("gold")
    assert free_slug("Gold", ()) == "gold-2"
    assert free_slug("黄金价格", ("gold price",)) == "gold-price"
    assert free_slug("黄金价格", ()).startswith("node-")
    assert free_slug("x" * 300, ()) == "x" * 60


@pytest.mark.parametrize(
    ("reason", "fields", "page", "said"),
    [
        (
            "all_stale",
            {"fresh_days": 30},
            {"stance": "stale", "value": "4.00%"},
            "2 pages state 4.00%, all older than this node's 30 days.",
        ),
        ("all_stale", {"fresh_days": 30}, {"stance": "stale"}, "Every page is older than the 30 days of this node."),
        ("past_only", {}, {"stance": "past"}, "The pages state other periods. If you mean one of them, name it."),
        ("off_topic", {}, {"stance": "off_topic"}, "Add another name of the same thing, or other search words."),
        ("too_few_domains", {}, {}, "2 more independent publishers are needed."),
    ],
)
def test_unknown_says_what_to_change(
    admin_client: Client, analyst_client: Client, reason: str, fields: dict[str, object], page: dict[str, object], said: str
) -> None:
    node = make_node(**fields)
    pages = [make_page(is_accepted=False, url=f"https://news.example/{number}", **page) for number in (1, 2)]
    state = make_state(node, pages=pages, badge="unknown", reason=reason, value="unknown", number="", domains_count=1)
    for address in ("/nodes/policy-rate/", f"/runs/{state.run_id}/"):
        shown = BeautifulSoup(admin_client.get(address).content, "html.parser").select_one("#advice")
        assert shown.p.find(string=True).strip(" ·").replace("\N{NO-BREAK SPACE}", "") == said
        assert bool(shown.select("a")) == (reason != "too_few_domains")
        assert BeautifulSoup(analyst_client.get(address).content, "html.parser").select("#advice a") == []


def test_no_advice_where_a_value_was_found_or_the_run_failed(admin_client: Client) -> None:
    node = make_node()
    runs = [make_run(node), make_run(node, status="failed", badge="failed", reason="provider_failed", value="", number="")]
    for run in runs:
        assert BeautifulSoup(admin_client.get(f"/runs/{run.pk}/").content, "html.parser").select("#advice") == []
