"""One letter wrong is found, and nothing further away."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.typos import LONGEST, near_pattern


@pytest.mark.parametrize("typed", ["bitcoin", "bitcion", "bitcon", "bittcoin", "bitkoin", "itcoin"])
def test_one_letter_wrong_is_found(typed: str) -> None:
    assert re.search(near_pattern(typed), "the bitcoin price")


@pytest.mark.parametrize("typed", ["bitkion", "gold", "btc", "x"])
def test_more_than_one_letter_is_not(typed: str) -> None:
    assert not re.search(near_pattern(typed), "the bitcoin price")


@given(word=st.text(min_size=1, max_size=LONGEST + 5).filter(lambda text: "\n" not in text))
def test_every_word_finds_itself_and_nothing_typed_breaks_the_pattern(word: str) -> None:
    assert re.search(near_pattern(word), word)
