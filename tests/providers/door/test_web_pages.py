"""Reading pages: main text and date, robots.txt, caching, statuses, and how we behave towards a host."""

import asyncio
import gzip
import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from socket import socket

import pytest

from tests.stubs.doors import MemoryStore, open_door
from tests.stubs.raw_server import RawServer, Request, answer, raw_server
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError, WebPage
from verification.providers.door.web import Fetched, WebDoor
from verification.providers.pages.parser import PROCESSES

PAGE = """<!doctype html><html lang="en"><head><title>Policy rate held</title>
<meta property="article:published_time" content="2026-06-18T09:30:00+02:00"></head><body>
<nav><a href="/">Home</a> <a href="/more">More</a> Subscribe now for 9.99 a month</nav>
<article><h1>Policy rate held</h1><p>The central bank of Elbonia kept its policy rate at 5.25% on Thursday, as nearly all economists had
expected it to.</p><p>The governor said that inflation had come down to 2.6% in May, from 2.9% in April, and that the board saw no reason
to hurry.</p>
<table><tr><th>Month</th><th>Inflation</th></tr><tr><td>May</td><td>2.6%</td></tr></table></article>
<footer>Copyright 2026. Cookies. Imprint. Advertise with us.</footer><script>var rate = "7.77%";</script></body></html>"""

Site = Callable[[Request], bytes]


def _served(site: Site) -> Callable[[socket, Request], None]:
    """Serves what ``site`` makes of a request; without a robots.txt of its own there is none."""

    def handle(connection: socket, request: Request) -> None:
        connection.sendall(site(request))

    return handle


def _page(request: Request) -> bytes:
    return answer(404) if request.path == "/robots.txt" else answer(body=PAGE.encode())


@contextmanager
def _site(site: Site = _page) -> Iterator[RawServer]:
    with raw_server(_served(site)) as server:
        yield server


def _asked(server: RawServer) -> list[str]:
    return [request.target for request in server.requests]


async def _outcome(door: WebDoor, url: str) -> WebPage | Fault:
    try:
        return await door.read(url)
    except ProviderError as error:
        return error.fault


def _read(server: RawServer, *urls: str, store: MemoryStore | None = None) -> list[WebPage | Fault]:
    async def read() -> list[WebPage | Fault]:
        door, _ = open_door(server.port, store=store, agent="CausalFlow (+https://flow.example.com)")
        async with door:
            return [await _outcome(door, url) for url in urls]

    return asyncio.run(read())


def test_a_page_is_its_main_text_its_title_and_its_date() -> None:
    with _site() as server:
        (page,) = _read(server, "http://paper.test/rate?id=1#top")
        assert isinstance(page, WebPage)
        assert (page.url, page.final_url, page.status, page.content_type) == ("http://paper.test/rate?id=1",) * 2 + (200, "text/html")
        assert page.title == "Policy rate held"
        assert "kept its policy rate at 5.25% on Thursday" in page.text
        assert "May" in page.text.split("to hurry.")[1]
        assert [word for word in ("9.99", "7.77", "Cookies", "<p>") if word in page.text] == []
        assert page.published_at == datetime(2026, 6, 18, 9, 30, tzinfo=timezone(timedelta(hours=2)))
        assert (page.is_cached, page.hops) == (False, ())
        assert datetime.now(UTC) - page.fetched_at < timedelta(minutes=1)
        asked = server.requests[-1]
        assert asked.headers["user-agent"] == "CausalFlow (+https://flow.example.com)"
        assert (asked.headers["host"], asked.headers["accept-encoding"]) == ("paper.test", "gzip, deflate")
        assert not asked.headers.keys() & {"cookie", "authorization", "referer"}


@pytest.mark.parametrize(
    "published, moment",
    [
        ('<meta property="article:published_time" content="2026-06-18 09:30">', "2026-06-18T09:30:00+08:00"),
        ('<meta itemprop="datePublished" content="2026-06-18">', "2026-06-18T00:00:00+08:00"),
        ('<meta name="pubdate" content="yesterday">', None),
        ("", None),
    ],
)
def test_a_moment_without_zone_on_a_chinese_page_is_chinas(published: str, moment: str | None) -> None:
    body = "<p>" + "埃尔博尼亚央行周四宣布，将政策利率维持在5.25%不变，符合绝大多数经济学家此前的预期。" * 6 + "</p>"
    html = f'<html><head><meta charset="gbk"><title>利率</title>{published}</head><body><article>{body}</article></body></html>'
    with _site(lambda _: answer(body=html.encode("gbk"), content_type="text/html")) as server:
        (page,) = _read(server, "http://paper.test/")
    assert isinstance(page, WebPage)
    assert page.text.startswith("埃尔博尼亚央行周四宣布")
    assert page.published_at == (datetime.fromisoformat(moment) if moment else None)


