"""Fits the two forests of the judge of cells, out of fold and whole: how well a place is named, and whether a figure is its sentence's.

Folds are by report, question or invented table; one processor, so that every sum has one order.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from fit.cells.reading import ReadFigure
from fit.judge.forests import forest_of
from verification.core.fitted.forest import PLACES, Forest
from verification.core.tables.competing import contest

FOLDS = 5
_NAMED = {
    "max_iter": 120,
    "learning_rate": 0.12,
    "max_leaf_nodes": 12,
    "min_samples_leaf": 40,
    "l2_regularization": 5.0,
    "max_features": 0.5,
}
_CARRIED = {
    "max_iter": 140,
    "learning_rate": 0.08,
    "max_leaf_nodes": 10,
    "min_samples_leaf": 25,
    "l2_regularization": 8.0,
    "max_features": 0.4,
}
_FIXED = {"early_stopping": False, "random_state": 0}
# Where the sense is plain the forest must not learn the opposite from noise.
_UP = frozenset(
    (
        "year",
        "part",
        "row_said",
        "row_covered",
        "covered",
        "any_lead",
        "row_lead",
        "column_lead",
        "chance",
        "any_year",
        "row_year",
        "any_part",
    )
)
_DOWN = frozenset(("row_missed", "column_missed", "codes_missed", "caption_missed", "covered_behind", "row_covered_behind"))
# Invented tables are many and alike; real sentences count for more.
_WEIGHTS = {"invented": 0.5, "reported": 0.5, "tables": 1.0}
_REAL_WEIGHT = 2.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """``chances`` are out of fold, one a figure; the forests are fitted on everything."""

    named: Forest
    carried: Forest
    chances: tuple[float, ...]


def fit_cells(figures: Sequence[ReadFigure]) -> Fitted:
    """Both passes: the second sees chances of the first that were not fitted on its own fold."""
    folds = np.array([_fold(figure.case.group) for figure in figures])
    names = tuple(sorted(figures[0].named.features[0]))
    first = _NamedTable(figures, names)
    by_fold = [first.model(folds != fold) for fold in range(FOLDS)]
    chances = [first.chances(by_fold[folds[at]], at) for at in range(len(figures))]
    told = [contest(figure.named, row).features for figure, row in zip(figures, chances, strict=True)]
    second_names = tuple(sorted(told[0]))
    rows = np.round(np.array([[row[name] for name in second_names] for row in told]), PLACES)
    labels = np.array([figure.label for figure in figures])
    weights = np.array([_WEIGHTS.get(figure.case.source, _REAL_WEIGHT) for figure in figures])
    found = np.zeros(len(figures))
    for fold in range(FOLDS):
        chosen = (folds != fold) & (labels >= 0)
        model = _model(_CARRIED, second_names).fit(rows[chosen], labels[chosen], sample_weight=weights[chosen])
        held = folds == fold
        found[held] = model.predict_proba(rows[held])[:, 1]
    known = labels >= 0
    whole = _model(_CARRIED, second_names).fit(rows[known], labels[known], sample_weight=weights[known])
    return Fitted(forest_of(names, [first.model(folds >= 0)]), forest_of(second_names, [whole]), tuple(np.round(found, PLACES).tolist()))


class _NamedTable:
    """Every place of every right figure as a row."""

    def __init__(self, figures: Sequence[ReadFigure], names: tuple[str, ...]) -> None:
        self._figures, self._names = figures, names
        rows, labels, owners, weights = [], [], [], []
        for at, figure in enumerate(figures):
            for features, label in zip(figure.named.features, figure.places, strict=False):
                rows.append([features[name] for name in names])
                labels.append(label)
                owners.append(at)
                weights.append(_WEIGHTS.get(figure.case.source, _REAL_WEIGHT))
        self._rows = np.round(np.array(rows, dtype=np.float64), PLACES)
        self._labels, self._owners, self._weights = np.array(labels), np.array(owners), np.array(weights)

    def model(self, chosen: np.ndarray) -> HistGradientBoostingClassifier:
        held = chosen[self._owners] & (self._labels >= 0)
        return _model(_NAMED, self._names).fit(self._rows[held], self._labels[held], sample_weight=self._weights[held])

    def chances(self, model: HistGradientBoostingClassifier, at: int) -> list[float]:
        rows = np.round(np.array([[row[name] for name in self._names] for row in self._figures[at].named.features]), PLACES)
        return np.round(model.predict_proba(rows)[:, 1], PLACES).tolist()


def _fold(group: str) -> int:
    return int(sha256(group.encode()).hexdigest(), 16) % FOLDS


def _model(settings: dict[str, float], names: Sequence[str]) -> HistGradientBoostingClassifier:
    sense = [1 if name in _UP else -1 if name in _DOWN else 0 for name in names]
    return HistGradientBoostingClassifier(monotonic_cst=sense, **settings, **_FIXED)
