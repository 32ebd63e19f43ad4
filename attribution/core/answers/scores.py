"""The probability that a passage carries a sentence, from named features."""

from dataclasses import fields
from math import exp

from attribution.core.answers.matching import Features

# A sentence is supported where its best passage carries it more likely than not.
SUPPORTED_FROM = 0.5

# Logistic regression (ridge 1) on the 428 answers of the TAT-QA reports whose first document's SHA-256 begins with an even byte, 1,887
# pairs of a sentence and a document of its own; ``python -m benchmarks.attribution --fit`` prints these lines, the command without it the
# calibration on the other half. An answer that was not written from the documents is not in that sample: ``supported`` tells it.
INTERCEPT = -1.461
COEFFICIENTS = {
    "words": 1.591,
    "block_words": 0.698,
    "order": 0.761,
    "figures": 0.505,
    "derived": 2.507,
    "label": 2.639,
    "lead": 2.769,
    "is_brief": -0.360,
}
_FEATURES = tuple(field.name for field in fields(Features))


def probability(features: Features) -> float:
    """From 0 to 1, rounded to four digits."""
    total = INTERCEPT + sum(COEFFICIENTS[name] * getattr(features, name) for name in _FEATURES)
    return round(1 / (1 + exp(-max(-30.0, min(30.0, total)))), 4)