@pytest.mark.parametrize(
    "coding, packed",
    [
        ("gzip", gzip.compress(PAGE.encode())),
        ("GZIP", gzip.compress(PAGE.encode()[:300]) + gzip.compress(PAGE.encode()[300:])),
        ("deflate", zlib.compress(PAGE.encode())),
        ("deflate", zlib.compress(PAGE.encode(), wbits=-15)),
        ("identity", PAGE.encode()),
    ],
)
def test_compressed_pages_are_inflated(coding: str, packed: bytes) -> None:
    with _site(lambda _: answer(body=packed, content_encoding=coding)) as server:

        async def fetch() -> Fetched:
            door, _ = open_door(server.port)
            async with door:
                return await door.fetch("http://paper.test/")

        assert asyncio.run(fetch()).body == PAGE.encode()


@pytest.mark.parametrize(
    "status, fault, is_permanent",
    [
        (401, Fault.FORBIDDEN, True),
        (403, Fault.FORBIDDEN, True),
        (404, Fault.NOT_FOUND, True),
        (410, Fault.NOT_FOUND, True),
        (429, Fault.RATE_LIMITED, False),
        (451, Fault.FORBIDDEN, True),
        (418, Fault.BAD_REQUEST, True),
        (500, Fault.SERVER_ERROR, False),
        (503, Fault.SERVER_ERROR, False),
        (204, Fault.BAD_ANSWER, False),
        (304, Fault.BAD_ANSWER, False),
        (302, Fault.BAD_ANSWER, False),
    ],
)
def test_a_status_is_an_answer_to_a_fetch_and_an_error_to_a_reader(status: int, fault: Fault, is_permanent: bool) -> None:
    with _site(
        lambda request: answer(404 if request.path == "/robots.txt" else status, b"" if status in (204, 304) else b"gone")
    ) as server:

        async def both() -> tuple[int, ProviderError]:
            door, _ = open_door(server.port)
            async with door:
                fetched = await door.fetch("http://paper.test/a")
                with pytest.raises(ProviderError) as caught:
                    await door.read("http://paper.test/a")
                return fetched.status, caught.value

        code, error = asyncio.run(both())
    assert (code, error.fault, error.permanent, error.http_status) == (status, fault, is_permanent, status)


@pytest.mark.parametrize("content_type", ["image/png", "application/octet-stream", "text/calendar"])
def test_what_is_no_text_is_fetched_and_not_read(content_type: str) -> None:
    with _site(lambda _: answer(body=b"\x89PNG", content_type=content_type)) as server:

        async def both() -> tuple[Fetched, WebPage | Fault]:
            door, _ = open_door(server.port)
            async with door:
                return await door.fetch("http://paper.test/a"), await _outcome(door, "http://paper.test/a")

        fetched, outcome = asyncio.run(both())
    assert (fetched.body, fetched.media_type, outcome) == (b"\x89PNG", content_type, Fault.UNREADABLE)


def test_plain_text_and_json_are_read_as_they_are() -> None:
    bodies = {
        "/a.txt": (b"The rate is\n5.25%.\x00\x07", "text/plain"),
        "/a.json": (json.dumps({"rate": "<b>5.25"}).encode(), "application/json"),
    }

    def serve(request: Request) -> bytes:
        body, content_type = bodies.get(request.path, (b"", ""))
        return answer(body=body, content_type=content_type) if body else answer(404)

    with _site(serve) as server:
        text, data = _read(server, "http://paper.test/a.txt", "http://paper.test/a.json")
    assert isinstance(text, WebPage)
    assert isinstance(data, WebPage)
    assert (text.text, data.text) == ("The rate is\n5.25%.", '{"rate": "<b>5.25"}')


def test_a_page_that_only_scripts_fill_needs_them() -> None:
    with _site(lambda _: answer(body=b'<html><body><div id="root"></div><script>render()</script></body></html>')) as server:
        assert _read(server, "http://paper.test/") == [Fault.NEEDS_SCRIPT]


ROBOTS = b"User-agent: *\nDisallow: /\n\nUser-agent: causalflow\nDisallow: /private\nAllow: /private/open\n"


