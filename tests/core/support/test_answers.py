"""Two answers agree by what they say, not by how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.support.answers import only_quantity, same_answer

SAME = [
    ("5.25%", "525 bp", None),
    ("5.25%", "5.25 percent", None),
    ("3.2万亿元", "32000亿元", None),
    ("5.25", "5.25%", "%"),
    ("约5%", "5%", None),
    ("$1,000", "1000 USD", None),
    ("3.50%–3.75%", "3.5% to 3.75%", None),
    ("yes", " Yes ", None),
    ("ＡＢＣ", "abc", None),
]
OTHER = [
    ("5.25%", "5.25 percentage points", None),
    ("5 bp", "5%", "%"),
    ("$1,000", "1000 EUR", None),
    ("5.25%", "5.26%", None),
    ("the rate is 5%", "5%", None),
    ("yes", "no", None),
    ("unknown", "0", None),
    ("-3%", "3%", None),
]


@pytest.mark.parametrize("one, other, unit", SAME)
def test_same_figure_written_otherwise_agrees(one: str, other: str, unit: str | None) -> None:
    assert (same_answer(one, other, unit=unit), same_answer(other, one, unit=unit)) == (True, True)


@pytest.mark.parametrize("one, other, unit", OTHER)
def test_another_figure_or_unit_does_not_agree(one: str, other: str, unit: str | None) -> None:
    assert (same_answer(one, other, unit=unit), same_answer(other, one, unit=unit)) == (False, False)


def test_tolerance_is_the_nodes() -> None:
    assert not same_answer("5.25%", "5.26%")
    assert same_answer("5.25%", "5.26%", tolerance="0.01")
    assert same_answer("100", "101", tolerance="1%")


@given(st.text(max_size=60), st.text(max_size=60))
def test_agreement_is_symmetric(one: str, other: str) -> None:
    assert same_answer(one, other) == same_answer(other, one)


@given(st.text(max_size=60))
def test_answer_agrees_with_itself(text: str) -> None:
    assert same_answer(text, text)


def test_sentence_with_a_figure_is_no_figure() -> None:
    assert only_quantity("up 5% on the year") is None
    found = only_quantity(" 5.25% ")
    assert found is not None
    assert found.text == "5.25%"
