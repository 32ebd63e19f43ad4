"""Searches as tests make them: one provider of the registry, asked over real HTTP."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.stubs.pages import StubPage
from verification.providers.api_client import open_api_client
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery
from verification.providers.registry import make_search_provider

NOW = datetime.now(UTC).replace(microsecond=0)
TODAY = NOW - timedelta(hours=1)
PHRASINGS = ("Elbonia policy rate", "Elbonian central bank rate", "埃尔博尼亚政策利率")
PAGES = (
    StubPage(
        "https://www.reuters.com/markets/elbonia",
        "Elbonia holds its policy rate",
        "The central bank kept the policy rate of Elbonia at 5.25%. " * 20,
        TODAY,
    ),
    StubPage("https://bank.example/rate", "Policy rate of Elbonia", "The policy rate is 5.25%.", TODAY - timedelta(days=2)),
    StubPage("https://news.example/undated", "Rates in Elbonia", "Elbonia has a policy rate."),
    StubPage("https://www.caixin.com/1", "埃尔博尼亚央行维持政策利率不变", "埃尔博尼亚政策利率为5.25%。", TODAY - timedelta(days=1)),
    StubPage("https://old.example/2019", "Elbonia policy rate", "The policy rate was 2%.", datetime(2019, 5, 1, tzinfo=UTC)),
)


def make_query(*phrasings: str, **fields: object) -> SearchQuery:
    known = {"phrasings": phrasings or PHRASINGS, "as_of": NOW, "limit": 10}
    return SearchQuery(**{**known, **fields})


def search(name: str, query: SearchQuery | None = None) -> SearchAnswer:
    async def ask() -> SearchAnswer:
        async with open_api_client() as client:
            return await make_search_provider(name, client=client).search(query or make_query())

    return asyncio.run(ask())


def failure_of(name: str, query: SearchQuery | None = None) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        search(name, query)
    return caught.value


def urls_of(answer: SearchAnswer) -> list[str]:
    return [result.page.url for result in answer.results]
