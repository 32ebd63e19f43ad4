"""Scores of rerankers on one scale: whatever they were, their order stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.answers.relevance import ScoreRange, Sigmoid

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("scale", "score", "relevance"),
    [
        (ScoreRange(), 0.82, 0.82),
        (ScoreRange(), 1.01, None),
        (ScoreRange(-1, 1), 0.5, 0.75),
        (ScoreRange(0, 50), 50, 1.0),
        (ScoreRange(0, 50), -0.1, None),
        (ScoreRange(-1e308, 1e308), 0, 0.5),
        (Sigmoid(), 0, 0.5),
        (Sigmoid(), -1e300, 0.0),
        (Sigmoid(), 1e300, 1.0),
    ],
)
def test_scores_of_a_scale(scale: ScoreRange | Sigmoid, score: float, relevance: float | None) -> None:
    assert scale.scaled(score) == pytest.approx(relevance)


@given(FINITE, FINITE)
def test_logits_keep_their_order_between_0_and_1(one: float, other: float) -> None:
    low, high = (Sigmoid().scaled(score) for score in sorted((one, other)))
    assert low is not None
    assert high is not None
    assert 0 <= low <= high <= 1
