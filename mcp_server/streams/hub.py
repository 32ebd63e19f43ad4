"""One look at the database for all readers of a process, however many there are; each is woken where what it watches has changed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import suppress

from django.db import Error as DatabaseError

from mcp_server.streams.standings import Watched, WatchedProgress

LOOK_SECONDS = 0.5

Look = Callable[[Iterable[Watched]], Awaitable[dict[Watched, WatchedProgress]]]


class _Reader:
    """``progress`` is the newest; what a slow reader missed between is not kept for it."""

    __slots__ = ("changed", "progress")

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.progress: WatchedProgress | None = None


class Hub:
    """Looks while anybody reads, and rests while nobody does. Of one event loop."""

    def __init__(self, look: Look, *, every: float = LOOK_SECONDS) -> None:
        self._look = look
        self._every = every
        self._readers: dict[Watched, set[_Reader]] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def readers(self) -> int:
        return sum(len(each) for each in self._readers.values())

    async def watch(self, subject: Watched, *, seconds: float) -> AsyncGenerator[WatchedProgress]:
        """What stands now, then each change, up to the end, or until the time is over."""
        ends_at = asyncio.get_running_loop().time() + seconds
        reader = _Reader()
        self._readers.setdefault(subject, set()).add(reader)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go_on())
        try:
            while True:
                async with asyncio.timeout_at(ends_at):
                    await reader.changed.wait()
                reader.changed.clear()
                if reader.progress is not None:
                    yield reader.progress
                    if reader.progress.is_over:
                        return
        except TimeoutError:
            return
        finally:
            self._leave(subject, reader)

    def _leave(self, subject: Watched, reader: _Reader) -> None:
        readers = self._readers[subject]
        readers.discard(reader)
        if not readers:
            del self._readers[subject]

    async def _go_on(self) -> None:
        while self._readers:
            # A database that fails for a moment ends no stream: it is looked at again.
            with suppress(DatabaseError):
                self._tell(await self._look(tuple(self._readers)))
            await asyncio.sleep(self._every)

    def _tell(self, found: dict[Watched, WatchedProgress]) -> None:
        for subject, progress in found.items():
            for reader in self._readers.get(subject, ()):
                if reader.progress != progress:
                    reader.progress = progress
                    reader.changed.set()
