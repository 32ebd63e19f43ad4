"""Weighs every figure of an evidence set: the probability that it answers the node, by its page and by what the others say."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from verification.core.consensus.source_pages import EvidenceSet, SourcePage, open_evidence_set
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.binding import CandidateFigure
from verification.core.judging.exclusions import is_open
from verification.core.judging.rival_features import Figure, FigurePage, with_rivals
from verification.core.judging.scorer import Chance, Scorer, shipped_judge
from verification.core.reading.frames.labels import asking_of
from verification.core.vocabulary import NodeKind


def read_evidence_set(node: NodeSpec, pages: Sequence[Page], *, as_of: datetime, trust: Trust) -> EvidenceSet:
    """The pages, read and weighed by the judge that is shipped."""
    opened = open_evidence_set(node, pages, as_of=as_of, trust=trust)
    if node.kind == NodeKind.TEXT:
        return opened
    return weigh(opened, shipped_judge().scorer_of(asking_of(node, as_of.date())))


def weigh(evidence_set: EvidenceSet, scorer: Scorer) -> EvidenceSet:
    """``evidence_set`` with the chance of every figure. Pages that give orders are weighed among the others, and speak for none of them."""
    count = len(evidence_set.source_pages)
    pages = (*evidence_set.source_pages, *evidence_set.giving_orders)
    chances = scorer.chances([figure_page(page, is_counted=page.can_vote and at < count) for at, page in enumerate(pages)])
    weighed = tuple(_weighed(page, found, scorer.bars.sure) for page, found in zip(pages, chances, strict=True))
    return replace(evidence_set, source_pages=weighed[:count], giving_orders=weighed[count:], bars=scorer.bars)


def figure_page(page: SourcePage, *, is_counted: bool) -> FigurePage:
    """The figures of a page that were looked at closely, each held against the others."""
    figures = [_figure(candidate) for candidate in page.candidates if candidate.features]
    features = with_rivals(figures)
    held = tuple(replace(figure, features=found) for figure, found in zip(figures, features, strict=True))
    return FigurePage(page.owner, is_counted, held)


def _figure(candidate: CandidateFigure) -> Figure:
    value = (candidate.value.low, candidate.value.high)
    return Figure(value, (candidate.field, candidate.sentence_start), candidate.features)


def _weighed(page: SourcePage, chances: Sequence[Chance], sure: float) -> SourcePage:
    left = iter(chances)
    candidates = [_with_chance(one, next(left) if one.features else Chance(0.0, 0.0), sure) for one in page.candidates]
    ordered = tuple(
        sorted(candidates, key=lambda one: (one.exclusion is not None, -one.score, one.field, one.sentence_start, one.quantity.start))
    )
    return replace(page, reading=replace(page.reading, candidates=ordered))


def _with_chance(candidate: CandidateFigure, chance: Chance, sure: float) -> CandidateFigure:
    exclusion = None if is_open(candidate.exclusion, chance.together, sure) else candidate.exclusion
    return replace(candidate, score=chance.together, alone=chance.alone, exclusion=exclusion, features={}, wording=())
