"""What a model is shown of the pages, and whether it is worth asking: sentences whose figure could become the answer if a model names it.

A model supplies the binding only (evidence, "Grounding"). Where votes, freshness or moods are what is missing, or too few publishers hold
any value that could be named, no answer of a model would change the verdict, and none is asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import islice

from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.evidence import Verdict
from verification.core.judging.binding import CandidateFigure
from verification.core.panel.grounding import PUBLISHERS, can_be_named, can_carry
from verification.core.support.values import Value, same_value
from verification.core.vocabulary import PassageField, Reason, Stage

MAX_EXCERPT = 280
PER_PAGE = 2
MAX_TELLING = 20  # figures of one page that are weighed
# The reasons that lie in the binding; all others lie in votes, dates, moods or publishers, or ask for a person.
HELPED = (Reason.TOO_FEW_DOMAINS, Reason.NO_VALUE_FOUND, Reason.OFF_TOPIC, Reason.VALUES_DISAGREE)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of one page, verbatim; ``position`` is the page's place in the input. ``is_title``: the piece is the page's title."""

    position: int
    url: str
    title: str
    text: str
    published_at: datetime | None = None
    is_title: bool = False


def can_model_help(verdict: Verdict) -> bool:
    """Whether the verdict of the rules is open, for a reason that a binding could settle, and does not wait for a person."""
    return not verdict.is_accepted and verdict.review is None and verdict.reason in HELPED


def choose_excerpts(evidence_set: EvidenceSet, stage: Stage | None) -> tuple[Excerpt, ...]:
    """The sentences that hold a figure which would decide ``stage`` if a model named it, the likeliest first; empty where none would."""
    value_sources, needed = _ValueSources(evidence_set), evidence_set.node.min_domains
    telling = [
        (e, candidate) for e in evidence_set.voting() for candidate in _likeliest(e) if value_sources.can_decide(candidate, stage, needed)
    ]
    shown: list[Excerpt] = []
    for source_page, candidate in sorted(
        telling, key=lambda pair: (-pair[1].score, -pair[1].closeness, pair[0].url, pair[1].sentence_start)
    ):
        excerpt = _excerpt(source_page, candidate)
        if excerpt not in shown and sum(known.position == excerpt.position for known in shown) < PER_PAGE:
            shown.append(excerpt)
    return tuple(shown)


def _likeliest(source_page: SourcePage) -> Iterator[CandidateFigure]:
    """The figures of a page that a model may name, the best of them: a page may hold thousands."""
    return islice((candidate for candidate in source_page.candidates if can_be_named(candidate, source_page.page.title)), MAX_TELLING)


class _ValueSources:
    """Which publishers hold which value where it may stand for what a model names, and which of the values trusted pages hold so."""

    def __init__(self, evidence_set: EvidenceSet) -> None:
        self._tolerance = evidence_set.node.tolerance
        self._held: dict[tuple[Decimal, Decimal], tuple[Value, set[str]]] = {}
        self._trusted: set[tuple[Decimal, Decimal]] = set()
        for source_page in evidence_set.voting():
            for candidate in source_page.candidates:
                if not can_carry(candidate, source_page.page.title):
                    continue
                key = (candidate.value.low, candidate.value.high)
                self._held.setdefault(key, (candidate.value, set()))[1].add(source_page.owner)
                if source_page.is_whitelisted and can_be_named(candidate, source_page.page.title):
                    self._trusted.add(key)

    def can_decide(self, candidate: CandidateFigure, stage: Stage | None, needed: int) -> bool:
        """Whether the value of ``candidate`` has the publishers that the stage asks for."""
        keys = self._same(candidate.value)
        publishers = {owner for key in keys for owner in self._held[key][1]}
        if stage != Stage.WHITELIST and len(publishers) >= needed:
            return True
        return stage != Stage.VOTES and len(publishers) >= PUBLISHERS and not self._trusted.isdisjoint(keys)

    def _same(self, value: Value) -> list[tuple[Decimal, Decimal]]:
        if not self._tolerance:
            return [(value.low, value.high)]
        return [key for key, (held, _) in self._held.items() if same_value(held, value, self._tolerance)]


def _excerpt(source_page: SourcePage, candidate: CandidateFigure) -> Excerpt:
    page = source_page.page
    text = _around(candidate.sentence, candidate.quantity.start, candidate.quantity.end)
    return Excerpt(source_page.position, page.url, page.title, text, page.published_at, candidate.field == PassageField.TITLE)


def _around(sentence: str, start: int, end: int) -> str:
    """At most ``MAX_EXCERPT`` characters of a sentence with the figure in the middle, cut between words where there are any."""
    if len(sentence) <= MAX_EXCERPT:
        return sentence
    room = max(0, MAX_EXCERPT - (end - start))
    low = max(0, min(start - room // 2, len(sentence) - MAX_EXCERPT))
    high = min(len(sentence), max(end, low + MAX_EXCERPT))
    low = next(_spaces(sentence, low, start), low) if low else 0
    high = next(_spaces_back(sentence, high, end), high) if high < len(sentence) else high
    return sentence[low:high].strip()


def _spaces(text: str, start: int, end: int) -> Iterator[int]:
    return (at for at in range(start, min(end, start + 30)) if text[at].isspace())


def _spaces_back(text: str, start: int, end: int) -> Iterator[int]:
    return (at for at in range(start - 1, max(end, start - 30) - 1, -1) if text[at].isspace())
