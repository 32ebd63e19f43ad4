"""How alike two vectors point."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.vectors import cosine

NUMBERS = st.floats(-1e6, 1e6)
PAIRS = st.integers(1, 8).flatmap(lambda size: st.tuples(*[st.lists(NUMBERS, min_size=size, max_size=size)] * 2))


@given(PAIRS)
def test_cosine_lies_between_0_and_1_either_way_round(pair: tuple[list[float], list[float]]) -> None:
    left, right = pair
    assert 0.0 <= cosine(left, right) <= 1.0
    assert cosine(left, right) == cosine(right, left)


@pytest.mark.parametrize(
    ("left", "right", "share"), [((3, 4), (6, 8), 1.0), ((1, 0), (0, 1), 0.0), ((1, 0), (-1, 0), 0.0), ((0, 0), (1, 0), 0.0)]
)
def test_cosine_of_known_pairs(left: tuple[int, int], right: tuple[int, int], share: float) -> None:
    assert cosine(left, right) == pytest.approx(share)


def test_cosine_of_different_dimensions_is_refused() -> None:
    with pytest.raises(ValueError, match="longer"):
        cosine((1, 0), (1, 0, 0))
