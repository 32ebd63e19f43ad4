"""A linear model of runs adds the weight of each, by how many there are, and answers a chance."""

from math import exp, sqrt

from hypothesis import given
from hypothesis import strategies as st

from verification.core.fitted.runs import bucket_of, parse_run_model

MODEL = parse_run_model({"base": 0.5, "buckets": [bucket_of("to F")], "weights": [1500]})


def test_the_weights_of_the_runs_are_added_to_the_base() -> None:
    assert MODEL.chance(("to F",)) == MODEL.chance(("to F", "to F")) == round(1 / (1 + exp(-2.0)), 4)
    assert MODEL.chance(("to F", "never met")) == round(1 / (1 + exp(-0.5 - 1.5 / sqrt(2))), 4)
    assert MODEL.chance(()) == round(1 / (1 + exp(-0.5)), 4)


@given(st.lists(st.text(max_size=12), max_size=30))
def test_whatever_is_told_the_chance_is_one(runs: list[str]) -> None:
    assert 0 <= MODEL.chance(runs) <= 1
