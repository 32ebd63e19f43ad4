"""What tells a claim from its like where a passage has most of its words: another number or side, places exchanged, another order."""

from collections.abc import Sequence

from verification.core.claims.exchanges import places_exchanged
from verification.core.claims.orders import orders_differ
from verification.core.claims.signs import is_negative
from verification.core.judging.opposed_words import divisions_differ, is_opposed
from verification.core.judging.telling_numbers import numbers_differ

Span = tuple[int, int]


def is_of_its_like(claim: str, holes: Sequence[Span], near: Sequence[str], around: str) -> bool:
    """Whether sentences that hold most of ``claim`` (``near``) tell it of another thing: numbered otherwise (a second phase), of the other
    side (exports, who is vaccinated), of the state that bears a city's name. ``holes`` are the periods of the claim, ``around`` is all that
    stands about the sentences."""
    told = " ".join(near)
    return bool(near) and (
        numbers_differ(claim, holes, told, around) or (_takes_other_side(claim, told) and _takes_other_side(claim, around))
    )


def _takes_other_side(claim: str, told: str) -> bool:
    return is_negative(claim) == is_negative(told) and (is_opposed(claim, told) or divisions_differ(claim, told))


def is_turned_round(claim: str, near: Sequence[str]) -> bool:
    """Whether they tell it with two of its things exchanged, or what came first and what next the other way round."""
    return places_exchanged(claim, near) or orders_differ(claim, near)
