"""What stands in the place of a page never comes through the door as a page; what leads to one is followed."""

import asyncio

import pytest

from tests.providers.door.test_web_pages import PAGE, Site, _asked, _outcome, _site
from tests.stubs.doors import MemoryStore, open_door
from tests.stubs.raw_server import Request, answer
from tests.stubs.walls import WALLS
from verification.core.language.texts import Language
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError, WebPage
from verification.providers.door.web import WebDoor

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


def test_a_cookie_is_kept_where_a_page_leads_on_or_back_to_itself() -> None:
    """A page that sets a cookie and refreshes itself, and one that leads to another which wants it back."""

    def serve(request: Request) -> bytes:
        if request.path == "/robots.txt":
            return answer(404)
        if "pass=1" in request.headers.get("cookie", ""):
            return answer(body=PAGE.encode())
        where = "/itself" if request.path == "/itself" else "/other"
        gate = f"<html><head><meta http-equiv=refresh content='0; url={where}'></head><body>Please wait…</body></html>"
        return answer(body=gate.encode(), **{"set-cookie": "pass=1; Path=/"}) if request.path != "/other" else answer(403)

    (itself, led), asked, _ = _read(serve, "http://paper.test/itself", "http://paper.test/gate")
    assert isinstance(itself, WebPage)
    assert isinstance(led, WebPage)
    assert (itself.title, led.final_url) == ("Policy rate held", "http://paper.test/other")
    assert asked == ["/itself", "/itself", "/gate", "/other"]


@pytest.mark.parametrize(
    ("lang", "header"), [(Language.CHINESE, "zh-CN,zh;q=0.9,en;q=0.6"), (Language.ENGLISH, "en,zh-CN;q=0.5,zh;q=0.5"), (None, None)]
)
def test_pages_are_asked_for_in_the_language_of_the_question(lang: Language | None, header: str | None) -> None:
    async def read(door: WebDoor) -> None:
        async with door:
            await door.read("http://paper.test/script", lang=lang)

    with _site(_serve) as server:
        asyncio.run(read(open_door(server.port)[0]))
        pages = [request for request in server.requests if request.path != "/robots.txt"]
    assert [request.headers.get("accept-language") for request in pages] == [header] * 3


FILES = {
    "A Word document": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", b"PK\x03\x04"),
    "An Excel workbook": ("application/octet-stream", b"PK\x03\x04 xl/workbook.xml"),
    "A feed (RSS)": ("application/rss+xml", b"<rss version='2.0'></rss>"),
    "A feed (Atom)": ("text/xml", b"<feed xmlns='http://www.w3.org/2005/Atom'></feed>"),
    "A picture": ("image/png", b"\x89PNG"),
    "application/x-unheard-of": ("application/x-unheard-of", b"?"),
}


@pytest.mark.parametrize(("form", "file"), FILES.items(), ids=FILES)
def test_a_file_that_is_not_read_is_called_what_it_is(form: str, file: tuple[str, bytes]) -> None:
    def serve(request: Request) -> bytes:
        return answer(404) if request.path == "/robots.txt" else answer(body=file[1], content_type=file[0])

    async def read(door: WebDoor) -> ProviderError:
        async with door:
            with pytest.raises(ProviderError) as caught:
                await door.read("http://paper.test/file")
        return caught.value

    with _site(serve) as server:
        error = asyncio.run(read(open_door(server.port)[0]))
    assert (str(error), error.fault) == (f"{form} can't be read.", Fault.UNREADABLE)
