"""A claim in one language beside a page in the other: carried by entity, measure, period and value, or not at all."""

import pytest

from fit.support.crossing import halves, is_carried
from verification.core.claims.judging import SourceText, SupportStatus, judge


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("荷兰3月失业率为3.9%。", "The unemployment rate in the Netherlands was 3.9% in March."),
        ("Finland's exports were 7.1 billion euros in May.", "芬兰5月出口额为71亿欧元。"),
    ],
)
def test_a_page_in_the_other_language_carries_the_same_slots(claim, page):
    assert is_carried(claim, page)


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
    ],
)
def test_one_slot_that_is_another_or_open_carries_nothing(claim, page):
    assert not is_carried(claim, page)
    assert judge(claim, [SourceText(page)]).status != SupportStatus.VERIFIED


def test_no_page_that_says_otherwise_carries_a_claim_and_most_that_say_it_do():
    learn, test = halves()
    assert (len(learn), len(test)) == (25, 25)
    for pairs in (learn, test):
        assert sum(is_carried(pair.claim, pair.says_otherwise) for pair in pairs) == 0
        right = sum(is_carried(pair.claim, pair.says) for pair in pairs) + len(pairs)
        assert right / (2 * len(pairs)) >= 0.85
