"""Questions that come at the same time are asked together; each gets its own answer, whatever becomes of the others."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence

import pytest

from verification.services.gateway.gathering import MOST, Gathered


class Book:
    """Doubles numbers, and remembers what it was asked at once; the first call waits for ``go_on``."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def look_up(self, numbers: Sequence[int]) -> list[int]:
        self.calls.append(list(numbers))
        self.begun.set()
        assert self.go_on.wait(10)
        if 13 in numbers:
            raise ValueError("13")
        return [2 * number for number in numbers]


def run(play: Callable[[Book, Gathered[int, int]], Coroutine[object, object, None]]) -> Book:
    book = Book()

    async def whole() -> None:
        await play(book, Gathered(book.look_up))

    asyncio.run(whole())
    return book


async def begin(book: Book, gathered: Gathered[int, int], numbers: Sequence[int]) -> list[asyncio.Task[int]]:
    """The first is being looked up when the others come."""
    tasks = [asyncio.create_task(gathered.ask(numbers[0]))]
    await asyncio.to_thread(book.begun.wait, 10)
    tasks += [asyncio.create_task(gathered.ask(number)) for number in numbers[1:]]
    await asyncio.sleep(0)
    return tasks


def test_what_comes_meanwhile_goes_together() -> None:
    async def play(book: Book, gathered: Gathered[int, int]) -> None:
        tasks = await begin(book, gathered, range(6))
        book.go_on.set()
        assert await asyncio.gather(*tasks) == [0, 2, 4, 6, 8, 10]

    assert run(play).calls == [[0], [1, 2, 3, 4, 5]]


def test_one_call_has_its_limit() -> None:
    async def play(book: Book, gathered: Gathered[int, int]) -> None:
        tasks = await begin(book, gathered, range(100, MOST + 151))
        book.go_on.set()
        assert await asyncio.gather(*tasks) == [2 * number for number in range(100, MOST + 151)]

    assert [len(call) for call in run(play).calls] == [1, MOST, 50]


def test_failure_reaches_those_of_its_call_alone() -> None:
    async def play(book: Book, gathered: Gathered[int, int]) -> None:
        tasks = await begin(book, gathered, [1, 13, 2])
        book.go_on.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [str(one) for one in found] == ["2", "13", "13"]
        assert await gathered.ask(3) == 6

    assert run(play).calls == [[1], [13, 2], [3]]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_whoever_is_cancelled_takes_nobody_along(place: int) -> None:
    async def play(book: Book, gathered: Gathered[int, int]) -> None:
        tasks = await begin(book, gathered, [1, 2, 3])
        tasks[place].cancel()
        await asyncio.sleep(0)
        book.go_on.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(found.pop(place), asyncio.CancelledError)
        assert found == [2 * number for number in (1, 2, 3) if number != place + 1]

    book = run(play)
    assert book.calls == ([[1], [2, 3]] if place == 0 else [[1], [5 - (place + 1)]]), "nothing is asked twice, nor for nobody"
