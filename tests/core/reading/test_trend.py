"""Trend from history first, from wording second."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.reading.trend import trend_from_history, trend_from_wording
from verification.core.vocabulary import Trend


@pytest.mark.parametrize(
    "numbers, expected",
    [
        (["5.25", "5.5"], Trend.RISING),
        (["5.5", "5.25"], Trend.FALLING),
        (["5.25", "5.250"], Trend.STABLE),
        (["1", "9", "8"], Trend.FALLING),
        (["3.5..3.75", "3.25..3.5"], Trend.FALLING),
        (["3.5..3.75", "3.5..3.75"], Trend.STABLE),
        (["-0.6", "-0.2"], Trend.RISING),
        (["5.25"], None),
        ([], None),
        (["5.25", "unknown"], None),
        (["NaN", "1"], None),
    ],
)
def test_trend_from_history(numbers, expected):
    assert trend_from_history(numbers) == expected


@pytest.mark.parametrize(
    "sentence, figure, expected",
    [
        ("The Fed raised its rate to 5.25% on Wednesday.", "5.25%", Trend.RISING),
        ("The Fed cut its rate to 5.25% on Wednesday.", "5.25%", Trend.FALLING),
        ("The Fed left its rate unchanged at 5.25%.", "5.25%", Trend.STABLE),
        ("The unemployment rate fell to 4.1% while wages rose 3%.", "4.1%", Trend.FALLING),
        ("The unemployment rate fell to 4.1% while wages rose 3%.", "3%", Trend.RISING),
        ("Inflation was 2.4% in May.", "2.4%", Trend.STABLE),
        ("The committee held the range at 3.50%-3.75%.", "3.50%-3.75%", Trend.STABLE),
        ("央行将基准利率上调至5.25%。", "5.25%", Trend.RISING),
        ("央行宣布降息，基准利率降至5.25%。", "5.25%", Trend.FALLING),
        ("联邦基金利率目标区间维持在3.50%至3.75%不变。", "3.50%至3.75%", Trend.STABLE),
        ("社会消费品零售总额同比增长1.4%，固定资产投资同比下降4.1%。", "1.4%", Trend.RISING),
        ("社会消费品零售总额同比增长1.4%，固定资产投资同比下降4.1%。", "4.1%", Trend.FALLING),
        ("比特币报45000美元。", "45000美元", Trend.STABLE),
    ],
)
def test_trend_from_wording(sentence, figure, expected):
    start = sentence.index(figure)
    assert trend_from_wording(sentence, start, start + len(figure)) == expected


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 20))
def test_trend_from_wording_never_raises(sentence, start, length):
    assert trend_from_wording(sentence, min(start, len(sentence)), min(start + length, len(sentence))) in Trend
