"""A share of so few or so many cases, with its interval."""

import math
from dataclasses import dataclass

Z_95 = 1.959964  # two-sided, 95 %


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``total``; ``rate``, ``low`` and ``high`` from 0 to 1, None where there is nothing to take a share of."""

    count: int
    total: int

    @property
    def rate(self) -> float | None:
        return self.count / self.total if self.total else None

    @property
    def low(self) -> float | None:
        return wilson_interval(self.count, self.total)[0] if self.total else None

    @property
    def high(self) -> float | None:
        return wilson_interval(self.count, self.total)[1] if self.total else None


def wilson_interval(count: int, total: int, *, z: float = Z_95) -> tuple[float, float]:
    """The score interval of ``count`` in ``total`` (Wilson, 1927), from 0 to 1. ``ValueError`` unless 0 ≤ count ≤ total and total > 0."""
    if not 0 <= count <= total or total <= 0:
        raise ValueError(f"expected 0 <= count <= total and total > 0, got {count} of {total}")
    rate, weight = count / total, z * z / total
    middle = rate + weight / 2
    half = z * math.sqrt(rate * (1 - rate) / total + weight / (4 * total))
    # What rounding leaves beyond the edges is no share.
    low = 0.0 if count == 0 else max(0.0, (middle - half) / (1 + weight))
    high = 1.0 if count == total else min(1.0, (middle + half) / (1 + weight))
    return low, high
