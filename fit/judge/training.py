"""Fits the two forests of the judge, out of fold and whole.

Folds are by group, so that no kind of name, construction, week or fact is on both sides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from fit.judge.factuality import FactualityRows
from fit.judge.folds import FOLDS, Folds
from fit.judge.forests import Rows, fit_models, forest_of, probabilities
from fit.judge.news import news_figures
from fit.judge.reading import ReadCase, figures_of
from fit.judge.swap_pages import AGREEING, UNSEEN
from verification.core.fitted.forest import PLACES, Forest
from verification.core.judging.rival_features import across_pages
from verification.core.judging.scorer import Chance

T = TypeVar("T")
# How much a figure of a set counts, where not 1: real pages are few beside what is generated.
WEIGHTS = {
    "train/nodes": 3.0,
    "train/names_swap": 2.0,
    "train/short_labels": 2.0,
    "train/moods_numeric": 2.0,
    "consensus_questions": 2.0,
}
Chances = list[list[list[Chance]]]


@dataclass(frozen=True, slots=True)
class Fitted:
    """``chances`` are out of fold, by case, page and figure; the forests are fitted on everything."""

    alone: Forest
    together: Forest
    chances: Chances


@dataclass(frozen=True, slots=True)
class _Table:
    """Every figure as a row; ``labels`` 1, 0, or -1 where the set doesn't say; ``folds`` by group; ``weights`` by set."""

    names: tuple[str, ...]
    rows: Rows
    labels: Rows
    folds: Folds
    weights: Rows


def fit_judge(cases: Sequence[ReadCase], *, without: frozenset[str] = frozenset(), is_whole: bool = True) -> Fitted:
    """Both passes. ``without``: features left out (``make ablate``); ``is_whole`` False only the folds and leaves the forests empty."""
    alone = _alone_table(cases, without)
    first = _out_of_fold(alone)
    together = _together_table(cases, alone, _by_figure(cases, first.tolist()), without)
    second = _out_of_fold(together)
    empty = Forest((), 0.0, ())
    return Fitted(
        _forest(alone) if is_whole else empty,
        _forest(together) if is_whole else empty,
        _by_figure(cases, [Chance.pooled(*pair) for pair in zip(first.tolist(), second.tolist(), strict=True)]),
    )


def _alone_table(cases: Sequence[ReadCase], without: frozenset[str]) -> _Table:
    found = list(figures_of(cases))
    _, page, number = found[0]
    names = tuple(sorted(page.page.figures[number].features.keys() - without))
    rows = np.array([[page.page.figures[at].features[name] for name in names] for _, page, at in found])
    labels = np.array([_label(case, page.figures[at].label) for case, page, at in found])
    folds = Folds([(case.group, case.fact) for case, _, _ in found])
    for name, chances in factuality_rows(cases).out_of_fold().items():
        if name in names:
            rows[:, names.index(name)] = chances
    weights = np.array([WEIGHTS.get(case.source, 1.0) for case, _, _ in found])
    return _Table(names, rows, labels, folds, weights)


def factuality_rows(cases: Sequence[ReadCase]) -> FactualityRows:
    """Every figure of the cases, in order, as the words about it."""
    found = [(case, page.figures[at]) for case, page, at in figures_of(cases)]
    return FactualityRows(found, Folds([(case.group, case.fact) for case, _ in found]), news_figures())


def _label(case: ReadCase, label: bool | None) -> int:
    """Pages that were made alike agree always, which must not be learnt: they are for the bars; unseen wording is there to be counted."""
    return -1 if label is None or case.source in (AGREEING, UNSEEN) else int(label)


def _together_table(cases: Sequence[ReadCase], alone: _Table, chances: list[list[list[float]]], without: frozenset[str]) -> _Table:
    told: list[Mapping[str, float]] = []
    for case, by_page in zip(cases, chances, strict=True):
        for page in across_pages([page.page for page in case.pages], by_page):
            told.extend(page)
    names = tuple(sorted(told[0].keys() - without))
    added = np.round(np.array([[row[name] for name in names] for row in told]), PLACES)
    return _Table((*alone.names, *names), np.hstack([alone.rows, added]), alone.labels, alone.folds, alone.weights)


def _out_of_fold(table: _Table) -> Rows:
    found = np.zeros(len(table.labels))
    for fold in range(FOLDS):
        held = np.array(table.folds.tests(fold))
        if held.any():
            models = fit_models(
                table.names, table.rows, table.labels, table.weights, np.array(table.folds.teaches(fold)) & (table.labels >= 0)
            )
            found[held] = probabilities(models, table.rows[held])
    return np.round(found, PLACES)


def _by_figure(cases: Sequence[ReadCase], chances: Sequence[T]) -> list[list[list[T]]]:
    left = iter(chances)
    return [[[next(left) for _ in page.figures] for page in case.pages] for case in cases]


def _forest(table: _Table) -> Forest:
    return forest_of(table.names, fit_models(table.names, table.rows, table.labels, table.weights, table.labels >= 0))
