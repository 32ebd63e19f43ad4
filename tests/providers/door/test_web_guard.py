"""Nothing but the public Internet is ever dialled: every hostile address with a fake name service and written-down connections."""

import asyncio
import json
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from socket import socket
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.stubs.doors import LoopbackDialer, addresses_of, open_door, trusting
from tests.stubs.raw_server import CERTIFICATE, RawServer, Request, answer, raw_server
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.door.addresses import is_public
from verification.providers.door.networks import DemoWeb, PublicWeb, read_stubs
from verification.providers.door.web import Fetched, WebDoor

HOSTILE = Path(__file__).resolve().parents[4] / "shared" / "data" / "hostile"
ROWS = [json.loads(line) for line in (HOSTILE / "ssrf_urls.jsonl").read_text(encoding="utf-8").splitlines()]
TABLE = json.loads((HOSTILE / "dns_table.json").read_text(encoding="utf-8"))["table"]
REBINDING = ("rebind", "1u.ms")


def _redirecting(connection: socket, request: Request) -> None:
    """``redir.test`` leads where its query says, over as many hops as it says; every other host has a page."""
    query = parse_qs(urlsplit(request.target).query)
    if request.headers["host"] != "redir.test" or ("to" not in query and "loop" not in query):
        connection.sendall(answer(body=b"<html><body><p>A public page.</p></body></html>"))
        return
    hops = int(query.get("hops", ["1"])[0])
    onward = f"/?code={query.get('code', ['302'])[0]}&hops={hops - 1}&to={query.get('to', [''])[0]}"
    location = request.target if "loop" in query else query["to"][0] if hops <= 1 else onward
    connection.sendall(answer(int(query.get("code", ["302"])[0]), location=location))


@pytest.fixture(scope="module")
def web() -> Iterator[tuple[RawServer, RawServer]]:
    with raw_server(_redirecting) as plain, raw_server(_redirecting, is_tls=True) as encrypted:
        yield plain, encrypted


def _visit(url: str, web: tuple[RawServer, RawServer]) -> tuple[Fetched | ProviderError, LoopbackDialer]:
    plain, encrypted = web
    tls = trusting(str(CERTIFICATE))
    tls.check_hostname = False

    async def visit() -> tuple[Fetched | ProviderError, LoopbackDialer]:
        door, dialer = open_door(plain.port, tls_port=encrypted.port, table=TABLE, tls=tls, deadline_s=60)
        async with door:
            try:
                return await door.fetch(url), dialer
            except ProviderError as error:
                return error, dialer

    return asyncio.run(visit())


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_the_door_dials_only_what_is_public(row: dict[str, object], web: tuple[RawServer, RawServer]) -> None:
    url = str(row["url"])
    outcome, dialer = _visit(url, web)
    assert all(is_public(ip_address(address)) for address in addresses_of(dialer.dialled))
    if row["level"] == "benign":
        assert isinstance(outcome, Fetched)
        assert outcome.status == 200
        assert dialer.dialled != []
    elif row["level"] == "redirect":
        # The public page that redirects is asked, and nothing behind it: not even a name that would change its mind later.
        assert not isinstance(outcome, Fetched) or "rebind" in url
    elif row["must_block"] and not any(word in url for word in REBINDING):
        assert isinstance(outcome, ProviderError)
        assert outcome.permanent
        assert dialer.dialled == []


def test_a_name_that_changes_its_mind_is_dialled_at_the_address_that_was_checked(web: tuple[RawServer, RawServer]) -> None:
    outcome, dialer = _visit("http://rebind.test/", web)
    assert isinstance(outcome, Fetched)
    assert dialer.dialled == [("93.184.216.34", 80)]


@pytest.mark.parametrize(
    "url, fault",
    [
        ("http://10.0.0.1/", Fault.NOT_PUBLIC),
        ("http://mixed.test/", Fault.NOT_PUBLIC),
        ("http://printer/", Fault.NOT_PUBLIC),
        ("http://db.internal/", Fault.NOT_PUBLIC),
        ("http://example.com:25/", Fault.BAD_ADDRESS),
        ("http://user@example.com/", Fault.BAD_ADDRESS),
        ("http://0x7f.1/", Fault.BAD_ADDRESS),
        ("ftp://example.com/", Fault.BAD_ADDRESS),
        ("http://example.com/a\tb", Fault.BAD_ADDRESS),
        ("http://redir.test/?loop=1", Fault.TOO_MANY_REDIRECTS),
        ("http://redir.test/?hops=6&to=http://example.com/", Fault.TOO_MANY_REDIRECTS),
        ("http://redir.test/?to=http://example.com:22/", Fault.BAD_ADDRESS),
    ],
)
def test_a_refusal_says_why(url: str, fault: Fault, web: tuple[RawServer, RawServer]) -> None:
    outcome, _ = _visit(url, web)
    assert isinstance(outcome, ProviderError)
    assert (outcome.fault, outcome.permanent) == (fault, True)
    assert str(outcome).endswith(".")


