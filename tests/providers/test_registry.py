"""Which search providers there are, and which of them a deployment can ask."""

import pytest

from tests.providers.searching import make_query, search
from tests.stubs.searxng import SearxngStub
from tests.stubs.serper import SerperStub
from tests.stubs.tavily import TavilyStub
from verification.providers.registry import NEEDED_SETTINGS, SEARCH_PROVIDERS, is_configured, make_search_provider


def test_without_keys_the_local_corpus_alone_is_asked() -> None:
    assert [name for name in SEARCH_PROVIDERS if is_configured(name)] == ["corpus"]
    assert not is_configured("bing")


@pytest.mark.usefixtures("searxng", "tavily", "serper")
def test_with_keys_the_corpus_comes_last() -> None:
    assert [name for name in SEARCH_PROVIDERS if is_configured(name)] == ["tavily", "serper", "searxng", "corpus"]


def test_every_provider_is_called_as_it_is_named(tavily: TavilyStub, serper: SerperStub, searxng: SearxngStub) -> None:
    for name in NEEDED_SETTINGS:
        assert search(name, make_query("Elbonia policy rate")).provider == name
    assert [len(stub.received) for stub in (tavily, serper, searxng)] == [1, 1, 1]


@pytest.mark.parametrize("name, calls", [("tavily", 4), ("serper", 6), ("searxng", 6)])
@pytest.mark.usefixtures("tavily", "serper", "searxng")
def test_planned_calls_are_those_made(name: str, calls: int) -> None:
    query = make_query(suffixes=tuple(f"host-{number}.example" for number in range(26)))
    assert make_search_provider(name, client=None).planned_calls(query) == calls
    assert search(name, query).calls == calls


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError, match="bing"):
        make_search_provider("bing", client=None)
