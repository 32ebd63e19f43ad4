"""Runs that go on at the same time work in turn, so that those that began first ask, and are answered, first.

One processor and one connection to the database serve all runs of a batch. Were each step of all runs done before the next, the last run
would wait for the sum of all steps of all others; in turn, the work of one is done while the others wait for the outside.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

# While one run is at the database the other is at the processor.
AT_ONCE = 2


class Turns:
    """The turns of the runs of one event loop, given in the order in which they are asked for."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    def take(self) -> "Turn":
        """Enter it with ``async with`` to wait for it and to give it back at the end."""
        return Turn(self._free)


class Turn:
    """The right of one run to work, until it waits for the outside. For one task."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free = free
        self._is_held = False

    async def __aenter__(self) -> Self:
        await self._wait()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._give_back()

    @asynccontextmanager
    async def outside(self) -> AsyncIterator[None]:
        """Let others work while the block waits for the outside; its end, or its failure, waits for a turn again."""
        self._give_back()
        try:
            yield
        finally:
            await self._wait()

    async def _wait(self) -> None:
        await self._free.acquire()
        self._is_held = True

    def _give_back(self) -> None:
        """Nothing where a run was cancelled as it waited for its turn."""
        if self._is_held:
            self._is_held = False
            self._free.release()
