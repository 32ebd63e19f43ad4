"""Sentences, clauses and tokens with their exact places."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.texts import (
    MAX_SENTENCE,
    Language,
    clause_spans,
    common_subsequence,
    fold,
    language_of,
    pairs_of,
    split_sentences,
    tokens_of,
)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text).spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rate is 5.25%. It fell.", ["The rate is 5.25%.", "It fell."]),
        ("Mr. Obama said so in Jan. 2012. Then he left.", ["Mr. Obama said so in Jan. 2012.", "Then he left."]),
        ("The U.S. economy grew. Jobs rose.", ["The U.S. economy grew.", "Jobs rose."]),
        ("A surplus with the U.S. The wall costs.", ["A surplus with the U.S.", "The wall costs."]),
        ("增长1.5%。其中，投资下降。", ["增长1.5%。", "其中，投资下降。"]),
        ("标题\n\n正文。", ["标题", "正文。"]),
        ("Trade payables were 3,486 thousand.", ["Trade payables were 3,486 thousand."]),
        ("First column   second column", ["First column", "second column"]),
        ("", []),
    ],
)
def test_text_is_cut_into_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(max_size=2_000))
def test_sentences_lie_in_order_and_are_bounded(text: str) -> None:
    spans = split_sentences(text).spans
    assert all(0 <= start < end <= len(text) and end - start <= MAX_SENTENCE for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@given(st.text(max_size=500))
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold(text)) == len(text)
    for token in tokens_of(text):
        assert fold(text)[token.start : token.end] == token.text


def test_clauses_split_between_figures_and_not_inside_them() -> None:
    text = "added 1,237 jobs, while rates fell；汇率走强"
    assert [text[a:b].strip() for a, b in clause_spans(text, 0, len(text))] == ["added 1,237 jobs", "while rates fell", "汇率走强"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("美联储利率", Language.CHINESE), ("Fed rate", Language.ENGLISH), ("SpaceX IPO 目标估值", Language.CHINESE), ("", Language.ENGLISH)],
)
def test_language_is_told(text: str, expected: Language) -> None:
    assert language_of(text) == expected


@given(st.text("abc", max_size=30), st.text("abc", max_size=30))
def test_common_subsequence_equals_the_textbook_table(left: str, right: str) -> None:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    assert common_subsequence(left, right) == table[-1][-1]


def test_pairs_of_a_run() -> None:
    assert list(pairs_of("基准利率")) == ["基准", "准利", "利率"]
    assert list(pairs_of("率")) == ["率"]
