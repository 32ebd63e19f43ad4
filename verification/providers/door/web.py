"""The only door to the open web: an address goes in, what it answered comes out, and nothing inside our own networks is ever touched.

In order: the front door refuses odd addresses (``front_door``); a name is looked up once, at connect time, and all its addresses have to
be public (``networks``, ``transport``); redirects are followed here, each hop through both checks again; one deadline stands over
everything that hosts are asked, and another over what waits for a processor of ours; bodies are bounded raw and inflated (``bodies``);
pages are read in a process of their own (``pages.parser``).
"""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Protocol, Self

import httpcore

from verification.core.language.texts import Language
from verification.core.vocabulary import Fault, PageKind
from verification.providers.base import ProviderError, WebPage
from verification.providers.connections import PAGE_BYTES, PAGE_SECONDS, PRODUCT
from verification.providers.door import robots
from verification.providers.door.bodies import ACCEPTED_CODINGS, read_body
from verification.providers.door.front_door import Target, check_url, join_url
from verification.providers.door.host_manners import HostManners
from verification.providers.door.http_caching import Caching, caching_of, retry_after_seconds
from verification.providers.door.networks import Network, PublicWeb
from verification.providers.door.statuses import WITH_TEXT, refuse_place, refuse_status
from verification.providers.door.transport import Transport
from verification.providers.door.visitor import Visitor
from verification.providers.pages.charsets import Decoded, decode
from verification.providers.pages.markup import form_of, is_readable
from verification.providers.pages.parser import PROCESSES, PageParser, PageText

MAX_REDIRECTS = 5
ROBOTS_KEPT = timedelta(hours=24)
PAGE_TYPES = "text/html,application/xhtml+xml,text/plain;q=0.9,application/pdf;q=0.8,application/json;q=0.8,*/*;q=0.1"

_MAX_FORWARDS = 2  # that a page makes by itself: a refresh, a script, a frame
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FOLLOWED = frozenset({"GET", "HEAD"})
_NOT_MODIFIED = 304
_OVERLOADED = frozenset({429, 503})

