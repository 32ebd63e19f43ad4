"""Many small questions to the database that come at the same time, asked as few; many small notes for it, written as few."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async
from django.db import DatabaseError

MOST = 100
# How long a note may wait for others.
PAUSE_S = 0.2

logger = logging.getLogger(__name__)

ItemT = TypeVar("ItemT")
AnswerT = TypeVar("AnswerT")


class Gathered(Generic[ItemT, AnswerT]):
    """What is asked while ``work`` is under way waits, and goes together with the next call, at most ``MOST`` items in one.

    ``work`` answers each item in order, in a thread, and meets it once; what it raises reaches everybody who waited for that call. Whoever
    is cancelled takes nobody along: a call that is under way goes on without them. For the tasks of one event loop.
    """

    def __init__(self, work: Callable[[Sequence[ItemT]], Sequence[AnswerT]]) -> None:
        self._work = work
        self._waiting: list[tuple[ItemT, asyncio.Future[AnswerT]]] = []
        self._caller: asyncio.Task[None] | None = None

    async def ask(self, item: ItemT) -> AnswerT:
        answer: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._caller is None or self._caller.done():
            self._caller = asyncio.create_task(self._call_on())
        return await answer

    async def _call_on(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            await self._call([pair for pair in batch if not pair[1].done()])

    async def _call(self, batch: Sequence[tuple[ItemT, asyncio.Future[AnswerT]]]) -> None:
        if not batch:
            return
        try:
            found = await sync_to_async(self._work)([item for item, _answer in batch])
        except Exception as error:
            for _item, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
            return
        except asyncio.CancelledError:
            for _item, answer in batch:
                answer.cancel()
            raise
        for (_item, answer), result in zip(batch, found, strict=True):
            if not answer.done():
                answer.set_result(result)


class Noted(Generic[ItemT]):
    """What nobody waits for is written together, at most ``PAUSE_S`` after it was told, and all of it by ``settle``.

    A process that is killed loses what it was told since; a database that fails is tried again with the next notes. What can't be written
    by the end is logged and dropped. For the tasks of one event loop.
    """

    def __init__(self, work: Callable[[Sequence[ItemT]], object]) -> None:
        self._work = work
        self._told: list[ItemT] = []
        self._writer: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    @property
    def told(self) -> Sequence[ItemT]:
        """What is not written yet, the oldest first."""
        return self._told

    def tell(self, item: ItemT) -> None:
        self._told.append(item)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_later())

    async def settle(self) -> None:
        """Write everything that was told."""
        if self._writer is not None:
            self._writer.cancel()
        while self._told and await self._write():
            pass
        if self._told:
            logger.error("%s notes could not be written and are lost.", len(self._told))
            self._told.clear()

    async def _write_later(self) -> None:
        await asyncio.sleep(PAUSE_S)
        while self._told:
            writing: asyncio.Task[bool] = asyncio.create_task(self._write())
            if not await asyncio.shield(writing):
                return

    async def _write(self) -> bool:
        """Write the oldest; False where the database fails, and they wait on."""
        async with self._turn:
            batch = self._told[:MOST]
            try:
                await sync_to_async(self._work)(batch)
            except DatabaseError as error:
                logger.warning("%s notes can't be written now: %s", len(batch), type(error).__name__)
                return False
            del self._told[: len(batch)]
            return True
