"""The Beta posterior of a domain's accuracy against closed forms, and how it forgets."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.sources.accuracy import (
    CONFIRMATION_WEIGHT,
    HALF_LIFE_DAYS,
    RULING_WEIGHT,
    Accuracy,
    _below,
    accuracy_of,
    weigh_authority,
)


@pytest.mark.parametrize("x", [0.05, 0.3, 0.5, 0.8, 0.99])
def test_incomplete_beta_has_its_closed_forms(x: float) -> None:
    assert _below(1, 1, x) == pytest.approx(x, abs=1e-9)
    assert _below(3, 1, x) == pytest.approx(x**3, abs=1e-9)
    assert _below(1, 4, x) == pytest.approx(1 - (1 - x) ** 4, abs=1e-9)
    assert _below(2, 2, x) == pytest.approx(3 * x**2 - 2 * x**3, abs=1e-9)


def test_without_judgements_anything_is_possible() -> None:
    found = accuracy_of([])
    assert (found.n, found.mean, round(found.low, 6), round(found.high, 6)) == (0, 0.5, 0.05, 0.95)


def test_old_judgements_count_less() -> None:
    found = accuracy_of([(True, HALF_LIFE_DAYS, 1.0), (True, HALF_LIFE_DAYS, 1.0), (False, 0, 1.0)])
    assert (found.n, found.mean) == (2.0, 0.5)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 2000), st.sampled_from([CONFIRMATION_WEIGHT, RULING_WEIGHT])), max_size=60))
def test_the_mean_lies_in_its_interval(judgements: list[tuple[bool, float, float]]) -> None:
    found = accuracy_of(judgements)
    assert 0 <= found.low < found.mean < found.high <= 1
    assert accuracy_of([*judgements, (True, 0.0, 1.0)]).mean > found.mean > accuracy_of([*judgements, (False, 0.0, 1.0)]).mean


def test_authority_is_moved_and_never_replaced() -> None:
    assert weigh_authority(Decimal("0.9"), None) == Decimal("0.9")
    assert weigh_authority(Decimal("0.9"), accuracy_of([])) == Decimal("0.9")
    assert weigh_authority(Decimal("0.9"), Accuracy(10, 0.5, 0.4, 0.6)) == Decimal("0.7000")


def test_a_confirmation_counts_half_a_ruling() -> None:
    assert accuracy_of([(True, 0, CONFIRMATION_WEIGHT)] * 2) == accuracy_of([(True, 0, RULING_WEIGHT)])
