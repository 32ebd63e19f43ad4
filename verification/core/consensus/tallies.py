"""Candidates and their votes: the figures the pages give, grouped by value, counted by publisher and story."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from verification.core.consensus.choosing import Choice
from verification.core.consensus.source_pages import EvidenceSet
from verification.core.evidence import Candidate
from verification.core.sources.independence import Origin, ValueSource, Votes, count_votes, trace_origins, value_source_of
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
    def sure_votes(self) -> int:
        """How many publishers stand for the value also beside what the others say."""
        return len({choice.source_page.owner for choice in self.voters if choice.is_sure})

    @property
    def dated_votes(self) -> int:
        return len({c.source_page.owner for c in self.voters if c.source_page.page.published_at is not None})

    @property
    def voters(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if choice.source_page.position in self.votes.voters)

    @property
    def weight(self) -> Decimal:
        """Authority and freshness: they order and break ties, they never add a vote."""
        return sum((c.source_page.authority + c.source_page.weight for c in self.choices), Decimal(0))

    @property
    def newest(self) -> datetime | None:
        return max((c.source_page.page.published_at for c in self.choices if c.source_page.page.published_at), default=None)

    @property
    def oldest(self) -> datetime | None:
        return min((c.source_page.page.published_at for c in self.choices if c.source_page.page.published_at), default=None)

    def candidate(self, display: str) -> Candidate:
        domains = tuple(sorted({choice.source_page.domain for choice in self.choices}))
        return Candidate(display, self.value.number, domains, self.votes.counts.stories)


def superseded_choices(choices: Sequence[Choice], tolerance: str) -> dict[int, Choice]:
    """By position, what a publisher has since replaced, with the newer choice: its freshest statement is its vote (evidence, step 3).

    Only a dated page that itself gives a figure replaces another value.
    """
    latest: dict[str, Choice] = {}
    dated = [(choice.source_page.page.published_at, choice) for choice in choices if choice.source_page.can_vote]
    for moment, choice in dated:
        known = latest.get(choice.source_page.owner)
        if moment and (known is None or moment > (known.source_page.page.published_at or moment)):
            latest[choice.source_page.owner] = choice
    replaced = {}
    for moment, choice in dated:
        newer = latest.get(choice.source_page.owner)
        if newer is None or moment is None or moment >= (newer.source_page.page.published_at or moment):
            continue
        is_other = not same_value(choice.candidate.value, newer.candidate.value, tolerance) and choice.candidate.value.approximation is None
        if is_other:
            replaced[choice.source_page.position] = newer
    return replaced


def count_tallies(evidence_set: EvidenceSet, choices: Sequence[Choice]) -> tuple[Tally, ...]:
    """Tallies from most to fewest votes; ties go to authority and freshness, then to the smaller number."""
    replaced = superseded_choices(choices, evidence_set.node.tolerance)
    voting = [choice for choice in choices if choice.source_page.can_vote and choice.source_page.position not in replaced]
    hedged = any(choice.candidate.frame.asks_approximate for choice in voting)
    numbers = cluster(
        [(choice.candidate.value, choice.candidate.quantity) for choice in voting],
        evidence_set.node.tolerance,
        asks_approximate=hedged,
    )
    groups: dict[int, list[Choice]] = {}
    for choice, number in zip(voting, numbers, strict=True):
        groups.setdefault(number, []).append(choice)
    tallies = [_tally(evidence_set, group) for group in groups.values()]
    return tuple(sorted(tallies, key=lambda t: (-t.number, -len(t.choices), -t.weight, t.value.low, t.value.high)))


def _tally(evidence_set: EvidenceSet, group: Sequence[Choice]) -> Tally:
    value_sources = [_value_source(evidence_set, choice) for choice in group]
    origins = trace_origins(value_sources)
    votes = count_votes(value_sources, origins, evidence_set.node.independence)
    exact = [choice.candidate.value for choice in group if choice.candidate.value.approximation is None] or [group[0].candidate.value]
    return Tally(
        value=exact[0],
        choices=tuple(group),
        origins=tuple(origins),
        votes=votes,
        needed=evidence_set.node.min_domains,
        number=votes.number(evidence_set.node.independence),
    )


def _value_source(evidence_set: EvidenceSet, choice: Choice) -> ValueSource:
    source_page = choice.source_page
    value_source = value_source_of(source_page.position, source_page.page, choice.candidate.passage(), evidence_set.trust)
    if value_source is None:
        raise ValueError("a page without a publisher has no vote")
    return value_source
