"""The door to the open web as the product opens it, and the pages that were read before."""

import hashlib
import logging

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, transaction

from verification.models import PageFetch
from verification.providers.base import WebPage
from verification.providers.front_door import check_url
from verification.providers.http_caching import Caching
from verification.providers.networks import DemoWeb, Network, PublicWeb, read_stubs
from verification.providers.web import PRODUCT, StoredPage, WebDoor
from verification.services.snapshots import save_snapshots, snapshot_key

logger = logging.getLogger(__name__)

LONGEST_URL = 2_000
_KEPT = ("final_url", "hops", "status", "content_type", "etag", "last_modified", "published_at", "snapshot", "fetched_at", "fresh_until")


def make_door() -> WebDoor:
    """The one door of a batch of work; close it at the end. Only a demo may open it to servers of its own machine."""
    return WebDoor(agent=f"{PRODUCT} (+{settings.SITE_URL})", network=_network(), store=StoredPages())


def check_address(url: str) -> None:
    """``ProviderError`` for an address that the door would refuse on sight. No name is looked up."""
    check_url(url, _network())


def _network() -> Network:
    return DemoWeb(read_stubs(settings.DEMO_STUBS)) if settings.DEMO and settings.DEMO_STUBS else PublicWeb()


class StoredPages:
    """Pages in the database: the last fetch of each address, and its text as a snapshot.

    A database that fails costs a fetch, not a run: it is logged, and the page is asked for again.
    """

    async def find(self, url: str) -> StoredPage | None:
        try:
            return await sync_to_async(_find)(url)
        except DatabaseError:
            logger.exception("Stored pages can't be read.")
            return None

    async def save(self, stored: StoredPage) -> None:
        try:
            await sync_to_async(_save)(stored)
        except DatabaseError:
            logger.exception("A page can't be stored.")


def _key(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()


def _find(url: str) -> StoredPage | None:
    row = PageFetch.objects.select_related("snapshot").filter(key=_key(url)).first()
    if row is None or row.snapshot is None:
        return None
    page = WebPage(
        url=row.url,
        final_url=row.final_url,
        status=row.status,
        title=row.snapshot.title,
        text=row.snapshot.text,
        published_at=row.published_at,
        fetched_at=row.fetched_at,
        content_type=row.content_type,
        hops=tuple(row.hops),
    )
    caching = Caching(is_stored=True, fresh_until=row.fresh_until, etag=row.etag, last_modified=row.last_modified)
    return StoredPage(page, caching)


def _save(stored: StoredPage) -> None:
    page, caching = stored.page, stored.caching
    if max(len(page.url), len(page.final_url)) > LONGEST_URL:
        return
    with transaction.atomic():
        snapshots = save_snapshots(texts=[(page.title, page.text)])
        row = PageFetch(
            key=_key(page.url),
            url=page.url,
            final_url=page.final_url,
            hops=list(page.hops),
            status=page.status,
            content_type=page.content_type,
            etag=caching.etag,
            last_modified=caching.last_modified,
            published_at=page.published_at,
            snapshot=snapshots[snapshot_key(page.title, page.text)],
            fetched_at=page.fetched_at,
            fresh_until=caching.fresh_until,
        )
        PageFetch.objects.bulk_create([row], update_conflicts=True, unique_fields=["key"], update_fields=_KEPT)
