"""Fits the two forests of the judge, out of fold and whole (Friedman 2001; scikit-learn's histogram boosting).

Folds are by group, so that no kind of name, construction, week or fact is on both sides; one processor, so that every sum has one order.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from fit.judge.reading import ReadCase, figures_of
from fit.judge.swap_pages import AGREEING
from verification.core.judging.forest import PLACES, Forest, Tree
from verification.core.judging.rival_features import across_pages
from verification.core.judging.scorer import Chance

FOLDS = 5
# Where the sense is plain the forest must not learn the opposite from noise; each costs recall elsewhere, so there are few.
_UP = frozenset(("same_elsewhere", "period_agrees"))
_DOWN = frozenset(("other_elsewhere", "period_clashes", "status_not_asserted"))
_SETTINGS = {
    "max_iter": 160,
    "learning_rate": 0.1,
    "max_leaf_nodes": 15,
    "min_samples_leaf": 30,
    "l2_regularization": 5.0,
    "max_features": 0.4,
    "early_stopping": False,
    "random_state": 0,
}
Rows = np.ndarray
T = TypeVar("T")
Chances = list[list[list[Chance]]]


@dataclass(frozen=True, slots=True)
class Fitted:
    """``chances`` are out of fold, by case, page and figure; the forests are fitted on everything."""

    alone: Forest
    together: Forest
    chances: Chances


@dataclass(frozen=True, slots=True)
class _Table:
    """Every figure as a row; ``labels`` 1, 0, or -1 where the set doesn't say; ``folds`` by group."""

    names: tuple[str, ...]
    rows: Rows
    labels: Rows
    folds: Rows


def fit_judge(cases: Sequence[ReadCase], *, without: frozenset[str] = frozenset(), is_whole: bool = True) -> Fitted:
    """Both passes. ``without``: features left out (``make ablate``); ``is_whole`` False only the folds and leaves the forests empty."""
    alone = _alone_table(cases, without)
    first = _out_of_fold(alone)
    together = _together_table(cases, alone, _by_figure(cases, first.tolist()), without)
    second = _out_of_fold(together)
    empty = Forest((), 0.0, ())
    return Fitted(
        as_forest(alone.names, _fit(alone)) if is_whole else empty,
        as_forest(together.names, _fit(together)) if is_whole else empty,
        _by_figure(cases, [Chance(*pair) for pair in zip(first.tolist(), second.tolist(), strict=True)]),
    )


def _alone_table(cases: Sequence[ReadCase], without: frozenset[str]) -> _Table:
    found = list(figures_of(cases))
    _, page, number = found[0]
    names = tuple(sorted(page.page.figures[number].features.keys() - without))
    rows = np.array([[page.page.figures[at].features[name] for name in names] for _, page, at in found])
    labels = np.array([_label(case, page.figures[at].label) for case, page, at in found])
    folds = np.array([_fold(case.group) for case, _, _ in found])
    return _Table(names, rows, labels, folds)


def _label(case: ReadCase, label: bool | None) -> int:
    """Pages that were made alike agree always, which must not be learnt: they are there for the bars."""
    return -1 if label is None or case.source == AGREEING else int(label)


def _together_table(cases: Sequence[ReadCase], alone: _Table, chances: list[list[list[float]]], without: frozenset[str]) -> _Table:
    told: list[Mapping[str, float]] = []
    for case, by_page in zip(cases, chances, strict=True):
        for page in across_pages([page.page for page in case.pages], by_page):
            told.extend(page)
    names = tuple(sorted(told[0].keys() - without))
    added = np.round(np.array([[row[name] for name in names] for row in told]), PLACES)
    return _Table((*alone.names, *names), np.hstack([alone.rows, added]), alone.labels, alone.folds)


def _fold(group: str) -> int:
    return int(sha256(group.encode()).hexdigest(), 16) % FOLDS


def _out_of_fold(table: _Table) -> Rows:
    found = np.zeros(len(table.labels))
    for fold in range(FOLDS):
        held = table.folds == fold
        if held.any():
            model = _model(table, ~held & (table.labels >= 0))
            found[held] = model.predict_proba(table.rows[held])[:, 1]
    return np.round(found, PLACES)


def _fit(table: _Table) -> HistGradientBoostingClassifier:
    return _model(table, table.labels >= 0)


def _model(table: _Table, chosen: Rows) -> HistGradientBoostingClassifier:
    sense = [1 if name in _UP else -1 if name in _DOWN else 0 for name in table.names]
    return HistGradientBoostingClassifier(monotonic_cst=sense, **_SETTINGS).fit(table.rows[chosen], table.labels[chosen])


def _by_figure(cases: Sequence[ReadCase], chances: Sequence[T]) -> list[list[list[T]]]:
    left = iter(chances)
    return [[[next(left) for _ in page.figures] for page in case.pages] for case in cases]


def as_forest(names: tuple[str, ...], model: HistGradientBoostingClassifier) -> Forest:
    """The model as data. The predictors of scikit-learn keep their leaves shrunk by the learning rate."""
    trees = tuple(_tree(predictor.nodes) for (predictor,) in model._predictors)  # noqa: SLF001
    return Forest(names, float(model._baseline_prediction.ravel()[0]), trees)  # noqa: SLF001


def _tree(nodes: Rows) -> Tree:
    is_leaf = nodes["is_leaf"].astype(bool)
    return Tree(
        tuple(np.where(is_leaf, -1, nodes["feature_idx"]).tolist()),
        tuple(round(float(value), 12) for value in np.where(is_leaf, nodes["value"], nodes["num_threshold"])),
        tuple(nodes["left"].tolist()),
        tuple(nodes["right"].tolist()),
    )
