"""Boosted trees as data: the sum of their leaves is the log-odds of a figure (Friedman 2001); no library is needed to read them."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from struct import Struct
from typing import Any

# Features are rounded before they are compared, in fitting and here, so that every machine takes the same turn.
PLACES = 4


@dataclass(frozen=True, slots=True)
class Tree:
    """``feature[n] < 0`` marks a leaf, whose ``value`` is added; else the left child follows where the feature is at most ``value``."""

    feature: tuple[int, ...]
    value: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True)
class Forest:
    """The features by name in the order of a row, the log-odds before any tree, and the trees."""

    names: tuple[str, ...]
    base: float
    trees: tuple[Tree, ...]

    def probability(self, features: Mapping[str, float]) -> float:
        """The chance from 0 to 1, to four places; ``KeyError`` names a feature that is missing."""
        log_odds = self.base
        for value in self._leaves.reached(features):
            log_odds += value
        return round(1 / (1 + exp(-min(max(log_odds, -40.0), 40.0))), PLACES)

    @cached_property
    def _leaves(self) -> "_Leaves":
        return _Leaves(self.names, self.trees)

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


# The unsigned numbers that hold a bit for each leaf of a tree.
_LANES = {8: "B", 16: "H", 32: "I", 64: "Q"}
# Most features are whole numbers, and small: what they shut is looked up by them.
_WHOLE = range(-3, 61)


class _Leaves:
    """The leaf of every tree that a row reaches, found for all trees at once (QuickScorer: Lucchese and others 2015).

    Each leaf has a bit, those of a tree side by side from left to right. A turn to the right shuts the leaves on its left, and what is then
    the lowest open bit of a tree is its leaf. What the turns on one feature shut depends on nothing but that feature's value.
    """

    def __init__(self, names: Sequence[str], trees: Sequence[Tree]) -> None:
        most = max((tree.feature.count(-1) for tree in trees), default=1)
        width = next(width for width in _LANES if width >= most)
        turns: dict[int, list[tuple[float, int]]] = defaultdict(list)
        self._values: list[dict[int, float]] = []
        for number, tree in enumerate(trees):
            self._values.append({})
            self._take(tree, 0, self._values[-1], turns, number * width)
        self._unpack = Struct(f"<{len(trees)}{_LANES[width]}").unpack
        self._size = len(trees) * width // 8
        self._all = (1 << len(trees) * width) - 1
        self._first = sum(1 << number * width for number in range(len(trees)))
        self._shut = [(name, *_shut_by(turns[place])) for place, name in enumerate(names)]

    def _take(self, tree: Tree, at: int, values: dict[int, float], turns: dict[int, list[tuple[float, int]]], shift: int) -> int:
        """The bits of the leaves below a node, each with its value; what the turns there shut is added to ``turns``."""
        if tree.feature[at] < 0:
            bit = 1 << len(values)
            values[bit] = tree.value[at]
            return bit
        left = self._take(tree, tree.left[at], values, turns, shift)
        turns[tree.feature[at]].append((tree.value[at], left << shift))
        return left | self._take(tree, tree.right[at], values, turns, shift)

    def reached(self, features: Mapping[str, float]) -> list[float]:
        """The values of the leaves, in the order of the trees; ``KeyError`` names a feature that is missing."""
        shut = 0
        for name, whole, borders, masks in self._shut:
            mask = whole.get(value := features[name])
            if mask is None:
                mask = masks[bisect_left(borders, round(value, PLACES))]
            if mask:
                shut |= mask
        lowest = (self._all ^ shut) & (shut + self._first)
        return [values[bit] for values, bit in zip(self._values, self._unpack(lowest.to_bytes(self._size, "little")), strict=True)]


def _shut_by(turns: Sequence[tuple[float, int]]) -> tuple[dict[float, int], list[float], list[int]]:
    """What a feature shuts by its value: of whole numbers, and else by how many of the ``borders`` lie below it."""
    at_border: dict[float, int] = defaultdict(int)
    for border, mask in turns:
        at_border[border] |= mask
    borders, masks = sorted(at_border), [0]
    for border in borders:
        masks.append(masks[-1] | at_border[border])
    return {float(number): masks[bisect_left(borders, number)] for number in _WHOLE}, borders, masks


def _means(tree: Tree) -> list[float]:
    """The plain mean of the leaves below each turn."""
    means = list(tree.value)
    for at in range(len(tree.feature) - 1, -1, -1):
        if tree.feature[at] >= 0:
            means[at] = (means[tree.left[at]] + means[tree.right[at]]) / 2
    return means


def parse_forest(shape: Mapping[str, Any]) -> Forest:
    """The forest of a JSON object ``{names, base, trees: [[feature, value, left, right], …]}``."""
    trees = tuple(Tree(*map(tuple, tree)) for tree in shape["trees"])
    return Forest(tuple(shape["names"]), float(shape["base"]), trees)
