"""Fits the forest of claims, out of fold and whole (scikit-learn's histogram boosting, as for the judge of figures)."""

import os

os.environ["OMP_NUM_THREADS"] = "1"

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from fit.judge.folds import FOLDS, Folds
from fit.judge.forests import forest_of
from fit.support.factuality import WordingRows
from fit.support.reading import ReadClaim
from verification.core.fitted.forest import PLACES, Forest

# How much a set counts, whatever its size, both answers of it alike: so .5 is a coin's toss. Foreign documents count little: they only
# keep the forest from believing in topics; so do those of our own, which are all alike.
WEIGHTS = {
    "support_filings": 1.2,
    "support_citations": 1.3,
    "support_pairs": 1.5,
    "support_webpages": 1.2,
    "support_answers": 1.3,
    "support_chinese": 0.6,
    "support_rewritten": 0.3,
    "train/moods_support": 1.2,
    "train/moods_statements": 1.2,
    "train/support_factuality": 1.2,
    "train/support_realnews": 0.2,
    "train/support_swap": 0.6,
    "foreign_support_filings": 0.15,
    "foreign_support_answers": 0.06,
    "foreign_support_webpages": 0.06,
    "generated_acts": 0.25,
    "generated_figures": 0.5,
    "generated_crossed": 0.4,
    "generated_told": 0.3,
    "told": 0.8,
    "written": 1.0,
    "alike": 0.8,
    "fresh": 0.8,
}
_SETTINGS = {
    "max_iter": 600,
    "learning_rate": 0.05,
    "max_leaf_nodes": 20,
    "min_samples_leaf": 25,
    "l2_regularization": 10.0,
    "max_features": 0.3,
    "early_stopping": False,
    "random_state": 0,
}
Rows = np.ndarray


@dataclass(frozen=True, slots=True)
class Fitted:
    """``chances`` are out of fold, in the order of the cases, before exclusions; ``weights`` what each case counts, 1 on average."""

    forest: Forest
    chances: list[float]
    weights: list[float]


def fit_support(claims: Sequence[ReadClaim]) -> Fitted:
    """Both: every fold by a forest that has not seen it, and the forest of all."""
    names = tuple(sorted(claims[0].features))
    rows = np.round(np.array([[one.features[name] for name in names] for one in claims]), PLACES)
    labels = np.array([int(one.case.is_supported) for one in claims])
    folds = folds_of(claims)
    for name, chance in zip(("factuality", "denial"), WordingRows(claims, folds).out_of_fold(), strict=True):
        rows[:, names.index(name)] = chance
    weights = _weights(claims)
    chances = np.zeros(len(labels))
    for fold in range(FOLDS):
        held, taught = np.array(folds.tests(fold)), np.array(folds.teaches(fold))
        model = _model(rows[taught], labels[taught], weights[taught])
        chances[held] = model.predict_proba(rows[held])[:, 1]
    return Fitted(forest_of(names, [_model(rows, labels, weights)]), np.round(chances, PLACES).tolist(), weights.tolist())


def folds_of(claims: Sequence[ReadClaim]) -> Folds:
    """Which model each claim tests and teaches, by its group and the fact it tells."""
    return Folds([(one.case.group, one.case.fact) for one in claims])


def _model(rows: Rows, labels: Rows, weights: Rows) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(**_SETTINGS).fit(rows, labels, sample_weight=weights)


def _weights(claims: Sequence[ReadClaim]) -> Rows:
    counts = Counter((one.case.source, one.case.is_supported) for one in claims)
    kinds = Counter(source for source, _ in counts)
    found = np.array([WEIGHTS[one.case.source] / kinds[one.case.source] / counts[one.case.source, one.case.is_supported] for one in claims])
    return found * len(found) / found.sum()
