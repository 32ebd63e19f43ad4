"""Which figure each page is taken to give (two passes): strictly bound figures first, then the same exact value on other pages.

A page that holds a strictly bound value is believed at a lower bar, unless another figure there is bound much better.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from verification.core.binding import Bond
from verification.core.exhibits import Docket, Exhibit
from verification.core.injection import injection_mark
from verification.core.values import Value, same_value, supports_value

STRICT = 0.60
LOW = 0.34
MUCH_BETTER = 0.16
_AGREEMENT = 0.08


@dataclass(frozen=True, slots=True)
class Choice:
    """The figure a page gives; ``is_strict``: bound by its own words, else by agreement with a page that is."""

    exhibit: Exhibit
    bond: Bond
    is_strict: bool


def choose_figures(docket: Docket) -> tuple[Choice, ...]:
    """At most one figure for each page that may vote or is only too old; in the order of the docket."""
    strict = [(exhibit.owner, bond.value) for exhibit in docket.voting() for bond in _leaders(exhibit)]
    choices = (_choice(exhibit, strict, docket.node.tolerance) for exhibit in docket.exhibits)
    return tuple(choice for choice in choices if choice is not None)


def _leaders(exhibit: Exhibit) -> Sequence[Bond]:
    """The strictly bound figures of a page that no other figure of it outdoes."""
    open_bonds = _open_bonds(exhibit, STRICT)
    if not open_bonds:
        return ()
    best = max(bond.score for bond in open_bonds)
    return [bond for bond in open_bonds if bond.score >= best - MUCH_BETTER]


def _choice(exhibit: Exhibit, strict: Sequence[tuple[str, Value]], tolerance: str) -> Choice | None:
    open_bonds = _open_bonds(exhibit, LOW)
    if not open_bonds:
        return None
    others = [value for owner, value in strict if owner != exhibit.owner]
    ranked = sorted(open_bonds, key=lambda bond: -(bond.score + _AGREEMENT * any(_agree(bond, value, tolerance) for value in others)))
    best = ranked[0]
    if best.score >= STRICT:
        return Choice(exhibit, best, is_strict=True)
    for bond in ranked:
        if any(_agree(bond, value, tolerance) for value in others):
            rivals = [b for b in open_bonds if not same_value(b.value, bond.value, tolerance) and b.score > bond.score + MUCH_BETTER]
            return None if rivals else Choice(exhibit, bond, is_strict=False)
    return None


def is_ordered(bond: Bond) -> bool:
    """Whether the figure's own sentence gives orders to a model: then it is an order and no statement."""
    return injection_mark(bond.sentence) is not None


def _open_bonds(exhibit: Exhibit, floor: float) -> list[Bond]:
    return [bond for bond in exhibit.bonds if bond.veto is None and bond.score >= floor and not is_ordered(bond)]


def _agree(bond: Bond, value: Value, tolerance: str) -> bool:
    return same_value(bond.value, value, tolerance) or supports_value(bond.quantity, bond.value, value)
