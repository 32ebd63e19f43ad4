"""The pages behind the excerpts of a search: what only they say, whose they are, when they are from, and what stands in the way."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from tests.stubs.pages import StubPage
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply
from tests.stubs.web import WebStub
from verification.enums import RunTrigger
from verification.models import Event, EventEntity, EventStep, ProviderCall
from verification.services.events import pages as event_pages
from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import request_event

pytestmark = pytest.mark.django_db

MESSAGE = "Acme Exchange was hacked"
LEAD = "Acme Exchange was hacked on Friday, " + ", ".join(f"say {number} people of the trade" for number in range(20)) + "."
FURTHER = "Police in the capital have begun to look into it and ask for patience."


@pytest.fixture(autouse=True)
def _tools_on(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # However busy the machine is, what is read is the same.
    monkeypatch.setattr(event_pages, "READ_S", 60.0)
    monkeypatch.setattr(event_pages, "LEAST_READ_S", 60.0)
    settings.DEEP_ANALYSIS_TOOLS_ENABLED = True
    settings.PHASE1_ROLLOUT_PERCENTAGE = Decimal(1)
    settings.DEEP_ANALYSIS_SEARCH_PROVIDER = "serper"
    EventEntity.objects.create(name="Acme Exchange", kind="organisation", domains=["acme.example"])


def page_of(host: str, further: str, *, lead: str = LEAD, published_at: datetime | None = None) -> StubPage:
    return StubPage(f"http://{host}/1", "Acme Exchange hack", f"{host[:3]} reports. {lead}\n{further}", published_at)


@pytest.fixture
def web(settings: Any) -> Iterator[WebStub]:
    settings.DEMO = True
    with WebStub() as stub:
        settings.DEMO_STUBS = [urlsplit(stub.url).netloc]
        yield stub


@pytest.fixture
def serper(settings: Any) -> Iterator[SerperStub]:
    with SerperStub() as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        yield stub


def publish(serper: SerperStub, web: WebStub, *pages: StubPage) -> None:
    serper.pages = list(pages)
    web.pages = {page.url: page for page in pages}


def ask(text: str = MESSAGE) -> Event:
    event = request_event(text=text, trigger=RunTrigger.COMMAND, enqueue=False)
    return analyse_event(event_id=event.pk)


def pages_step(event: Event) -> EventStep:
    return EventStep.objects.get(event=event, state="pages")


def test_contradiction_that_stands_only_in_the_page_is_found(serper: SerperStub, web: WebStub) -> None:
    sums = {"ant.example": "Acme Exchange lost $100M, a person close to it said.", "bee.example": "Losses at Acme Exchange come to $12M."}
    publish(serper, web, *(page_of(host, text) for host, text in sums.items()))
    event = ask()
    assert list(event.steps.values_list("state", flat=True))[3:6] == ["executor", "pages", "router"]
    step = pages_step(event)
    assert (step.output["of"], len(step.output["read"]), step.output["failed"], step.calls) == (2, 2, [], 0)
    assert [clash["topic"] for clash in event.evidence["clashes"]] == ["loss"]
    sides = {side["said"]: side["urls"] for side in event.evidence["clashes"][0]["sides"]}
    assert sides == {"$100M": ["http://ant.example/1"], "$12M": ["http://bee.example/1"]}
    assert (event.adjustments, event.risk_flags) == ([{"rule": "conflict", "delta": "-0.20"}], ["data_incomplete"])


def test_page_gives_the_date_that_the_search_lacked(serper: SerperStub, web: WebStub) -> None:
    old = timezone.now() - timedelta(days=60)
    serper.pages = [page_of("ant.example", FURTHER)]
    web.pages = {page.url: page for page in [page_of("ant.example", FURTHER, published_at=old)]}
    event = ask()
    assert [witness["stance"] for witness in event.evidence["witnesses"]] == ["stale"]
    assert event.evidence["stories"] == 0


def test_page_that_leads_to_the_entity_counts_as_its_own_word(serper: SerperStub, web: WebStub) -> None:
    publish(serper, web, page_of("short.example", "A statement."))
    web.pages["http://acme.example/notice"] = page_of("acme.example", "Acme Exchange was hacked; all is covered.")
    web.answer = redirect_to("http://acme.example/notice", web.answer, "short.example")  # type: ignore[method-assign]
    event = ask()
    assert [(witness["domain"], witness["is_official"]) for witness in event.evidence["witnesses"]] == [("acme.example", True)]


def redirect_to(url: str, answer: Any, host: str) -> Any:
    def play(request: Any) -> Reply:
        if request.headers["Host"] == host and request.path != "/robots.txt":
            return Reply(302, b"", headers={"Location": url})
        return answer(request)

    return play


def test_robots_are_respected_and_the_excerpt_stands(serper: SerperStub, web: WebStub) -> None:
    publish(serper, web, page_of("ant.example", FURTHER))
    answer = web.answer
    web.answer = lambda request: (  # type: ignore[method-assign]
        Reply(200, b"User-agent: *\nDisallow: /\n", "text/plain") if request.path == "/robots.txt" else answer(request)
    )
    event = ask()
    assert pages_step(event).output["failed"] == [{"provider": "ant.example", "kind": "page", "fault": "robots"}]
    assert [request.path for request in web.received] == ["/robots.txt"]
    assert (event.status, event.evidence["stories"]) == ("finished", 1)


def test_pages_that_answer_too_late_are_left(serper: SerperStub, web: WebStub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_pages, "READ_S", 0.1)
    publish(serper, web, page_of("ant.example", FURTHER))
    web.latency_s = 0.5
    event = ask()
    assert (pages_step(event).output["read"], event.status, event.evidence["stories"]) == ([], "finished", 1)


@pytest.mark.postgres("deletion")
def test_kill_after_the_search_reads_pages_and_pays_nothing_twice(serper: SerperStub, web: WebStub) -> None:
    publish(serper, web, page_of("ant.example", FURTHER))
    event = ask()
    columns = {"status": "running", "finished_at": None, "lease_until": timezone.now() - timedelta(seconds=1)}
    Event.objects.filter(pk=event.pk).update(**columns)
    EventStep.objects.filter(event=event, state__in=("pages", "router", "synthesis")).delete()
    again = analyse_event(event_id=event.pk)
    assert list(again.steps.values_list("state", flat=True))[3:] == ["executor", "pages", "router", "synthesis"]
    assert ProviderCall.objects.filter(subject=again.ledger_subject, kind="search").count() == len(serper.received) == 1
    assert again.evidence == event.evidence


@pytest.mark.postgres("search")
def test_whole_pages_are_not_fetched_again(web: WebStub, serper: SerperStub) -> None:
    serper.pages = []
    event = ask()
    assert "pages" not in event.steps.values_list("state", flat=True)
    assert web.received == []
