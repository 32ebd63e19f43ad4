"""Runs work in turn: at most so many at once, in their order, and whatever becomes of one, its turn goes to the next."""

import asyncio
from collections.abc import Coroutine

import pytest

from verification.services.runs.turns import AT_ONCE, Turn, Turns


async def pause() -> None:
    """Let every task that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


class Office:
    """Runs that wait for a turn, work until ``go_on``, and remember who had one."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.begun: list[int] = []
        self.go_on: dict[int, asyncio.Event] = {}
        self.back: dict[int, asyncio.Event] = {}

    def send(self, *numbers: int, goes_outside: bool = False) -> list[asyncio.Task[None]]:
        for number in numbers:
            self.go_on[number], self.back[number] = asyncio.Event(), asyncio.Event()
        return [asyncio.create_task(self._work(number, goes_outside=goes_outside)) for number in numbers]

    async def _work(self, number: int, *, goes_outside: bool) -> None:
        async with self.turns.take() as turn:
            self.begun.append(number)
            if goes_outside:
                async with turn.outside():
                    await self.back[number].wait()
                self.begun.append(-number)
            await self.go_on[number].wait()

    async def has_every_turn(self) -> bool:
        """Whether as many as may work at once can, and no more."""
        held = [self.turns.take() for _ in range(AT_ONCE)]
        for turn in held:
            await asyncio.wait_for(turn.__aenter__(), 5)
        extra = asyncio.create_task(self.turns.take().__aenter__())
        await pause()
        is_full = not extra.done()
        extra.cancel()
        for turn in held:
            await turn.__aexit__(None, None, None)
        return is_full


def play(script: Coroutine[object, object, None]) -> None:
    asyncio.run(script)


def test_so_many_work_at_once_and_the_others_follow_in_their_order() -> None:
    async def script() -> None:
        office = Office()
        tasks = office.send(1, 2, 3, 4)
        await pause()
        assert office.begun == [1, 2]
        office.go_on[2].set()
        await pause()
        assert office.begun == [1, 2, 3]
        for event in office.go_on.values():
            event.set()
        await asyncio.gather(*tasks)
        assert office.begun == [1, 2, 3, 4]
        assert await office.has_every_turn()

    play(script())


def test_who_waits_for_the_outside_lets_others_work_and_comes_back_behind_them() -> None:
    async def script() -> None:
        office = Office()
        tasks = office.send(1, 2, 3, goes_outside=True)
        await pause()
        assert office.begun == [1, 2, 3]
        office.back[3].set()
        office.back[1].set()
        await pause()
        office.back[2].set()
        await pause()
        assert office.begun == [1, 2, 3, -3, -1]
        office.go_on[3].set()
        await pause()
        assert office.begun[-1] == -2
        office.go_on[1].set()
        office.go_on[2].set()
        await asyncio.gather(*tasks)
        assert await office.has_every_turn()

    play(script())


def test_a_failure_outside_takes_a_turn_to_be_handled_and_gives_it_back() -> None:
    async def script() -> None:
        turns = Turns()

        async def fail() -> None:
            async with turns.take() as turn, turn.outside():
                raise ValueError("refused")

        for _ in range(2 * AT_ONCE):
            with pytest.raises(ValueError, match="refused"):
                await asyncio.wait_for(fail(), 5)

    play(script())


@pytest.mark.parametrize("is_back", [False, True], ids=["outside", "waiting to come back"])
def test_who_is_cancelled_gives_back_what_it_holds_and_no_more(is_back: bool) -> None:
    async def script() -> None:
        office = Office()
        (away,) = office.send(1, goes_outside=True)
        await pause()
        others = office.send(*range(2, 2 + AT_ONCE))
        await pause()
        if is_back:
            office.back[1].set()
            await pause()
        away.cancel()
        await pause()
        for event in office.go_on.values():
            event.set()
        await asyncio.gather(*others)
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(away, 5)
        assert -1 not in office.begun
        assert await office.has_every_turn()

    play(script())


def test_who_is_cancelled_before_its_turn_takes_none() -> None:
    async def script() -> None:
        office = Office()
        tasks = office.send(*range(AT_ONCE + 2))
        await pause()
        tasks[AT_ONCE].cancel()
        for event in office.go_on.values():
            event.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert office.begun == [*range(AT_ONCE), AT_ONCE + 1]
        assert await office.has_every_turn()

    play(script())


def test_a_turn_that_is_not_held_is_not_given_back() -> None:
    async def script() -> None:
        office = Office()
        turn: Turn = office.turns.take()
        await turn.__aexit__(None, None, None)
        assert await office.has_every_turn()

    play(script())
