"""How often a domain was right, by persons' rulings and by values that others confirmed later: a Beta posterior that forgets.

Seed 000, dynamic whitelist and time decay.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from math import exp, lgamma, log, log1p

HALF_LIFE_DAYS = 180.0
TAIL = 0.05  # on either side: the interval holds nine tenths
# As many judgements' worth of weight has the authority that a person gave.
PRIOR_WEIGHT = 10
# A person's ruling counts in full; what the engine concludes from a later run counts half.
RULING_WEIGHT, CONFIRMATION_WEIGHT = 1.0, 0.5
_STEPS, _TERMS, _TINY = 50, 200, 1e-300


@dataclass(frozen=True, slots=True)
class Accuracy:
    """``n`` counts judgements by their weight and what age leaves of it; the right ones' share is ``mean``, nine tenths in low to high."""

    n: float
    mean: float
    low: float
    high: float

    @property
    def wrong(self) -> float:
        """The weight of the wrong ones among ``n``."""
        return max(0.0, self.n + 1 - self.mean * (self.n + 2))


def accuracy_of(judgements: Iterable[tuple[bool, float, float]]) -> Accuracy:
    """From (whether a domain was right, how many days ago, the weight when new). Without any the prior: 0.5, anything possible."""
    right = wrong = 0.0
    for is_right, age_days, fresh in judgements:
        weight = fresh * 0.5 ** (max(0.0, age_days) / HALF_LIFE_DAYS)
        right, wrong = (right + weight, wrong) if is_right else (right, wrong + weight)
    a, b = right + 1, wrong + 1
    return Accuracy(right + wrong, a / (a + b), _quantile(a, b, TAIL), _quantile(a, b, 1 - TAIL))


def weigh_authority(given: Decimal, accuracy: Accuracy | None) -> Decimal:
    """The authority that a person gave, moved towards what the domain was found to be worth; unchanged without judgements."""
    if accuracy is None or accuracy.n == 0:
        return given
    n, mean = Decimal(str(round(accuracy.n, 6))), Decimal(str(round(accuracy.mean, 6)))
    return ((given * PRIOR_WEIGHT + mean * n) / (PRIOR_WEIGHT + n)).quantize(Decimal("0.0001"))


def _quantile(a: float, b: float, share: float) -> float:
    low, high = 0.0, 1.0
    for _step in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _below(a, b, middle) < share else (low, middle)
    return (low + high) / 2


def _below(a: float, b: float, x: float) -> float:
    """The share of Beta(a, b) below ``x``: the regularized incomplete beta function, by its continued fraction (DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _below(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    value, upper, lower = 1.0, 1.0, 0.0
    for term in range(_TERMS):
        half = term // 2
        if term == 0:
            part = 1.0
        elif term % 2 == 0:
            part = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        else:
            part = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        lower = 1 / _not_zero(1 + part * lower)
        upper = _not_zero(1 + part / upper)
        value *= upper * lower
        if abs(upper * lower - 1) < 1e-12 and term > 1:
            break
    return front * (value - 1)


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
