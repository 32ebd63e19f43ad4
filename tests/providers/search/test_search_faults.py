"""Whatever a service does, a search ends within its time in one ``ProviderError`` that says what it was, and gives no secret away."""

import asyncio
import gzip
import logging
import re
import time
import traceback
import zlib

import pytest

from causalflow import env
from tests.environment import GRACE_S
from tests.faults.processes import wait_for
from tests.providers.searching import failure_of, make_query, search
from tests.stubs.faults import make_troubles
from tests.stubs.hostile_web import misbehave
from tests.stubs.raw_server import raw_server
from tests.stubs.searxng import SearxngStub
from tests.stubs.serper import SerperStub
from tests.stubs.server import Reply, StubServer, json_reply
from tests.stubs.tavily import TavilyStub
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiRequest, open_api_client
from verification.providers.base import ProviderError

DEADLINE = 0.5
NO_GZIP = bytes.fromhex("1f8b08000000000002ff")


@pytest.fixture
def stubs(tavily: TavilyStub, serper: SerperStub, searxng: SearxngStub) -> dict[str, StubServer]:
    return {"tavily": tavily, "serper": serper, "searxng": searxng}


@pytest.mark.parametrize("trouble", list(make_troubles()))
@pytest.mark.share(4)
def test_every_trouble_has_its_name(stubs: dict[str, StubServer], settings, trouble: str) -> None:
    is_slow = trouble.startswith("timeout")
    settings.SEARCH_TIMEOUT_SECONDS = DEADLINE if is_slow else 20
    for name, stub in stubs.items():
        expected = make_troubles()[trouble]
        stub.script(expected.reply)
        began = time.monotonic()
        error = failure_of(name, make_query("rate"))
        assert not is_slow or DEADLINE <= time.monotonic() - began < DEADLINE + GRACE_S
        assert (error.fault, error.permanent, error.http_status) == (expected.fault, expected.is_permanent, expected.http_status)
        if expected.retry_after is None:
            assert error.retry_after is None
        else:
            assert error.retry_after == pytest.approx(expected.retry_after, abs=2)
        # A busy machine hears what was said to it after the other side has given up.
        wait_for(lambda heard=stub.received: bool(heard))
        assert len(stub.received) == 1
        assert re.fullmatch(r"(Tavily|Serper|SearXNG) .{5,90}\.", str(error))


@pytest.mark.parametrize(
    "name, faults",
    [
        ("endless", {Fault.TOO_LARGE}),
        ("slow-body", {Fault.TIMEOUT}),
        ("slow-header", {Fault.TIMEOUT}),
        ("gzip-bomb", {Fault.TOO_LARGE}),
        ("lying-length", {Fault.BAD_ANSWER}),
        ("redirect-loop", {Fault.TOO_MANY_REDIRECTS}),
        ("wrong-charset", {Fault.BAD_ANSWER}),
        ("huge-header", {Fault.BAD_ANSWER}),
        ("reset", {Fault.UNREACHABLE}),
        ("gigabyte", {Fault.TOO_LARGE}),
        ("gigabyte-in-chunks", {Fault.TOO_LARGE}),
        ("endless-hints", {Fault.TIMEOUT}),
        ("silent", {Fault.TIMEOUT}),
        ("broken-gzip", {Fault.BAD_ANSWER}),
        ("unasked-coding", {Fault.BAD_ANSWER}),
        ("no-http", {Fault.BAD_ANSWER}),
    ],
)
def test_servers_that_misbehave_below_http_end_in_time(settings, name: str, faults: set[Fault]) -> None:
    is_slow = faults == {Fault.TIMEOUT}
    settings.SEARCH_TIMEOUT_SECONDS = DEADLINE if is_slow else 20
    with raw_server(misbehave) as server:
        settings.SEARXNG_URL = f"http://127.0.0.1:{server.port}/{name}"
        began = time.monotonic()
        error = failure_of("searxng", make_query("rate"))
        assert time.monotonic() - began < (DEADLINE if is_slow else 5) + GRACE_S
    assert error.fault in faults


def test_a_certificate_of_nobody_is_refused(settings) -> None:
    with raw_server(misbehave, is_tls=True) as server:
        settings.SEARXNG_URL = f"https://127.0.0.1:{server.port}/silent"
        error = failure_of("searxng", make_query("rate"))
    assert (error.fault, error.permanent, str(error)) == (Fault.BAD_CERTIFICATE, True, "The certificate of SearXNG is not valid.")
    assert server.requests == []


def test_a_slow_head_and_a_slow_body_share_one_deadline(tavily: TavilyStub, settings) -> None:
    settings.SEARCH_TIMEOUT_SECONDS = DEADLINE
    tavily.script(Reply(body=b'{"results": []}', delay_s=DEADLINE * 0.7, pause_s=DEADLINE * 0.7))
    assert failure_of("tavily", make_query("rate")).fault == Fault.TIMEOUT


def test_a_closed_port_is_unreachable(settings) -> None:
    with StubServer() as closed:
        settings.SEARXNG_URL = closed.url
    error = failure_of("searxng")
    assert (error.fault, error.permanent, str(error)) == (Fault.UNREACHABLE, False, "SearXNG can't be reached.")


