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

    ``work`` answers each item in order, in a thread; what it raises reaches everybody who waited for that call. Whoever is cancelled takes
    nobody along: their items go with the call after it, so ``work`` may meet an item twice. For the tasks of one event loop.
    """

    def __init__(self, work: Callable[[Sequence[ItemT]], Sequence[AnswerT]]) -> None:
        self._work = work
        self._waiting: list[tuple[ItemT, asyncio.Future[AnswerT]]] = []
        self._turn = asyncio.Lock()

    async def ask(self, item: ItemT) -> AnswerT:
        answer: asyncio.Future[AnswerT] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        try:
            while not answer.done():
                async with self._turn:
                    if not answer.done():
                        await self._call()
            return answer.result()
        finally:
            answer.cancel()

    async def _call(self) -> None:
        self._waiting = [pair for pair in self._waiting if not pair[1].done()]
        batch = self._waiting[:MOST]
        try:
            found = await sync_to_async(self._work)([item for item, _answer in batch])
        except Exception as error:
            for _item, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_item, answer), result in zip(batch, found, strict=True):
            if not answer.done():
                answer.set_result(result)
