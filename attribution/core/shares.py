"""How often a verdict was given, as a share with the interval that so few or so many citations allow."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

Z_95 = 1.959964  # two-sided, 95 %


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``total``; ``rate``, ``low`` and ``high`` from 0 to 1, None where there is nothing to take a share of."""

    count: int
    total: int

    @property
    def rate(self) -> float | None:
        return self.count / self.total if self.total else None

    @property
    def low(self) -> float | None:
        return wilson_interval(self.count, self.total)[0] if self.total else None

    @property
    def high(self) -> float | None:
        return wilson_interval(self.count, self.total)[1] if self.total else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """``count`` citations of a group: the program's verdict, and the one that a person set; "" where nobody ruled."""

    key: str
    given: str
    ruled: str
    count: int


@dataclass(slots=True)
class Group:
    """Citations of one domain, language or month by the program's own verdict, and how many of its verdicts people upheld."""

    key: str
    verdicts: dict[str, int] = field(default_factory=dict)
    ruled: int = 0
    upheld: int = 0

    @property
    def total(self) -> int:
        return sum(self.verdicts.values())

    @property
    def agreement(self) -> Share:
        return Share(self.upheld, self.ruled)

    def share_of(self, verdict: str) -> Share:
        return Share(self.verdicts.get(verdict, 0), self.total)

    def add(self, outcome: Outcome) -> None:
        self.verdicts[outcome.given] = self.verdicts.get(outcome.given, 0) + outcome.count
        if outcome.ruled:
            self.ruled += outcome.count
            self.upheld += outcome.count * (outcome.ruled == outcome.given)


def wilson_interval(count: int, total: int, *, z: float = Z_95) -> tuple[float, float]:
    """The score interval of ``count`` in ``total`` (Wilson, 1927), from 0 to 1. ``ValueError`` unless 0 ≤ count ≤ total and total > 0."""
    if not 0 <= count <= total or total <= 0:
        raise ValueError(f"expected 0 <= count <= total and total > 0, got {count} of {total}")
    rate, weight = count / total, z * z / total
    middle = rate + weight / 2
    half = z * math.sqrt(rate * (1 - rate) / total + weight / (4 * total))
    # What rounding leaves beyond the edges is no share.
    low = 0.0 if count == 0 else max(0.0, (middle - half) / (1 + weight))
    high = 1.0 if count == total else min(1.0, (middle + half) / (1 + weight))
    return low, high


def group_outcomes(outcomes: Iterable[Outcome]) -> list[Group]:
    """The groups in the order in which their keys first come."""
    groups: dict[str, Group] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.key, Group(outcome.key)).add(outcome)
    return list(groups.values())


def sum_groups(groups: Iterable[Group]) -> Group:
    """All groups as one, with the key ""."""
    whole = Group("")
    for group in groups:
        whole.ruled, whole.upheld = whole.ruled + group.ruled, whole.upheld + group.upheld
        for verdict, count in group.verdicts.items():
            whole.verdicts[verdict] = whole.verdicts.get(verdict, 0) + count
    return whole
