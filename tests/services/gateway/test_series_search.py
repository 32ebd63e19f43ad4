"""Publishers' own lists behind the gateway: ledger, what is kept and for how long, quota, breaker, and what is not switched on."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.services.gateway.asking import NODE, within
from tests.stubs.series import SeriesStub, Told
from tests.stubs.server import Reply
from verification.core.series.published import FoundSeries, SeriesListing
from verification.core.vocabulary import Fault
from verification.models import Limit, ProviderCall, ProviderHealth
from verification.providers.base import ProviderError
from verification.providers.series.base import SearchKind, SeriesSearch
from verification.services.gateway.series_search import ask_for_listing, ask_for_outline, ask_for_series

pytestmark = pytest.mark.django_db
ANNUAL = "ICP/M.U2.N.000000.4.ANR"


@pytest.fixture
def publishers(settings) -> Iterator[SeriesStub]:
    with SeriesStub({"ecb": {ANNUAL: [Told("2026-10", "2.1")]}}) as stub:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = stub.urls, tuple(stub.urls), stub.key
        yield stub


def listed(name: str, words: str = "", page: int = 1) -> SeriesListing:
    kind = SearchKind.WORDS if name == "fred" else SearchKind.LIST
    return within(lambda gateway: gateway.ask_publisher(ask_for_listing(name, kind, SeriesSearch(words, page)), work=NODE))


def described(code: str) -> FoundSeries | None:
    async def ask(gateway) -> FoundSeries | None:
        outline = await gateway.ask_publisher(ask_for_outline("ecb", code.partition("/")[0]), work=NODE)
        return await gateway.ask_publisher(ask_for_series("ecb", code, outline), work=NODE)

    return within(ask)


def test_a_search_stands_in_the_ledger_without_its_key(publishers: SeriesStub) -> None:
    found = listed("fred", "unemployment rate")
    call = ProviderCall.objects.get()
    assert (call.kind, call.provider, call.status, call.units, call.cost_usd) == ("lookup", "fred", "ok", 1, 0)
    assert (call.query, len(found.series)) == ("fred: words unemployment rate 1", 3)
    assert publishers.key not in f"{call.query}{call.request}{call.response}{call.answer}"


def test_what_was_found_is_kept_as_it_was(publishers: SeriesStub) -> None:
    first, outline = listed("fred", "unemployment"), described(ANNUAL)
    asked = len(publishers.received)
    assert (listed("fred", "unemployment"), described(ANNUAL)) == (first, outline)
    assert len(publishers.received) == asked
    listed("fred", "unemployment", page=2)
    assert len(publishers.received) == asked + 1


def test_a_list_serves_all_words_for_a_day_and_a_search_for_minutes(publishers: SeriesStub) -> None:
    listed("ecb", "prices"), listed("ecb", "rates"), listed("fred", "prices")
    assert len(publishers.received) == 2
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=True):
        listed("ecb", "money"), listed("fred", "prices")
        assert len(publishers.received) == 3
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=True):
        listed("ecb", "money")
        assert len(publishers.received) == 4


def test_what_is_not_there_is_kept_as_well_and_rests_nobody(publishers: SeriesStub) -> None:
    assert [described("NO_SUCH/M") for _ in range(8)] == [None] * 8
    assert (len(publishers.received), ProviderHealth.objects.exclude(failures=0).count()) == (1, 0)


def test_a_limit_of_a_day_stands_before_it(publishers: SeriesStub) -> None:
    Limit.objects.create(scope="lookup:fred", amount=1)
    listed("fred", "money")
    with pytest.raises(ProviderError) as caught:
        listed("fred", "prices")
    assert (caught.value.fault, len(publishers.received)) == (Fault.QUOTA_EXHAUSTED, 1)


def test_a_publisher_that_fails_again_and_again_rests(publishers: SeriesStub) -> None:
    publishers.script(*[Reply(503)] * 12)
    faults = []
    for at in range(6):
        with pytest.raises(ProviderError) as caught:
            listed("fred", f"money {at}")
        faults.append(caught.value.fault)
    assert (faults[0], faults[-1], ProviderHealth.objects.get().provider) == (Fault.SERVER_ERROR, Fault.BREAKER_OPEN, "lookup:fred")


def test_nobody_is_asked_that_is_not_switched_on(publishers: SeriesStub, settings) -> None:
    settings.SERIES_PROVIDERS, settings.FRED_API_KEY = ("fred",), ""
    for name in ("fred", "ecb"):
        with pytest.raises(ProviderError) as caught:
            listed(name, "rate")
        assert caught.value.fault is Fault.NOT_CONFIGURED
    assert (publishers.received, ProviderCall.objects.count()) == ([], 0)
