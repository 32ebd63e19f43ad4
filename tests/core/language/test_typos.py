"""One letter wrong is found, and nothing further away."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.typos import LONGEST, near_pattern, one_letter_apart


@pytest.mark.parametrize("typed", ["bitcoin", "bitcion", "bitcon", "bittcoin", "bitkoin", "itcoin"])
def test_one_letter_wrong_is_found(typed: str) -> None:
    assert re.search(near_pattern(typed), "the bitcoin price")


@pytest.mark.parametrize("typed", ["bitkion", "gold", "btc", "x"])
def test_more_than_one_letter_is_not(typed: str) -> None:
    assert not re.search(near_pattern(typed), "the bitcoin price")


@given(word=st.text(min_size=1, max_size=LONGEST + 5).filter(lambda text: "\n" not in text))
def test_every_word_finds_itself_and_nothing_typed_breaks_the_pattern(word: str) -> None:
    assert re.search(near_pattern(word), word)


@pytest.mark.parametrize("slip", ["volkwagen", "volkswaagen", "vlokswagen", "volkswagan"])
def test_word_is_among_those_one_letter_apart(slip):
    assert "volkswagen" in one_letter_apart(slip)


@pytest.mark.parametrize("word", ["rates", "", "宁德时代宁德时代", "a" * 31, "covid19"])
def test_no_guess_for_short_long_or_other_words(word):
    assert one_letter_apart(word) == ()


def test_first_letter_stays_and_the_word_itself_is_none():
    near = one_letter_apart("deliveries")
    assert all(word.startswith("d") and word != "deliveries" for word in near)
