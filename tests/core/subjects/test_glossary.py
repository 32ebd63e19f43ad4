"""What a sentence in the other language calls the things that were asked for."""

import pytest

from verification.core.subjects.glossary import Gloss, glosses_of

CHINESE = "宁德时代披露，2026年第一季度实现净利润164.8亿元。"


@pytest.mark.parametrize(
    ("label", "sentence", "reads_chinese", "found"),
    [
        ("CATL Q1 2026 net profit", CHINESE, False, [("宁德时代", "CATL"), ("净利润", "net profit")]),
        ("宁德时代净利润", CHINESE, False, [("宁德时代", "CATL"), ("净利润", "net profit")]),
        ("CATL Q1 2026 net profit", CHINESE, True, []),
        ("美联储利率", "The Fed left its interest rate at 4%.", True, [("Fed", "美联储"), ("interest rate", "利率")]),
        ("美联储利率", "The Federal court left it at 4%.", True, []),
        ("比特币价格", "比特幣價格為105,000美元。", False, [("比特幣", "Bitcoin"), ("價格", "price")]),
        ("CATL net profit", "Nothing of it.", False, []),
        ("", CHINESE, False, []),
        ("CATL net profit", "", False, []),
    ],
)
def test_glosses_name_what_stands_there(label: str, sentence: str, reads_chinese: bool, found: list[tuple[str, str]]) -> None:
    assert glosses_of(label, sentence, reads_chinese=reads_chinese) == tuple(Gloss(*one) for one in found)
