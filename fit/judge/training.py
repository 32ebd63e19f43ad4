"""Fits the two forests of the judge, out of fold and whole.

Folds are by group, so that no kind of name, construction, week or fact is on both sides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from fit.judge.factuality import FactualityRows
from fit.judge.folds import FOLDS, Folds
from fit.judge.forests import OF_NAMES, OF_SENTENCES, Rows, Settings, fit_models, forest_of, probabilities
from fit.judge.news import news_figures
from fit.judge.reading import ReadCase, figures_of
from fit.judge.swap_pages import AGREEING, UNSEEN
from verification.core.fitted.forest import PLACES, Forest
from verification.core.judging.exclusions import UNLEARNT
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
# How often the groups are put into other folds: bars hang on a few answers of each draw.
DRAWS = 3
Chances = list[list[list[Chance]]]


@dataclass(frozen=True, slots=True)
class Fitted:
    """``draws`` are the chances out of fold in each draw of the folds, by case, page and figure; the forests are fitted on everything."""

    alone: Forest
    together: Forest
    draws: tuple[Chances, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """Every figure as a row; ``labels`` 1, 0, or -1 where the set doesn't say; ``folds`` by group; ``weights`` by set; ``settings`` of the
    forests that learn it."""

    names: tuple[str, ...]
    rows: Rows
    labels: Rows
    folds: Folds
    weights: Rows
    settings: Settings


def fit_judge(cases: Sequence[ReadCase], *, without: frozenset[str] = frozenset(), draws: int = DRAWS, is_whole: bool = True) -> Fitted:
    """Both passes in every draw. ``without``: features left out (``make ablate``); ``is_whole`` False leaves the forests empty."""
    drawn = [_fit_draw(cases, without, draw) for draw in range(draws)]
    empty = Forest((), 0.0, ())
    alone, together = (_forest(table) if is_whole else empty for table in drawn[0][:2])
    return Fitted(alone, together, tuple(chances for _, _, chances in drawn))


def _fit_draw(cases: Sequence[ReadCase], without: frozenset[str], draw: int) -> tuple[_Table, _Table, Chances]:
    alone = _alone_table(cases, without, draw)
    first = _out_of_fold(alone)
    together = _together_table(cases, alone, _by_figure(cases, first.tolist()), without)
    second = _out_of_fold(together)
    chances = [Chance.pooled(*pair) for pair in zip(first.tolist(), second.tolist(), strict=True)]
    return alone, together, _by_figure(cases, chances)


def _alone_table(cases: Sequence[ReadCase], without: frozenset[str], draw: int) -> _Table:
    found = list(figures_of(cases))
    _, page, number = found[0]
    names = tuple(sorted(page.page.figures[number].features.keys() - without - UNLEARNT))
    rows = np.array([[page.page.figures[at].features[name] for name in names] for _, page, at in found])
    labels = np.array([_label(case, page.figures[at].label) for case, page, at in found])
    factuality = factuality_rows(cases, draw)
    for name, chances in factuality.out_of_fold().items():
        if name in names:
            rows[:, names.index(name)] = chances
    weights = np.array([WEIGHTS.get(case.source, 1.0) for case, _, _ in found])
    settings = OF_SENTENCES if all(case.asks_sentence for case in cases) else OF_NAMES
    return _Table(names, rows, labels, factuality.folds, weights, settings)


def factuality_rows(cases: Sequence[ReadCase], draw: int = 0) -> FactualityRows:
    """Every figure of the cases, in order, as the words about it."""
    found = [(case, page.figures[at]) for case, page, at in figures_of(cases)]
    return FactualityRows(found, Folds([(case.group, case.fact) for case, _ in found], draw), news_figures())


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
    return _Table((*alone.names, *names), np.hstack([alone.rows, added]), alone.labels, alone.folds, alone.weights, alone.settings)


def _out_of_fold(table: _Table) -> Rows:
    found = np.zeros(len(table.labels))
    held = [np.array(table.folds.tests(fold)) for fold in range(FOLDS)]
    taught = [np.array(table.folds.teaches(fold)) & (table.labels >= 0) for fold in range(FOLDS)]
    models = fit_models(table.names, table.rows, table.labels, table.weights, taught, table.settings)
    for mine, fitted in zip(held, models, strict=True):
        if mine.any():
            found[mine] = probabilities(fitted, table.rows[mine])
    return np.round(found, PLACES)


def _by_figure(cases: Sequence[ReadCase], chances: Sequence[T]) -> list[list[list[T]]]:
    left = iter(chances)
    return [[[next(left) for _ in page.figures] for page in case.pages] for case in cases]


def _forest(table: _Table) -> Forest:
    (models,) = fit_models(table.names, table.rows, table.labels, table.weights, [table.labels >= 0], table.settings)
    return forest_of(table.names, models)
