"""A fixed piece of work whose time tells how fast this machine is just now: absolute figures are read beside it."""

import time
from collections.abc import Callable

_ROUNDS = 200_000


def _work() -> int:
    total = 0
    for number in range(_ROUNDS):
        total = (total * 31 + number) % 1_000_003
    return total


def seconds(function: Callable[[], object], *, times: int = 5) -> float:
    """The least processor time of several runs of ``function``."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        function()
        best = min(best, time.process_time() - begin)
    return best


def calibrate() -> float:
    """Seconds this machine needs for the fixed loop (about 0.012 on the machine the goals were set on)."""
    return seconds(_work)
