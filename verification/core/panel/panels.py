"""Which models sit on a panel: three that differ in model and in vendor or address, or as many as there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

SEATS = 3
MAX_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class PanelModel:
    """A model profile that can be asked."""

    name: str
    model: str
    vendor: str
    base_url: str


def choose_panel(candidates: Sequence[PanelModel]) -> tuple[str, ...]:
    """The names of the first ``SEATS`` candidates that all differ, in their order; fewer where no three do."""
    known = candidates[:MAX_CANDIDATES]
    for size in range(min(SEATS, len(known)), 0, -1):
        for group in combinations(known, size):
            if all(_differ(one, other) for one, other in combinations(group, 2)):
                return tuple(candidate.name for candidate in group)
    return ()


def _differ(one: PanelModel, other: PanelModel) -> bool:
    """Two profiles of one model are one voter, and so are two models of one vendor behind one address."""
    return one.model != other.model and (one.vendor.lower() != other.vendor.lower() or one.base_url != other.base_url)
