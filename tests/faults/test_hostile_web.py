"""Servers that misbehave cost a typed error, no more time than the deadline and no more memory than a page."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.environment import GRACE_S, PROJECT
from tests.stubs.doors import open_door, trusting
from tests.stubs.hostile_web import misbehave
from tests.stubs.raw_server import CERTIFICATE, RawServer, raw_server
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError, WebPage
from verification.providers.pages.parser import PageParser

DEADLINE = 1.5
GROWTH_KB = 64 * 1024


@pytest.fixture(scope="module")
def hostile() -> Iterator[RawServer]:
    with raw_server(misbehave) as server:
        yield server


def _read(server: RawServer, path: str, **options: object) -> tuple[WebPage | ProviderError, float]:
    async def read() -> tuple[WebPage | ProviderError, float]:
        door, _ = open_door(server.port, **{"deadline_s": DEADLINE, **options})
        async with door:
            began = time.perf_counter()
            try:
                return await door.read(f"http://hostile.test{path}"), time.perf_counter() - began
            except ProviderError as error:
                return error, time.perf_counter() - began

    return asyncio.run(read())


@pytest.mark.parametrize(
    "path, fault",
    [
        ("/endless", Fault.TOO_LARGE),
        ("/slow-body", Fault.TIMEOUT),
        ("/slow-header", Fault.TIMEOUT),
        ("/gzip-bomb", Fault.TOO_LARGE),
        ("/lying-length", Fault.BAD_ANSWER),
        ("/redirect-loop", Fault.TOO_MANY_REDIRECTS),
        ("/huge-header", Fault.BAD_ANSWER),
        ("/reset", Fault.UNREACHABLE),
        ("/gigabyte", Fault.TOO_LARGE),
        ("/gigabyte-in-chunks", Fault.TOO_LARGE),
        ("/endless-hints", Fault.TIMEOUT),
        ("/silent", Fault.TIMEOUT),
        ("/broken-gzip", Fault.BAD_ANSWER),
        ("/unasked-coding", Fault.BAD_ANSWER),
        ("/no-http", Fault.BAD_ANSWER),
    ],
)
@pytest.mark.share(3)
def test_a_hostile_server_ends_as_a_typed_error_in_time(hostile: RawServer, path: str, fault: Fault) -> None:
    # What ends by itself may take its time on a busy machine.
    deadline = DEADLINE if fault == Fault.TIMEOUT else 20
    outcome, seconds = _read(hostile, path, deadline_s=deadline)
    assert isinstance(outcome, ProviderError)
    assert outcome.fault == fault
    assert outcome.permanent == (fault in (Fault.TOO_LARGE, Fault.TOO_MANY_REDIRECTS))
    assert seconds < (DEADLINE if fault == Fault.TIMEOUT else 5) + GRACE_S


def test_a_page_with_the_wrong_charset_is_read_rightly(hostile: RawServer) -> None:
    outcome, _ = _read(hostile, "/wrong-charset", deadline_s=10)
    assert isinstance(outcome, WebPage)
    assert outcome.title == "利率"
    assert outcome.text.startswith("中国人民银行宣布，一年期贷款市场报价利率为3.45%。")


def test_50000_nested_tags_end_as_a_typed_error_or_a_page(hostile: RawServer) -> None:
    outcome, seconds = _read(hostile, "/nested-tags", deadline_s=10)
    assert seconds < 10 + GRACE_S
    assert isinstance(outcome, WebPage) or outcome.fault == Fault.UNREADABLE


@pytest.mark.parametrize("is_trusted", [False, True])
def test_a_certificate_has_to_be_trusted_and_to_name_the_host(is_trusted: bool) -> None:
    async def fetch(port: int, host: str) -> int | Fault:
        door, _ = open_door(0, tls_port=port, tls=trusting(str(CERTIFICATE)) if is_trusted else None)
        async with door:
            try:
                return (await door.fetch(f"https://{host}/wrong-charset")).status
            except ProviderError as error:
                return error.fault

    with raw_server(misbehave, is_tls=True) as server:
        assert asyncio.run(fetch(server.port, "www.secure.test")) == (200 if is_trusted else Fault.BAD_CERTIFICATE)
        assert asyncio.run(fetch(server.port, "other.test")) == Fault.BAD_CERTIFICATE


def test_a_server_without_tls_is_no_https_server(hostile: RawServer) -> None:
    async def fetch() -> Fault:
        door, _ = open_door(0, tls_port=hostile.port, deadline_s=DEADLINE)
        async with door:
            with pytest.raises(ProviderError) as caught:
                await door.fetch("https://hostile.test/silent")
            return caught.value.fault

    assert asyncio.run(fetch()) in (Fault.BAD_CERTIFICATE, Fault.TIMEOUT)


def test_a_port_where_nobody_listens_is_unreachable() -> None:
    with raw_server(misbehave) as server:
        pass
    outcome, _ = _read(server, "/")
    assert isinstance(outcome, ProviderError)
    assert (outcome.fault, outcome.permanent) == (Fault.UNREACHABLE, False)


_MEASURED = """
import asyncio, json, pathlib, sys
from tests.stubs.doors import open_door
from verification.providers.base import ProviderError

def peak_kb():
    return int(pathlib.Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])

async def main(port, paths):
    door, _ = open_door(port, deadline_s=60)
    async with door:
        await door.read(f"http://hostile.test/wrong-charset")
        before = peak_kb()
        outcomes = []
        for path in paths:
            try:
                await door.read(f"http://hostile.test{path}")
                outcomes.append("page")
            except ProviderError as error:
                outcomes.append(error.fault.value)
        print(json.dumps({"growth_kb": peak_kb() - before, "outcomes": outcomes}))

asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
"""


def test_what_floods_us_costs_no_memory(hostile: RawServer) -> None:
    """In a process of its own, so that nothing else is measured: 1 MB of gzip alone once cost 2.1 GB."""
    paths = ["/endless", "/gzip-bomb", "/huge-header", "/gigabyte", "/gigabyte-in-chunks", "/nested-tags"]
    command = [sys.executable, "-c", _MEASURED, str(hostile.port), *paths]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert measured["outcomes"][:5] == ["too_large", "too_large", "bad_answer", "too_large", "too_large"]
    assert measured["growth_kb"] < GROWTH_KB


def test_a_page_that_takes_too_long_to_read_costs_its_reader_alone() -> None:
    """The process is killed, and the next page gets a new one."""
    slow = b"<html><body>" + b"<p>2024-01-" * 100_000

    async def parse() -> tuple[Fault, float, str]:
        parser = PageParser(seconds=0.3)
        await parser.parse(b"<p>ready</p>", content_type="text/html", url="http://a.test/")
        began = time.perf_counter()
        with pytest.raises(ProviderError) as caught:
            await parser.parse(slow, content_type="text/html", url="http://a.test/")
        seconds = time.perf_counter() - began
        next_page = await parser.parse(b"The rate is 5.25%.", content_type="text/plain", url="http://a.test/")
        await parser.close()
        return caught.value.fault, seconds, next_page.text

    fault, seconds, text = asyncio.run(parse())
    assert (fault, text) == (Fault.UNREADABLE, "The rate is 5.25%.")
    assert seconds < 0.3 + GRACE_S
