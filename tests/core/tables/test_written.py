"""When a figure of a passage states a figure of an answer, and what an operation gives."""

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.answers.operations import Operation, announced, compute
from verification.core.tables.written import find_answer_figures, is_bound, states, states_number


@pytest.mark.parametrize(
    ("said", "written", "expected"),
    [
        ("营收3.2万亿元", "32000亿元", True),
        ("营收3.2万亿元", "3.3万亿元", False),
        ("about 12.9 billion yuan", "12.86 billion yuan", True),
        ("12.9 billion yuan", "12.86 billion yuan", True),
        ("13 million euros", "12.86 million euros", False),
        ("a loss of $343 thousand", "$(343) thousand", True),
        ("占30%", "三成", True),
        ("5 percent", "5 dollars", False),
        ("up 0.3 percentage points", "up 0.3%", True),
        ("4,206 thousand", "4,206", True),
        ("4,206 thousand", "4,206 million", False),
        ("2.1 million", "2.1%", False),
        ("2.1%", "2.1 million", False),
        ("2.1", "2.1%", True),
        ("25个基点", "25 basis points", True),
    ],
)
def test_equal_figures_in_other_writing(said: str, written: str, expected: bool) -> None:
    [mine], [theirs] = find_answer_figures(said), find_answer_figures(written)
    assert states(mine, theirs) is expected


@pytest.mark.parametrize(
    ("said", "number", "unit", "expected"),
    [
        ("4,206 thousand", "-4206", None, True),
        ("4,206 thousand", "4206000", None, True),
        ("4,206 thousand", "4207", None, False),
        ("12.5%", "12.5", "%", True),
        ("12.5%", "12.5", None, True),
        ("12.5%", "12.5", "CNY", False),
        ("12.5", "12.5", "%", True),
        ("12.5 million", "12.5", "%", False),
        ("12.5百万", "12.5", "%", False),
        ("2025%", "2025", None, False),
    ],
)
def test_bare_numbers_of_a_table(said: str, number: str, unit: str | None, expected: bool) -> None:
    [figure] = find_answer_figures(said)
    assert states_number(figure, Decimal(number), unit) is expected


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("The change: (33) million.", ["(33) million"]),
        ("Other losses were (64) million.", ["(64) million"]),
        ("The total was (15) in 2018.", ["(15)"]),
        ("Exchange losses are in notes (2), (3).", []),
        ("See the notes of (10) in 2018.", []),
        ("Inventory amounted to 911 thousand.", ["911 thousand"]),
        ("She called 911 at noon.", []),
        ("Shares: 11901766.", ["11901766"]),
        ("结果：-400464。", ["-400464"]),
        ("In which year: 2019.", []),
        ("Since when: 27 May 2019.", []),
        ("Respectively: 3,322, 4,116 thousand.", ["3,322", "4,116 thousand"]),
    ],
)
def test_figures_behind_a_colon(answer: str, found: list[str]) -> None:
    assert [figure.text for figure in find_answer_figures(answer)] == found


@pytest.mark.parametrize(("text", "expected"), [("exceed $85 a share", True), ("超过85元", True), ("85元以上", True), ("cost $85", False)])
def test_bounds(text: str, expected: bool) -> None:
    [figure] = find_answer_figures(text)
    assert is_bound(text, figure) is expected


@pytest.mark.parametrize(
    ("sentence", "is_percent", "named"),
    [
        ("The percentage change of freight", True, {Operation.GROWTH, Operation.DIFFERENCE}),
        ("同比增长", True, {Operation.GROWTH}),
        ("平均票价为", False, {Operation.AVERAGE}),
        ("Freight as a percentage of sales", True, {Operation.SHARE}),
        ("the ratio of sales to freight", False, {Operation.RATIO}),
        ("两年合计", False, {Operation.SUM}),
        ("Ferries sail at noon", False, set()),
    ],
)
def test_words_name_operations(sentence: str, is_percent: bool, named: set[Operation]) -> None:
    assert {operation for operation, is_named in announced(sentence, is_percent=is_percent).items() if is_named} == named


@pytest.mark.parametrize(
    ("operation", "operands", "expected"),
    [
        (Operation.SUM, [1, 2, 3], 6),
        (Operation.AVERAGE, [1, 2, 6], 3),
        (Operation.DIFFERENCE, [5, 8], -3),
        (Operation.PRODUCT, [4, 5], 20),
        (Operation.RATIO, [3, 4], Decimal("0.75")),
        (Operation.GROWTH, [110, 100], 10),
        (Operation.SHARE, [1, 4], 25),
        (Operation.RATIO, [1, 0], None),
        (Operation.GROWTH, [0, 0], None),
    ],
)
def test_operations(operation: Operation, operands: list[int], expected: Decimal | None) -> None:
    assert compute(operation, [Decimal(value) for value in operands]) == expected


@given(st.text(alphabet="0123456789.,:：()-% $亿万元million", max_size=60))
def test_spans_cut_any_answer(text: str) -> None:
    figures = find_answer_figures(text)
    assert all(text[figure.start : figure.end] == figure.text for figure in figures)
    assert all(one.end <= other.start for one, other in itertools.pairwise(figures))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Revenue from Canada edged up to $12.9 million.", False),
        ("Leakage went up to 151.4 megalitres.", False),
        ("The board may spend up to $12.9 million.", True),
        ("Parts add up to $12.9 million.", False),
    ],
)
def test_what_moved_up_to_a_figure_is_there(text: str, bound: bool) -> None:
    (figure,) = find_answer_figures(text)
    assert is_bound(text, figure) is bound
