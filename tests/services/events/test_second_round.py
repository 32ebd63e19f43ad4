"""Whose word a second round asks for, after pages that contradict each other, where a model had the same words searched before."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from tests.services.events.test_lifecycle import ask, behave_well, states
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub
from tests.stubs.pages import StubPage
from tests.stubs.tavily import KEY, TavilyStub
from verification.models import EventEntity, EventStep

pytestmark = pytest.mark.django_db

MESSAGE = "Acme Exchange was hacked"
# What the rules search for in a second round: whom the message names, and the marks of an official word.
SAME, OTHER = "Acme Exchange official statement 官方声明", "Acme Exchange hack"
PAGES = (
    "Attackers have stolen funds from Acme Exchange, two people close to the exchange told us on Friday.",
    "Acme Exchange was hacked: a wallet of the exchange was emptied within nine minutes.",
    "Acme Exchange denies that it was hacked and calls the reports unfounded.",
)


@pytest.fixture
def tavily(settings: Any) -> Iterator[TavilyStub]:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED = True
    settings.PHASE1_ROLLOUT_PERCENTAGE = Decimal(1)
    at = timezone.now() - timedelta(hours=2)
    with TavilyStub() as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, stub.url
        stub.pages = [StubPage(f"https://paper{number}.com/1", "Acme Exchange hack", text, at) for number, text in enumerate(PAGES)]
        yield stub


@pytest.mark.parametrize(
    ("domains", "keywords", "calls", "reason"),
    [
        (["acme.example"], SAME, 2, "one_side"),
        (["acme.example"], OTHER, 2, "one_side"),
        ([], SAME, 1, "nothing_new"),
        ([], OTHER, 2, "one_side"),
    ],
    ids=["same words, own pages", "other words, own pages", "same words", "other words"],
)
def test_the_same_words_are_searched_for_again_on_ones_own_pages_alone(
    tavily: TavilyStub, domains: list[str], keywords: str, calls: int, reason: str
) -> None:
    EventEntity.objects.create(name="Acme Exchange", kind="organisation", domains=domains)
    with ChatStub(behave_well(keywords=keywords)) as stub:
        make_profile(stub.base_url)
        event = ask(MESSAGE)
    planned = EventStep.objects.filter(event=event, state="planner").order_by("position").last()
    assert (states(event).count("planner"), planned.output["reason"], event.tool_calls) == (2, reason, calls)
    # Own pages that hold nothing are asked a second time, without a limit of days.
    searched = dict.fromkeys((one["query"], *one.get("include_domains", [])) for one in (sent.json() for sent in tavily.received))
    assert list(searched) == [(keywords,), (SAME, *domains)][:calls]
