"""What speaks against a claim and is too often wrong to exclude it: the fitted judge weighs it.

Of the open sets' claims on which they fire, a fifth (a figure that no document has, passages that hold the claim in another way) to two
fifths (an act of another) are supported.
"""

from verification.core.claims.crossing import is_carried_across
from verification.core.claims.features import Look
from verification.core.claims.roles import is_of_another, swaps_roles
from verification.core.claims.slots import SlotsReading
from verification.core.claims.standings import Standings
from verification.core.patterns import lazy_regex

_DIGITS = lazy_regex(r"\d+")


def doubt_features(seen: Look, slots: SlotsReading, standings: Standings) -> dict[str, float]:
    """Each doubt by its name, 1 where it holds."""
    return {
        "is_figure_lacking": float(lacks_figure(seen, slots)),
        "is_not_asserted": float(standings.best is not None and standings.best.is_lost),
        "is_other_doer": float(any(swaps_roles(one) or is_of_another(one) for one in slots.propositions)),
    }


def lacks_figure(seen: Look, slots: SlotsReading) -> bool:
    """Whether a figure or year of the claim stands in no document and follows from none."""
    numbers = seen.reading.claim.numbers
    if slots.is_crossed and is_carried_across(slots):
        numbers = numbers - _of_periods(slots)  # 7月 is July, and its slot was compared
    return any(check.is_lost for check in seen.checks) or not numbers <= seen.numbers


def _of_periods(slots: SlotsReading) -> frozenset[str]:
    """The numbers with which a claim names its periods."""
    told = (one.statement.period.words for one in slots.propositions)
    return frozenset(number for words in told if words is not None for number in _DIGITS.findall(words.text))