def test_five_redirects_are_followed_and_named(web: tuple[RawServer, RawServer]) -> None:
    outcome, dialer = _visit("http://redir.test/?hops=5&to=https://secure.test/%E5%88%A9%E7%8E%87", web)
    assert isinstance(outcome, Fetched)
    assert (len(outcome.hops), outcome.hops[0]) == (5, "http://redir.test/?hops=5&to=https://secure.test/%E5%88%A9%E7%8E%87")
    # The redirect itself names 利率 in raw UTF-8, as servers do.
    assert outcome.final_url == "https://secure.test/%E5%88%A9%E7%8E%87"
    assert dialer.dialled == [("93.184.216.34", 80)] * 5 + [("93.184.216.34", 443)]


def test_a_body_goes_nowhere_but_where_it_was_sent(web: tuple[RawServer, RawServer]) -> None:
    plain, _ = web

    async def post() -> tuple[Fetched, LoopbackDialer]:
        door, dialer = open_door(plain.port)
        async with door:
            sent = {"Content-Type": "application/json", "X-Signature": "abc"}
            return await door.fetch("http://redir.test/?to=http://example.com/", method="POST", headers=sent, content=b"{}"), dialer

    before = len(plain.requests)
    fetched, dialer = asyncio.run(post())
    assert (fetched.status, fetched.hops) == (302, ())
    (request,) = plain.requests[before:]
    assert (request.method, request.body, request.headers["x-signature"]) == ("POST", b"{}", "abc")
    assert len(dialer.dialled) == 1


def test_the_environments_proxies_are_not_used(web: tuple[RawServer, RawServer], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    outcome, dialer = _visit("http://example.com/", web)
    assert isinstance(outcome, Fetched)
    assert dialer.dialled == [("93.184.216.34", 80)]


def test_cookies_are_neither_kept_nor_sent() -> None:
    def baking(connection: socket, request: Request) -> None:
        connection.sendall(answer(body=b"ok", set_cookie="session=1; Path=/"))

    async def twice(port: int) -> None:
        door, _ = open_door(port)
        async with door:
            await door.fetch("http://a.test/")
            await door.fetch("http://a.test/")

    with raw_server(baking) as server:
        asyncio.run(twice(server.port))
        assert [request.headers.get("cookie") for request in server.requests] == [None, None]


def test_names_of_the_demo_lead_to_its_stub_and_nothing_else_does(web: tuple[RawServer, RawServer]) -> None:
    plain, _ = web
    network = DemoWeb(read_stubs([f"127.0.0.1:{plain.port}"]))

    async def fetch(url: str) -> int | Fault:
        async with WebDoor(network=network) as door:
            try:
                return (await door.fetch(url)).status
            except ProviderError as error:
                return error.fault

    assert asyncio.run(fetch(f"http://127.0.0.1:{plain.port}/")) == 200
    assert asyncio.run(fetch("http://news.example/")) == 200
    assert asyncio.run(fetch(f"http://127.0.0.1:{plain.port + 1}/")) == Fault.NOT_PUBLIC
    assert asyncio.run(fetch(f"http://127.0.0.2:{plain.port}/")) == Fault.NOT_PUBLIC
    assert asyncio.run(fetch("http://localhost/")) == Fault.NOT_PUBLIC


@pytest.mark.parametrize(
    "entry", ["10.0.0.1:80", "localhost:80", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:70000", "[::1]:80", "0.0.0.0:80", ""]
)
def test_a_stub_is_an_exact_loopback_address(entry: str) -> None:
    with pytest.raises(ValueError, match="is not an address such as"):
        read_stubs([entry])


def test_the_public_web_knows_no_exception() -> None:
    assert not PublicWeb().admits("127.0.0.1", 80)
    assert not DemoWeb(()).admits("news.example", 80)
