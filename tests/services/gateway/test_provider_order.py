import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from verification.models import ProviderHealth, SearchSetting
from verification.services.gateway.provider_order import ProviderState, load_terms

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(settings: LazySettings) -> None:
    settings.TAVILY_API_KEY = settings.SERPER_API_KEY = "key"


def order() -> list[str]:
    return [terms.name for terms in load_terms().searches]


def test_order_is_that_of_the_rows_then_of_the_registry_and_the_corpus_is_last() -> None:
    assert order() == ["tavily", "serper", "corpus"]
    SearchSetting.objects.create(name="serper", position=5)
    SearchSetting.objects.create(name="corpus", position=1)
    assert order() == ["serper", "tavily", "corpus"]
    SearchSetting.objects.create(name="tavily", position=4)
    assert order() == ["tavily", "serper", "corpus"]


def test_what_is_inactive_unknown_or_without_a_key_is_left_out() -> None:
    SearchSetting.objects.create(name="tavily", is_active=False)
    SearchSetting.objects.create(name="searxng")
    SearchSetting.objects.create(name="nobody")
    assert order() == ["serper", "corpus"]
    SearchSetting.objects.create(name="corpus", is_active=False)
    assert order() == ["serper"]


def test_settings_are_read_again_within_a_minute_and_health_within_seconds() -> None:
    standing = ProviderState()
    standing.refresh(100.0)
    SearchSetting.objects.create(name="serper", position=1)
    ProviderHealth.objects.create(provider="search:serper", failures=2)
    with CaptureQueriesContext(connection) as seen:
        standing.refresh(101.0)
    assert (len(seen), standing.terms.searches[0].name, standing.health_of("search:serper").failures) == (0, "tavily", 0)
    standing.refresh(103.0)
    assert (standing.terms.searches[0].name, standing.health_of("search:serper").failures) == ("tavily", 2)
    standing.refresh(159.0)
    assert standing.terms.searches[0].name == "serper"
