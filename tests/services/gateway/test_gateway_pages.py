"""Pages through the gateway: read, cached, fetched as links, refused, and each call in the ledger."""

from collections.abc import Iterator
from socket import socket

import pytest

from tests.services.gateway.asking import NODE, within
from tests.stubs.raw_server import RawServer, Request, answer, raw_server
from verification.core.vocabulary import CallKind, Fault
from verification.models import PageFetch, ProviderCall
from verification.providers.base import ProviderError, WebPage
from verification.providers.door.web import Fetched
from verification.providers.pages.parser import PageText
from verification.services.gateway.gateway import Gateway

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("upserts")]

HTML = (
    "<html><head><title>Rate</title></head><body><article><p>"
    + "The policy rate of Elbonia is 5.25%. " * 9
    + "</p></article></body></html>"
)


def _serve(connection: socket, request: Request) -> None:
    connection.sendall(answer(body=HTML.encode()) if request.path == "/rate" else answer(404, b"gone"))


@pytest.fixture
def web(settings: object) -> Iterator[RawServer]:
    with raw_server(_serve) as server:
        settings.DEMO, settings.DEMO_STUBS = True, [f"127.0.0.1:{server.port}"]
        yield server


def _calls(*columns: str) -> list[tuple[object, ...]]:
    return list(ProviderCall.objects.order_by("pk").values_list(*columns))


def test_a_page_is_read_once_and_then_known(web: RawServer) -> None:
    first = within(lambda gateway: gateway.read("http://paper.example/rate", work=NODE))
    again = within(lambda gateway: gateway.read("http://paper.example/rate", work=NODE))
    assert isinstance(first, WebPage)
    assert first.text.startswith("The policy rate of Elbonia is 5.25%.")
    assert (first.is_cached, again.is_cached, again.text) == (False, True, first.text)
    assert [request.target for request in web.requests] == ["/robots.txt", "/rate"]
    assert _calls("kind", "provider", "status", "is_cached", "units") == [("page", "web", "ok", False, 1), ("page", "web", "ok", True, 0)]
    assert PageFetch.objects.get(url="http://paper.example/rate").snapshot.title == "Rate"


def test_a_link_is_fetched_and_parsed_from_the_same_body(web: RawServer) -> None:
    async def check(gateway: Gateway) -> tuple[Fetched, PageText, Fetched]:
        found = await gateway.fetch("http://paper.example/rate", work=NODE)
        missing = await gateway.fetch("http://paper.example/gone", work=NODE, kind=CallKind.PAGE)
        return found, await gateway.parse(found), missing

    found, text, missing = within(check)
    assert (found.status, text.title, missing.status, missing.body) == (200, "Rate", 404, b"gone")
    assert _calls("kind", "status", "fault") == [("lookup", "ok", ""), ("page", "ok", "")]


def test_what_is_not_public_is_refused_without_a_second_try(web: RawServer) -> None:
    with pytest.raises(ProviderError) as caught:
        within(lambda gateway: gateway.read("http://169.254.169.254/latest/meta-data/", work=NODE))
    assert (caught.value.fault, web.requests) == (Fault.NOT_PUBLIC, [])
    assert _calls("status", "fault", "attempt") == [("failed", "not_public", 1)]
