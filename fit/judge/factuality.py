"""Fits the linear models of how a figure is put: out of fold for the forests, and whole for the product.

It learns from sentences whose subject, measure and period are those asked for, so that only how they are put tells answers from the rest;
and, a little, from the answers of real pages, whose words are more than ours. Another model learns from what news assert besides.
"""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import vstack
from sklearn.linear_model import LogisticRegression

from fit.judge.folds import FOLDS, Folds
from fit.judge.forests import Rows
from fit.judge.news import NewsFigure
from fit.judge.node_cases import NODES
from fit.judge.reading import ReadCase, ReadFigure
from fit.judge.releases import RELEASES
from fit.judge.swap_pages import AGREEING, GENERATED
from fit.run_models import chances_of, fit_runs, rows_of, shape_of_runs
from fit.writing import write_fitted
from verification.core.fitted.forest import PLACES
from verification.core.reading.factuality import FIGURES_FILE, UNKNOWN

_TOLD = frozenset(("own", "trap", "unsaid", "recent", "old", "range", "figures", "figures that do not answer"))
_MOODS = frozenset(("train/moods_numeric",))
_REAL = frozenset((NODES, "train/short_labels", RELEASES))
# What an answer of a real page counts beside a sentence that shows how figures are put: what does not answer there may still be asserted.
_REAL_WEIGHT = 0.3
# What a figure of the news counts, which no hand has labelled, and in how many texts a run of them must stand.
_NEWS_WEIGHT = 0.3
_LEAST_TEXTS = 3
FEATURES = ("factuality", "factuality_in_news")


def weight_of(case: ReadCase, figure: ReadFigure) -> float:
    """What a figure counts: 1 where only the way it is put tells it from an answer, 0 where it teaches nothing."""
    if figure.label is None or not figure.runs:
        return 0.0
    if case.source in _MOODS or (case.source in (GENERATED, AGREEING) and case.scenario in _TOLD):
        return 1.0
    return _REAL_WEIGHT if case.source in _REAL and figure.label else 0.0


class FactualityRows:
    """Every figure of the cases in order, as the buckets of its runs, and those of real news."""

    def __init__(self, figures: Sequence[tuple[ReadCase, ReadFigure]], folds: Folds, news: Sequence[NewsFigure]) -> None:
        self._rows = rows_of([figure.runs for _, figure in figures])
        self._labels = np.array([int(bool(figure.label)) for _, figure in figures])
        self._weights = np.array([weight_of(case, figure) for case, figure in figures])
        self.folds = folds
        self._news = rows_of([one.runs for one in news])
        self._asserted = np.array([int(one.is_asserted) for one in news])
        self._news_folds = np.array([one.fold for one in news])

    def out_of_fold(self) -> dict[str, Rows]:
        """The chances of each figure, by the name of the feature, by models that never saw its fold; ``UNKNOWN`` for those without runs."""
        found = {name: np.full(len(self._labels), UNKNOWN) for name in FEATURES}
        has_runs = np.diff(self._rows.indptr) > 0
        for fold in range(FOLDS):
            held = np.array(self.folds.tests(fold)) & has_runs
            chosen = (self._weights > 0) & np.array(self.folds.teaches(fold))
            if held.any() and chosen.any():
                for name, model in zip(FEATURES, self._fitted(chosen, self._news_folds != fold), strict=True):
                    found[name][held] = chances_of(self._rows[held], model)
        return {name: np.round(chances, PLACES) for name, chances in found.items()}

    def write(self) -> None:
        """The models of all figures, as the product reads them."""
        told, in_news = self._fitted(self._weights > 0, np.ones(len(self._asserted), dtype=bool))
        write_fitted(FIGURES_FILE, {"told": shape_of_runs(told), "in_news": shape_of_runs(in_news)})

    def _fitted(self, chosen: Rows, news: Rows) -> tuple[LogisticRegression, LogisticRegression]:
        """The model of our own patterns, and the one that knows news too."""
        rows, labels, weights = self._rows[chosen], self._labels[chosen], self._weights[chosen]
        both = vstack((rows, self._news[news]), format="csr")
        kept = both.multiply(both.getnnz(axis=0) >= _LEAST_TEXTS).tocsr()
        counts = np.concatenate((weights, np.full(int(news.sum()), _NEWS_WEIGHT)))
        return fit_runs(rows, labels, weights), fit_runs(kept, np.concatenate((labels, self._asserted[news])), counts)
