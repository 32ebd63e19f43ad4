"""Verify what is filtered: what it would be, the batch, its live page, its end."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.hostile import canaries_and, hostile_texts
from tests.tags import read_tags
from tests.views.ledger import make_call
from tests.views.rows import make_batch, make_conflict, make_node, make_open_run, make_run, make_verified
from verification.models import Node, RunStep, VerificationBatch, VerificationRun
from verification.services.runs.batches import request_batch
from verification.views.runs import batches

HTMX = {"hx-request": "true"}
MOST_QUERIES = 14


def soup(client: Client, address: str, **headers: str) -> BeautifulSoup:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def make_finished(batch: VerificationBatch, slug: str, **fields: object) -> VerificationRun:
    run = make_run(make_node(slug), **fields)
    batch.runs.add(run)
    return run


def fail(batch: VerificationBatch, slug: str, error: str = "No answer in 10 s.") -> VerificationRun:
    return make_finished(batch, slug, status="failed", badge="failed", reason="provider_failed", value="", number="", error=error)


def test_dashboard_leads_to_what_it_shows(analyst_client: Client) -> None:
    make_verified(group="Rates")
    make_node("gold")
    links = [soup(analyst_client, address).select_one("a[href^='/batches/new/']") for address in ("/", "/?q=gold&sort=name&page=1")]
    assert [link["href"] for link in links] == ["/batches/new/", "/batches/new/?q=gold"]
    assert links[1].get_text() == "Verify 1 shown"


def test_dashboard_offers_the_stale_ones_first(analyst_client: Client) -> None:
    node = make_verified(fresh_days=1)
    Node.objects.filter(pk=node.pk).update(fresh_days=0)
    link = soup(analyst_client, "/").select_one("a[href^='/batches/new/']")
    assert (link["href"], link.get_text()) == ("/batches/new/?stale=1", "Verify 1 stale")


def test_preview_says_how_many_and_asks_for_nothing(analyst_client: Client) -> None:
    make_node("gold")
    make_open_run(make_node("gold-reserves"))
    make_node("oil")
    page = soup(analyst_client, "/batches/new/?q=gold")
    assert page.select_one("h1").get_text() == "Verify 2 nodes?"
    assert page.select_one(".head p").get_text() == "Chosen by: “gold”"
    assert page.select_one(".note p").get_text() == "1 node is being verified already; its run is joined, not repeated."
    assert [link.get_text() for link in page.select("td.name a")] == ["Gold", "Gold reserves"]
    assert VerificationRun.objects.count() == 1


def test_preview_of_nothing_offers_no_button(analyst_client: Client) -> None:
    page = soup(analyst_client, "/batches/new/?q=nowhere")
    assert page.select_one(".empty h2").get_text() == "Nothing matches"
    assert page.select("form[action='/batches/']") == []


def test_preview_says_what_is_left_out(analyst_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_NODES", 1)
    make_node("a")
    make_node("b")
    page = soup(analyst_client, "/batches/new/")
    assert page.select_one("h1").get_text() == "Verify 1 node?"
    assert page.select_one(".note.warn p").get_text().endswith(", 1 is left out.")
    address = analyst_client.post("/batches/")["Location"]
    assert [run.node.slug for run in VerificationBatch.objects.get().runs.all()] == ["a"]
    assert analyst_client.get(address).status_code == 200


def test_form_of_the_preview_asks_for_exactly_what_it_said(analyst_client: Client) -> None:
    make_conflict()
    make_verified()
    form = soup(analyst_client, "/batches/new/?badge=needs_human&conflict=1").select_one("form[action='/batches/']")
    fields = {field["name"]: field["value"] for field in form.select("input") if field["name"] != "csrfmiddlewaretoken"}
    response = analyst_client.post("/batches/", fields)
    batch = VerificationBatch.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/batches/{batch.pk}/")
    assert [run.node.slug for run in batch.runs.all()] == ["brent"]
    assert (batch.query, batch.requested_by.get_username()) == ("badge=needs_human&conflict=1", "alice")


def test_nonsense_filter_verifies_nothing(analyst_client: Client) -> None:
    make_node()
    response = analyst_client.post("/batches/", {"badge": "nonsense"}, follow=True)
    assert "makes no sense, so nothing was verified" in response.content.decode()
    assert VerificationRun.objects.count() == 0


def test_filter_that_matches_nothing_verifies_nothing(analyst_client: Client) -> None:
    response = analyst_client.post("/batches/", {"q": "nowhere"}, follow=True)
    assert "nothing to verify" in response.content.decode()
    assert VerificationBatch.objects.count() == 0


def test_open_batch_polls_and_can_be_cancelled(analyst_client: Client) -> None:
    batch = make_batch(make_node("a"), make_node("b"))
    page = soup(analyst_client, f"/batches/{batch.pk}/")
    assert page.select_one("#live")["hx-get"].startswith(f"/batches/{batch.pk}/live/?seen=")
    assert page.select_one("noscript a")["href"] == f"/batches/{batch.pk}/"
    assert (page.select_one("progress")["max"], page.select_one("progress")["value"]) == ("2", "0")
    assert "Waiting for a worker." in page.select_one(".note").get_text()
    assert page.select_one("form[action*=cancel]")["action"] == f"/batches/{batch.pk}/cancel/"


def test_poll_answers_only_what_is_new(analyst_client: Client) -> None:
    batch = make_batch(make_node("a"))
    address = soup(analyst_client, f"/batches/{batch.pk}/").select_one("#live")["hx-get"]
    assert analyst_client.get(address, headers=HTMX).status_code == 204
    run = batch.runs.get()
    VerificationRun.objects.filter(pk=run.pk).update(status="running", started_at=timezone.now())
    RunStep.objects.create(run=run, position=1, name="search_web", started_at=timezone.now())
    fragment = soup(analyst_client, address, **HTMX)
    assert fragment.select("html") == []
    assert [cell.get_text() for cell in fragment.select("tbody td")] == ["A", "Search everything", f"r-{run.pk}"]
    assert fragment.select_one("#announce").get_text() == "0 of 1 runs have ended."


def test_batch_that_is_over_stops_polling_and_says_what_it_found(analyst_client: Client) -> None:
    batch = VerificationBatch.objects.create()
    make_finished(batch, "policy-rate", calls=3)
    fragment = soup(analyst_client, f"/batches/{batch.pk}/live/?seen=before", **HTMX)
    assert "hx-get" not in fragment.select_one("#live").attrs
    assert [cell.get_text() for cell in fragment.select("tbody td")][:3] == ["Policy rate", "Cross-validated", "3.5\N{NO-BREAK SPACE}%"]
    assert "3 calls" in fragment.get_text()
    assert fragment.select_one("#announce").get_text() == "The batch has ended. 1 of 1 runs have ended."
    assert soup(analyst_client, f"/batches/{batch.pk}/").select("script[src*=htmx], form[action*=cancel]") == []


def test_failures_are_said_with_what_still_works(analyst_client: Client) -> None:
    batch = VerificationBatch.objects.create()
    run = fail(batch, "gold")
    make_finished(batch, "policy-rate")
    page = soup(analyst_client, f"/batches/{batch.pk}/")
    note = page.select_one(".note.bad").get_text()
    assert "1 run failed. 1 came to a verdict and is saved." in note
    assert "the last verified value is kept" in note
    assert [cell.get_text() for cell in page.select("table")[0].select("tbody td")] == ["Gold", "No answer in 10 s.", f"r-{run.pk}"]


def test_cancel_ends_the_open_runs_and_says_how_many(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    batch = request_batch(nodes=[make_node("a"), make_node("b")], requested_by=analyst)
    response = analyst_client.post(f"/batches/{batch.pk}/cancel/", follow=True)
    assert "2 runs were cancelled." in response.content.decode()
    assert set(batch.runs.values_list("status", flat=True)) == {"cancelled"}
    again = analyst_client.post(f"/batches/{batch.pk}/cancel/", follow=True)
    assert "No run of this batch was left to cancel." in again.content.decode()


def test_list_of_batches_says_how_each_stands(analyst_client: Client) -> None:
    assert soup(analyst_client, "/batches/").select_one(".empty h2").get_text() == "No batch yet"
    make_batch(make_node("a"), query="q=gold&group=Rates&stale=1")
    failed = VerificationBatch.objects.create()
    fail(failed, "b")
    done = VerificationBatch.objects.create()
    make_finished(done, "c")
    rows = [[cell.get_text() for cell in row.select("td")][1:4] for row in soup(analyst_client, "/batches/").select("tbody tr")]
    assert rows == [
        ["all nodes", "1", "done"],
        ["all nodes", "1", "1 failed"],
        ["“gold”, group Rates, Stale", "1", "1 to go"],
    ]


@pytest.mark.parametrize("address", ["/batches/{}/", "/batches/{}/live/", "/batches/", "/batches/new/"])
def test_pages_need_no_more_queries_for_more_runs(analyst_client: Client, address: str) -> None:
    counts = []
    for total in (1, 3):
        batch = VerificationBatch.objects.create()
        for number in range(total):
            make_finished(batch, f"done{total}-{number}")
            fail(batch, f"failed{total}-{number}")
            run = make_open_run(make_node(f"running{total}-{number}"), status="running", started_at=timezone.now())
            RunStep.objects.create(run=run, position=1, name="search_web", started_at=timezone.now())
            batch.runs.add(run)
        with CaptureQueriesContext(connection) as found:
            assert analyst_client.get(address.format(batch.pk)).status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1] <= MOST_QUERIES


@pytest.mark.parametrize("address", ["/batches/999/", "/batches/999/live/", "/batches/99999999999999999999999/"])
def test_unknown_batch_is_a_plain_404(analyst_client: Client, address: str) -> None:
    assert analyst_client.get(address).status_code == 404


@canaries_and(hostile_texts("xss", "naughty", "open_redirect_next")[::3], "\x00", "https://evil.example/", "//evil.example")
def test_hostile_filters_stay_text_and_ask_for_nothing(analyst_client: Client, texts: list[str]) -> None:
    make_node()
    # NUL is refused before any page: tests/views/test_nul.py.
    for text in (text.replace("\x00", "") for text in texts):
        page = analyst_client.get("/batches/new/", {"q": text[:100], "group": text[:60], "next": text})
        assert page.status_code == 200
        tags = read_tags(page.content)
        assert [tag.html for tag in tags if tag.name in ("img", "iframe", "object")] == []
        assert [tag.html for tag in tags if tag.name == "script" and "src" not in tag.attrs] == []
        response = analyst_client.post("/batches/", {"q": text[:100] or "x", "group": text, "badge": text, "next": text})
        assert response["Location"].startswith("/batches/")
    assert VerificationRun.objects.count() == 0


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("0.02", "About 6 calls and US$0.04, going by the last runs; US$30.00 are left this month."),
        ("20", "Going by the last runs this costs about US$40.00; US$30.00 are left this month."),
    ],
)
def test_proposed_batch_says_what_it_will_take(analyst_client: Client, cost: str, expected: str) -> None:
    for slug in ("a", "b"):
        make_node(slug)
    html = analyst_client.get("/batches/new/").content.decode()
    assert "going by the last runs" not in html.lower()
    make_call(run=make_run(make_node("c", is_active=False)), cost_usd=cost, units=3)
    assert expected in analyst_client.get("/batches/new/").content.decode()


def test_what_is_spelled_almost_like_it_is_verified_as_it_is_shown(analyst_client: Client) -> None:
    make_verified("policy-rate")
    make_verified("brent", label="Brent", aliases=[])
    assert "Verify 1 node?" in soup(analyst_client, "/batches/new/?q=pollicy").get_text()
    analyst_client.post("/batches/", {"q": "pollicy"})
    assert [run.node.slug for run in VerificationBatch.objects.get().runs.all()] == ["policy-rate"]
    assert VerificationBatch.objects.get().query == "q=pollicy"
    analyst_client.post("/batches/", {"q": "nothing of the sort"})
    assert VerificationBatch.objects.count() == 1
