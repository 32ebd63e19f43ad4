"""Figures told without a part: the part is neither whose they are nor what they measure, and they answer nothing asked for the whole."""

from datetime import date

import pytest

from verification.core.reading.reader import read_statements

_DAY = date(2026, 6, 15)


def _told(text: str) -> list[tuple[str, str, list[str]]]:
    """Each figure with whose it is and what it is told without, a measure's own qualifiers aside."""
    return [
        (
            one.value.text,
            one.subject.head.text if one.subject.head else "",
            sorted(one.measure.qualifiers & {"partial", "adjusted", "core", "excluding_autos"}),
        )
        for one in read_statements(text, base=_DAY)
        if one.value is not None and one.predicate is None
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Leaving out the islands, unemployment in Wistria is 5.3%.", [("5.3%", "Wistria", ["partial"])]),
        ("Excluding food, fuel and tobacco, prices rose 4.1%, but in all by 6%.", [("4.1%", "prices", ["partial"]), ("6%", "prices", [])]),
        ("Prices rose 4.1%, or 3.2% excluding food and energy.", [("4.1%", "Prices", []), ("3.2%", "Prices", ["core"])]),
        ("Excluding one-time items, Adobe earned $1.20 per share.", [("$1.20", "Adobe", ["adjusted"])]),
        (
            "Adobe had revenue of $5.3 billion, excluding divestitures, and profit of $1 billion.",
            [("$5.3 billion", "Adobe", ["partial"]), ("$1 billion", "Adobe", [])],
        ),
        ("Retail sales excluding autos and gas stations inched up 0.3% in May.", [("0.3%", "Retail sales", ["excluding_autos"])]),
        ("The jobless rate in Chile was 8.1% in May, not counting the self-employed.", [("8.1%", "Chile", ["partial"])]),
        ("Apple's revenue outside China was $60 billion.", [("$60 billion", "Apple", ["partial"])]),
        ("Outside Norvik, the unemployment rate was 7.3% in May.", [("7.3%", "unemployment rate", ["partial"])]),
        ("Apart from Norvik, inflation was 4.1%.", [("4.1%", "inflation", ["partial"])]),
        ("An outside director bought 5,000 shares.", [("5,000", "outside director", [])]),
        ("苹果在中国以外的收入增长5%。", [("5%", "苹果", ["partial"])]),
        ("中国以外市场的销量为50万辆。", [("50万", "", ["partial"])]),
        ("除北京以外，全国房价下跌2.1%。", [("2.1%", "全国", ["partial"])]),
        ("除中国外，日本也增长3.2%。", [("3.2%", "日本", [])]),
        ("除此之外，比亚迪销量达50万辆。", [("50万", "比亚迪", [])]),
        ("不含香港，美团营收为53亿元。", [("53亿元", "美团", ["partial"])]),
        ("美团营收为53亿元（不含港澳业务），净利润为4亿元。", [("53亿元", "美团", ["partial"]), ("4亿元", "美团", [])]),
        ("中国CPI同比上涨0.8%，扣除食品和能源价格的CPI同比上涨0.6%。", [("0.8%", "中国", []), ("0.6%", "中国", ["core"])]),
        ("日本5月剔除生鲜食品的核心CPI同比上升2.4%。", [("2.4%", "日本", ["core"])]),
        ("剔除汇率影响，美团营收增长4%；整体增长3%。", [("4%", "美团", ["adjusted"]), ("3%", "美团", [])]),
        ("仅就北部一区而言，智利失业率为5.3%。", [("5.3%", "智利", ["partial"])]),
        # The words belong to a standard measure, or leave out nothing that is counted.
        ("中国固定资产投资（不含农户）同比增长3.4%。", [("3.4%", "中国", [])]),
        ("中标价为53亿元（不含税）。", [("53亿元", "", [])]),
        ("Excluding nothing at all? Unemployment in Chile was 8.1%.", [("8.1%", "Chile", [])]),
    ],
)
def test_a_figure_says_what_it_is_told_without(text: str, told: list[tuple[str, str, list[str]]]) -> None:
    assert _told(text) == told
