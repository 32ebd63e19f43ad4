import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from tests.views.rows import make_conflict, make_node, make_open_run, make_page, make_run
from verification.models import RunStep, VerificationRun

HTMX = {"hx-request": "true"}


def soup(client: Client, address: str, **headers: str) -> BeautifulSoup:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def facts(page: BeautifulSoup) -> dict[str, str]:
    card = page.select_one("aside dl")
    return {name.get_text(): value.get_text() for name, value in zip(card.select("dt"), card.select("dd"), strict=True)}


def make_running() -> VerificationRun:
    run = make_open_run(make_node(), status="running", started_at=timezone.now())
    RunStep.objects.create(run=run, position=1, name="search_whitelist", status="done", detail={"pages": 4}, started_at=timezone.now())
    RunStep.objects.create(run=run, position=2, name="decide_whitelist", started_at=timezone.now())
    return run


def test_finished_run_shows_everything_it_did(analyst_client: Client) -> None:
    trace = [{"code": "pages_read", "params": {"pages": 2}}]
    others = make_page(domain="other.example", stance="no_value", is_accepted=False)
    run = make_run(make_node(), pages=[make_page(), others], trace=trace, engine_version="1.2.3")
    page = soup(analyst_client, f"/runs/{run.pk}/")
    assert page.select_one(".fig").get_text() == "3.5\N{NO-BREAK SPACE}%"
    assert [line.get_text() for line in page.select(".trace li")] == ["2 pages were read."]
    assert len(page.select(".src")) == 2
    assert (facts(page)["Engine"], facts(page)["Reason"], facts(page)["Status"]) == ("1.2.3", "accepted", "finished")


def test_finished_run_does_not_poll(analyst_client: Client) -> None:
    page = soup(analyst_client, f"/runs/{make_run(make_node()).pk}/")
    assert page.select("[hx-get]") == []
    assert page.select("script[src*=htmx]") == []
    assert page.select("form[action*=cancel]") == []


def test_open_run_polls_and_can_be_cancelled(analyst_client: Client) -> None:
    run = make_running()
    page = soup(analyst_client, f"/runs/{run.pk}/")
    assert page.select_one("#live")["hx-get"].startswith(f"/runs/{run.pk}/live/?seen=")
    assert page.select_one("noscript a")["href"] == f"/runs/{run.pk}/"
    assert page.select_one("form[action*=cancel]")["action"] == f"/runs/{run.pk}/cancel/"
    assert [step.get_text() for step in page.select(".steps strong")] == [
        "Search the whitelist",
        "Ask the whitelist rule",
        "Search everything",
        "Count independent votes",
        "Save the state",
    ]
    assert len(page.select(".dot.live")) == 1


def test_poll_answers_only_what_is_new(analyst_client: Client) -> None:
    run = make_running()
    address = soup(analyst_client, f"/runs/{run.pk}/").select_one("#live")["hx-get"]
    assert analyst_client.get(address, headers=HTMX).status_code == 204
    RunStep.objects.create(run=run, position=3, name="search_web", started_at=timezone.now())
    fragment = soup(analyst_client, address, **HTMX)
    assert fragment.select("html") == []
    assert fragment.select_one("#live")["hx-get"] != address
    assert fragment.select_one("#announce").get_text() == "Search everything"


def test_poll_of_a_run_that_has_ended_stops_itself(analyst_client: Client) -> None:
    run = make_run(make_node())
    fragment = soup(analyst_client, f"/runs/{run.pk}/live/?seen=before", **HTMX)
    assert "hx-get" not in fragment.select_one("#live").attrs
    assert fragment.select_one("#announce").get_text().startswith("The run has ended.")


def test_cancel_ends_the_run(analyst_client: Client) -> None:
    run = make_running()
    response = analyst_client.post(f"/runs/{run.pk}/cancel/")
    run.refresh_from_db()
    assert (response.status_code, response["Location"], run.status) == (302, f"/runs/{run.pk}/", "cancelled")
    assert "The last verified value is kept." in soup(analyst_client, f"/runs/{run.pk}/").select_one(".note").get_text()


def test_cancel_of_an_ended_run_says_so_and_changes_nothing(analyst_client: Client) -> None:
    run = make_run(make_node())
    response = analyst_client.post(f"/runs/{run.pk}/cancel/", follow=True)
    run.refresh_from_db()
    assert b"This run has ended already." in response.content
    assert run.status == "finished"


def test_failed_run_says_what_happened_and_what_was_kept(analyst_client: Client) -> None:
    run = make_run(make_node(), status="failed", badge="failed", reason="provider_failed", value="", number="", error="No answer in 10 s.")
    note = soup(analyst_client, f"/runs/{run.pk}/").select_one(".note.bad").get_text()
    assert "No answer in 10 s." in note
    assert "The last verified value is kept." in note


def test_queued_run_says_what_it_waits_for(analyst_client: Client) -> None:
    run = make_open_run(make_node())
    assert "Waiting for a worker." in soup(analyst_client, f"/runs/{run.pk}/").select_one(".note").get_text()


def test_conflict_says_why_a_person_is_needed(analyst_client: Client) -> None:
    run = make_conflict().state.run
    page = soup(analyst_client, f"/runs/{run.pk}/")
    assert "Several values have enough votes: $68.40, $66.90." in page.select_one(".note.warn").get_text()
    assert page.select_one(".fig").get_text() == "68.40or66.90\N{NO-BREAK SPACE}USD"


def test_replay_says_that_it_changes_nothing(analyst_client: Client) -> None:
    run = make_run(make_node(), is_replay=True)
    assert "never changes the node's value" in soup(analyst_client, f"/runs/{run.pk}/").select_one(".hero").get_text()


@pytest.mark.parametrize("address", ["/runs/999/", "/runs/999/live/", "/runs/99999999999999999999999/"])
def test_unknown_run_is_a_plain_404(analyst_client: Client, address: str) -> None:
    assert analyst_client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            {"Mode": "voting", "Voters": "3", "Decision": "accepted", "Official series": "us-fed-funds-upper", "Due": "18 December 2026"},
        ),
        (
            "zh-hans",
            {"模式": "投票", "投票者": "3", "决定": "已采信", "官方序列": "us-fed-funds-upper", "下次发布": "2026年12月18日"},
        ),
    ],
)
def test_every_figure_of_a_step_is_named_in_the_readers_words(analyst_client: Client, language: str, words: dict[str, str]) -> None:
    run = make_open_run(make_node())
    told = {"ask_series": {"series": "us-fed-funds-upper", "due": "2026-12-18T14:00:00+00:00"}}
    told["hear_voters"] = {"mode": "voting", "voters": 3, "decision": "accept"}
    for position, (name, detail) in enumerate(told.items(), 1):
        RunStep.objects.create(run=run, position=position, name=name, status="done", detail=detail, started_at=timezone.now())
    analyst_client.cookies["django_language"] = language
    page = BeautifulSoup(analyst_client.get(f"/runs/{run.pk}/").content, "html.parser")
    names, values = ([each.get_text(strip=True) for each in page.select(f".steps {tag}")] for tag in ("dt", "dd"))
    assert dict(zip(names, values, strict=True)) == words
