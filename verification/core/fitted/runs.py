"""A linear model over short runs of words, known by a hash, so that its file holds no words (Weinberger and others 2009)."""

from array import array
from collections.abc import Iterable, Mapping, Set
from math import exp, sqrt
from typing import Any
from zlib import crc32

from verification.core.fitted.forest import PLACES

BUCKETS = 1 << 18
# Weights are kept as whole thousandths.
SCALE = 1000


class RunModel:
    """``base`` is the log-odds before any run; ``weights`` one for each bucket, in thousandths. A text's runs share one length among them,
    so that a long sentence weighs no more than a short one."""

    def __init__(self, base: float, weights: "array[int]") -> None:
        self._base = base
        self._weights = weights

    def chance(self, runs: Iterable[str]) -> float:
        """From 0 to 1, to four places."""
        return self.chance_of(buckets_of(runs))

    def chance_of(self, buckets: Set[int]) -> float:
        """The same of runs whose buckets another model was asked for too."""
        weights = self._weights
        log_odds = self._base + sum([weights[bucket] for bucket in buckets]) / (SCALE * sqrt(len(buckets) or 1))
        return round(1 / (1 + exp(-min(max(log_odds, -40.0), 40.0))), PLACES)


def buckets_of(runs: Iterable[str]) -> set[int]:
    return {bucket_of(run) for run in runs}


def bucket_of(run: str) -> int:
    return crc32(run.encode()) & (BUCKETS - 1)


def parse_run_model(shape: Mapping[str, Any]) -> RunModel:
    """The model of a JSON object ``{base, buckets, weights}``; buckets that are not named weigh nothing."""
    weights = array("i", bytes(4 * BUCKETS))
    for bucket, weight in zip(shape["buckets"], shape["weights"], strict=True):
        weights[bucket] = weight
    return RunModel(shape["base"], weights)
