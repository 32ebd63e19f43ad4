"""How the cost of a piece of work grows with its size, in our own processor time: other programs on the machine don't count."""

import time
from collections.abc import Callable

# Below this a ratio would measure the clock.
_FLOOR_S = 0.001
_TRIES = 4


def grows_within(limit: float, work: Callable[[], object], larger: Callable[[], object]) -> bool:
    """Whether ``larger`` takes less than ``limit`` times as long as ``work`` in one try of several: a pause can only add."""
    return any(_seconds(larger) < limit * max(_seconds(work), _FLOOR_S) for _ in range(_TRIES))


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin
