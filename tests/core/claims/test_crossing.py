"""A claim in one language beside a page in the other: carried by entity, measure, period and value, or not at all."""

import pytest

from fit.support.crossing import halves, is_carried
from verification.core.claims.judging import SourceText, SupportStatus, judge


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("荷兰3月失业率为3.9%。", "The unemployment rate in the Netherlands was 3.9% in March."),
        ("Finland's exports were 7.1 billion euros in May.", "芬兰5月出口额为71亿欧元。"),
        ("特斯拉以21亿美元收购SolarCity。", "Tesla acquired SolarCity for $2.1 billion."),
        ("布伦特原油结算价为每桶71.2美元。", "Brent crude settled at $71.20 a barrel."),
        ("芬兰2025年人口为560万。", "Finland's population reached 5.6 million in 2025."),
        ("净利润降至13.7亿美元。", "Tesla had a slow quarter. Net income fell to $1.37 billion."),
    ],
)
def test_a_page_in_the_other_language_carries_the_same_slots(claim, page):
    found = judge(claim, [SourceText(page)])
    assert (is_carried(claim, page), found.status) == (True, SupportStatus.VERIFIED)
    assert found.score >= 0.9


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("荷兰3月失业率为3.9%。", "The unemployment rate in Belgium was 3.9% in March."),
        ("荷兰3月失业率为3.9%。", "Inflation in the Netherlands was 3.9% in March."),
        ("荷兰3月失业率为3.9%。", "The unemployment rate in the Netherlands was 3.9% in June."),
        ("荷兰3月失业率为3.9%。", "The unemployment rate in the Netherlands was 4.9% in March."),
        ("荷兰3月失业率为3.9%。", "Was the unemployment rate in the Netherlands 3.9% in March?"),
        ("Finland's exports were 7.1 billion euros in May.", "市场预计芬兰5月出口额为71亿欧元。"),
        ("Finland opened a new port.", "芬兰新港口启用。"),
        ("荷兰3月失业率为3.9%。", "Unemployment in the Netherlands was more than 3.9% in March."),
        ("荷兰3月失业率为3.9%。", "Leaving aside three branches, the unemployment rate of the Netherlands was 3.9% in March."),
        ("荷兰2025年医院床位数为4.1万。", "The Netherlands had 41,000 registered businesses in 2025."),
        ("净利润降至13.7亿美元。", "Tesla had a slow quarter. Revenue fell to $1.37 billion."),
        ("净利润降至13.7亿美元。", "Tesla had a good quarter. Net income rose to $1.37 billion."),
        ("松川电子净利润降至13.7亿美元。", "Tesla had a slow quarter. Net income fell to $1.37 billion."),
    ],
)
def test_one_slot_that_is_another_or_open_carries_nothing(claim, page):
    assert not is_carried(claim, page)
    assert judge(claim, [SourceText(page)]).status != SupportStatus.VERIFIED


def test_no_page_that_says_otherwise_carries_a_claim_and_most_that_say_it_do():
    learn, test = halves()
    assert (len(learn), len(test)) == (25, 25)
    for pairs in (learn, test):
        said, otherwise = (
            [judge(pair.claim, [SourceText(page)]).status == SupportStatus.VERIFIED for pair, page in zip(pairs, pages, strict=True)]
            for pages in ([pair.says for pair in pairs], [pair.says_otherwise for pair in pairs])
        )
        assert (sum(otherwise), sum(said) >= 21) == (0, True)
