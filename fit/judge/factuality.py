"""Fits the linear model of how a figure is put: out of fold for the forests, and whole for the product.

It learns from sentences whose subject, measure and period are those asked for, so that only how they are put tells answers from the rest.
"""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from fit.judge.forests import FOLDS, Rows
from fit.judge.reading import ReadCase, ReadFigure
from fit.judge.swap_pages import AGREEING, GENERATED
from fit.writing import write_fitted
from verification.core.fitted.forest import PLACES
from verification.core.fitted.runs import BUCKETS, SCALE
from verification.core.reading.factuality import FIGURES_FILE, UNKNOWN

_TOLD = frozenset(("own", "trap", "unsaid", "recent", "old", "range", "figures", "figures that do not answer"))
_MOODS = frozenset(("train/moods_numeric",))
# How far a weight may go from none (the inverse of the ridge); from .1 to 1 it hardly matters.
_FREEDOM = 0.3


def teaches(case: ReadCase, figure: ReadFigure) -> bool:
    """Whether a figure is one that only the way it is put tells from an answer."""
    if figure.label is None or not figure.runs:
        return False
    return case.source in _MOODS or (case.source in (GENERATED, AGREEING) and case.scenario in _TOLD)


class FactualityRows:
    """Every figure of the cases in order, as the buckets of its runs."""

    def __init__(self, figures: Sequence[tuple[ReadCase, ReadFigure]], folds: Rows) -> None:
        counts = [len(figure.runs) for _, figure in figures]
        starts = np.concatenate(([0], np.cumsum(counts)))
        columns = np.fromiter((run for _, figure in figures for run in figure.runs), dtype=np.int32, count=int(starts[-1]))
        self._rows = csr_matrix((np.ones(len(columns), dtype=np.float64), columns, starts), shape=(len(figures), BUCKETS))
        self._labels = np.array([int(bool(figure.label)) for _, figure in figures])
        self._teaches = np.array([teaches(case, figure) for case, figure in figures])
        self._has_runs = np.array(counts) > 0
        self._folds = folds

    def out_of_fold(self) -> Rows:
        """The chance of each figure by a model that never saw its fold; ``UNKNOWN`` for those without runs."""
        found = np.full(len(self._labels), UNKNOWN)
        for fold in range(FOLDS):
            held = (self._folds == fold) & self._has_runs
            chosen = self._teaches & (self._folds != fold)
            if held.any() and chosen.any():
                weights, base = self._fitted(chosen)
                found[held] = 1 / (1 + np.exp(-(self._rows[held] @ weights + base)))
        return np.round(found, PLACES)

    def write(self) -> None:
        """The model of all figures, as the product reads it."""
        weights, base = self._fitted(self._teaches)
        kept = np.round(weights * SCALE).astype(int)
        buckets = np.flatnonzero(kept)
        write_fitted(
            FIGURES_FILE, {"figures": {"base": round(float(base), 6), "buckets": buckets.tolist(), "weights": kept[buckets].tolist()}}
        )

    def _fitted(self, chosen: Rows) -> tuple[Rows, float]:
        model = LogisticRegression(C=_FREEDOM, solver="liblinear", tol=1e-3).fit(self._rows[chosen], self._labels[chosen])
        return model.coef_[0], float(model.intercept_[0])
