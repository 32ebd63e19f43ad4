"""What a fitted judge is held to: its bars, and the format of the file that ``make fit`` writes."""

from dataclasses import dataclass

FORMAT = 1
# What its own page all but excludes is made no answer by other pages that hold the same figure.
LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Bars:
    """The probabilities from which a figure counts, fitted out of fold.

    ``trusted``: one trusted page decides; ``vote``: a page votes; ``doubt``: another value on a trusted page withholds green.
    """

    trusted: float
    vote: float
    doubt: float
