"""Publishers of series behind the gateway: ledger, cache, quota, breaker, and what is not switched on."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.providers.series.publishing import RELEASES, SERIES, entry_of
from tests.services.gateway.asking import NODE, within
from tests.stubs.series import SeriesStub
from tests.stubs.server import Reply
from verification.core.vocabulary import Fault
from verification.models import Limit, ProviderCall, ProviderHealth
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, first_day_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def publishers(settings) -> Iterator[SeriesStub]:
    with SeriesStub(SERIES, releases=RELEASES) as stub:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = stub.urls, tuple(stub.urls), stub.key
        yield stub


def query_of(name: str) -> SeriesQuery:
    entry, now = entry_of(name), datetime.now(UTC)
    return SeriesQuery(entry, now, first_day_of(entry, now))


def observe(query: SeriesQuery) -> SeriesAnswer:
    return within(lambda gateway: gateway.observe(query, work=NODE))


def failure_of(query: SeriesQuery) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        observe(query)
    return caught.value


def test_a_call_stands_in_the_ledger_without_its_key(publishers: SeriesStub) -> None:
    answer = observe(query_of("fred"))
    call = ProviderCall.objects.get()
    assert (call.kind, call.provider, call.status, call.units, call.cost_usd) == ("lookup", "fred", "ok", 3, 0)
    assert call.query.startswith("fred:UNRATE ≥ ")
    assert publishers.key not in f"{call.query}{call.request}{call.response}{call.answer}"
    assert len(answer.observations) == 2


def test_an_answer_is_kept_for_a_while_figure_by_figure(publishers: SeriesStub) -> None:
    query = query_of("fred")
    first, asked = observe(query), len(publishers.received)
    kept = observe(query)
    assert (len(publishers.received), kept) == (asked, replace(first, calls=0))
    observe(SeriesQuery(query.entry, query.as_of - timedelta(days=1), query.since))
    assert len(publishers.received) > asked


def test_a_limit_of_a_day_stands_before_it(publishers: SeriesStub) -> None:
    Limit.objects.create(scope="lookup:ecb", amount=1)
    query = query_of("ecb")
    observe(query)
    error = failure_of(SeriesQuery(query.entry, query.as_of, query.since - timedelta(days=400)))
    assert (error.fault, len(publishers.received)) == (Fault.QUOTA_EXHAUSTED, 1)
    assert str(error) == "The quota of today is used up, so ecb was not asked."


def test_a_publisher_that_fails_again_and_again_rests(publishers: SeriesStub) -> None:
    publishers.script(*[Reply(503)] * 12)
    faults = [failure_of(query_of("bis")).fault for _ in range(6)]
    assert (faults[0], faults[-1]) == (Fault.SERVER_ERROR, Fault.BREAKER_OPEN)
    assert ProviderHealth.objects.get().provider == "lookup:bis"


def test_nobody_is_asked_that_is_not_switched_on(publishers: SeriesStub, settings) -> None:
    settings.SERIES_PROVIDERS, settings.FRED_API_KEY = ("fred",), ""
    told = [(error.fault, str(error)) for error in (failure_of(query_of(name)) for name in ("fred", "ecb"))]
    assert told == [(Fault.NOT_CONFIGURED, "FRED_API_KEY is not set."), (Fault.NOT_CONFIGURED, "SERIES_PROVIDERS does not name ecb.")]
    assert (publishers.received, ProviderCall.objects.count()) == ([], 0)
