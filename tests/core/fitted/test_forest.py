"""The forest walks as its library does: the sum of one leaf a tree, of features rounded before they are compared."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.fitted.forest import Forest, Tree, parse_forest

# x <= 0.5: -1, else y <= 2: 0.5, else 3
TREE = Tree((0, -1, 1, -1, -1), (0.5, -1.0, 2.0, 0.5, 3.0), (1, 0, 3, 0, 0), (2, 0, 4, 0, 0))
FOREST = Forest(("x", "y"), 0.25, (TREE, TREE))


def sigmoid(log_odds: float) -> float:
    return round(1 / (1 + exp(-log_odds)), 4)


@pytest.mark.parametrize(("x", "y", "leaf"), [(0.5, 9, -1.0), (0.50004, 9, -1.0), (0.5001, 2, 0.5), (1, 2.0001, 3.0), (-7, -7, -1.0)])
def test_one_leaf_of_each_tree_is_added(x: float, y: float, leaf: float) -> None:
    assert FOREST.probability({"x": x, "y": y}) == sigmoid(0.25 + 2 * leaf)


def test_a_missing_feature_is_named() -> None:
    with pytest.raises(KeyError, match="y"):
        FOREST.probability({"x": 1.0})


@given(st.floats(-5, 5), st.floats(-5, 5))
def test_shares_tell_the_way_from_the_mean_to_the_leaf(x: float, y: float) -> None:
    features = {"x": x, "y": y}
    mean = ((0.5 + 3.0) / 2 - 1.0) / 2
    chance = FOREST.probability(features)
    told = 0.25 + 2 * mean + sum(FOREST.shares(features).values())
    assert abs(told - log(chance / (1 - chance))) < 0.02


def test_a_forest_is_read_back_from_its_shape() -> None:
    shape = {
        "names": ["x", "y"],
        "base": 0.25,
        "trees": [[list(t.feature), list(t.value), list(t.left), list(t.right)] for t in (TREE, TREE)],
    }
    assert parse_forest(shape) == FOREST
