"""Which figure each page is taken to give (two passes): strictly bound figures first, then the same exact value on other pages.

A page that holds a strictly bound value is believed at a lower threshold, unless another figure there is bound much better.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.reading.labels import Asking
from verification.core.reasons import WhyCode
from verification.core.sources.injection import is_ordered_figure
from verification.core.support.binding import SAME_WORDS, CandidateFigure
from verification.core.support.matching import MIN_CORE
from verification.core.support.values import Value, digits_of, same_value, supports_value

STRICT = 0.60
# Two publishers that bind the same figure this well stand for one that binds it strictly.
MEDIUM = 0.45
# The threshold of the second pass by the figure's significant digits: a figure of four is hardly met by chance.
_LOW_THRESHOLDS = (0.42, 0.34, 0.28, 0.22)
LOW = _LOW_THRESHOLDS[1]
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

    source_page: SourcePage
    candidate: CandidateFigure
    is_strict: bool
    is_bound_elsewhere: bool = False
    is_named_by_model: bool = False


def choose_figures(evidence_set: EvidenceSet) -> tuple[Choice, ...]:
    """At most one figure for each page that may vote or is only too old; in the order of the evidence set."""
    struck = struck_values(evidence_set)
    known = _Supporters(_strict_values(evidence_set), struck, evidence_set.node.tolerance)
    choices = [
        c for source_page in evidence_set.source_pages if (c := _choice(source_page, known, evidence_set.node.tolerance)) is not None
    ]
    kept = [c for c in choices if not any(same_value(c.candidate.value, value) for value in struck)]
    return tuple(c for c in kept if _is_corroborated(c, kept, evidence_set.node.tolerance))


def _is_corroborated(choice: Choice, choices: Sequence[Choice], tolerance: str) -> bool:
    """Whether one page with this value holds another figure of the label too; a whitelisted page that binds well may do without."""
    if choice.source_page.reading.holds_label_figure:
        return True
    return any(
        other.source_page.reading.holds_label_figure or (strength(other.candidate) >= MEDIUM and other.source_page.is_whitelisted)
        for other in choices
        if same_value(choice.candidate.value, other.candidate.value, tolerance)
        or _agree(other.candidate, choice.candidate.value, tolerance)
    )


def struck_values(evidence_set: EvidenceSet) -> list[Value]:
    """Values that a page gives in the label's own words for another period, and none as clearly for the one asked for."""
    candidates = [
        candidate
        for source_page in evidence_set.source_pages
        for candidate in source_page.candidates
        if candidate.frame.asking == Asking.SENTENCE
    ]
    clashing = [candidate for candidate in candidates if candidate.veto == WhyCode.OTHER_PERIOD and candidate.likeness.score >= SAME_WORDS]
    struck = []
    for candidate in clashing:
        agreeing = (b.likeness.score for b in candidates if b.is_explicit and b.veto is None and same_value(b.value, candidate.value))
        if max(agreeing, default=0.0) < candidate.likeness.score - _NEARLY:
            struck.append(candidate.value)
    return struck


def strength(candidate: CandidateFigure) -> float:
    """The score of a candidate; a page that names the period asked for is worth a little more."""
    return candidate.score + (_PERIOD_BONUS if candidate.is_explicit else 0.0)


def _strict_values(evidence_set: EvidenceSet) -> list[tuple[str, Value, bool]]:
    """The values bound strictly, each with its publisher; those bound half as well by two publishers count for both (False)."""
    leaders = [(source_page.owner, candidate) for source_page in evidence_set.voting() for candidate in _leaders(source_page, MEDIUM)]
    strict = [(owner, candidate.value, True) for owner, candidate in leaders if strength(candidate) >= STRICT]
    supporters = _Supporters([(owner, candidate.value, False) for owner, candidate in leaders], (), evidence_set.node.tolerance)
    shared = [
        (owner, candidate.value, False)
        for owner, candidate in leaders
        if candidate.likeness.core >= MIN_CORE and supporters.is_given_elsewhere(candidate, owner)
    ]
    return strict + shared