def test_robots_txt_is_asked_once_and_obeyed() -> None:
    with _site(lambda request: answer(body=ROBOTS if request.path == "/robots.txt" else PAGE.encode())) as server:
        outcomes = _read(server, *(f"http://paper.test{path}" for path in ("/private/a", "/private/open/a", "/b")))
        assert outcomes[0] == Fault.ROBOTS
        assert all(isinstance(page, WebPage) for page in outcomes[1:])
        assert _asked(server) == ["/robots.txt", "/private/open/a", "/b"]


def test_robots_txt_holds_for_where_a_redirect_leads() -> None:
    def serve(request: Request) -> bytes:
        if request.target == "/robots.txt":
            return answer(body=b"User-agent: *\nDisallow: /secret") if request.headers["host"] == "b.test" else answer(404)
        return answer(302, location="http://b.test/secret") if request.headers["host"] == "a.test" else answer(body=PAGE.encode())

    with _site(serve) as server:
        assert _read(server, "http://a.test/") == [Fault.ROBOTS]
        assert _asked(server) == ["/robots.txt", "/", "/robots.txt"]


@pytest.mark.parametrize("status, fault", [(500, Fault.SERVER_ERROR), (503, Fault.SERVER_ERROR), (429, Fault.RATE_LIMITED)])
def test_a_robots_txt_that_cannot_be_had_forbids_for_now(status: int, fault: Fault) -> None:
    with _site(lambda request: answer(status if request.path == "/robots.txt" else 200, PAGE.encode())) as server:
        assert _read(server, "http://paper.test/") == [fault]
        assert _asked(server) == ["/robots.txt"]


@pytest.mark.parametrize("status", [401, 404])
def test_a_host_without_robots_txt_forbids_nothing(status: int) -> None:
    with _site(lambda request: answer(status if request.path == "/robots.txt" else 200, PAGE.encode())) as server:
        (page,) = _read(server, "http://paper.test/")
    assert isinstance(page, WebPage)


def test_a_link_is_fetched_without_asking_robots_txt() -> None:
    with _site() as server:

        async def fetch() -> Fetched:
            door, _ = open_door(server.port)
            async with door:
                return await door.fetch("http://paper.test/a", method="HEAD")

        assert asyncio.run(fetch()).status == 200
        assert [(request.method, request.target) for request in server.requests] == [("HEAD", "/a")]


def test_a_fresh_page_is_not_asked_for_again_and_a_stale_one_only_for_changes() -> None:
    headers = {"etag": '"v1"', "last_modified": "Thu, 18 Jun 2026 08:00:00 GMT", "cache_control": "max-age=60"}

    def serve(request: Request) -> bytes:
        if request.target == "/robots.txt":
            return answer(404)
        is_same = request.headers.get("if-none-match") == '"v1"'
        return answer(304, **headers) if is_same else answer(body=PAGE.encode(), **headers)

    store = MemoryStore()
    with _site(serve) as server:
        first, again = _read(server, "http://paper.test/", "http://paper.test/", store=store)
        assert isinstance(first, WebPage)
        assert isinstance(again, WebPage)
        assert (again.text, again.is_cached, again.fetched_at) == (first.text, True, first.fetched_at)
        assert _asked(server) == ["/robots.txt", "/"]
        stale = store.pages["http://paper.test/"]
        object.__setattr__(stale.caching, "fresh_until", datetime.now(UTC) - timedelta(seconds=1))
        (renewed,) = _read(server, "http://paper.test/", store=store)
        assert isinstance(renewed, WebPage)
        assert (renewed.text, renewed.is_cached) == (first.text, False)
        assert renewed.fetched_at > first.fetched_at
        assert server.requests[-1].headers["if-modified-since"] == headers["last_modified"]
        # robots.txt is known from before.
        assert _asked(server) == ["/robots.txt", "/", "/"]
        assert store.pages["http://paper.test/"].caching.fresh_until > datetime.now(UTC)


def test_a_page_that_asks_not_to_be_kept_is_not_kept() -> None:
    store = MemoryStore()
    with _site(
        lambda request: answer(404) if request.path == "/robots.txt" else answer(body=PAGE.encode(), cache_control="no-store")
    ) as server:
        _read(server, "http://paper.test/", "http://paper.test/", store=store)
        assert _asked(server) == ["/robots.txt", "/", "/"]
    assert store.pages.keys() == {"http://paper.test/robots.txt"}


