"""How often a verdict was given, as a share with the interval that so few or so many citations allow."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from verification.core.operations.shares import Share as Share
from verification.core.operations.shares import wilson_interval as wilson_interval


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """``count`` citations of a group: the program's verdict, and the one that a person set; "" where nobody ruled."""

    key: str
    given: str
    ruled: str
    count: int


@dataclass(slots=True)
class VerdictGroup:
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

    def add(self, outcome: VerdictCount) -> None:
        self.verdicts[outcome.given] = self.verdicts.get(outcome.given, 0) + outcome.count
        if outcome.ruled:
            self.ruled += outcome.count
            self.upheld += outcome.count * (outcome.ruled == outcome.given)


def group_outcomes(outcomes: Iterable[VerdictCount]) -> list[VerdictGroup]:
    """The groups in the order in which their keys first come."""
    groups: dict[str, VerdictGroup] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.key, VerdictGroup(outcome.key)).add(outcome)
    return list(groups.values())


def sum_groups(groups: Iterable[VerdictGroup]) -> VerdictGroup:
    """All groups as one, with the key ""."""
    whole = VerdictGroup("")
    for group in groups:
        whole.ruled, whole.upheld = whole.ruled + group.ruled, whole.upheld + group.upheld
        for verdict, count in group.verdicts.items():
            whole.verdicts[verdict] = whole.verdicts.get(verdict, 0) + count
    return whole
