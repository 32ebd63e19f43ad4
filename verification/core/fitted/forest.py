"""Boosted trees as data: the sum of their leaves is the log-odds of a figure (Friedman 2001); no library is needed to walk them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

# Features are rounded before they are compared, in fitting and here, so that every machine takes the same turn.
PLACES = 4


@dataclass(frozen=True, slots=True)
class Tree:
    """``feature[n] < 0`` marks a leaf, whose ``value`` is added; else the left child follows where the feature is at most ``value``."""

    feature: tuple[int, ...]
    value: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def walk(self, row: Sequence[float]) -> float:
        # Called hundreds of times for a figure: what the loop needs is looked up once.
        at, feature, value, left, right = 0, self.feature, self.value, self.left, self.right
        asked = feature[0]
        while asked >= 0:
            at = left[at] if row[asked] <= value[at] else right[at]
            asked = feature[at]
        return value[at]


@dataclass(frozen=True, slots=True)
class Forest:
    """The features by name in the order of a row, the log-odds before any tree, and the trees."""

    names: tuple[str, ...]
    base: float
    trees: tuple[Tree, ...]

    def probability(self, features: Mapping[str, float]) -> float:
        """The chance from 0 to 1, to four places; ``KeyError`` names a feature that is missing."""
        row = [round(features[name], PLACES) for name in self.names]
        log_odds = self.base
        for tree in self.trees:
            log_odds += tree.walk(row)
        return round(1 / (1 + exp(-min(max(log_odds, -40.0), 40.0))), PLACES)

    def shares(self, features: Mapping[str, float]) -> dict[str, float]:
        """What each feature on the way adds to the log-odds: the mean below a turn taken less that before it (Saabas 2014)."""
        row = [round(features[name], PLACES) for name in self.names]
        found: dict[str, float] = {}
        for tree in self.trees:
            means = _means(tree)
            at = 0
            while tree.feature[at] >= 0:
                name = self.names[tree.feature[at]]
                after = tree.left[at] if row[tree.feature[at]] <= tree.value[at] else tree.right[at]
                found[name] = found.get(name, 0.0) + means[after] - means[at]
                at = after
        return found


def _means(tree: Tree) -> list[float]:
    """The plain mean of the leaves below each turn."""
    means = list(tree.value)
    for at in range(len(tree.feature) - 1, -1, -1):
        if tree.feature[at] >= 0:
            means[at] = (means[tree.left[at]] + means[tree.right[at]]) / 2
    return means


def parse_forest(shape: Mapping[str, object]) -> Forest:
    """The forest of a JSON object ``{names, base, trees: [[feature, value, left, right], …]}``."""
    trees = [Tree(tuple(f), tuple(v), tuple(a), tuple(b)) for f, v, a, b in json.loads(json.dumps(shape["trees"]))]
    names = tuple(str(name) for name in json.loads(json.dumps(shape["names"])))
    return Forest(names, float(str(shape["base"])), tuple(trees))
