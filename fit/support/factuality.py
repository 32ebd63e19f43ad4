"""Fits how what is claimed is put: whether the words about an act tell it as a fact, whether they deny it, and whether those about a figure
tell it; out of fold for the forest, and whole.

Acts are learnt from frames that stand about acts named as in the claim, figures from ways to tell one, so that only how they are put tells
the one from the other.
"""

from collections.abc import Sequence

import numpy as np

from fit.judge.folds import FOLDS, Folds
from fit.run_models import chances_of, fit_runs, rows_of, shape_of_runs
from fit.support.reading import ReadClaim
from fit.writing import write_fitted
from verification.core.fitted.forest import PLACES
from verification.core.reading.factuality import CLAIMS_FILE, UNKNOWN

# Texts of other hands say whether an act is told, and not whether the others deny it.
_DENIED_BY = frozenset(("generated_acts", "train/moods_support", "train/moods_statements"))
_TAUGHT_BY = _DENIED_BY | {"written"}
_FIGURES_TAUGHT_BY = frozenset(("generated_told", "train/moods_support", "written"))
Rows = np.ndarray


class WordingRows:
    """Every claim as the buckets of the runs about its act or figure; ``folds`` say which model each teaches."""

    def __init__(self, claims: Sequence[ReadClaim], folds: Folds) -> None:
        self._rows = rows_of([one.runs for one in claims])
        has_runs = np.array([bool(one.runs) for one in claims])
        is_figure = np.array([one.is_of_figure for one in claims])
        self._acts, self._figures = has_runs & ~is_figure, has_runs & is_figure
        sources = [one.case.source for one in claims]
        # A claim that denies an act is told where the act is denied: it asks both models, exchanged, and teaches neither.
        is_plain = np.array([one.features["standings_plain"] == 1 for one in claims])
        self._exchanged = self._acts & ~is_plain
        of_act = np.array([one.case.is_of_the_act for one in claims]) & is_plain
        self._act_teaches = self._acts & of_act & np.array([source in _TAUGHT_BY for source in sources])
        self._denial_teaches = self._acts & of_act & np.array([source in _DENIED_BY for source in sources])
        self._figure_teaches = self._figures & of_act & np.array([source in _FIGURES_TAUGHT_BY for source in sources])
        self._told = np.array([int(one.case.is_supported) for one in claims])
        self._denied = np.array([int(one.case.is_refuted) for one in claims])
        self._folds = folds

    def out_of_fold(self) -> tuple[Rows, Rows]:
        """The chances that what each claims is told and that the opposite is, by models that never saw its fold; ``UNKNOWN`` without
        runs, and of a figure's denial."""
        told, denied = (np.full(len(self._told), UNKNOWN) for _ in range(2))
        for fold in range(FOLDS):
            self._fill(told, self._told, self._acts, self._act_teaches, fold)
            self._fill(denied, self._denied, self._acts, self._denial_teaches, fold)
            self._fill(told, self._told, self._figures, self._figure_teaches, fold)
        told, denied = np.where(self._exchanged, denied, told), np.where(self._exchanged, told, denied)
        return np.round(told, PLACES), np.round(denied, PLACES)

    def write(self) -> None:
        """The models of everything, as the product reads them."""
        shapes = {
            "told": self._shape(self._told, self._act_teaches),
            "denied": self._shape(self._denied, self._denial_teaches),
            "figure": self._shape(self._told, self._figure_teaches),
        }
        write_fitted(CLAIMS_FILE, shapes)

    def _fill(self, found: Rows, labels: Rows, asked: Rows, teaches: Rows, fold: int) -> None:
        held = asked & np.array(self._folds.tests(fold))
        chosen = teaches & np.array(self._folds.teaches(fold))
        found[held] = chances_of(self._rows[held], fit_runs(self._rows[chosen], labels[chosen]))

    def _shape(self, labels: Rows, teaches: Rows) -> dict[str, object]:
        return shape_of_runs(fit_runs(self._rows[teaches], labels[teaches]))
