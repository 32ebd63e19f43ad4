"""Which period of its sentence a Chinese figure has."""

from datetime import date

import pytest

from verification.core.periods.grammar import find_periods
from verification.core.reading.frames.periods import chinese_period

BASE = date(2026, 6, 16)


@pytest.mark.parametrize(
    ("text", "figure", "period"),
    [
        ("该指数今年上涨了22%，截至上周五收盘达到46.32万亿美元", "46.32", "2026-06-12"),
        ("该指数今年上涨了22%，截至上周五收盘达到46.32万亿美元", "22", "2026"),
        ("截至6月10日，持仓为5吨；一季度为3吨", "3吨", "2026-01..2026-03"),
        ("5月产量为5吨，6月10日公布的库存为3吨", "3吨", "2026-05"),
    ],
)
def test_the_day_counted_up_to_goes_before_a_longer_period(text: str, figure: str, period: str) -> None:
    start = text.index(figure)
    mention, _ = chinese_period(text, find_periods(text, BASE, is_chinese=True), start, start + len(figure))
    assert mention is not None
    assert str(mention.period) == period
