"""Texts as vectors: what points the same way means the same."""

import math
from collections.abc import Sequence


def cosine(left: Sequence[float], right: Sequence[float]) -> float:
    """How alike two vectors of the same number of dimensions point, from 0 to 1: those that point apart are not alike."""
    lengths = math.hypot(*left) * math.hypot(*right)
    product = math.fsum(one * other for one, other in zip(left, right, strict=True))
    return min(1.0, max(0.0, product / lengths)) if lengths else 0.0
