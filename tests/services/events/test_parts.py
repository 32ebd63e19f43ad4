"""Messages of several parts: each part about others is searched for by itself, and what no page says of one makes the whole no surer."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from tests.services.events.test_lifecycle import ask, behave_well
from tests.services.gateway.asking import make_profile
from tests.stubs.chat import ChatStub
from tests.stubs.pages import StubPage
from tests.stubs.tavily import KEY, TavilyStub
from verification.models import Event
from verification.reads.events.words import describe_notes

pytestmark = pytest.mark.django_db

TWO = "Kraken was hacked; OKX pleads guilty and will pay $504 million"
FOUR = f"{TWO}; Gemini suspends withdrawals; Bitfinex was hacked"


@pytest.fixture
def tavily(settings: Any) -> Iterator[TavilyStub]:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)
    with TavilyStub() as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = KEY, stub.url
        yield stub


def tell(tavily: TavilyStub, *texts: str) -> None:
    at = timezone.now() - timedelta(hours=2)
    tavily.pages = [StubPage(f"https://paper{number}.com/1", "News", text, at) for number, text in enumerate(texts)]


def plans(event: Event) -> list[tuple[str, str]]:
    """Why each round was made or not, and whom it asked for first."""
    steps = event.steps.filter(state="planner").order_by("position")
    return [(step.output["reason"], step.output["keywords"].partition(" ")[0]) for step in steps]


def test_each_part_is_searched_for_by_itself(tavily: TavilyStub) -> None:
    event = ask(TWO)
    assert (event.tool_calls, plans(event)) == (2, [("forced", "Kraken"), ("next_part", "OKX")])
    first, second = (step.output["keywords"] for step in event.steps.filter(state="planner").order_by("position"))
    assert ("OKX" in first, "Kraken" in second, "$504 million" in second) == (False, False, True)


def test_a_model_has_no_say_in_the_words_for_several_messages(tavily: TavilyStub) -> None:
    with ChatStub(behave_well(keywords="Kraken OKX hack")) as stub:
        make_profile(stub.base_url)
        event = ask(TWO)
    assert plans(event) == [("forced", "Kraken"), ("next_part", "OKX")]


@pytest.mark.parametrize(("most", "calls"), [(1, 1), (2, 2), (3, 3)])
def test_three_calls_are_the_most(tavily: TavilyStub, settings: Any, most: int, calls: int) -> None:
    settings.DEEP_ANALYSIS_MAX_TOOL_CALLS = most
    assert ask(FOUR).tool_calls == calls


def test_a_part_that_was_found_with_the_first_is_not_searched_for(tavily: TavilyStub) -> None:
    tell(tavily, "Kraken was hacked on Friday. In another case OKX pleaded guilty on Friday and will pay $504 million.")
    assert ask(TWO).tool_calls == 1


def test_an_event_is_told_without_the_figure_that_is_a_claim_of_its_own(tavily: TavilyStub) -> None:
    texts = [one["text"] for one in ask("SEC fined Kraken $30 million").evidence["findings"]]
    assert texts == ["SEC fined Kraken …", "SEC fined Kraken $30 million"]


def test_parts_about_the_same_people_take_one_search(tavily: TavilyStub) -> None:
    assert ask("Kraken was hacked and suspends withdrawals").tool_calls == 1


def test_what_no_page_says_of_a_part_makes_the_whole_no_surer(tavily: TavilyStub) -> None:
    told = (
        "Kraken was hacked in the early hours, its chief of security told this newspaper on Friday.",
        "Customers of Kraken woke to empty accounts; thieves have stolen coins with an exploit in its wallet software.",
        "A breach at Kraken has cost its owners dearly, people who trace such transfers said at noon; attackers drained a wallet.",
    )
    tell(tavily, *told)
    whole, part = ask("Kraken was hacked"), ask("Kraken was hacked, $900 million stolen")
    assert (whole.evidence["verdict"], part.evidence["verdict"]) == ("carried", "partly")
    assert [entry["rule"] for entry in whole.adjustments + part.adjustments] == ["multi_source", "partly_carried"]
    assert whole.confidence > whole.preliminary_confidence
    assert part.confidence < part.preliminary_confidence
    assert (part.action, part.risk_flags) == ("observe", ["data_incomplete"])
    # Those who carry the rest stand before it: they do not say the sum.
    assert describe_notes(part).endswith("), no page says: $900 million")
    # What is carried is told without the sum, which is not.
    findings = [(one["text"], one["figure"], one["verdict"]) for one in part.evidence["findings"]]
    assert findings == [("Kraken was hacked", "", "carried"), ("Kraken was hacked, $900 million stolen", "$900 million", "open")]
    assert "no page says" not in describe_notes(whole)


@pytest.mark.parametrize("text", ["Hackers steal $50 million from wallets", "交易所被黑客攻击，损失1亿美元"])
def test_a_message_that_names_nobody_is_searched_for_only_where_it_is_asked_for(tavily: TavilyStub, text: str) -> None:
    tell(tavily, "Hackers stole $50 million from wallets of Kraken.", "Bybit交易所被黑客攻击，损失1亿美元。")
    event, forced = ask(text), ask(text, search=True)
    assert (event.unused_reason, event.tool_calls, event.confidence) == ("nobody_named", 0, event.preliminary_confidence)
    assert (forced.unused_reason, forced.tool_calls, forced.evidence["verdict"]) == ("", 1, "open")
