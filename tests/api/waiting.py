"""A request that waits for the end of some work, and the work that is done meanwhile: no clock of the machine decides who is first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from django.db import connection


@dataclass
class WaitingClock:
    """Time passes only while the request sleeps, and the work is done, from its begin to its end, the first time it does.

    The work has a thread and a connection of its own, so it finds only what the request has committed by then; what it raises fails
    the request.
    """

    work: Callable[[], object]
    naps: list[float] = field(default_factory=list)

    def monotonic(self) -> float:
        return sum(self.naps)

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        if len(self.naps) == 1:
            with ThreadPoolExecutor(1) as worker:
                worker.submit(self._work_and_leave).result()

    def _work_and_leave(self) -> None:
        try:
            self.work()
        finally:
            connection.close()


def work_while_waiting(monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> WaitingClock:
    """``work`` is done when the next request with ``Prefer: wait`` has found for the first time that it has not ended."""
    clock = WaitingClock(work)
    monkeypatch.setattr("verification.api.calls.preferences.time", clock)
    return clock