def test_two_readers_of_one_page_ask_once() -> None:
    async def read_twice(port: int) -> list[WebPage]:
        door, _ = open_door(port, store=MemoryStore())
        async with door:
            return await asyncio.gather(door.read("http://paper.test/"), door.read("http://paper.test/"))

    with _site() as server:
        pages = asyncio.run(read_twice(server.port))
        assert sorted(page.is_cached for page in pages) == [False, True]
        assert _asked(server) == ["/robots.txt", "/"]


def test_a_host_that_asks_for_rest_gets_it() -> None:
    with _site(lambda _: answer(429, b"slow down", retry_after="120")) as server:

        async def fetch_twice() -> tuple[float | None, ProviderError, int]:
            door, dialer = open_door(server.port)
            async with door:
                first = await door.fetch("http://paper.test/")
                with pytest.raises(ProviderError) as caught:
                    await door.fetch("http://paper.test/other")
                await door.fetch("http://elsewhere.test/")
                return first.retry_after, caught.value, len(dialer.dialled)

        wait, error, dialled = asyncio.run(fetch_twice())
    assert (wait, error.fault, error.permanent, dialled) == (120, Fault.RATE_LIMITED, False, 2)
    assert error.retry_after == pytest.approx(120, abs=2)


def test_six_at_once_are_the_most_a_host_gets() -> None:
    counting, are_six = threading.Lock(), threading.Event()
    now = most = 0

    def slow(request: Request) -> bytes:
        """Whoever is among the first waits for the sixth, however long a busy machine takes; a seventh would come while they answer."""
        nonlocal now, most
        with counting:
            now += 1
            most = max(most, now)
            if most >= 6:
                are_six.set()
        are_six.wait(30)
        time.sleep(0.05)
        with counting:
            now -= 1
        return answer(body=b"ok")

    async def fetch_all(port: int) -> None:
        door, _ = open_door(port)
        async with door:
            await asyncio.gather(*(door.fetch(f"http://paper.test/{number}") for number in range(20)))

    with _site(slow) as server:
        asyncio.run(fetch_all(server.port))
    assert most == 6


def test_connections_are_kept_for_the_next_page() -> None:
    async def fetch_all(port: int) -> list[tuple[str, int]]:
        door, dialer = open_door(port)
        async with door:
            for number in range(5):
                await door.fetch(f"http://paper.test/{number}")
        return dialer.dialled

    with _site() as server:
        assert asyncio.run(fetch_all(server.port)) == [("93.184.216.34", 80)]


def test_a_body_may_be_cut_instead_of_refused() -> None:
    async def fetch(port: int) -> int:
        door, _ = open_door(port)
        async with door:
            return len((await door.fetch("http://paper.test/", max_bytes=100, is_cut=True)).body)

    with _site() as server:
        assert asyncio.run(fetch(server.port)) == 100


def test_a_page_that_waits_for_our_own_processor_is_not_late() -> None:
    """Its host answered in time; that both readers are busy for longer than a host may take is none of its faults."""

    async def read(port: int) -> WebPage | Fault:
        door, _ = open_door(port, agent="CausalFlow", deadline_s=4.0)
        async with door:
            turns = door._parser._turns
            for _reader in range(PROCESSES):
                await turns.acquire()
            reading = asyncio.create_task(_outcome(door, "http://paper.test/rate"))
            await asyncio.sleep(4.5)
            assert not reading.done()
            for _reader in range(PROCESSES):
                turns.release()
            return await reading

    with _site() as server:
        page = asyncio.run(read(server.port))
    assert isinstance(page, WebPage)
    assert page.title == "Policy rate held"


def test_a_host_has_one_deadline_for_all_that_its_page_leads_to() -> None:
    """Each answer comes in time, the three of them together don't."""

    def slow(request: Request) -> bytes:
        if request.target == "/robots.txt":
            return answer(404)
        time.sleep(1.2)
        leads = f"<html><head><meta http-equiv=refresh content='0; url=/next{request.target}'></head></html>"
        return answer(body=PAGE.encode() if request.target.count("next") == 2 else leads.encode())

    async def read(port: int) -> WebPage | Fault:
        door, _ = open_door(port, agent="CausalFlow", deadline_s=3.0)
        async with door:
            return await _outcome(door, "http://paper.test/rate")

    with _site(slow) as server:
        assert asyncio.run(read(server.port)) == Fault.TIMEOUT
        assert _asked(server) == ["/robots.txt", "/rate", "/next/rate", "/next/next/rate"]
