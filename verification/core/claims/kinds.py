"""What kind of claim and documents these are, from 0 to 1: the other features mean different things in each."""

from collections.abc import Mapping
from math import expm1


def kinds_of(features: Mapping[str, float]) -> dict[str, float]:
    """Each kind by its name."""
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
