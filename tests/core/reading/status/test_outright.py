"""Sentences that take back the one before them by their shape alone: each row of the table by its example, and none by plain news."""

from datetime import date

import pytest

from verification.core.language.tables import read_rows
from verification.core.reading.reader import TextReader
from verification.core.reading.statement import Status
from verification.core.reading.status.outright import judged_outright

ROWS = list(read_rows("reading", "outright"))
DAY = date(2026, 5, 14)


@pytest.mark.parametrize(("pattern", "language", "status", "example", "reason"), ROWS, ids=[row[3] for row in ROWS])
def test_each_row_takes_back_the_sentence_before_its_example(pattern: str, language: str, status: str, example: str, reason: str) -> None:
    figure = "The jobless rate of Sarnia is 4.2%. " if language == "en" else "海登市失业率为4.2%。"
    reader = TextReader(figure + example, base=DAY)

    assert reason
    assert judged_outright(example, is_chinese=language == "zh") == status
    assert reader.status.status_at(figure.index("4.2%"), figure.index("4.2%") + 4).status is not Status.ASSERTED


@pytest.mark.parametrize(
    ("sentence", "is_chinese"),
    [
        ("The ministry published the figure on Monday.", False),
        ("That was 0.3 points more than in April.", False),
        ("That was the highest reading since 2019.", False),
        ("It was the first fall in ten months.", False),
        ("The company has since hired a new chief.", False),
        ("He apologised for the delay.", False),
        ("It was 30 a year ago.", False),
        ("That was five points more than a year ago.", False),
        ("The bank no longer holds the shares.", False),
        ("There was no such rise in Chile.", False),
        ("That was the headline rate.", False),
        ("That was the second estimate.", False),
        ("The bank apologised for the error.", False),
        ("公司已终止与对方的合作。", True),
        ("公司向客户道歉。", True),
        ("此前的预测被推翻。", True),
        ("新规四月一号起施行。", True),
        ("这是十年来最高水平。", True),
        ("公司没有公布合作方的名称。", True),
        ("统计局将于下月公布新数据。", True),
        ("这是我之前没想到的。", True),
        ("该公司否认裁员。", True),
    ],
)
def test_plain_sentences_take_nothing_back(sentence: str, *, is_chinese: bool) -> None:
    assert judged_outright(sentence, is_chinese=is_chinese) is None


def test_a_long_sentence_says_more_than_that() -> None:
    assert judged_outright("Wrong" + "!" * 200, is_chinese=False) is None
    assert judged_outright("", is_chinese=False) is None
