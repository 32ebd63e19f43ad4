"""Words of every day, which name nobody, and those that do."""

import pytest

from verification.core.language.everyday import is_everyday

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("word", ["the", "market", "ledger", "refinery", "snapshot"])
def test_english_words_of_every_day(word: str) -> None:
    assert is_everyday(word, "en")


@pytest.mark.parametrize("word", ["clinton", "williams", "halcyon", "zzyzx", "", "市场"])
def test_english_names(word: str) -> None:
    assert not is_everyday(word, "en")


@pytest.mark.parametrize("word", ["市场", "重挫", "头版", "单日"])
def test_chinese_words_of_every_day(word: str) -> None:
    assert is_everyday(word, "zh")


@pytest.mark.parametrize("word", ["瑞幸", "霍尔木兹", "奶白", "", "market"])
def test_chinese_names(word: str) -> None:
    assert not is_everyday(word, "zh")
