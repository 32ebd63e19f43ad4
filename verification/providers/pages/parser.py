"""Pages read by processes of their own (``reader``), each killed where a page takes too long."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from verification.core.vocabulary import Fault, PageKind
from verification.providers.base import ProviderError
from verification.providers.pages.reader import RESTING, ReaderProcess
from verification.providers.pages.text import parse_published

PROCESSES = 2
PARSE_SECONDS = 8.0  # a page of the longest size takes three of an idle processor
START_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says; ``text`` may be empty. ``kind``: whether it is an article, and else what stands in its place; ``mark`` shows it.

    ``forward``: where the page leads without being asked (as it writes the address), empty where it stays.
    """

    title: str
    text: str
    published_at: datetime | None
    charset: str
    kind: PageKind = PageKind.ARTICLE
    mark: str = ""
    is_parked: bool = False
    forward: str = ""


class PageParser:
    """At most ``PROCESSES`` at a time, taken or started when first needed and given back by ``close``."""

    def __init__(self, *, seconds: float = PARSE_SECONDS) -> None:
        self._seconds = seconds
        self._turns = asyncio.Semaphore(PROCESSES)
        self._readers: list[asyncio.Task[ReaderProcess]] = []
        self._is_used = False

    def prepare(self, *, processes: int = 1) -> None:
        """Start the first process, or several, while a page is still on its way."""
        if not self._is_used:
            self._readers += [self._open() for _ in range(min(processes, PROCESSES))]

    async def parse(
        self, body: bytes, *, content_type: str, url: str, asked: str = "", status: int = 200, headers: Mapping[str, str] | None = None
    ) -> PageText:
        """What the page says; ``ProviderError`` (unreadable) where it takes too long or breaks its reader.

        ``url`` is where it came from, ``asked`` what was asked for; header names are lower-case.
        """
        told = {name: value[:200] for name, value in list((headers or {}).items())[:100]}
        meta = {"content_type": content_type[:500], "url": url, "asked": asked, "status": status, "headers": told}
        async with self._turns:
            opening = self._readers.pop() if self._readers else self._open()
            try:
                reader = await asyncio.shield(opening)
                async with asyncio.timeout(self._seconds):
                    found = await asyncio.to_thread(reader.read, body, meta)
            except BaseException as error:
                await _end(opening)
                if isinstance(error, TimeoutError | OSError | EOFError | ValueError):
                    raise ProviderError("The page can't be read: it breaks its reader.", permanent=True, fault=Fault.UNREADABLE) from error
                raise
            self._readers.append(opening)
        if "problem" in found:
            raise ProviderError("The page can't be read: its markup is broken.", permanent=True, fault=Fault.UNREADABLE)
        return PageText(
            title=found["title"],
            text=found["text"],
            published_at=parse_published(found["published_at"]),
            charset=found["charset"],
            kind=PageKind(found["kind"]),
            mark=found["mark"],
            is_parked=bool(found["is_parked"]),
            forward=found["forward"],
        )

    async def close(self) -> None:
        for opening in self._readers:
            if opening.done() and not opening.cancelled() and not opening.exception():
                RESTING.give_back(opening.result())
            else:
                await _end(opening)
        self._readers.clear()

    def _open(self) -> "asyncio.Task[ReaderProcess]":
        self._is_used = True
        return asyncio.create_task(_take_or_start())


async def _take_or_start() -> ReaderProcess:
    resting = RESTING.take()
    if resting is not None:
        return resting
    reader = ReaderProcess()
    try:
        async with asyncio.timeout(START_SECONDS):
            await asyncio.to_thread(reader.wait_until_ready)
    except BaseException:
        reader.kill()
        raise
    return reader


async def _end(opening: "asyncio.Task[ReaderProcess]") -> None:
    """End the process that a task took or is starting, and wait until it is gone."""
    if not opening.done():
        opening.cancel()
    with suppress(asyncio.CancelledError, TimeoutError, OSError, EOFError, ValueError):
        (await opening).kill()
