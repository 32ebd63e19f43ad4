"""What stands in the place of a page never comes through the door as a page; what leads to one is followed."""

import asyncio

import pytest

from tests.providers.test_web_pages import PAGE, Site, _asked, _outcome, _site
from tests.stubs.doors import MemoryStore, open_door
from tests.stubs.raw_server import Request, answer
from tests.stubs.walls import WALLS
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError, WebPage
from verification.providers.web import WebDoor

FAULTS = {
    "challenge": Fault.WALL,
    "challenge-403": Fault.WALL,
    "challenge-503": Fault.WALL,
    "challenge-521": Fault.WALL,
    "challenge-202": Fault.WALL,
    "riddle": Fault.WALL,
    "unusual": Fault.WALL,
    "consent": Fault.CONSENT,
    "log-in": Fault.LOGIN,
    "teaser": Fault.PAYWALL,
    "maintenance": Fault.MAINTENANCE,
    "unlisted": Fault.MAINTENANCE,
}


def _serve(request: Request) -> bytes:
    """Walls under their names; ``/page`` is one, and some lead there."""
    name = request.path.strip("/")
    if name in WALLS:
        wall = WALLS[name]
        return answer(wall.status, wall.body, content_type=wall.content_type, **wall.headers)
    said = {
        "page": PAGE,
        "refresh": "<html><head><meta http-equiv=refresh content='0; url=/page'></head><body>Redirecting…</body></html>",
        "script": "<html><body><script>location.replace('/refresh')</script></body></html>",
        "round": "<html><head><meta http-equiv=refresh content='0; url=/round-too'></head></html>",
        "round-too": "<html><head><meta http-equiv=refresh content='0; url=/round'></head></html>",
        "inside": "<html><head><meta http-equiv=refresh content='0; url=http://169.254.169.254/latest'></head></html>",
    }
    return answer(body=said[name].encode()) if name in said else answer(404)


def _read(site: Site, *urls: str) -> tuple[list[WebPage | Fault], list[str], MemoryStore]:
    store = MemoryStore()
    with _site(site) as server:

        async def read() -> list[WebPage | Fault]:
            door, _ = open_door(server.port, store=store)
            async with door:
                return [await _outcome(door, url) for url in urls]

        return asyncio.run(read()), [target for target in _asked(server) if target != "/robots.txt"], store


def test_a_wall_is_a_fault_with_its_own_word_and_is_never_stored() -> None:
    found, asked, store = _read(_serve, *(f"http://paper.test/{name}" for name in FAULTS))
    assert found == list(FAULTS.values())
    assert asked == [f"/{name}" for name in FAULTS]
    assert [url for url in store.pages if not url.endswith("/robots.txt")] == []


def test_a_wall_says_what_was_seen() -> None:
    async def read(door: WebDoor) -> str:
        async with door:
            with pytest.raises(ProviderError) as caught:
                await door.read("http://paper.test/challenge")
        return str(caught.value)

    with _site(_serve) as server:
        said = asyncio.run(read(open_door(server.port)[0]))
    assert said == "A challenge or a block stands in the place of the page: “Checking your browser before accessing this site.”."


def test_a_refresh_and_a_script_are_followed_through_the_same_checks() -> None:
    (page, inside, loop), asked, _ = _read(_serve, "http://paper.test/script", "http://paper.test/inside", "http://paper.test/round")
    assert isinstance(page, WebPage)
    assert (page.url, page.final_url, page.title) == ("http://paper.test/script", "http://paper.test/page", "Policy rate held")
    assert page.hops == ("http://paper.test/script", "http://paper.test/refresh")
    assert (inside, loop) == (Fault.NOT_PUBLIC, Fault.NEEDS_SCRIPT)
    assert asked == ["/script", "/refresh", "/page", "/inside", "/round", "/round-too", "/round"]


def test_a_host_that_wants_its_cookie_back_gets_it_within_one_fetch() -> None:
    def serve(request: Request) -> bytes:
        if request.headers.get("cookie") == "seen=1; place=a":
            return answer(body=PAGE.encode())
        set_cookie = "seen=1; Path=/; Expires=Wed, 09 Jun 2027 10:18:14 GMT, place=a; Domain=.paper.test, bad name=1, other=2; Domain=test"
        return answer(404) if request.path == "/robots.txt" else answer(302, location=request.path, **{"set-cookie": set_cookie})

    (page, again), asked, _ = _read(serve, "http://paper.test/page", "http://www.paper.test/page")
    assert isinstance(page, WebPage)
    assert asked[:2] == ["/page", "/page"]
    assert isinstance(again, Fault | WebPage)
