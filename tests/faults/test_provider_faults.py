"""Every way in which a service is known to fail, on the first provider and on both: each search ends in an answer from elsewhere, or in a
failure with its name; no service is stormed."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from tests.factories import make_document, make_node, make_run
from tests.providers.searching import PAGES
from tests.services.gateway.asking import NODE, REQUEST, make_profile, question, search, within
from tests.stubs.chat import ChatStub
from tests.stubs.faults import make_troubles
from tests.stubs.serper import SerperStub
from tests.stubs.server import StubServer
from tests.stubs.tavily import TavilyStub
from verification.core.vocabulary import Fault
from verification.models import Allowance, ProviderCall, Reservation, SearchSetting
from verification.services.gateway.breakers import FAILURES_TO_OPEN
from verification.services.gateway.gateway import Unanswered
from verification.services.gateway.ledger import SPARE_S
from verification.services.runs.execution import execute_run, execute_runs

pytestmark = pytest.mark.django_db

TROUBLES = sorted(make_troubles())


def one_of_each() -> list[object]:
    """Of statuses that go by one name and are waited for alike, one; that each has its name, the tests of the providers ask."""
    met: set[object] = set()
    rows: list[object] = []
    for name in TROUBLES:
        trouble = make_troubles()[name]
        is_status = trouble.http_status not in (None, 200)
        kind = (trouble.fault, trouble.is_permanent, trouble.retry_after is None, trouble.retry_after == 0) if is_status else name
        rows.append(pytest.param(name, marks=[pytest.mark.long] if kind in met else []))
        met.add(kind)
    return rows


ATTEMPTS = 3  # of one question, by any policy


@pytest.fixture
def tavily(settings: LazySettings) -> Iterator[TavilyStub]:
    # A service that says nothing is given up soon, and the run has little time for waits beyond what going on needs.
    settings.SEARCH_TIMEOUT_SECONDS, settings.RUN_DEADLINE_SECONDS = 0.4, SPARE_S + 0.4
    with TavilyStub(PAGES) as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = stub.key, stub.url
        SearchSetting.objects.create(name="tavily", position=1, daily_limit=1000, request_usd="0.008")
        yield stub


@pytest.fixture
def serper(settings: LazySettings) -> Iterator[SerperStub]:
    with SerperStub(PAGES) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        yield stub


def put_in_trouble(name: str, *stubs: StubServer, times: int = 50) -> Fault:
    trouble = make_troubles()[name]
    for stub in stubs:
        stub.script(*[trouble.reply] * times)
    return trouble.fault


def nothing_is_held() -> bool:
    return not Reservation.objects.exists() and not Allowance.objects.filter(reserved__gt=0).exists()


@pytest.mark.parametrize("name", TROUBLES)
@pytest.mark.share(4)
def test_first_provider_in_trouble_is_replaced_and_named(tavily: TavilyStub, serper: SerperStub, name: str) -> None:
    fault = put_in_trouble(name, tavily)
    answer = search()
    assert (answer.provider, [(failure.provider, failure.fault) for failure in answer.failures]) == ("serper", [("tavily", fault)])
    assert answer.results
    assert 1 <= len(tavily.received) <= ATTEMPTS
    assert len(serper.received) == 1
    assert nothing_is_held()


@pytest.mark.parametrize("name", one_of_each())
@pytest.mark.share(3)
def test_all_in_trouble_ends_in_a_failure_with_its_name(tavily: TavilyStub, serper: SerperStub, name: str) -> None:
    fault = put_in_trouble(name, tavily, serper)
    with pytest.raises(Unanswered) as caught:
        search()
    error = caught.value
    assert [(failure.provider, failure.fault) for failure in error.failures][::2] == [("tavily", fault), ("corpus", Fault.EMPTY_CORPUS)]
    assert error.fault not in (Fault.EMPTY_CORPUS, Fault.BREAKER_OPEN)
    assert max(len(tavily.received), len(serper.received)) <= ATTEMPTS
    assert ProviderCall.objects.exclude(status__in=("failed", "refused")).count() == 0
    assert nothing_is_held()


@pytest.mark.parametrize("name", one_of_each())
@pytest.mark.share(4)
def test_model_in_trouble_is_replaced_and_named(name: str) -> None:
    with ChatStub() as broken, ChatStub(lambda body: "5.25%") as well:
        make_profile(broken.base_url, "broken", position=1, timeout_s=1)
        make_profile(well.base_url, "well", position=2)
        put_in_trouble(name, broken)
        reply = within(lambda gateway: gateway.complete(REQUEST, work=NODE))
        assert (reply.text, reply.profile, [failure.provider for failure in reply.failures]) == ("5.25%", "well", ["broken"])
        assert 1 <= len(broken.received) <= ATTEMPTS
        assert len(well.received) == 1
    assert nothing_is_held()


@pytest.mark.parametrize("name", ["401", "432", "503", "429 in a day", "reset", "half JSON"])
@pytest.mark.share(2)
def test_run_in_trouble_goes_on_with_the_corpus_and_says_so(tavily: TavilyStub, name: str) -> None:
    fault = put_in_trouble(name, tavily)
    for number in range(3):
        text = "The policy rate of Elbonia is 5.25%."
        make_document(url=f"https://paper-{number}.example/a", title="Elbonia policy rate at 5.25%", text=f"{text} Report {number}.")
    run = execute_run(run_id=make_run(make_node(label="Policy rate of Elbonia")).pk)
    assert run.status == "degraded"
    assert {"provider": "tavily", "kind": "search", "fault": fault.value} in run.failures


def test_run_without_anybody_to_answer_fails_with_its_reason(tavily: TavilyStub) -> None:
    put_in_trouble("401", tavily)
    run = execute_run(run_id=make_run(make_node(label="Policy rate of Elbonia")).pk)
    assert (run.status, run.reason, run.badge) == ("failed", "provider_failed", "failed")
    assert "key" in run.error


def test_many_runs_do_not_storm_a_service_that_is_down(tavily: TavilyStub) -> None:
    put_in_trouble("503", tavily, times=500)
    make_document(title="Elbonia policy rate", text="The policy rate of Elbonia is 5.25%.")
    runs = execute_runs(run_ids=[make_run(make_node(label=f"Policy rate {number} of Elbonia")).pk for number in range(20)])
    assert {run.status for run in runs} == {"degraded"}
    # Five failures in a row open the breaker; those under way at that moment (five runs at once, the fifth among them) are the last.
    calls = ProviderCall.objects.filter(provider="tavily", status="failed")
    assert FAILURES_TO_OPEN <= len(calls) < FAILURES_TO_OPEN + 5
    assert len(tavily.received) <= sum(call.units for call in calls)
    assert search(question()).failures[0].fault is Fault.BREAKER_OPEN