@pytest.mark.parametrize("address", ["nonsense", "ftp://127.0.0.1/", "http://", "http://[::1", "http://127.0.0.1:99999"])
def test_an_address_that_is_none_is_said_so(settings, address: str) -> None:
    settings.SEARXNG_URL = address
    error = failure_of("searxng")
    assert (error.fault, error.permanent, str(error)) == (Fault.BAD_ADDRESS, True, "The address set for SearXNG is none.")


def test_plain_http_where_tls_is_expected_is_unreachable(settings, searxng: SearxngStub) -> None:
    settings.SEARXNG_URL = searxng.url.replace("http:", "https:")
    assert failure_of("searxng").fault == Fault.UNREACHABLE


def test_what_is_inflated_counts_and_not_what_is_sent(tavily: TavilyStub) -> None:
    bomb = gzip.compress(b'{"results": [], "x": "' + b"x" * 60_000_000 + b'"}')
    assert len(bomb) < 100_000
    tavily.script(Reply(body=bomb, headers={"Content-Encoding": "gzip"}))
    assert failure_of("tavily", make_query("rate")).fault == Fault.TOO_LARGE


def test_compressed_answers_are_read(tavily: TavilyStub) -> None:
    body = json_reply({"results": [{"url": "https://a.example/", "title": "利率", "content": "5%"}]}).body
    for encoding, packed in (("gzip", gzip.compress(body)), ("deflate", zlib.compress(body)), ("identity", body)):
        tavily.script(Reply(body=packed, headers={"Content-Encoding": encoding}))
        assert [result.page.title for result in search("tavily", make_query("rate")).results] == ["利率"]
    tavily.script(Reply(body=NO_GZIP, headers={"Content-Encoding": "gzip"}))
    assert failure_of("tavily", make_query("rate")).fault == Fault.BAD_ANSWER


def test_a_redirect_carries_no_key_elsewhere(tavily: TavilyStub) -> None:
    with StubServer() as elsewhere:
        tavily.script(Reply(307, headers={"Location": f"{elsewhere.url}/search"}))
        assert failure_of("tavily", make_query("rate")).fault == Fault.TOO_MANY_REDIRECTS
        assert elsewhere.received == []


def test_proxies_of_the_environment_are_not_heard(tavily: TavilyStub, monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        search("tavily")
        assert proxy.received == []
    assert len(tavily.received) == 2


@pytest.mark.parametrize("trouble", ["401", "403", "429", "500", "half JSON", "reset", "timeout before the head", "redirect"])
@pytest.mark.parametrize("name", ["tavily", "serper"])
def test_no_key_is_told(stubs: dict[str, StubServer], settings, caplog: pytest.LogCaptureFixture, name: str, trouble: str) -> None:
    settings.SEARCH_TIMEOUT_SECONDS = DEADLINE if trouble.startswith("timeout") else 20
    caplog.set_level(logging.DEBUG)
    stub = stubs[name]
    stub.script(make_troubles()[trouble].reply)
    error = failure_of(name, make_query("rate"))
    told = [str(error), repr(error), *traceback.format_exception(error), caplog.text, repr(vars(error))]
    assert [text for text in told if stub.key in text] == []


def test_a_key_that_no_header_can_hold_is_not_quoted(tavily: TavilyStub, settings) -> None:
    for key in ("tvly-schlüssel-123", "tvly-line\nbreak-123"):
        settings.TAVILY_API_KEY = key
        error = failure_of("tavily")
        assert (error.fault, error.permanent) == (Fault.UNAUTHORIZED, True)
        assert [text for text in (str(error), *traceback.format_exception(error)) if key in text] == []
    assert tavily.received == []


def test_a_request_shows_itself_without_its_key() -> None:
    assert "secret" not in repr(ApiRequest("Tavily", "https://a.example/", key_header="Authorization", key="secret"))


def test_keys_of_services_are_kept_out_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-canary-0123456789")
    monkeypatch.setattr(env, "secrets_read", set())
    assert env.env_secret("TAVILY_API_KEY") in env.secrets_read


def test_a_search_that_is_given_up_leaves_no_connection(tavily: TavilyStub) -> None:
    tavily.script(Reply(body=b"{}", delay_s=20))

    async def give_up() -> None:
        async with open_api_client() as client, asyncio.timeout(0.1):
            await client.fetch(ApiRequest("Tavily", f"{tavily.url}/search", body={"query": "rate"}))

    with pytest.raises(TimeoutError):
        asyncio.run(give_up())


def test_connections_are_used_again(tavily: TavilyStub) -> None:
    async def ask_often() -> None:
        async with open_api_client() as client:
            for _ in range(3):
                with pytest.raises(ProviderError, match="does not accept the key"):
                    await client.fetch(ApiRequest("Tavily", f"{tavily.url}/search", body={"query": "rate"}))

    asyncio.run(ask_often())
    assert len(tavily.received) == 3
    assert tavily.connections == 1
