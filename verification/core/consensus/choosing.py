"""Which figure each page is taken to give (two passes): strictly bound figures first, then the same exact value on other pages.

A page that holds a strictly bound value is believed at a lower bar, unless another figure there is bound much better.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from verification.core.consensus.exhibits import Docket, Exhibit
from verification.core.reading.labels import Asking
from verification.core.reasons import WhyCode
from verification.core.sources.injection import is_ordered_figure
from verification.core.support.binding import SAME_WORDS, Bond
from verification.core.support.matching import MIN_CORE
from verification.core.support.values import Value, digits_of, same_value, supports_value

STRICT = 0.60
# Two publishers that bind the same figure this well stand for one that binds it strictly.
MEDIUM = 0.45
# The bar of the second pass by the figure's significant digits: a figure of four is hardly met by chance.
_LOW_BARS = (0.42, 0.34, 0.28, 0.22)
LOW = _LOW_BARS[1]
MUCH_BETTER = 0.16
_AGREEMENT = 0.08
_NEARLY = 0.05
_PERIOD_BONUS = 0.05


@dataclass(frozen=True, slots=True)
class Choice:
    """The figure a page gives; ``is_strict``: bound by its own words, else by agreement with other publishers.

    ``is_bound_elsewhere``: one of those binds it strictly by its own words. ``is_named_by_model``: a model says that it answers the node,
    and another publisher carries it too.
    """

    exhibit: Exhibit
    bond: Bond
    is_strict: bool
    is_bound_elsewhere: bool = False
    is_named_by_model: bool = False


def choose_figures(docket: Docket) -> tuple[Choice, ...]:
    """At most one figure for each page that may vote or is only too old; in the order of the docket."""
    struck = struck_values(docket)
    known = _Givers(_strict_values(docket), struck, docket.node.tolerance)
    choices = [c for exhibit in docket.exhibits if (c := _choice(exhibit, known, docket.node.tolerance)) is not None]
    kept = [c for c in choices if not any(same_value(c.bond.value, value) for value in struck)]
    return tuple(c for c in kept if _is_corroborated(c, kept, docket.node.tolerance))


def _is_corroborated(choice: Choice, choices: Sequence[Choice], tolerance: str) -> bool:
    """Whether one page with this value holds another figure of the label too; a whitelisted page that binds well may do without."""
    if choice.exhibit.reading.holds_label_figure:
        return True
    return any(
        other.exhibit.reading.holds_label_figure or (strength(other.bond) >= MEDIUM and other.exhibit.is_whitelisted)
        for other in choices
        if same_value(choice.bond.value, other.bond.value, tolerance) or _agree(other.bond, choice.bond.value, tolerance)
    )


def struck_values(docket: Docket) -> list[Value]:
    """Values that a page gives in the label's own words for another period, and none as clearly for the one asked for."""
    bonds = [bond for exhibit in docket.exhibits for bond in exhibit.bonds if bond.frame.asking == Asking.SENTENCE]
    clashing = [bond for bond in bonds if bond.veto == WhyCode.OTHER_PERIOD and bond.likeness.score >= SAME_WORDS]
    struck = []
    for bond in clashing:
        agreeing = (b.likeness.score for b in bonds if b.is_explicit and b.veto is None and same_value(b.value, bond.value))
        if max(agreeing, default=0.0) < bond.likeness.score - _NEARLY:
            struck.append(bond.value)
    return struck


def strength(bond: Bond) -> float:
    """The score of a bond; a page that names the period asked for is worth a little more."""
    return bond.score + (_PERIOD_BONUS if bond.is_explicit else 0.0)