Check = Callable[[Target], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Fetched:
    """One answer, whatever its status. ``hops`` are the addresses that redirected, ``body`` is inflated, header names are lower-case.

    ``visitor`` goes on from here, where the page leads elsewhere by itself.
    """

    url: str
    final_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    hops: tuple[str, ...]
    fetched_at: datetime
    visitor: Visitor = field(default_factory=Visitor, repr=False, compare=False)

    @property
    def media_type(self) -> str:
        """Such as ``text/html``; empty where the answer names none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def retry_after(self) -> float | None:
        """Seconds that the host asked to wait."""
        return retry_after_seconds(self.headers, now=self.fetched_at)

    def decode(self) -> Decoded:
        """The body as text. Not for pages of unknown size on an event loop: there is ``WebDoor.parse``."""
        return decode(self.body, self.headers.get("content-type", ""))


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page as it was read before, and how long it may be used without asking."""

    page: WebPage
    caching: Caching


class PageStore(Protocol):
    """Keeps pages between batches. Raises nothing: a store that is out of order knows nothing and keeps nothing."""

    async def find(self, url: str) -> StoredPage | None: ...

    async def save(self, stored: StoredPage) -> None: ...

    async def settle(self) -> None: ...


class WebDoor:
    """One for each batch of work: connections, robots.txt and the processes that read pages are shared.

    Open it with ``async with``, or close it at the end. ``network`` decides what may be dialled, ``agent`` is how we introduce ourselves.
    Tests hand in ``dialer`` and ``tls``.
    """

    name = "web"

    def __init__(
        self,
        *,
        agent: str = PRODUCT,
        network: Network | None = None,
        store: PageStore | None = None,
        dialer: httpcore.AsyncNetworkBackend | None = None,
        tls: ssl.SSLContext | None = None,
        deadline_s: float = PAGE_SECONDS,
    ) -> None:
        self._agent = "".join(letter for letter in agent if letter.isascii() and letter.isprintable())
        self._network = network or PublicWeb()
        self._store = store
        self._deadline_s = deadline_s
        self._transport = Transport(self._network, dialer=dialer, tls=tls)
        self._manners = HostManners()
        self._parser = PageParser()
        self._robots: dict[str, str] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the processes and the connections, and keep what is to be kept."""
        await self._parser.close()
        await self._transport.close()
        self._network.close()
        if self._store:
            await self._store.settle()

    async def fetch(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        accept: str = "*/*",
        max_bytes: int = PAGE_BYTES,
        is_cut: bool = False,
        deadline_s: float | None = None,
        visitor: Visitor | None = None,
    ) -> Fetched:
        """The answer to one request. Every status is an answer; ``ProviderError`` says that there was none, or none that may be had.

        GET and HEAD follow up to five redirects; with any other method a redirect is the answer, so that no body and no signature goes
        anywhere else. ``is_cut``: a longer body ends at ``max_bytes`` instead of being refused. robots.txt is not asked: this is for links
        that a person gave us.
        """
        target = check_url(url, self._network)
        asked = {"Accept": accept, **(headers or {})}
        async with _Patience(deadline_s if deadline_s is not None else self._deadline_s):
            return await self._follow(
                target, method, lambda _: asked, visitor=visitor or Visitor(), content=content, max_bytes=max_bytes, is_cut=is_cut
            )

    async def read(self, url: str, *, lang: Language | None = None) -> WebPage:
        """The main text of a page, by what robots.txt and the page's caching rules allow; ``ProviderError`` where there is none.

        ``lang`` is wanted first where a host has several. ``is_cached``: nobody was asked. An answer "not modified" gives the stored text
        with a new ``fetched_at``.
        """
        target = check_url(url, self._network)
        patience = _Patience(self._deadline_s)
        async with self._locks[target.url]:
            now = datetime.now(UTC)
            stored = await self._store.find(target.url) if self._store else None
            if stored and stored.caching.fresh_until > now:
                return replace(stored.page, is_cached=True)
            self._parser.prepare()
            async with patience:
                fetched = await self._follow(target, "GET", _conditions(stored), visitor=Visitor(lang), check=self._check_robots)
            is_known = fetched.status == _NOT_MODIFIED and stored
            found = _renew(fetched, stored) if is_known and stored else _keep(*await self._arrive(fetched, patience))
            if self._store and found.caching.is_stored:
                await self._store.save(found)
            return found.page

    def prepare(self) -> None:
        """Have the readers of pages started: many are to be parsed."""
        self._parser.prepare(processes=PROCESSES)

    async def parse(self, fetched: Fetched) -> PageText:
        """Title, main text, date and charset of a page, a plain text or a PDF; ``ProviderError`` (unreadable) for anything else."""
        if not is_readable(fetched.media_type, fetched.body):
            raise ProviderError(f"{form_of(fetched.media_type, fetched.body)} can't be read.", permanent=True, fault=Fault.UNREADABLE)
        return await self._parser.parse(
            fetched.body,
            content_type=fetched.headers.get("content-type", ""),
            url=fetched.final_url,
            asked=fetched.url,
            status=fetched.status,
            headers=fetched.headers,
        )

    def forward_of(self, fetched: Fetched, found: PageText) -> str | None:
        """Where a page leads by itself (a refresh, a script, a frame); None where it leads nowhere, or to itself without a new cookie.

        ``ProviderError`` for an address that may not be opened.
        """
        if found.kind != PageKind.MOVED or not found.forward:
            return None
        here = check_url(fetched.final_url, self._network)
        target = check_url(join_url(here, found.forward), self._network)
        return None if target.url == here.url and "set-cookie" not in fetched.headers else target.url

    async def _arrive(self, fetched: Fetched, patience: "_Patience") -> tuple[Fetched, PageText]:
        """The page that an answer is or leads to by itself; ``ProviderError`` for everything that is no page."""
        for left in range(_MAX_FORWARDS, -1, -1):
            if fetched.status not in WITH_TEXT and not is_readable(fetched.media_type, fetched.body):
                refuse_status(fetched.status, fetched.retry_after)
            found = await self.parse(fetched)
            forward = self.forward_of(fetched, found) if left else None
            if forward is None:
                break
            target = check_url(forward, self._network)
            async with patience:
                led = await self._follow(target, "GET", lambda _: {"Accept": PAGE_TYPES}, visitor=fetched.visitor, check=self._check_robots)
            fetched = replace(led, url=fetched.url, hops=(*fetched.hops, fetched.final_url, *led.hops))
        if found.mark or fetched.status in WITH_TEXT:
            refuse_place(found.kind, found.mark, fetched.status)
        refuse_status(fetched.status, fetched.retry_after)
        if not found.text:
            raise ProviderError("The page holds no text that can be read without its scripts.", permanent=True, fault=Fault.UNREADABLE)
        return fetched, found

    async def _follow(
        self,
        target: Target,
        method: str,
        headers_for: Callable[[Target], Mapping[str, str]],
        *,
        visitor: Visitor,
        content: bytes | None = None,
        max_bytes: int = PAGE_BYTES,
        is_cut: bool = False,
        check: Check | None = None,
    ) -> Fetched:
        """The answer at the end of at most ``MAX_REDIRECTS`` redirects."""
        url = target.url
        hops: list[str] = []
        while True:
            if check:
                await check(target)
            async with self._manners.turn(target.host):
                sent = {"User-Agent": self._agent, "Accept-Encoding": ACCEPTED_CODINGS}
                sent |= {**visitor.headers(target.host), **headers_for(target)}
                answer = await self._transport.ask(method, target, sent, content)
                try:
                    location = answer.headers.get("location", "") if answer.status in _REDIRECTS and method in _FOLLOWED else ""
                    is_empty = bool(location) or method == "HEAD"
                    body = b"" if is_empty else await read_body(answer.body, answer.headers, max_bytes=max_bytes, is_cut=is_cut)
                finally:
                    await answer.close()
            visitor.jar.keep(target.host, answer.headers.get("set-cookie", ""))
            if not location:
                fetched = Fetched(url, target.url, answer.status, answer.headers, body, tuple(hops), datetime.now(UTC), visitor)
                if fetched.status in _OVERLOADED and fetched.retry_after:
                    self._manners.rest(target.host, fetched.retry_after)
                return fetched
            if len(hops) == MAX_REDIRECTS:
                raise ProviderError(f"The page redirects more than {MAX_REDIRECTS} times.", permanent=True, fault=Fault.TOO_MANY_REDIRECTS)
            hops.append(target.url)
            target = check_url(join_url(target, location), self._network)

    async def _check_robots(self, target: Target) -> None:
        async with self._locks[target.origin]:
            if target.origin not in self._robots:
                self._robots[target.origin] = await self._find_robots(target)
        if not robots.is_allowed(self._robots[target.origin], PRODUCT, target.path):
            raise ProviderError(f"{target.host} asks programs not to read this page (robots.txt).", permanent=True, fault=Fault.ROBOTS)

    async def _find_robots(self, page: Target) -> str:
        """The text of the host's robots.txt; empty where it has none. One that can't be had forbids for now (RFC 9309, 2.3.1.4)."""
        target = replace(page, path="/robots.txt")
        stored = await self._store.find(target.url) if self._store else None
        if stored and stored.caching.fresh_until > datetime.now(UTC):
            return stored.page.text
        fetched = await self._follow(
            target, "GET", lambda _: {"Accept": "text/plain,*/*;q=0.1"}, visitor=Visitor(), max_bytes=robots.MAX_BYTES, is_cut=True
        )
        if fetched.status >= 500 or fetched.status == 429:
            refuse_status(fetched.status, fetched.retry_after)
        text = fetched.decode().text.replace("\x00", "") if fetched.status < 300 else ""
        if self._store:
            at = fetched.fetched_at
            kept = WebPage(target.url, fetched.final_url, fetched.status, "", text, None, at, fetched.media_type[:100], fetched.hops)
            await self._store.save(StoredPage(kept, Caching(is_stored=True, fresh_until=at + ROBOTS_KEPT)))
        return text


def _renew(fetched: Fetched, stored: StoredPage) -> StoredPage:
    """The page as it was read before: the host says that it has not changed."""
    kept = {"etag": stored.caching.etag, "last-modified": stored.caching.last_modified}
    caching = caching_of({**kept, **fetched.headers}, now=fetched.fetched_at)
    return StoredPage(replace(stored.page, fetched_at=fetched.fetched_at, is_cached=False), caching)


def _keep(fetched: Fetched, found: PageText) -> StoredPage:
    page = WebPage(
        url=fetched.url,
        final_url=fetched.final_url,
        status=fetched.status,
        title=found.title,
        text=found.text,
        published_at=found.published_at,
        fetched_at=fetched.fetched_at,
        content_type=fetched.media_type[:100],
        hops=fetched.hops,
    )
    return StoredPage(page, caching_of(fetched.headers, now=fetched.fetched_at))


def _conditions(stored: StoredPage | None) -> Callable[[Target], Mapping[str, str]]:
    """Headers for a page: where it was read before, its address is only asked for what has changed."""

    def headers_for(target: Target) -> Mapping[str, str]:
        headers = {"Accept": PAGE_TYPES}
        if stored and stored.page.final_url == target.url:
            if stored.caching.etag:
                headers["If-None-Match"] = stored.caching.etag
            if stored.caching.last_modified:
                headers["If-Modified-Since"] = stored.caching.last_modified
        return headers

    return headers_for


class _Patience:
    """``seconds`` for all that one visit asks of hosts: as a context it spends them; entered again, what is left."""

    def __init__(self, seconds: float) -> None:
        self._seconds = self._left = seconds
        self._timeout = asyncio.timeout(seconds)
        self._began = 0.0

    async def __aenter__(self) -> None:
        self._began = asyncio.get_running_loop().time()
        self._timeout = asyncio.timeout(self._left)
        await self._timeout.__aenter__()

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._left -= asyncio.get_running_loop().time() - self._began
        try:
            await self._timeout.__aexit__(kind, error, trace)
        except TimeoutError as late:
            raise ProviderError(f"The page did not come within {self._seconds:g} s.", fault=Fault.TIMEOUT) from late
