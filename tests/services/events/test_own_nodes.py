"""Verified nodes are consulted before any search, quoted with their sources, and settle what is a figure alone."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.core.events.event_lists import shipped_lexicon
from tests.factories import make_finished_run, make_node
from tests.stubs.tavily import KEY, TavilyStub
from verification.enums import RunTrigger
from verification.models import Event, SeriesObservation
from verification.reads.events.answers import EventAnswer
from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import request_event
from verification.services.events.own_nodes import consult_nodes

pytestmark = pytest.mark.django_db
LABEL = "US unemployment rate"


@pytest.fixture
def tavily(settings: Any) -> Iterator[TavilyStub]:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED = True
    settings.PHASE1_ROLLOUT_PERCENTAGE = Decimal(1)
    with TavilyStub() as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, stub.url
        yield stub


def ask(text: str, **fields: Any) -> Event:
    return analyse_event(event_id=request_event(text=text, trigger=RunTrigger.COMMAND, enqueue=False, **fields).pk)


def test_node_that_says_otherwise_is_quoted_and_settles_the_figure(tavily: TavilyStub) -> None:
    make_finished_run(make_node("jobs", label=LABEL))
    event = ask("US unemployment rate rose to 6.1%")
    (quoted,) = event.own_nodes
    assert (quoted["slug"], quoted["value"], quoted["badge"], quoted["says"]) == ("jobs", "5.25%", "cross_validated", "contradicts")
    assert [source["domain"] for source in quoted["sources"]] == ["a.example", "b.example", "c.example"]
    assert (event.unused_reason, event.tool_calls, len(tavily.received)) == ("own_nodes", 0, 0)
    assert event.adjustments == [{"rule": "node_contradicts", "delta": "-0.45"}]
    assert ("node_contradicts" in event.risk_flags, event.action) == (True, "observe")


def test_node_that_says_the_same_adds_to_it_and_search_anyway_searches(tavily: TavilyStub) -> None:
    make_finished_run(make_node("jobs", label=LABEL))
    event = ask("US unemployment rate fell to 5.25%", search=True)
    assert [node["says"] for node in event.own_nodes] == ["supports"]
    assert [adjustment["rule"] for adjustment in event.adjustments] == ["thin_evidence", "node_confirms"]
    assert (event.tool_calls, len(tavily.received)) == (1, 1)


def test_unverified_nodes_say_nothing(tavily: TavilyStub) -> None:
    make_node("jobs", label=LABEL)
    assert ask("US unemployment rate rose to 6.1%").own_nodes == []


@pytest.mark.parametrize("count", [1, 3])
def test_nodes_take_two_queries_however_many_are_quoted(count: int) -> None:
    for number in range(count):
        make_finished_run(make_node(f"jobs-{number}", label=LABEL))
    with CaptureQueriesContext(connection) as seen:
        found = consult_nodes(text="US unemployment rate rose to 6.1%", lexicon=shipped_lexicon(), now=timezone.now())
    assert (len(found), len(seen)) == (count, 2)


@pytest.mark.postgres("rows")
def test_a_macro_rumour_is_held_against_the_observation_of_a_node_that_was_never_verified(
    tavily: TavilyStub, analyst_client: Client
) -> None:
    make_node("cpi", label="US CPI, year on year", series="us-cpi-yoy")
    today = timezone.now().date()
    at = today.year * 12 + today.month - 2
    months = [f"{month // 12}-{month % 12 + 1:02}" for month in (at - 12, at)]
    SeriesObservation.objects.bulk_create(
        SeriesObservation(publisher="fred", code="CPIAUCNS", period=period, value=value, vintage=today - timedelta(days=3))
        for period, value in zip(months, ("300", "309"), strict=True)
    )
    event = ask("US CPI rose 9%")
    (quoted,) = event.own_nodes
    assert (quoted["value"], quoted["says"], quoted["badge"], quoted["tool"]) == ("3.0%", "contradicts", "whitelist_direct", "macro")
    assert (quoted["observation"]["period"], quoted["sources"]) == (
        months[1], [{"domain": "stlouisfed.org", "url": "https://fred.stlouisfed.org/series/CPIAUCNS"}],
    )  # fmt: skip
    assert (event.adjustments, event.unused_reason) == ([{"rule": "node_contradicts", "delta": "-0.45"}], "own_nodes")
    shown = analyst_client.get(f"/events/{event.pk}/").content.decode()
    assert f"{months[1]} · 3.0% · {(today - timedelta(days=3)).isoformat()}" in shown
    assert "<h2>A verified node of our own says otherwise; nothing was searched.</h2>" in shown
    assert "nothing says yet" not in shown
    answer = EventAnswer.of(event)
    assert (answer.own_nodes[0].tool, answer.own_nodes[0].observation.period) == ("macro", months[1])


def test_switched_off_tools_leave_figures_to_the_search(tavily: TavilyStub, settings: Any) -> None:
    settings.TOOL_MACRO_ENABLED = False
    make_finished_run(make_node("jobs", label=LABEL))
    assert ask("US unemployment rate rose to 6.1%").own_nodes == []
