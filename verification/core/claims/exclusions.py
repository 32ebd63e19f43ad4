"""What no likeness of words makes up for: each exclusion caps the probability below green, and says nothing else.

``make fit-support`` prints on how many supported and other claims of the open sets each of them fired.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from verification.core.claims.beside import Beside
from verification.core.claims.contradictions import vetoes
from verification.core.claims.likes import is_of_its_like, is_turned_round
from verification.core.claims.parts import is_denied, is_of_other_period, is_refuted, is_turned
from verification.core.claims.roles import swaps_roles

# Contradicted; what stands open between two languages; what may be so and is never green.
_CONTRADICTED, _OPEN, _DOUBTED = 0.2, 0.45, 0.79
# Words compare nothing between two languages, so slots decide. Of a hundred pages of our own, half of them wrong in one slot, none that is
# wrong was carried, nor of nine hundred generated ones, which are wrong in nastier ways.
_ACROSS = 0.9


def bounded(score: float, beside: Beside) -> float:
    """``score``, and no more than the exclusions leave of it."""
    return min([score, *(most for holds, most in EXCLUSIONS.values() if most < score and holds(beside))])


def chance_across(beside: Beside) -> float:
    """How likely a claim is that passages in another language carry slot by slot; 0 for all others."""
    return _ACROSS if beside.features["is_carried_across"] == 1 else 0.0


def _says_otherwise(beside: Beside) -> bool:
    return next(vetoes(beside.seen), None) is not None


def _has_other_value(beside: Beside) -> bool:
    return any(map(is_refuted, beside.slots.propositions))


def _tells_opposite(beside: Beside) -> bool:
    return any(is_turned(one, held) for one in beside.slots.propositions for held in one.held)


def denies(beside: Beside) -> bool:
    """Whether a passage denies a figure or act of the claim; one that itself denies something is left to the words."""
    return beside.features["negative"] == 0 and any(map(is_denied, beside.slots.propositions))


def _swaps_roles(beside: Beside) -> bool:
    return any(map(swaps_roles, beside.slots.propositions))


def _is_of_other_period(beside: Beside) -> bool:
    return bool(beside.near) and any(map(is_of_other_period, beside.slots.propositions))


def _is_of_its_like(beside: Beside) -> bool:
    return bool(beside.near) and is_of_its_like(beside.reading.claim.text, beside.slots.periods, beside.near, beside.around)


def _is_turned_round(beside: Beside) -> bool:
    return is_turned_round(beside.reading.claim.text, beside.near)


def _lacks_figure(beside: Beside) -> bool:
    return beside.features["is_figure_lacking"] == 1


def _is_open_across(beside: Beside) -> bool:
    return beside.features["is_crossed"] == 1 and beside.features["is_carried_across"] == 0


# What speaks against a claim at once, and the most that it leaves: another figure, year or direction in the same words; another value of
# the same subject, measure and period; the opposite act; the claim's own figure or act, denied; the act told the other way round; a figure
# or year that no document has, which is never green; a slot that stands open in documents of another language. What is wrong too often for
# that is left to the forest (``doubts``).
EXCLUSIONS: Mapping[str, tuple[Callable[[Beside], bool], float]] = MappingProxyType(
    {
        "says_otherwise": (_says_otherwise, _CONTRADICTED),
        "other_value": (_has_other_value, _CONTRADICTED),
        "opposite_act": (_tells_opposite, _CONTRADICTED),
        "denied": (denies, _CONTRADICTED),
        "swapped_roles": (_swaps_roles, _OPEN),
        "other_period": (_is_of_other_period, _OPEN),
        "its_like": (_is_of_its_like, _OPEN),
        "turned_round": (_is_turned_round, _OPEN),
        "figure_lacking": (_lacks_figure, _DOUBTED),
        "open_across": (_is_open_across, _OPEN),
    }
)
