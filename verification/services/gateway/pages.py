"""The door to the open web as the product opens it, and the pages that were read before."""

import hashlib
import logging
from collections.abc import Sequence
from urllib.parse import urldefrag

from django.conf import settings
from django.db import DatabaseError, transaction

from verification.core.sources.domains import host_of
from verification.models import Document, PageFetch, PageSnapshot
from verification.providers.base import WebPage
from verification.providers.connections import user_agent
from verification.providers.door.front_door import check_url
from verification.providers.door.http_caching import Caching
from verification.providers.door.networks import DemoWeb, ListedWeb, Network, PublicWeb, read_stubs
from verification.providers.door.web import StoredPage, WebDoor
from verification.services.gateway.gathering import Gathered, Noted
from verification.services.gateway.snapshots import save_snapshots, snapshot_key

logger = logging.getLogger(__name__)

LONGEST_URL = 2_000
_KEPT = ("final_url", "hops", "status", "content_type", "etag", "last_modified", "published_at", "snapshot", "fetched_at", "fresh_until")


def make_door(*, is_webhook: bool = False) -> WebDoor:
    """The one door of a batch of work; close it at the end. Only a demo may open it to servers of its own machine.

    Webhooks have one of their own, which also leads to the private hosts that an admin listed.
    """
    return WebDoor(agent=user_agent(), network=_network(is_webhook=is_webhook), store=NotedPages())


def check_address(url: str, *, is_webhook: bool = False) -> None:
    """``ProviderError`` for an address that the door would refuse on sight. No name is looked up."""
    check_url(url, _network(is_webhook=is_webhook))


def _network(*, is_webhook: bool = False) -> Network:
    if is_webhook and settings.WEBHOOK_PRIVATE_HOSTS and not settings.DEMO:
        return ListedWeb(settings.WEBHOOK_PRIVATE_HOSTS)
    played = [*settings.DEMO_STUBS, *([settings.DEMO_RECEIVER] if is_webhook and settings.DEMO_RECEIVER else [])]
    return DemoWeb(read_stubs(played)) if settings.DEMO and played else PublicWeb()


class StoredPages:
    """Pages in the database: the last fetch of each address, and its text as a snapshot. What is wanted at the same time goes together.

    A database that fails costs a fetch, not a run: it is logged, and the page is asked for again. Of one event loop.
    """

    def __init__(self) -> None:
        self._finding = Gathered(_find)
        self._finding_local = Gathered(_find_local)
        self._saving = Gathered(_save)

    async def find(self, url: str) -> StoredPage | None:
        try:
            return await self._finding.ask(url)
        except DatabaseError:
            logger.exception("Stored pages can't be read.")
            return None

    async def find_local(self, url: str) -> Document | None:
        """The newest page of the local corpus with this very address; a fragment is no part of it."""
        try:
            return await self._finding_local.ask(urldefrag(url).url)
        except DatabaseError:
            logger.exception("The local corpus can't be read.")
            return None

    async def save(self, stored: StoredPage) -> None:
        try:
            await self._saving.ask(stored)
        except DatabaseError:
            logger.exception("A page can't be stored.")

    async def settle(self) -> None:
        """Everything is stored already."""


class NotedPages(StoredPages):
    """The pages of a door: nobody waits until one is stored. ``settle`` stores the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._notes = Noted(_save)

    async def find(self, url: str) -> StoredPage | None:
        noted = next((stored for stored in reversed(self._notes.told) if stored.page.url == url), None)
        return noted or await super().find(url)

    async def save(self, stored: StoredPage) -> None:
        self._notes.tell(stored)

    async def settle(self) -> None:
        await self._notes.settle()


def _key(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()


def _find(urls: Sequence[str]) -> list[StoredPage | None]:
    rows = PageFetch.objects.select_related("snapshot").filter(key__in={_key(url) for url in urls})
    found = {row.key: _read(row, row.snapshot) for row in rows if row.snapshot is not None}
    return [found.get(_key(url)) for url in urls]


def _find_local(urls: Sequence[str]) -> list[Document | None]:
    hosts = {host for url in urls if (host := host_of(url))}
    rows = Document.objects.filter(host__in=hosts, url__in=set(urls)).exclude(text="").order_by("published_at", "pk")
    found = {row.url: row for row in rows}
    return [found.get(url) for url in urls]


def _read(row: PageFetch, snapshot: PageSnapshot) -> StoredPage:
    page = WebPage(
        url=row.url,
        final_url=row.final_url,
        status=row.status,
        title=snapshot.title,
        text=snapshot.text,
        published_at=row.published_at,
        fetched_at=row.fetched_at,
        content_type=row.content_type,
        hops=tuple(row.hops),
    )
    return StoredPage(page, Caching(is_stored=True, fresh_until=row.fresh_until, etag=row.etag, last_modified=row.last_modified))


def _save(pages: Sequence[StoredPage]) -> list[None]:
    # Of an address that was read twice the later reading is kept.
    by_key = {_key(one.page.url): one for one in pages if max(len(one.page.url), len(one.page.final_url)) <= LONGEST_URL}
    with transaction.atomic():
        snapshots = save_snapshots(texts=[(one.page.title, one.page.text) for one in by_key.values()])
        rows = [_write(key, one, snapshots[snapshot_key(one.page.title, one.page.text)]) for key, one in by_key.items()]
        PageFetch.objects.bulk_create(rows, update_conflicts=True, unique_fields=["key"], update_fields=_KEPT)
    return [None] * len(pages)


def _write(key: str, stored: StoredPage, snapshot: PageSnapshot) -> PageFetch:
    page, caching = stored.page, stored.caching
    return PageFetch(
        key=key,
        url=page.url,
        final_url=page.final_url,
        hops=list(page.hops),
        status=page.status,
        content_type=page.content_type,
        etag=caching.etag,
        last_modified=caching.last_modified,
        published_at=page.published_at,
        snapshot=snapshot,
        fetched_at=page.fetched_at,
        fresh_until=caching.fresh_until,
    )
