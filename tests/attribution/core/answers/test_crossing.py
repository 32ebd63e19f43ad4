"""Answers in one language over documents in the other: carried by entity, measure, period and value; equal digits carry nothing."""

import pytest

from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import AttributedSentence, RankedDocument
from attribution.core.answers.states import ReasonCode, SentenceState
from fit.support.crossing import halves

REPORT = """Tesla reports on its year.

| (in millions) | 2025 | 2024 |
|---|---|---|
| Total revenue | 94,827 | 97,690 |
| Automotive revenue | 70,001 | 77,070 |
| Net income | 3,855 | 7,153 |

Revenue was $28.1 billion in the third quarter, up 12% from a year earlier. Gross margin declined to 41.3%.
"""
YEARBOOK = """特斯拉年度数据。

| 项目 | 2025年 | 2024年 |
|---|---|---|
| 营业收入（亿元） | 96.4 | 84.4 |
| 研发投入（亿元） | 7.9 | 6.3 |
"""


def trace(answer: str, *documents: str) -> AttributedSentence:
    [sentence] = attribute_answer(answer, [RankedDocument(document) for document in documents]).sentences
    return sentence


@pytest.mark.parametrize(
    ("answer", "document", "shown"),
    [
        (
            "特斯拉第三季度营收为281亿美元，同比增长12%。",
            REPORT,
            "Revenue was $28.1 billion in the third quarter, up 12% from a year earlier.",
        ),
        ("毛利率降至41.3%。", REPORT, "Gross margin declined to 41.3%."),
        ("特斯拉2025年总收入为948.27亿美元。", REPORT, "94,827"),
        ("2024年净利润为71.53亿美元。", REPORT, "7,153"),
        ("Revenue was 8.44 billion yuan in 2024.", YEARBOOK, "84.4"),
        ("The company's R&D spending was 790 million yuan in 2025.", YEARBOOK, "7.9"),
    ],
)
def test_a_figure_is_carried_across(answer: str, document: str, shown: str) -> None:
    sentence = trace(answer, document)
    places = [*((cell.start, cell.end) for cell in sentence.cells), *((link.start, link.end) for link in sentence.sources)]
    assert (sentence.state, sentence.sources[0].score) == (SentenceState.CARRIED, 0.9)
    assert document[slice(*places[0])] == shown


@pytest.mark.parametrize(
    ("answer", "document"),
    [
        ("苹果第三季度营收为281亿美元，同比增长12%。", REPORT),
        ("特斯拉第三季度营收为281亿美元，同比下降12%。", REPORT),
        ("特斯拉第二季度营收为281亿美元。", REPORT),
        ("毛利率升至41.3%。", REPORT),
        ("营业利润率降至41.3%。", REPORT),
        ("2024年净利润为38.55亿美元。", REPORT),
        ("2025年营业利润为38.55亿美元。", REPORT),
        ("2025年营业收入为700.01亿美元。", REPORT),
        ("2025年净利润增长38.55亿美元。", REPORT),
        ("苹果2025年净利润为38.55亿美元。", REPORT),
        ("Revenue was 8.44 billion yuan in 2025.", YEARBOOK),
        ("Net profit was 7.9 billion yuan in 2025.", YEARBOOK),
        ("公司的业务很广。", REPORT),
    ],
)
def test_one_slot_that_is_another_carries_nothing_and_the_reason_is_the_language(answer: str, document: str) -> None:
    sentence = trace(answer, document)
    assert (sentence.state, sentence.reason and sentence.reason.code) == (SentenceState.ABSENT, ReasonCode.OTHER_LANGUAGE)


def test_a_document_in_the_answer_s_own_language_comes_first() -> None:
    own = "特斯拉2025年净利润为38.55亿美元。"
    sentence = trace(own, REPORT, own)
    assert sentence.state == SentenceState.CARRIED
    assert sentence.cells[0].position == 1
    other = trace("特斯拉2025年净利润为39.55亿美元。", REPORT, own)
    assert other.reason is not None
    assert other.reason.code != ReasonCode.OTHER_LANGUAGE


def test_of_a_hundred_pairs_most_that_say_it_carry_and_none_that_says_otherwise() -> None:
    for pairs in halves():
        said = [trace(pair.claim, pair.says).supported for pair in pairs]
        otherwise = [trace(pair.claim, pair.says_otherwise).supported for pair in pairs]
        assert (sum(otherwise), sum(said) >= 21) == (0, True)
