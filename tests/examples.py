"""How many examples a random test draws: a third in ``make test``, which draws others each time, and all of them in longer runs."""

import os

from hypothesis import settings

QUICK = "CAUSALFLOW_QUICK_TESTS"  # set by tests/run.py
_PARTS = 3


def drawn(examples: int) -> settings:
    return settings(max_examples=examples // (_PARTS if QUICK in os.environ else 1), deadline=None)
