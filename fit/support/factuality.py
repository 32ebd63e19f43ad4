"""Fits how an act is put: whether the words about it tell it as a fact, and whether they deny it; out of fold for the forest, and whole.

It learns from frames that stand about acts named as in the claim, so that only how they are put tells the one from the other.
"""

from collections.abc import Sequence

import numpy as np

from fit.run_models import chances_of, fit_runs, rows_of, shape_of_runs
from fit.support.reading import ReadClaim
from fit.writing import write_fitted
from verification.core.fitted.forest import PLACES
from verification.core.reading.factuality import ACTS_FILE, UNKNOWN

_TAUGHT_BY = frozenset(("generated_acts", "train/moods_support", "train/moods_statements"))
Rows = np.ndarray


class ActRows:
    """Every claim as the buckets of the runs about its act; ``folds`` say which fold each belongs to."""

    def __init__(self, claims: Sequence[ReadClaim], folds: Rows) -> None:
        self._rows = rows_of([one.runs for one in claims])
        self._has_runs = np.array([bool(one.runs) for one in claims])
        self._teaches = self._has_runs & np.array([one.case.source in _TAUGHT_BY and one.case.is_of_the_act for one in claims])
        self._told = np.array([int(one.case.is_supported) for one in claims])
        self._denied = np.array([int(one.case.is_refuted) for one in claims])
        self._folds = folds

    def out_of_fold(self) -> tuple[Rows, Rows]:
        """The chances of each claim's act to be told and to be denied, by models that never saw its fold; ``UNKNOWN`` without runs."""
        return self._each(self._told), self._each(self._denied)

    def write(self) -> None:
        """The models of all acts, as the product reads them."""
        write_fitted(ACTS_FILE, {"told": self._shape(self._told), "denied": self._shape(self._denied)})

    def _each(self, labels: Rows) -> Rows:
        found = np.full(len(labels), UNKNOWN)
        for fold in sorted(set(self._folds.tolist())):
            held = (self._folds == fold) & self._has_runs
            chosen = self._teaches & (self._folds != fold)
            found[held] = chances_of(self._rows[held], fit_runs(self._rows[chosen], labels[chosen]))
        return np.round(found, PLACES)

    def _shape(self, labels: Rows) -> dict[str, object]:
        return shape_of_runs(fit_runs(self._rows[self._teaches], labels[self._teaches]))
