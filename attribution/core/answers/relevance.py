"""Scores of rerankers on one scale from 0 to 1, whatever they were given in: cosines, points, logits."""

from dataclasses import dataclass
from math import exp
from typing import Protocol

_STEEPEST = 500.0  # beyond this the exponential overflows, and the sigmoid is 0 or 1 anyway


class Scale(Protocol):
    """Where scores come from."""

    def scaled(self, score: float) -> float | None:
        """``score`` from 0 to 1; None where it is none of this scale."""
        ...


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """Scores from ``low`` to ``high``, the higher the better; those from 0 to 1 stay as they are."""

    low: float = 0.0
    high: float = 1.0

    def scaled(self, score: float) -> float | None:
        if not self.low <= score <= self.high:
            return None
        # Halves, for the width of a range may be more than a float holds.
        return (score / 2 - self.low / 2) / (self.high / 2 - self.low / 2)


@dataclass(frozen=True, slots=True)
class Sigmoid:
    """Logits of a cross-encoder, of any size."""

    def scaled(self, score: float) -> float | None:
        return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, score))))
