"""A worker that is killed in any state of an event: another goes on, and nothing that was asked for is paid a second time."""

import signal
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from tests.faults.processes import start_script, wait_for
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

WORKER = """
import os, sys
os.environ.update(DEEP_ANALYSIS_TOOLS_ENABLED="1", PHASE1_ROLLOUT_PERCENTAGE="1", TAVILY_API_KEY=sys.argv[3], TAVILY_URL=sys.argv[4])
os.environ.update(DEMO="1", DEMO_STUBS=sys.argv[5])
import django
django.setup()
from verification.services.event_analysis import analyse_event
analyse_event(event_id=int(sys.argv[2]))
"""
ENDS = ("finished", "degraded")
# Without a date, so that the page itself is read.
PAGE = StubPage("http://paper.example/1", "Bybit hack", TEXTS[0])


@pytest.mark.parametrize("state", list(FlowState))
def test_killed_in_a_state_and_resumed_without_paying_twice(committed_db: None, settings: Any, tmp_path: Path, state: FlowState) -> None:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)
    # Slow enough to be caught in the act wherever something is asked.
    with (
        TavilyStub([PAGE], latency_s=0.4) as tavily,
        ChatStub(behave_well(), latency_s=0.4) as model,
        WebStub([PAGE], latency_s=0.2) as web,
    ):
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, tavily.url
        settings.DEMO, settings.DEMO_STUBS = True, [urlsplit(web.url).netloc]
        make_profile(model.base_url)
        event = request_event(text=HACK, trigger=RunTrigger.COMMAND, enqueue=False)
        worker = start_script(WORKER, tmp_path, str(event.pk), KEY, tavily.url, urlsplit(web.url).netloc)
        try:
            wait_for(lambda: EventStep.objects.filter(event=event, state=state).exists() or worker.poll() is not None)
        finally:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
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
