"""How much a word tells: what stands beside every figure of the pages tells none of them apart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log

_SMOOTH = 20
_FLOOR = 0.6


@dataclass(frozen=True, slots=True)
class Rarity:
    """In how many of ``total`` sentences with a figure each term stands: what stands everywhere tells no figures apart."""

    counts: Mapping[str, int]
    total: int
    _weights: dict[str, float] = field(default_factory=dict, compare=False, repr=False)

    def weight(self, term: str) -> float:
        """From about a half for what is everywhere to 1 for what is nowhere else."""
        if term not in self._weights:
            self._weights[term] = self._weigh(term)
        return self._weights[term]

    def _weigh(self, term: str) -> float:
        share = log((self.total + _SMOOTH) / (self.counts.get(term, 0) + 2)) / log((self.total + _SMOOTH) / 2)
        return _FLOOR + (1 - _FLOOR) * max(0.0, share)
