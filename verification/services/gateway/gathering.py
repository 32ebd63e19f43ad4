"""Many small questions to the database that come at the same time, asked as few."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async

MOST = 100

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
