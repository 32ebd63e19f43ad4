"""A worker that is killed in any state of an event: another goes on, and nothing that was asked for is paid a second time."""

import signal
from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from tests.faults.processes import start, wait_for
from tests.faults.programs import work_off_event
from tests.services.events.test_lifecycle import HACK, TEXTS, behave_well
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub
from tests.stubs.pages import StubPage
from tests.stubs.tavily import KEY, TavilyStub
from tests.stubs.web import WebStub
from verification.core.events.flow import FlowState
from verification.enums import RunTrigger
from verification.models import Event, EventStep
from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import request_event

ENDS = ("finished", "degraded")
TOLD = ("DEEP_ANALYSIS_TOOLS_ENABLED", "PHASE1_ROLLOUT_PERCENTAGE", "TAVILY_API_KEY", "TAVILY_URL", "DEMO", "DEMO_STUBS")
# Without a date, so that the page itself is read.
PAGE = StubPage("http://paper.example/1", "Bybit hack", TEXTS[0])
SEVERAL = "Bybit was hacked; OKX pleads guilty"


@pytest.mark.parametrize("state", list(FlowState))
@pytest.mark.share(3)
def test_killed_in_a_state_and_resumed_without_paying_twice(committed_db: None, settings: Any, state: FlowState) -> None:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)
    # Slow enough to be caught in the act wherever something is asked.
    with (
        TavilyStub([PAGE], latency_s=0.2) as tavily,
        ChatStub(behave_well(), latency_s=0.2) as model,
        WebStub([PAGE], latency_s=0.1) as web,
    ):
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, tavily.url
        settings.DEMO, settings.DEMO_STUBS = True, [urlsplit(web.url).netloc]
        make_profile(model.base_url)
        event = request_event(text=HACK, trigger=RunTrigger.COMMAND, enqueue=False)
        worker = start(work_off_event, event.pk, **{name: getattr(settings, name) for name in TOLD})
        try:
            wait_for(lambda: EventStep.objects.filter(event=event, state=state).exists() or not worker.is_alive())
        finally:
            worker.kill()
            worker.join()
        # Whoever is in the last state may have done with it before.
        assert worker.exitcode in (-signal.SIGKILL, 0)
        assert EventStep.objects.filter(event=event, state=state).exists()
        asked = [_kind(body) for body in model.bodies]
        searched = len(tavily.received)
        Event.objects.filter(pk=event.pk, finished_at__isnull=True).update(lease_until=timezone.now() - timedelta(seconds=1))
        done = analyse_event(event_id=event.pk)
        kinds = [_kind(body) for body in model.bodies]
    assert done.status in ENDS
    assert len(kinds) == len(set(kinds))
    assert kinds[: len(asked)] == asked
    assert len(tavily.received) <= max(1, searched)
    # A search that was cut off gave nothing to read.
    found = done.steps.get(state=FlowState.EXECUTOR).output["pages"]
    wanted = [each.value for each in FlowState if found or each is not FlowState.PAGES]
    assert [step.state for step in done.steps.order_by("position")] == wanted
    assert done.confidence is not None


def _kind(body: dict[str, Any]) -> str:
    """What a model was asked for: to read, to plan or to argue."""
    if body.get("tools"):
        return "plan"
    return "argue" if "delta" in body["messages"][0]["content"] else "read"


@pytest.mark.parametrize("state", [FlowState.PLANNER, FlowState.EXECUTOR])
def test_killed_in_the_round_of_a_further_part_and_resumed_without_paying_twice(
    committed_db: None, settings: Any, state: FlowState
) -> None:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)
    with TavilyStub([PAGE], latency_s=0.2) as tavily:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, tavily.url
        event = request_event(text=SEVERAL, trigger=RunTrigger.COMMAND, enqueue=False)
        worker = start(work_off_event, event.pk, **{name: getattr(settings, name) for name in TOLD})
        second = EventStep.objects.filter(event=event, state=state, round=2)
        search = EventStep.objects.filter(event=event, state=FlowState.EXECUTOR, round=2)
        try:
            wait_for(lambda: second.exists() or not worker.is_alive())
        finally:
            worker.kill()
            worker.join()
        assert second.exists()
        # A worker that was seen to plan may have come as far as the search before it was killed.
        had_begun = search.exists()
        Event.objects.filter(pk=event.pk, finished_at__isnull=True).update(lease_until=timezone.now() - timedelta(seconds=1))
        done = analyse_event(event_id=event.pk)
        queries = [sent.json()["query"] for sent in tavily.received]
    assert (done.status in ENDS, done.tool_calls, second.count()) == (True, 2, 1)
    # A search that was under way is not made again, whether it arrived or not; one that was not begun is made once.
    assert len(queries) == len(set(queries))
    assert len(queries) in ((1, 2) if had_begun else (2,))
