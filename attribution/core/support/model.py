"""The probability that documents support a claim: a logistic model over named terms (``coefficients``).

A term is a feature, a product of two ("cov_all*long"), or what a feature has above .7 ("cov_all^hi") or lacks below .4 ("cov_all^lo").
"""

from collections.abc import Mapping
from math import exp, expm1

from attribution.core.support.coefficients import COEFFICIENTS, INTERCEPT

HIGH, LOW = 0.7, 0.4
_LIMIT = 30.0


def probability(features: Mapping[str, float]) -> float:
    """From 0 to 1, rounded to four digits."""
    values = {**features, **conditions(features)}
    total = INTERCEPT + sum(weight * value_of(term, values) for term, weight in COEFFICIENTS.items())
    return round(1 / (1 + exp(-max(-_LIMIT, min(_LIMIT, total)))), 4)


def value_of(term: str, values: Mapping[str, float]) -> float:
    """The value of one term of the model."""
    first, _, second = term.partition("*")
    return _factor(first, values) * (values[second] if second else 1.0)


def _factor(name: str, values: Mapping[str, float]) -> float:
    name, _, side = name.partition("^")
    if side == "hi":
        return max(0.0, values[name] - HIGH)
    return max(0.0, LOW - values[name]) if side == "lo" else values[name]


def conditions(features: Mapping[str, float]) -> dict[str, float]:
    """What kind of claim and documents these are, from 0 to 1: the other features mean different things in each."""
    counted = features["figures"] + features["numbers"] > 0
    missed = features["numbers_missing"] + features["figures_lost"] + features["figures_spelt_lost"] + features["figures_away"]
    ample = _ramp(expm1(features["documents"]), 4, 8) * _ramp(features["size"], 6.0, 6.6)
    long = _ramp(features["size"], 5.8, 6.6) * (1 - ample)
    brief = _ramp(-features["terms"], -2.4, -2.0)
    small = _ramp(-features["size"], -4.7, -3.7)
    terse = brief * small
    return {
        # Many documents of many words: a claim on their topic finds its words somewhere, so words tell little and figures much.
        "ample": ample,
        "long": long,
        # A claim of a few words beside a sentence or two: each word counts.
        "terse": terse,
        "small": small - terse,
        "medium": 1 - ample - long - terse,
        "scarce": 1 - ample,
        "brief": brief,
        "counted": float(counted) * (1 - ample),
        "all_counted": float(counted and not missed) * (1 - ample),
        "full": float(features["cov_window"] > 0.97),
        "full_all": float(features["cov_all"] > 0.97),
    }


def _ramp(value: float, low: float, high: float) -> float:
    """0 up to ``low``, 1 from ``high``."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
