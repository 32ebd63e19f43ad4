"""The search services on loopback, set as the deployment would set them."""

from collections.abc import Iterator

import pytest

from tests.providers.searching import PAGES
from tests.stubs.searxng import SearxngStub
from tests.stubs.serper import SerperStub
from tests.stubs.tavily import TavilyStub


@pytest.fixture
def tavily(settings) -> Iterator[TavilyStub]:
    with TavilyStub(PAGES) as stub:
        settings.TAVILY_API_KEY, settings.TAVILY_URL = stub.key, stub.url
        yield stub


@pytest.fixture
def serper(settings) -> Iterator[SerperStub]:
    with SerperStub(PAGES) as stub:
        settings.SERPER_API_KEY, settings.SERPER_URL = stub.key, stub.url
        yield stub


@pytest.fixture
def searxng(settings) -> Iterator[SearxngStub]:
    with SearxngStub(PAGES) as stub:
        settings.SEARXNG_URL = stub.url
        yield stub
