"""Linear models over the runs of words about a figure or an act, as the product weighs them (``verification.core.fitted.runs``)."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from fit.writing import write_fitted
from verification.core.fitted.files import FittedFile, FittedFileError
from verification.core.fitted.runs import BUCKETS, SCALE

# How far a weight may go from none (the inverse of the ridge); from 3 to 30 it hardly matters.
_FREEDOM = 10.0
Rows = np.ndarray


def ready(file: FittedFile, names: Sequence[str]) -> None:
    """A file of another version must not keep the fit from writing its own: it is emptied, and its models, by name, know no word."""
    try:
        file.parse(*file.read())
    except FittedFileError:
        write_fitted(file, {name: {"base": 0.0, "buckets": [], "weights": []} for name in names})


def rows_of(buckets: Sequence[Sequence[int]]) -> csr_matrix:
    """One row for each text, of length 1 whatever the number of its runs."""
    counts = [len(one) for one in buckets]
    starts = np.concatenate(([0], np.cumsum(counts)))
    columns = np.fromiter((bucket for one in buckets for bucket in one), dtype=np.int32, count=int(starts[-1]))
    lengths = np.repeat([count**-0.5 if count else 0.0 for count in counts], counts)
    return csr_matrix((lengths, columns, starts), shape=(len(buckets), BUCKETS))


def fit_runs(rows: csr_matrix, labels: Rows, weights: Rows | None = None) -> LogisticRegression:
    """The model of ``labels``, 1 or 0; ``weights`` what each row counts."""
    return LogisticRegression(C=_FREEDOM, solver="liblinear", tol=1e-3).fit(rows, labels, sample_weight=weights)


def chances_of(rows: csr_matrix, model: LogisticRegression) -> Rows:
    """From 0 to 1 for each row."""
    return model.predict_proba(rows)[:, 1]


def shape_of_runs(model: LogisticRegression) -> dict[str, object]:
    """The model as JSON, as ``parse_run_model`` reads it."""
    kept = np.round(model.coef_[0] * SCALE).astype(int)
    buckets = np.flatnonzero(kept)
    return {"base": round(float(model.intercept_[0]), 6), "buckets": buckets.tolist(), "weights": kept[buckets].tolist()}
