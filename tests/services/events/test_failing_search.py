"""A search that gives nothing: a spent quota, a missing key and a failure are told apart, and nothing is believed the less for it."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from tests.factories import make_document
from tests.services.events.test_lifecycle import ask, behave_well
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub
from tests.stubs.tavily import KEY, TavilyStub, error_reply
from verification.models import SearchSetting

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _tools_on(settings: Any) -> None:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)


@pytest.fixture
def tavily(settings: Any) -> Iterator[TavilyStub]:
    with TavilyStub() as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, stub.url
        yield stub


@pytest.mark.postgres("locks")
@pytest.mark.parametrize(("status", "reason", "tries"), [(401, "no_key", 1), (503, "tool_failed", 3), (432, "quota_spent", 1)])
@pytest.mark.parametrize("corpus", ["off", "empty", "filled"])
@pytest.mark.share(3)
def test_search_that_fails_leaves_the_preliminary_result(tavily: TavilyStub, status: int, reason: str, tries: int, corpus: str) -> None:
    """Own documents that hold nothing of it are no search."""
    tavily.script(*[error_reply(status, "No")] * 5)
    SearchSetting.objects.update_or_create(name="corpus", defaults={"is_active": corpus != "off", "position": 9})
    if corpus == "filled":
        make_document(text="The harbour of Marren was dredged last year.")
    event = ask()
    assert (event.status, event.unused_reason, event.risk_flags) == ("degraded", reason, ["tools_not_used"])
    assert len(tavily.received) == tries
    assert event.confidence == event.preliminary_confidence
    assert event.failures


@pytest.mark.parametrize("has_corpus", [True, False])
def test_daily_quota_of_tools(tavily: TavilyStub, settings: Any, has_corpus: bool) -> None:
    settings.DEEP_ANALYSIS_TOOL_DAILY_LIMIT = 1
    SearchSetting.objects.update_or_create(name="corpus", defaults={"is_active": has_corpus, "position": 9})
    assert ask("Bybit hacked").unused_reason == ""
    second = ask("Kraken hacked")
    assert (second.unused_reason, second.status, len(tavily.received)) == ("quota_spent", "degraded", 1)


def test_without_any_service_the_key_is_what_is_missing(settings: Any) -> None:
    event = ask()
    assert (event.unused_reason, event.confidence) == ("no_key", event.preliminary_confidence)


@pytest.mark.parametrize(("text", "reason"), [("Orvane was hacked /s", "nothing_to_check"), ("Orvane a été piraté hier", "other_language")])
def test_a_model_that_reads_it_makes_no_search_of_what_cannot_be_held_against_pages(tavily: TavilyStub, text: str, reason: str) -> None:
    with ChatStub(behave_well()) as stub:
        make_profile(stub.base_url)
        event = ask(text)
    assert (event.unused_reason, event.tool_calls, event.read_by) == (reason, 0, "model")
