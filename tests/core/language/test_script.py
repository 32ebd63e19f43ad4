"""Traditional Chinese read as simplified, sign for sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.language.script import to_simplified

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    "text, simple",
    [
        ("臺灣經濟成長率為百分之三", "台湾经济成长率为百分之三"),
        ("營收較去年同期增長", "营收较去年同期增长"),
        ("軟體與硬體", "软件与硬件"),
        ("乾隆年間天氣乾燥", "乾隆年间天气干燥"),
        ("頭髮長了，公司發展", "头发长了，公司发展"),
        ("週一收於兩萬點", "周一收于两万点"),
        ("皇后與之後", "皇后与之后"),
        ("瞭望台", "瞭望台"),
        ("著名", "著名"),
        ("香港證監會 SFC：罰款500萬元", "香港证监会 SFC：罚款500万元"),
    ],
)
def test_traditional_is_read_as_simplified(text: str, simple: str) -> None:
    assert to_simplified(text) == simple


@pytest.mark.parametrize("text", ["", "Payrolls rose 3%", "营收同比增长5.1%，著名品牌显著上升", "程式化交易", "ポンド", "👍️ 3.2亿"])
def test_what_is_not_traditional_stays(text: str) -> None:
    assert to_simplified(text) is text


@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x9FFF)))
def test_offsets_stay_and_twice_is_once(text: str) -> None:
    simple = to_simplified(text)
    assert len(simple) == len(text)
    assert to_simplified(simple) == simple
