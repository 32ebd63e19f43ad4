"""Which figure each page is taken to give: the one that most likely answers the node, where it is likely enough to vote."""

from collections.abc import Iterator
from dataclasses import dataclass

from verification.core.consensus.source_pages import EvidenceSet, SourcePage
from verification.core.judging.binding import CandidateFigure
from verification.core.judging.scorer import LIKELY, Bars
from verification.core.reasons import WhyCode
from verification.core.sources.injection import is_ordered_figure
from verification.core.support.values import Value, same_value, supports_value

# From here the words around a figure are on the subject of the question: where its slots don't fit, they are worth telling.
ON_SUBJECT = 0.34


@dataclass(frozen=True, slots=True)
class Choice:
    """The figure a page gives.

    ``is_sure``: it is likely beside what other pages say, too; else only its own page speaks for it: it can contradict, and carry nothing.
    ``is_named_by_model``: a model says that it answers the node, and another publisher carries it too.
    """

    source_page: SourcePage
    candidate: CandidateFigure
    is_sure: bool = True
    is_named_by_model: bool = False


def choose_figures(evidence_set: EvidenceSet) -> tuple[Choice, ...]:
    """At most one figure for each page that may vote or is only too old; in the order of the evidence set."""
    return tuple(choice for page in evidence_set.source_pages if (choice := _choice(page, evidence_set.bars)) is not None)


def _choice(page: SourcePage, bars: Bars) -> Choice | None:
    held = (candidate for candidate in open_candidates(page) if candidate.alone >= bars.own)
    best = max(held, key=lambda candidate: candidate.score, default=None)
    if best is not None and best.score >= bars.vote:
        return Choice(page, best)
    # Two values that deny each other push each other down: what a page says by itself is still said.
    likeliest = max(open_candidates(page), key=lambda candidate: candidate.alone, default=None)
    return Choice(page, likeliest, is_sure=False) if likeliest is not None and likeliest.alone >= bars.vote else None


def open_candidates(page: SourcePage) -> Iterator[CandidateFigure]:
    """The figures of a page that nothing excludes."""
    return (candidate for candidate in page.candidates if candidate.exclusion is None and not is_ordered(candidate))


def nearest_figure(page: SourcePage) -> CandidateFigure | None:
    """The figure of a page whose words are most like the question's; None where none is on its subject.

    It need not answer: it is what a reader of the page would ask about, and its slots say why it is no answer.
    """
    best = max(page.candidates, key=lambda candidate: candidate.closeness, default=None)
    return best if best is not None and best.closeness >= ON_SUBJECT else None


def obstacle_of(candidate: CandidateFigure) -> WhyCode | None:
    """What keeps a figure from being the answer: that it is another's comes first, for what its words deny or foresee is no news of the
    question then."""
    excluded = candidate.exclusion.code if candidate.exclusion else None
    if excluded in (WhyCode.OTHER_SUBJECT, WhyCode.OTHER_MEASURE):
        return excluded
    return candidate.veto or excluded


def is_trusted(choice: Choice, evidence_set: EvidenceSet) -> bool:
    """Whether this figure of a whitelisted page passes the gate of stage 1, by its own page or beside the others."""
    if not choice.source_page.is_whitelisted:
        return False
    return choice.is_named_by_model or strength(choice.candidate) >= evidence_set.bars.trusted


def decides(choice: Choice, evidence_set: EvidenceSet) -> bool:
    """Whether one whitelisted page decides with this figure."""
    return is_trusted(choice, evidence_set) and (choice.is_named_by_model or choice.candidate.score >= evidence_set.bars.trusted)


def strength(candidate: CandidateFigure) -> float:
    """How likely the figure is an answer by its own page or beside the others: what it takes to contradict."""
    return max(candidate.score, candidate.alone)


def doubting(value: Value, evidence_set: EvidenceSet) -> Iterator[tuple[SourcePage, CandidateFigure]]:
    """The exact figures of whitelisted pages that may answer the node and are another value: they withhold green, and ask nobody.

    A rounding of ``value`` contradicts nothing, nor does a value that ``value`` itself rounds.
    """
    bar = evidence_set.bars.doubt_shared if _is_shared(value, evidence_set) else evidence_set.bars.doubt
    for page in evidence_set.voting():
        if page.is_whitelisted:
            for candidate in open_candidates(page):
                if candidate.score >= bar and not agrees_with(candidate, value, evidence_set.node.tolerance):
                    yield page, candidate


def _is_shared(value: Value, evidence_set: EvidenceSet) -> bool:
    """Whether two trusted publishers or more state a value, each more likely than not."""
    tolerance = evidence_set.node.tolerance
    owners = {
        page.owner
        for page in evidence_set.voting()
        if page.is_whitelisted and any(one.score >= LIKELY and same_value(one.value, value, tolerance) for one in open_candidates(page))
    }
    return len(owners) > 1


def agrees_with(candidate: CandidateFigure, value: Value, tolerance: str) -> bool:
    """Whether a figure is ``value``, under the tolerance, or rounds it."""
    return same_value(candidate.value, value, tolerance) or supports_value(candidate.quantity, candidate.value, value)


def is_ordered(candidate: CandidateFigure) -> bool:
    """Whether the figure is what an order to a model asks for: then it is no statement."""
    return is_ordered_figure(candidate.sentence, candidate.quantity.start)
