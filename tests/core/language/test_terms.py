"""The terms of the local index: pairs of Chinese signs, stems of English words, plain numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.terms import MAX_TERM_CHARACTERS, index_terms, query_terms, stem


@pytest.mark.parametrize(
    "text, terms",
    [
        ("基准利率", ["基准", "准利", "利率"]),
        ("降 息", ["降", "息"]),
        ("Rates and RATE", ["rate", "and", "rate"]),
        ("5月CPI同比", ["5", "月", "cpi", "同比"]),
        ("45,000 or 3.50%", ["45000", "or", "3.50"]),
        ("１２．５％", ["12.5"]),
        ("1,2", ["1,2"]),
        ("", []),
        ("—— ！？", []),
    ],
)
def test_index_terms(text: str, terms: list[str]) -> None:
    assert index_terms(text) == terms


@pytest.mark.parametrize(
    "text, terms",
    [
        ("美联储利率是多少？", ("美联", "联储", "储利", "利率")),
        ("当前的基准利率为____", ("基准", "准利", "利率")),
        ("What is the current Fed funds rate?", ("fed", "fund", "rate")),
        ("rate rate rates", ("rate",)),
        ("____?", ()),
    ],
)
def test_query_terms_leave_out_what_only_asks(text: str, terms: tuple[str, ...]) -> None:
    assert query_terms(text) == terms


@pytest.mark.parametrize(
    "word, root",
    [
        ("rates", "rate"),
        ("policies", "policy"),
        ("prices", "price"),
        ("shoes", "shoe"),
        ("bus", "bus"),
        ("gas", "gas"),
        ("status", "status"),
        ("class", "class"),
        ("is", "is"),
        ("économies", "économies"),
    ],
)
def test_stem_is_the_singular(word: str, root: str) -> None:
    assert stem(word) == root


@given(st.text(max_size=300))
def test_terms_are_short_and_hold_no_space(text: str) -> None:
    for term in index_terms(text):
        assert 0 < len(term) <= MAX_TERM_CHARACTERS
        assert not any(letter.isspace() for letter in term)


@given(st.text(max_size=200))
def test_query_terms_are_terms_of_the_text_without_stop_words_between(text: str) -> None:
    assert len(set(query_terms(text))) == len(query_terms(text))


def test_traditional_chinese_is_stored_and_asked_as_simplified() -> None:
    assert index_terms("比特幣價格") == index_terms("比特币价格")
    assert query_terms("比特幣價格是多少") == query_terms("比特币价格")
