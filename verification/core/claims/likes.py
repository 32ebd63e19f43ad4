"""What tells a claim from its like where a passage has most of its words: another number or side, places exchanged, another order."""

from collections.abc import Sequence

from verification.core.claims.exchanges import places_exchanged
from verification.core.claims.orders import orders_differ
from verification.core.claims.signs import is_negative
from verification.core.judging.opposed_words import divisions_differ, is_opposed
from verification.core.judging.telling_numbers import numbers_differ
from verification.core.patterns import lazy_regex

Span = tuple[int, int]
_NUMBER = lazy_regex(r"\d+|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b")


def is_of_its_like(claim: str, holes: Sequence[Span], near: Sequence[str], around: str) -> bool:
    """Whether sentences that hold most of ``claim`` (``near``) tell it of another thing: numbered otherwise (a second phase), of the other
    side (exports, who is vaccinated), of the state that bears a city's name. ``holes`` are the periods of the claim, ``around`` is all that
    stands about the sentences."""
    told = " ".join(near)
    is_other = _lacks_number(claim, around) and numbers_differ(claim, holes, told, around)
    return bool(near) and (is_other or (_takes_other_side(claim, told) and _takes_other_side(claim, around)))


def _lacks_number(claim: str, around: str) -> bool:
    """Whether a number of the claim, or an English ordinal, stands nowhere about it; Chinese ones are left to their words."""
    numbers = frozenset(_NUMBER.findall(claim.lower()))
    return not numbers or not numbers.issubset(_NUMBER.findall(around.lower()))


def _takes_other_side(claim: str, told: str) -> bool:
    return is_negative(claim) == is_negative(told) and (is_opposed(claim, told) or divisions_differ(claim, told))


def is_turned_round(claim: str, near: Sequence[str]) -> bool:
    """Whether they tell it with two of its things exchanged, or what came first and what next the other way round."""
    return places_exchanged(claim, near) or orders_differ(claim, near)
