"""Boosted forests fitted and written as data (Friedman 2001; scikit-learn's histogram boosting).

Each fit has one processor, so that every sum has one order. A forest is the mean of several that differ in their seed alone: one by
itself moves single cases by a tenth.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from verification.core.fitted.forest import Forest, Tree

SEEDS = 3
# Where the sense is plain the forest must not learn the opposite from noise; each costs recall elsewhere, so there are few.
_UP = frozenset(("same_elsewhere", "period_agrees"))
_DOWN = frozenset(("other_elsewhere", "period_clashes", "status_not_asserted"))
Settings = Mapping[str, int | float | bool]
_ALWAYS: Settings = {"max_leaf_nodes": 15, "l2_regularization": 5.0, "early_stopping": False}
# A leaf of many figures and few features to choose from at each split: names of other hands, which are not learnt from, are answered as
# rightly and a seventh more of them than with leaves of 30 and four features of ten, though both fit the open sets alike. Sentences with a
# blank, which share most of their words with the page that answers, lose five points of recall at the same precision by it.
OF_NAMES: Settings = {**_ALWAYS, "max_iter": 180, "learning_rate": 0.12, "min_samples_leaf": 120, "max_features": 0.15}
OF_SENTENCES: Settings = {**_ALWAYS, "max_iter": 160, "learning_rate": 0.1, "min_samples_leaf": 30, "max_features": 0.4}
Rows = np.ndarray
Models = Sequence[HistGradientBoostingClassifier]


def fit_models(names: Sequence[str], rows: Rows, labels: Rows, weights: Rows, chosen: Sequence[Rows], settings: Settings) -> list[Models]:
    """For each mask of ``chosen`` rows one model for each seed, each row with its weight."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [[pool.submit(_fit, names, rows, labels, weights, mask, seed, settings) for seed in range(SEEDS)] for mask in chosen]
        return [[job.result() for job in by_seed] for by_seed in jobs]


def probabilities(models: Models, rows: Rows) -> Rows:
    """The chance of each row by the mean of the models."""
    return 1 / (1 + np.exp(-np.mean([model.decision_function(rows) for model in models], axis=0)))


def forest_of(names: Sequence[str], models: Models) -> Forest:
    """The models as data, each tree with its share of the mean. The predictors of scikit-learn keep their leaves shrunk by the learning
    rate."""
    trees = tuple(_tree(predictor.nodes, len(models)) for model in models for (predictor,) in model._predictors)  # noqa: SLF001
    return Forest(tuple(names), float(models[0]._baseline_prediction.ravel()[0]), trees)  # noqa: SLF001


def _fit(
    names: Sequence[str], rows: Rows, labels: Rows, weights: Rows, chosen: Rows, seed: int, settings: Settings
) -> HistGradientBoostingClassifier:
    sense = [1 if name in _UP else -1 if name in _DOWN else 0 for name in names]
    model = HistGradientBoostingClassifier(monotonic_cst=sense, random_state=seed, **settings)
    return model.fit(rows[chosen], labels[chosen], sample_weight=weights[chosen])


def _tree(nodes: Rows, models: int) -> Tree:
    is_leaf = nodes["is_leaf"].astype(bool)
    return Tree(
        tuple(np.where(is_leaf, -1, nodes["feature_idx"]).tolist()),
        tuple(round(float(value), 12) for value in np.where(is_leaf, nodes["value"] / models, nodes["num_threshold"])),
        tuple(nodes["left"].tolist()),
        tuple(nodes["right"].tolist()),
    )
