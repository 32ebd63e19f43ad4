"""Whether the time for a character is flat from 1 to 200 kB: every function over every shape, in our own processor time.

A text of 64 kB is held against one of 8 kB first. Where a character costs more than half as much again there, 200 kB decide; a cost that
grows with the square shows so from the twentieth part of a microsecond on.
"""

import time
from collections.abc import Callable
from random import Random

from benchmarks.fuzz_functions import BLOCKS, FUNCTIONS, random_blocks

SMALL, MIDDLE, LARGE = 8_000, 64_000, 200_000
SCREEN, LIMIT = 1.5, 3.0
# Of what takes less than this a ratio would measure the clock.
FLOOR_S = 0.02
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
            middle = _seconds(call, _shaped(block, MIDDLE))
            dearest = max(dearest, (middle / MIDDLE * 1e6, block))
            if middle > FLOOR_S and (growth := _growth(call, block, middle)) > LIMIT:
                grown.append(name)
                print(f"  GROWS {name} on {block!r}: a character of 200 kB costs {growth:.1f} times one of 8 kB")
        print(f"{name}: at most {dearest[0]:.2f} µs a character, on {dearest[1]!r}")
    print(f"growth: {len(FUNCTIONS)} functions over {len(blocks)} shapes, {len(grown)} grow")
    return grown


def _growth(call: Callable[[str], object], block: str, middle: float) -> float:
    """How many times a character of the largest text costs one of the smallest; 1 where the middle text raises no doubt."""
    small = _seconds(call, _shaped(block, SMALL), _TRIES) / SMALL
    if middle / MIDDLE <= SCREEN * small or _seconds(call, _shaped(block, MIDDLE), _TRIES) / MIDDLE <= SCREEN * small:
        return 1.0
    return _seconds(call, _shaped(block, LARGE)) / LARGE / small
