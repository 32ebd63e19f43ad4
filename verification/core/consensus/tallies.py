"""Candidates and their votes: the figures the pages give, grouped by value, counted by publisher and story."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from verification.core.consensus.choosing import Choice, strength
from verification.core.consensus.exhibits import Docket
from verification.core.evidence import Candidate
from verification.core.sources.independence import Carrier, Origin, Votes, carrier_of, count_votes, trace_origins
from verification.core.support.values import Value, cluster, same_value


@dataclass(frozen=True, slots=True)
class Tally:
    """One value with the choices that carry it and may vote, their origins, and the votes."""

    value: Value
    choices: tuple[Choice, ...]
    origins: tuple[Origin, ...]
    votes: Votes
    needed: int
    number: int

    @property
    def qualifies(self) -> bool:
        return self.number >= self.needed

    @property
    def dated_votes(self) -> int:
        return len({c.exhibit.owner for c in self.voters if c.exhibit.page.published_at is not None})

    @property
    def voters(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if choice.exhibit.position in self.votes.voters)

    @property
    def weight(self) -> Decimal:
        """Authority and freshness: they order and break ties, they never add a vote."""
        return sum((c.exhibit.authority + c.exhibit.weight for c in self.choices), Decimal(0))

    @property
    def newest(self) -> datetime | None:
        return max((c.exhibit.page.published_at for c in self.choices if c.exhibit.page.published_at), default=None)

    @property
    def oldest(self) -> datetime | None:
        return min((c.exhibit.page.published_at for c in self.choices if c.exhibit.page.published_at), default=None)

    def candidate(self, display: str) -> Candidate:
        domains = tuple(sorted({choice.exhibit.domain for choice in self.choices}))
        return Candidate(display, self.value.number, domains, self.votes.counts.stories)


def superseded_choices(choices: Sequence[Choice], tolerance: str) -> dict[int, Choice]:
    """By position, what a publisher has since replaced, with the newer choice: its freshest statement is its vote (evidence, step 3).

    Only a dated page that binds the figure by its own words, no worse than the older one, replaces another value.
    """
    latest: dict[str, Choice] = {}
    dated = [(choice.exhibit.page.published_at, choice) for choice in choices if choice.exhibit.can_vote]
    for moment, choice in dated:
        known = latest.get(choice.exhibit.owner)
        if moment and choice.is_strict and (known is None or moment > (known.exhibit.page.published_at or moment)):
            latest[choice.exhibit.owner] = choice
    replaced = {}
    for moment, choice in dated:
        newer = latest.get(choice.exhibit.owner)
        if newer is None or moment is None or moment >= (newer.exhibit.page.published_at or moment):
            continue
        is_other = not same_value(choice.bond.value, newer.bond.value, tolerance) and choice.bond.value.approximation is None
        if is_other and strength(newer.bond) >= strength(choice.bond):
            replaced[choice.exhibit.position] = newer
    return replaced


def count_tallies(docket: Docket, choices: Sequence[Choice]) -> tuple[Tally, ...]:
    """Tallies from most to fewest votes; ties go to authority and freshness, then to the smaller number."""
    replaced = superseded_choices(choices, docket.node.tolerance)
    voting = [choice for choice in choices if choice.exhibit.can_vote and choice.exhibit.position not in replaced]
    hedged = any(choice.bond.frame.asks_approximate for choice in voting)
    numbers = cluster([(choice.bond.value, choice.bond.quantity) for choice in voting], docket.node.tolerance, asks_approximate=hedged)
    groups: dict[int, list[Choice]] = {}
    for choice, number in zip(voting, numbers, strict=True):
        groups.setdefault(number, []).append(choice)
    tallies = [_tally(docket, group) for group in groups.values()]
    return tuple(sorted(tallies, key=lambda t: (-t.number, -len(t.choices), -t.weight, t.value.low, t.value.high)))


def _tally(docket: Docket, group: Sequence[Choice]) -> Tally:
    carriers = [_carrier(docket, choice) for choice in group]
    origins = trace_origins(carriers)
    votes = count_votes(carriers, origins, docket.node.independence)
    exact = [choice.bond.value for choice in group if choice.bond.value.approximation is None] or [group[0].bond.value]
    return Tally(
        value=exact[0],
        choices=tuple(group),
        origins=tuple(origins),
        votes=votes,
        needed=docket.node.min_domains,
        number=votes.number(docket.node.independence),
    )


def _carrier(docket: Docket, choice: Choice) -> Carrier:
    exhibit = choice.exhibit
    carrier = carrier_of(exhibit.position, exhibit.page, choice.bond.passage(), docket.trust)
    if carrier is None:
        raise ValueError("a page without a publisher has no vote")
    return carrier
