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


def grown(draw: st.DrawFn, leaves: int) -> Tree:
    """A tree of at most ``leaves``, whose turns ask for one of three features at borders that rows meet too."""
    rows: list[tuple[int, float, int, int]] = []

    def grow(left: int) -> int:
        at = len(rows)
        rows.append((-1, draw(st.floats(-3, 3)), 0, 0))
        if left > 1 and draw(st.booleans()):
            part = draw(st.integers(1, left - 1))
            feature, border = draw(st.integers(0, 2)), draw(BORDERS)
            rows[at] = (feature, border, grow(part), grow(left - part))
        return at

    grow(leaves)
    return Tree(*(tuple(column) for column in zip(*rows, strict=True)))  # type: ignore[arg-type]


BORDERS = st.sampled_from([-1.0, 0.0, 0.25, 0.3333, 1.0, 2.0, 70.0])


@st.composite
def forests(draw: st.DrawFn) -> Forest:
    leaves = draw(st.sampled_from([1, 2, 8, 9, 20, 40]))
    return Forest(("x", "y", "z"), 0.5, tuple(grown(draw, leaves) for _ in range(draw(st.integers(0, 5)))))


def walked(tree: Tree, row: list[float]) -> float:
    at = 0
    while tree.feature[at] >= 0:
        at = tree.left[at] if row[tree.feature[at]] <= tree.value[at] else tree.right[at]
    return tree.value[at]


@given(forests(), st.lists(BORDERS | st.floats(-100, 100), min_size=3, max_size=3))
def test_each_tree_ends_where_a_walk_through_it_does(forest: Forest, row: list[float]) -> None:
    features = dict(zip(forest.names, row, strict=True))
    log_odds = forest.base
    for tree in forest.trees:
        log_odds += walked(tree, [round(value, 4) for value in row])
    assert forest.probability(features) == sigmoid(log_odds)


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
