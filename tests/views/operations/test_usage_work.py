"""What the usage page says of the work itself: steps, events, citations, tracings."""

from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from attribution.models import Citation
from tests.attribution.cited_rows import make_report
from tests.attribution.rows import make_attribution
from tests.event_rows import make_event
from tests.views.rows import make_node, make_open_run

pytestmark = pytest.mark.django_db


def _facts(client: Client) -> dict[str, str]:
    page = BeautifulSoup(client.get("/usage/").content, "html.parser")
    card = next(each for each in page.select("section.card") if (title := each.h2) and title.text == "How the work goes")
    return {name.text: " ".join(name.find_next("dd").text.split()) for name in card.select("dt")}


def _steps(client: Client) -> list[list[str]]:
    page = BeautifulSoup(client.get("/usage/").content, "html.parser")
    cards = [each for each in page.select("section.card") if (title := each.h2) and title.text == "Steps of runs"]
    return [[cell.text for cell in row.select("td")] for card in cards for row in card.select("tbody tr")]


def test_where_nothing_was_done_there_are_dashes(analyst_client: Client) -> None:
    assert _facts(analyst_client) == {
        "Events with a search": "– · 0 of 0",
        "False alarms of events": "– · 0 of 0",
        "Citations": "–",
        "Traced answers": "0 · 0 open, 0 failed",
        "Supported sentences": "– · 0 of 0",
    }
    assert _steps(analyst_client) == []


def test_events_citations_and_tracings_are_counted(analyst_client: Client) -> None:
    now = timezone.now()
    for outcome in ("", "refuted", "confirmed", "confirmed", "confirmed"):
        make_event(action="buy", tool_calls=2, outcome=outcome, outcome_at=now if outcome else None)
    for _one in range(3):
        make_event(action="observe", tool_calls=0, outcome="refuted", outcome_at=now)
    report = make_report()
    Citation.objects.filter(report=report).update(status="pending")
    first = report.citations.order_by("pk")[0]
    Citation.objects.filter(pk=first.pk).update(status="verified")
    waiting = report.citations.count() - 1
    make_attribution()
    facts = _facts(analyst_client)
    assert facts["Events with a search"] == "62.5 % · 5 of 8"
    assert facts["False alarms of events"] == "25 % · 1 of 4"
    assert facts["Traced answers"] == "1 · 0 open, 0 failed"
    assert facts["Supported sentences"] == "50 % · 1 of 2"
    counted = [part.split(" ", 1)[0] for part in facts["Citations"].split(" · ")]
    assert sorted(counted) == sorted(["1", *([str(waiting)] if waiting else [])])


def test_steps_stand_in_their_order_with_their_mean_time(analyst_client: Client) -> None:
    now = timezone.now()
    for took in (1, 3):
        run = make_open_run(make_node(f"n-{took}"))
        step = {"status": "done", "started_at": now - timedelta(minutes=1)}
        run.steps.create(name="save", position=2, finished_at=step["started_at"] + timedelta(milliseconds=20), **step)
        run.steps.create(name="search_web", position=1, finished_at=step["started_at"] + timedelta(seconds=took), **step)
    assert _steps(analyst_client) == [["Search everything", "2.0 s"], ["Save the state", "20 ms"]]
