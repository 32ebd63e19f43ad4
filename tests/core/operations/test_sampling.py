"""The draw of second reviews: the share that was asked for, and the same for everybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.operations.sampling import is_drawn


@pytest.mark.parametrize(("percent", "low", "high"), [(0, 0, 0), (5, 400, 600), (50, 4_800, 5_200), (100, 10_000, 10_000)])
def test_the_share_is_met(percent: int, low: int, high: int) -> None:
    assert low <= sum(is_drawn(str(key), percent=percent) for key in range(10_000)) <= high


@given(st.text(), st.integers(0, 100), st.integers(0, 100))
def test_a_higher_share_holds_the_lower(key: str, one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert is_drawn(key, percent=low) <= is_drawn(key, percent=high)
