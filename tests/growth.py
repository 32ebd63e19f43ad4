"""How the cost of a piece of work grows with its size, in our own processor time: other programs on the machine don't count."""

import time
from collections.abc import Callable

# Below this a ratio would measure the clock.
_FLOOR_S = 0.001
_TRIES = 3


def growth(work: Callable[[], object], larger: Callable[[], object]) -> float:
    """How many times as long ``larger`` takes as ``work``: the least of several tries, since a pause can only add."""
    return min(_seconds(larger) / max(_seconds(work), _FLOOR_S) for _ in range(_TRIES))


def _seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(_TRIES):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best
