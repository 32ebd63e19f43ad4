"""Pages that only a browser draws: called so, or read by the service that the deployment names, whose answer is a page like any other."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings

from tests.providers.door.test_web_pages import _site
from tests.services.gateway.asking import NODE, within
from tests.stubs.raw_server import Request, answer
from tests.stubs.reader import ReaderStub
from verification.core.vocabulary import Fault
from verification.models import ProviderCall, ProviderHealth
from verification.providers.base import ProviderError, WebPage
from verification.providers.drawn_pages import plain

pytestmark = pytest.mark.django_db

SHELL = (
    "<!doctype html><html><head><title>App</title></head><body><div id=root></div>"
    "<noscript>You need to enable JavaScript to run this app.</noscript><script src=/app.js></script></body></html>"
)
MARKDOWN = (
    "# Rate held\n\n![Logo](https://a.example/l.png)\n\n"
    + "The **central bank** kept its [policy rate](https://a.example/r) at 5.25%. " * 8
)


def _serve(request: Request) -> bytes:
    return answer(404) if request.path == "/robots.txt" else answer(body=SHELL.encode())


@pytest.fixture
def reader(settings: LazySettings) -> Iterator[tuple[str, ReaderStub]]:
    with _site(_serve) as server, ReaderStub({}) as stub:
        settings.DEMO, settings.DEMO_STUBS = True, [f"127.0.0.1:{server.port}"]
        settings.PAGE_READER_URL, settings.PAGE_READER_API_KEY = stub.url, ""
        url = "http://app.example/rate?id=1"
        stub.pages[url] = ("Rate held", MARKDOWN)
        yield url, stub


def _read(url: str) -> WebPage | ProviderError:
    try:
        return within(lambda gateway: gateway.read(url, work=NODE))
    except ProviderError as error:
        return error


def test_without_a_reader_such_a_page_is_called_what_it_is(reader: tuple[str, ReaderStub], settings: LazySettings) -> None:
    settings.PAGE_READER_URL = ""
    found = _read(reader[0])
    assert (found.fault, reader[1].received) == (Fault.NEEDS_SCRIPT, [])


def test_a_reader_gives_title_text_and_date(reader: tuple[str, ReaderStub]) -> None:
    url, stub = reader
    page = _read(url)
    assert (page.url, page.final_url, page.title) == (url, url, "Rate held")
    assert page.text.startswith("Rate held\n\n\n\nThe central bank kept its policy rate at 5.25%. The central")
    assert page.published_at == datetime(2026, 6, 18, 8, tzinfo=UTC)
    assert [(request.method, request.json(), "Authorization" in request.headers) for request in stub.received] == [
        ("POST", {"url": url}, False)
    ]
    assert sorted(ProviderCall.objects.values_list("kind", "provider", "status")) == [("lookup", "reader", "ok"), ("page", "web", "ok")]


@pytest.mark.postgres("rows")
def test_the_key_goes_as_a_header_and_a_wrong_one_rests_the_reader(reader: tuple[str, ReaderStub], settings: LazySettings) -> None:
    url, stub = reader
    stub.key = settings.PAGE_READER_API_KEY = "jina-0123456789"
    assert isinstance(_read(url), WebPage)
    stub.key = "another"
    assert _read(f"{url}&again").fault == Fault.UNAUTHORIZED
    assert ProviderHealth.objects.get(provider="lookup:reader").open_until is not None


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        (("Just a moment...", "Checking your browser before accessing this site."), Fault.WALL),
        (("Before you continue", "We value your privacy. We and our partners use cookies. Accept all"), Fault.CONSENT),
        (("", ""), Fault.UNREADABLE),
    ],
)
def test_what_a_reader_sees_may_be_a_wall(reader: tuple[str, ReaderStub], drawn: tuple[str, str], fault: Fault) -> None:
    url, stub = reader
    stub.pages[url] = drawn
    assert _read(url).fault == fault


def test_a_reader_that_answers_something_else_is_a_failed_page(reader: tuple[str, ReaderStub]) -> None:
    assert _read("http://app.example/unknown").fault == Fault.BAD_REQUEST


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("[a](b) ![c](d) **e** `f`", "a  e f"),
        ("> quoted\n- item\n## Head", "quoted\nitem\nHead"),
        ("5 * 3 [not a link] (aside)", "5 * 3 [not a link] (aside)"),
        ('[t](u "title")', "t"),
        ("[" * 2_000 + "](" * 2_000, "[" * 2_000 + "](" * 2_000),
    ],
)
def test_markdown_becomes_what_it_shows(markdown: str, text: str) -> None:
    assert plain(markdown) == text