def _leaders(source_page: SourcePage, exclusion: float) -> Sequence[CandidateFigure]:
    """The well bound figures of a page that no other figure of it outdoes."""
    open_candidates = [candidate for candidate in _open_candidates(source_page) if strength(candidate) >= exclusion]
    if not open_candidates:
        return ()
    best = max(strength(candidate) for candidate in open_candidates)
    return [candidate for candidate in open_candidates if strength(candidate) >= best - MUCH_BETTER]


class _Supporters:
    """Which publishers bind which value. Without a tolerance an exact value is looked up; only hedged figures are held against all."""

    def __init__(self, strict: Sequence[tuple[str, Value, bool]], struck: Sequence[Value], tolerance: str) -> None:
        self._tolerance = tolerance
        self._by_value: dict[tuple[Decimal, Decimal], list[tuple[str, Value, bool]]] = {}
        for owner, value, is_full in strict:
            if not any(same_value(value, gone) for gone in struck):
                self._by_value.setdefault((value.low, value.high), []).append((owner, value, is_full))

    def is_given_elsewhere(self, candidate: CandidateFigure, owner: str, *, in_full: bool = False) -> bool:
        """Whether another publisher than ``owner`` binds this figure's value; ``in_full``: strictly by its own words."""
        return any(other != owner and (is_full or not in_full) for other, is_full in self._agreeing(candidate))

    def _agreeing(self, candidate: CandidateFigure) -> Iterator[tuple[str, bool]]:
        exact = self._by_value.get((candidate.value.low, candidate.value.high), ())
        yield from ((owner, is_full) for owner, _, is_full in exact)
        if self._tolerance or candidate.value.approximation is not None:
            for group in self._by_value.values():
                if _agree(candidate, group[0][1], self._tolerance):
                    yield from ((owner, is_full) for owner, _, is_full in group)


def _choice(source_page: SourcePage, known: _Supporters, tolerance: str) -> Choice | None:
    open_candidates = _open_candidates(source_page)
    if not open_candidates:
        return None
    shared = {id(candidate): known.is_given_elsewhere(candidate, source_page.owner) for candidate in open_candidates}
    ranked = sorted(open_candidates, key=lambda candidate: -(strength(candidate) + _AGREEMENT * shared[id(candidate)]))
    best = ranked[0]
    if strength(best) >= STRICT:
        return Choice(source_page, best, is_strict=True)
    for candidate in ranked:
        if shared[id(candidate)] and strength(candidate) >= low_threshold(candidate):
            rivals = [
                b
                for b in open_candidates
                if not same_value(b.value, candidate.value, tolerance) and strength(b) > strength(candidate) + MUCH_BETTER
            ]
            elsewhere = known.is_given_elsewhere(candidate, source_page.owner, in_full=True)
            return None if rivals else Choice(source_page, candidate, is_strict=False, is_bound_elsewhere=elsewhere)
    return None


def is_ordered(candidate: CandidateFigure) -> bool:
    """Whether the figure is what an order to a model asks for: then it is no statement."""
    return is_ordered_figure(candidate.sentence, candidate.quantity.start)


def _open_candidates(source_page: SourcePage) -> list[CandidateFigure]:
    return [
        candidate
        for candidate in source_page.candidates
        if candidate.veto is None and candidate.score >= _LOW_THRESHOLDS[-1] - _PERIOD_BONUS and not is_ordered(candidate)
    ]


def low_threshold(candidate: CandidateFigure) -> float:
    """What a figure must reach to be believed because another page gives it too."""
    return _LOW_THRESHOLDS[min(digits_of(candidate.value), len(_LOW_THRESHOLDS)) - 1]


def _agree(candidate: CandidateFigure, value: Value, tolerance: str) -> bool:
    return same_value(candidate.value, value, tolerance) or supports_value(candidate.quantity, candidate.value, value)