def _strict_values(docket: Docket) -> list[tuple[str, Value, bool]]:
    """The values bound strictly, each with its publisher; those bound half as well by two publishers count for both (False)."""
    leaders = [(exhibit.owner, bond) for exhibit in docket.voting() for bond in _leaders(exhibit, MEDIUM)]
    strict = [(owner, bond.value, True) for owner, bond in leaders if strength(bond) >= STRICT]
    givers = _Givers([(owner, bond.value, False) for owner, bond in leaders], (), docket.node.tolerance)
    shared = [
        (owner, bond.value, False) for owner, bond in leaders if bond.likeness.core >= MIN_CORE and givers.is_given_elsewhere(bond, owner)
    ]
    return strict + shared


def _leaders(exhibit: Exhibit, bar: float) -> Sequence[Bond]:
    """The well bound figures of a page that no other figure of it outdoes."""
    open_bonds = [bond for bond in _open_bonds(exhibit) if strength(bond) >= bar]
    if not open_bonds:
        return ()
    best = max(strength(bond) for bond in open_bonds)
    return [bond for bond in open_bonds if strength(bond) >= best - MUCH_BETTER]


class _Givers:
    """Which publishers bind which value. Without a tolerance an exact value is looked up; only hedged figures are held against all."""

    def __init__(self, strict: Sequence[tuple[str, Value, bool]], struck: Sequence[Value], tolerance: str) -> None:
        self._tolerance = tolerance
        self._by_value: dict[tuple[Decimal, Decimal], list[tuple[str, Value, bool]]] = {}
        for owner, value, is_full in strict:
            if not any(same_value(value, gone) for gone in struck):
                self._by_value.setdefault((value.low, value.high), []).append((owner, value, is_full))

    def is_given_elsewhere(self, bond: Bond, owner: str, *, in_full: bool = False) -> bool:
        """Whether another publisher than ``owner`` binds this figure's value; ``in_full``: strictly by its own words."""
        return any(other != owner and (is_full or not in_full) for other, is_full in self._agreeing(bond))

    def _agreeing(self, bond: Bond) -> Iterator[tuple[str, bool]]:
        exact = self._by_value.get((bond.value.low, bond.value.high), ())
        yield from ((owner, is_full) for owner, _, is_full in exact)
        if self._tolerance or bond.value.approximation is not None:
            for group in self._by_value.values():
                if _agree(bond, group[0][1], self._tolerance):
                    yield from ((owner, is_full) for owner, _, is_full in group)


def _choice(exhibit: Exhibit, known: _Givers, tolerance: str) -> Choice | None:
    open_bonds = _open_bonds(exhibit)
    if not open_bonds:
        return None
    shared = {id(bond): known.is_given_elsewhere(bond, exhibit.owner) for bond in open_bonds}
    ranked = sorted(open_bonds, key=lambda bond: -(strength(bond) + _AGREEMENT * shared[id(bond)]))
    best = ranked[0]
    if strength(best) >= STRICT:
        return Choice(exhibit, best, is_strict=True)
    for bond in ranked:
        if shared[id(bond)] and strength(bond) >= low_bar(bond):
            rivals = [
                b for b in open_bonds if not same_value(b.value, bond.value, tolerance) and strength(b) > strength(bond) + MUCH_BETTER
            ]
            elsewhere = known.is_given_elsewhere(bond, exhibit.owner, in_full=True)
            return None if rivals else Choice(exhibit, bond, is_strict=False, is_bound_elsewhere=elsewhere)
    return None


def is_ordered(bond: Bond) -> bool:
    """Whether the figure is what an order to a model asks for: then it is no statement."""
    return is_ordered_figure(bond.sentence, bond.quantity.start)


def _open_bonds(exhibit: Exhibit) -> list[Bond]:
    return [bond for bond in exhibit.bonds if bond.veto is None and bond.score >= _LOW_BARS[-1] - _PERIOD_BONUS and not is_ordered(bond)]


def low_bar(bond: Bond) -> float:
    """What a figure must reach to be believed because another page gives it too."""
    return _LOW_BARS[min(digits_of(bond.value), len(_LOW_BARS)) - 1]


def _agree(bond: Bond, value: Value, tolerance: str) -> bool:
    return same_value(bond.value, value, tolerance) or supports_value(bond.quantity, bond.value, value)
