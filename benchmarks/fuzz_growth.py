"""Whether the time for a character is flat from 1 to 200 kB: every function over every shape, in our own processor time.

A text of 32 kB is held against one of 8 kB first, where a cost that has tripled at 200 kB has grown by a quarter; one of 64 kB where it
has, and 200 kB decide where a character costs more than half as much again there. A cost that grows with the square shows so from the
twentieth part of a microsecond on.
"""

import time
from collections.abc import Callable
from random import Random

from benchmarks.fuzz_functions import BLOCKS, FUNCTIONS, random_blocks

SMALL, LARGE, LIMIT = 8_000, 200_000, 3.0
FIRST, SCREENS = 32_000, ((32_000, 1.2), (64_000, 1.5))
# Of what takes less than this a ratio would measure the clock.
FLOOR_S = 0.01
RANDOM_BLOCKS = 10
_TRIES = 3


def _seconds(call: Callable[[str], object], text: str, times: int = 1) -> float:
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        call(text)
        best = min(best, time.process_time() - begin)
    return best


def _shaped(block: str, size: int) -> str:
    return (block * (size // len(block) + 1))[:size]


def measure_growth(seed: int) -> list[str]:
    """Prints the dearest shape of each function and every pair whose time for a character grows; these are returned."""
    blocks = (*BLOCKS, *random_blocks(Random(f"{seed} growth"), RANDOM_BLOCKS))  # noqa: S311 - test input, no secret
    grown = []
    for name, call in FUNCTIONS.items():
        dearest = (0.0, "")
        for block in blocks:
            first = _seconds(call, _shaped(block, FIRST))
            dearest = max(dearest, (first / FIRST * 1e6, block))
            if first > FLOOR_S and (growth := _growth(call, block, first)) > LIMIT:
                grown.append(name)
                print(f"  GROWS {name} on {block!r}: a character of 200 kB costs {growth:.1f} times one of 8 kB")
        print(f"{name}: at most {dearest[0]:.2f} µs a character, on {dearest[1]!r}")
    print(f"growth: {len(FUNCTIONS)} functions over {len(blocks)} shapes, {len(grown)} grow")
    return grown


def _growth(call: Callable[[str], object], block: str, first: float) -> float:
    """How many times a character of the largest text costs one of the smallest; 1 where a smaller one raises no doubt."""
    small = _seconds(call, _shaped(block, SMALL), _TRIES) / SMALL
    if first / FIRST <= SCREENS[0][1] * small:
        return 1.0
    if any(_seconds(call, _shaped(block, size), _TRIES) / size <= limit * small for size, limit in SCREENS):
        return 1.0
    return _seconds(call, _shaped(block, LARGE)) / LARGE / small
