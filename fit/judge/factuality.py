"""Fits the linear model of how a figure is put: out of fold for the forests, and whole for the product.

It learns from sentences whose subject, measure and period are those asked for, so that only how they are put tells answers from the rest;
and, a little, from the answers of real pages, whose words are more than ours.
"""

from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression

from fit.judge.forests import FOLDS, Rows
from fit.judge.node_cases import NODES
from fit.judge.reading import ReadCase, ReadFigure
from fit.judge.swap_pages import AGREEING, GENERATED
from fit.run_models import chances_of, fit_runs, rows_of, shape_of_runs
from fit.writing import write_fitted
from verification.core.fitted.forest import PLACES
from verification.core.reading.factuality import FIGURES_FILE, UNKNOWN

_TOLD = frozenset(("own", "trap", "unsaid", "recent", "old", "range", "figures", "figures that do not answer"))
_MOODS = frozenset(("train/moods_numeric",))
_REAL = frozenset((NODES, "train/short_labels"))
# What an answer of a real page counts beside a sentence that shows how figures are put: what does not answer there may still be asserted.
_REAL_WEIGHT = 0.3


def weight_of(case: ReadCase, figure: ReadFigure) -> float:
    """What a figure counts: 1 where only the way it is put tells it from an answer, 0 where it teaches nothing."""
    if figure.label is None or not figure.runs:
        return 0.0
    if case.source in _MOODS or (case.source in (GENERATED, AGREEING) and case.scenario in _TOLD):
        return 1.0
    return _REAL_WEIGHT if case.source in _REAL and figure.label else 0.0


class FactualityRows:
    """Every figure of the cases in order, as the buckets of its runs."""

    def __init__(self, figures: Sequence[tuple[ReadCase, ReadFigure]], folds: Rows) -> None:
        self._rows = rows_of([figure.runs for _, figure in figures])
        self._labels = np.array([int(bool(figure.label)) for _, figure in figures])
        self._weights = np.array([weight_of(case, figure) for case, figure in figures])
        self._folds = folds

    def out_of_fold(self) -> Rows:
        """The chance of each figure by a model that never saw its fold; ``UNKNOWN`` for those without runs."""
        found = np.full(len(self._labels), UNKNOWN)
        has_runs = np.diff(self._rows.indptr) > 0
        for fold in range(FOLDS):
            held = (self._folds == fold) & has_runs
            chosen = (self._weights > 0) & (self._folds != fold)
            if held.any() and chosen.any():
                found[held] = chances_of(self._rows[held], self._fitted(chosen))
        return np.round(found, PLACES)

    def write(self) -> None:
        """The model of all figures, as the product reads it."""
        write_fitted(FIGURES_FILE, {"figures": shape_of_runs(self._fitted(self._weights > 0))})

    def _fitted(self, chosen: Rows) -> LogisticRegression:
        return fit_runs(self._rows[chosen], self._labels[chosen], self._weights[chosen])
