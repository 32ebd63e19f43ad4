"""Answers back to passages: figures by equality, names and words by weight, calculations with their operands, and what nothing carries."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.answers.operations import Operation, compute
from attribution.core.answers.reverse import attribute_answer
from attribution.core.answers.sources import AttributedSentence, Limits, Mode, RankedDocument, TracedAnswer
from tests.examples import drawn

REPORT = (
    "星海科技2025年年度报告摘要。公司全年实现营业收入128.6亿元，同比增长18.3%；净利润为15.2亿元。研发投入占营业收入的比重为9.8%。\n"
    "董事长林致远表示，公司将继续加大在储能电池领域的投入。"
)
FIGURES = (
    "| 项目 | 2025年 | 2024年 | 2023年 |\n|---|---|---|---|\n| 营业收入（亿元） | 128.6 | 108.7 | 95.3 |\n"
    "| 净利润（亿元） | 15.2 | 12.1 | 9.8 |\n| 员工人数 | 8,420 | 7,615 | 7,002 |"
)
PORT = "蓝湾港务局数据显示，2025年集装箱吞吐量达到320万标箱，比上年增加26万标箱。港口新建两座泊位，预计2026年投入使用。"
FERRY = (
    "Harbour: the northern line carried 4.2 million passengers in 2025, up from 3.9 million in 2024. Tickets cost 3.50 euros on average."
)
PLANT = "星海科技在南洲市新建的储能电池工厂于2025年9月投产，设计年产能为12吉瓦时，总投资45亿元。"
CONTENTS = (REPORT, FIGURES, PORT, FERRY, PLANT)
DOCUMENTS = tuple(RankedDocument(content) for content in CONTENTS)
ACCOUNTS = (
    " | Years ended June 30, | \n | 2025 | 2024\nTicket sales | $1,250 | $980\nFreight | 431 | 412\nOther | 16 | —\n"
    " | $1,697 | $1,392\nFuel cost | (612) | (588)"
)


def attribute(answer: str, *contents: str) -> TracedAnswer:
    return attribute_answer(answer, [RankedDocument(content) for content in contents] if contents else DOCUMENTS)


def first(answer: str, *contents: str) -> AttributedSentence:
    return attribute(answer, *contents).sentences[0]


@pytest.mark.parametrize(
    ("answer", "position"),
    [
        ("星海科技2025年营业收入为128.6亿元，同比增长18.3%。", 0),
        ("2025年公司营业收入为1286000万元。", 0),
        ("员工人数在2024年为7615人。", 1),
        ("港口2025年集装箱吞吐量为320万标箱。", 2),
        ("The northern line carried 4.2 million passengers in 2025.", 3),
        ("A ticket costs 3.50 euros on average.", 3),
        ("南洲市的储能电池工厂总投资为45亿元。", 4),
        ("林致远说公司会加大储能电池投入。", 0),
    ],
)
def test_a_sentence_finds_the_document_that_carries_it(answer: str, position: int) -> None:
    found = attribute(answer)
    assert [sentence.supported for sentence in found.sentences] == [True]
    assert found.sources[0].position == position
    assert found.sentences[0].sources[0].index == 1
    assert found.sentences[0].calculations == ()


@pytest.mark.parametrize(
    "answer",
    [
        "南洲市的储能电池工厂总投资为450亿元。",
        "星海科技2025年营业收入为128.7亿元。",
        "The northern line carried 4.3 million passengers in 2025.",
        "今天天气很好，适合出门散步。",
        "The bakery opens at dawn and sells rye bread.",
        "2025年净利润较2024年增长25.72%。",
        "2025年净利润较2024年下降25.62%。",
        "员工人数比2024年减少805人。",
        "星海科技2025年营业收入同比下降18.3%。",
        "Paul Kent says tickets cost 3.50 euros on average.",
        "Sure!",
    ],
)
def test_what_no_document_says_is_marked(answer: str) -> None:
    found = attribute(answer)
    assert [sentence.supported for sentence in found.sentences] == [False]
    assert [sentence.calculations for sentence in found.sentences] == [()]


@pytest.mark.parametrize(
    ("answer", "operation", "operands"),
    [
        ("2025年净利润较2024年增长25.62%。", Operation.GROWTH, ["15.2", "12.1"]),
        ("2023年至2025年三年平均净利润约为12.37亿元。", Operation.AVERAGE, ["15.2", "12.1", "9.8"]),
        ("员工人数比2024年增加805人。", Operation.DIFFERENCE, ["8,420", "7,615"]),
        ("三年营业收入合计332.6亿元。", Operation.SUM, ["128.6", "108.7", "95.3"]),
        ("净利润占营业收入的11.82%。", Operation.SHARE, ["15.2", "128.6"]),
        ("Passengers on the northern line grew 7.69% in 2025.", Operation.GROWTH, ["4.2 million", "3.9 million"]),
    ],
)
def test_a_calculated_figure_shows_its_operands(answer: str, operation: Operation, operands: list[str]) -> None:
    sentence = first(answer)
    assert sentence.supported
    [calculation] = sentence.calculations
    assert calculation.operation == operation
    assert [CONTENTS[one.position][one.start : one.end] for one in calculation.operands] == operands
    assert compute(operation, [one.value for one in calculation.operands]) == calculation.value


@pytest.mark.parametrize(
    ("answer", "operation", "values"),
    [
        ("What was the change in Other from 2024 to 2025: 16 thousand.", None, None),
        ("What was the percentage change in Ticket sales between 2024 and 2025: 27.55 percent.", Operation.GROWTH, ["1250", "980"]),
        ("Freight made up 25.4% of the total in 2025.", Operation.SHARE, ["431", "1697"]),
        ("What is the ratio of Ticket sales to Freight in 2024: 2.38.", Operation.RATIO, ["980", "412"]),
        ("What was the average Other in 2024 and 2025: 8 thousand.", Operation.AVERAGE, ["16", "0"]),
        ("What was the percentage change in Ticket sales between 2024 and 2025: 27.65 percent.", None, None),
        ("Ticket sales were $1,250 thousand in 2025.", None, None),
        ("Fuel cost was 612 thousand in 2025.", None, None),
    ],
)
def test_calculations_from_a_table_are_tied_to_its_labels(answer: str, operation: Operation | None, values: list[str] | None) -> None:
    found = [(one.operation, [format(part.value, "f") for part in one.operands]) for one in first(answer, ACCOUNTS).calculations]
    assert found == ([] if operation is None else [(operation, values)])


def test_two_calculated_figures_leave_a_sentence_supported() -> None:
    sentence = first("The northern line gained 300,000 passengers, an increase of 7.69%.")
    assert sentence.supported
    assert [one.operation for one in sentence.calculations] == [Operation.DIFFERENCE, Operation.GROWTH]


def test_a_count_and_a_bound_are_no_claims_to_be_found() -> None:
    assert first("In how many years did Ticket sales exceed $900 thousand in 2024 and 2025: 2.", ACCOUNTS).supported
    assert not first("In 2024 and 2025 Ticket sales came to $900 thousand.", ACCOUNTS).supported


def test_each_sentence_has_its_own_sources() -> None:
    answer = "港口2025年集装箱吞吐量为320万标箱。员工人数在2024年为7615人。月亮是用奶酪做的。"
    found = attribute(answer)
    linked = [[found.sources[link.index - 1].position for link in sentence.sources][:1] for sentence in found.sentences]
    assert linked == [[2], [1], []]
    assert [sentence.supported for sentence in found.sentences] == [True, True, False]
    assert [answer[sentence.start : sentence.end] for sentence in found.sentences] == [part + "。" for part in answer.split("。")[:-1]]


def test_near_duplicates_are_one_source() -> None:
    copy = PORT.replace("蓝湾港务局数据显示", "蓝湾港务局 数据显示")
    found = attribute("港口2025年集装箱吞吐量为320万标箱。", PORT, copy, PORT, FERRY)
    assert len(found.sources) == 1
    other = PORT.replace("320", "321")
    assert len(attribute("港口2025年集装箱吞吐量为320万标箱。", PORT, other).sources) == 2


@pytest.mark.parametrize("answer", ["The northern line carried 4.2 million passengers in 2025.", "A ticket costs 3.50 euros on average."])
def test_a_document_sent_twice_carries_what_it_carries_once(answer: str) -> None:
    once, twice = attribute(answer, PORT, FERRY), attribute(answer, PORT, FERRY, PORT, FERRY, FERRY[:-20])
    assert [one.supported for one in (*once.sentences, *twice.sentences)] == [True, True]
    assert abs(once.sources[0].match_score - twice.sources[0].match_score) < 0.1
    assert len(twice.sources) == 1


def test_a_preview_begins_with_the_passage_and_in_a_long_row_shows_its_figure() -> None:
    found = attribute(
        "Punctuality was 97 percent.", "Nothing of it stands here. " * 20 + "Punctuality was 97 percent. " + "More follows. " * 20
    )
    assert found.shown_from(found.sources[0]) == 27 * 20
    table = "| Line | Remarks | 2025 |\n|---|---|---|\n| Northern line | " + "long words " * 20 + "| 1,847 |\n| Island line | short | 912 |"
    found = attribute("The northern line carried 1,847 in 2025.", table)
    assert [one.supported for one in found.sentences] == [True]
    begin = found.shown_from(found.sources[0])
    assert "1,847" in table[begin : begin + 100]


def test_limits_leave_sources_out() -> None:
    answer = "港口2025年集装箱吞吐量为320万标箱。"
    weak, strong = RankedDocument(PORT, rerank_score=0.2), RankedDocument(PORT, rerank_score=0.9)
    assert attribute_answer(answer, [weak]).sources == ()
    assert [source.position for source in attribute_answer(answer, [weak, strong]).sources] == [1]
    assert [source.position for source in attribute_answer(answer, [weak], Limits(min_relevance_score=0.1)).sources] == [0]
    assert attribute_answer(answer, [strong], Limits(match_threshold=1.0)).sources == ()
    whole = "港口2025年集装箱吞吐量为320万标箱。员工人数在2024年为7615人。"
    assert len(attribute_answer(whole, DOCUMENTS, Limits(max_sources=1)).sources) == 1


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -3.0, 7.5])
def test_scores_of_another_kind_do_no_harm(score: float) -> None:
    found = attribute_answer("港口2025年集装箱吞吐量为320万标箱。", [RankedDocument(PORT, rerank_score=score), RankedDocument(FERRY)])
    assert len(found.sources) == (0 if score == -3.0 else 1)


@pytest.mark.parametrize(("answer", "contents"), [("", (PORT,)), (" \n", (PORT,)), ("蓝湾。", ()), ("蓝湾。", ("", " "))])
def test_nothing_in_is_nothing_out(answer: str, contents: tuple[str, ...]) -> None:
    found = attribute_answer(answer, [RankedDocument(content) for content in contents])
    assert (found.mode, found.sources) == (Mode.REVERSE, ())
    assert not any(sentence.supported or sentence.sources for sentence in found.sentences)


PIECES = st.lists(st.sampled_from([*CONTENTS, ACCOUNTS, "港口 5 | 6\n7 | 8", "a | 2025\nb | 3.5%\nc | 2", "Ticket 16%", ""]), max_size=5)
ANSWERS = st.lists(
    st.sampled_from(
        [
            "港口吞吐量为320万标箱。",
            "净利润增长25.62%！",
            "Ticket sales rose 27.55%. ",
            "Total: (16) million.\n",
            "b plus c is 5.5%. ",
            "x | 3\n",
            "2025",
            "：3",
            "\ud83d\ude00",
        ]
    ),
    max_size=5,
).map("".join)


@drawn(60)
@given(answer=ANSWERS, contents=PIECES)
def test_spans_cut_and_scores_fall(answer: str, contents: list[str]) -> None:
    documents = [RankedDocument(content) for content in contents]
    found = attribute_answer(answer, documents)
    assert found == attribute_answer(answer, documents)
    assert [source.index for source in found.sources] == list(range(1, len(found.sources) + 1))
    scores = [source.match_score or 0.0 for source in found.sources]
    assert scores == sorted(scores, reverse=True)
    assert all(0.3 <= score <= 1 for score in scores)
    at = 0
    for sentence in found.sentences:
        assert at <= sentence.start < sentence.end <= len(answer)
        at = sentence.end
        assert [link.score for link in sentence.sources] == sorted((link.score for link in sentence.sources), reverse=True)
        for link in sentence.sources:
            passage = contents[found.sources[link.index - 1].position][link.start : link.end]
            assert passage.strip() == passage != ""
        for operand in (part for one in sentence.calculations for part in one.operands):
            assert contents[operand.position][operand.start : operand.end].strip()
            assert isinstance(operand.value, Decimal)


@drawn(40)
@given(answer=ANSWERS, contents=PIECES, data=st.data())
def test_the_order_of_the_documents_tells_nothing(answer: str, contents: list[str], data: st.DataObject) -> None:
    distinct = list(dict.fromkeys(contents))
    order = data.draw(st.permutations(range(len(distinct))))
    found = attribute_answer(answer, [RankedDocument(content) for content in distinct])
    moved = attribute_answer(answer, [RankedDocument(distinct[place]) for place in order])
    assert [(source.index, order[source.position], source.match_score) for source in moved.sources] == [
        (source.index, source.position, source.match_score) for source in found.sources
    ]
    assert [(s.start, s.end, s.supported, s.sources) for s in moved.sentences] == [
        (s.start, s.end, s.supported, s.sources) for s in found.sentences
    ]
