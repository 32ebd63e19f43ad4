"""Questions that come at the same time are asked together; each gets its own answer, whatever becomes of the others."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence

import pytest
from django.db import OperationalError

from verification.services.gateway import gathering
from verification.services.gateway.gathering import MOST, Gathered, Noted


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


class Diary:
    """What was written at once; the database fails as long as ``is_away``."""

    def __init__(self) -> None:
        self.writings: list[list[int]] = []
        self.is_away = False

    def write(self, numbers: Sequence[int]) -> None:
        if self.is_away:
            raise OperationalError
        self.writings.append(list(numbers))


def write_down(play: Callable[[Diary, Noted[int]], Coroutine[object, object, None]]) -> Diary:
    diary = Diary()

    async def whole() -> None:
        await play(diary, Noted(diary.write))

    asyncio.run(whole())
    return diary


def test_notes_are_written_together_and_all_by_the_end() -> None:
    async def play(diary: Diary, notes: Noted[int]) -> None:
        for number in range(MOST + 5):
            notes.tell(number)
        await asyncio.sleep(0)
        assert (diary.writings, notes.told) == ([], list(range(MOST + 5)))
        await notes.settle()
        assert notes.told == []

    assert write_down(play).writings == [list(range(MOST)), list(range(MOST, MOST + 5))]


def test_notes_are_written_without_being_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "PAUSE_S", 0.01)

    async def play(diary: Diary, notes: Noted[int]) -> None:
        for numbers in ([1, 2], [3]):
            for number in numbers:
                notes.tell(number)
            async with asyncio.timeout(10):
                while notes.told:
                    await asyncio.sleep(0.01)

    assert write_down(play).writings == [[1, 2], [3]]


def test_notes_wait_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(gathering, "PAUSE_S", 0.01)

    async def play(diary: Diary, notes: Noted[int]) -> None:
        diary.is_away = True
        notes.tell(1)
        async with asyncio.timeout(10):
            while not caplog.records:
                await asyncio.sleep(0.01)
        diary.is_away = False
        notes.tell(2)
        await notes.settle()

    assert write_down(play).writings == [[1, 2]]
    assert [record.getMessage() for record in caplog.records] == ["1 notes can't be written now: OperationalError"]


def test_notes_that_can_not_be_written_are_counted_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def play(diary: Diary, notes: Noted[int]) -> None:
        diary.is_away = True
        notes.tell(1)
        notes.tell(2)
        await notes.settle()
        assert notes.told == []

    assert write_down(play).writings == []
    assert caplog.records[-1].getMessage() == "2 notes could not be written and are lost."
