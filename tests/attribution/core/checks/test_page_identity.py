"""Whether a page is the one that the citation names."""

import pytest

from attribution.core.checks.page_identity import match_page
from attribution.core.vocabulary import Match

URL = "https://www.bls.gov/news.release/cpi.htm"
TEXT = "Consumer prices rose in May, and energy fell for the third month in a row, the office said. " * 10
CHINESE = "国家统计局发布的数据显示，五月份居民消费价格同比上涨，能源价格连续第三个月回落。" * 20


@pytest.mark.parametrize(
    "anchor, title, text, match",
    [
        ("Consumer Price Index Summary", "Consumer Price Index Summary - 2026 M05 Results", TEXT, Match.SAME),
        ("BLS", "Consumer Price Index", TEXT, Match.SAME),
        ("bls.gov", "Consumer Price Index", TEXT, Match.SAME),
        ("CPI release", "CPI release of the Bureau", TEXT, Match.SAME),
        ("2025年货币政策执行报告", "中国人民银行发布2025年货币政策执行报告", CHINESE, Match.SAME),
        ("2026 Annual Report", "2025 Annual Report", TEXT, Match.OTHER),
        ("2025年第一季度货币政策执行报告", "2025年第三季度货币政策执行报告", CHINESE, Match.OTHER),
        ("Unicorn gravity theory disproves dark matter models", "Consumer Price Index", TEXT, Match.OTHER),
        ("独角兽引力理论推翻暗物质模型研究", "居民消费价格", CHINESE, Match.OTHER),
        ("独角兽引力理论推翻暗物质模型研究", "Consumer Price Index", TEXT, Match.UNCLEAR),
        ("Unicorn gravity theory disproves dark matter models", "", "", Match.UNCLEAR),
        ("Smith", "Consumer Price Index", TEXT, Match.UNCLEAR),
        ("https://stats.bls.gov/cpi", "Consumer Price Index", TEXT, Match.SAME),
        ("https://www.nasa.gov/mars", "Consumer Price Index", TEXT, Match.OTHER),
        ("nasa.gov", "", "", Match.OTHER),
        ("source", "Consumer Price Index", TEXT, Match.UNNAMED),
        ("来源", "居民消费价格", CHINESE, Match.UNNAMED),
        ("[1]", "Consumer Price Index", TEXT, Match.UNNAMED),
        ("", "Consumer Price Index", TEXT, Match.UNNAMED),
        (URL, "Consumer Price Index", TEXT, Match.UNNAMED),
    ],
)
def test_the_anchor_against_the_page(anchor: str, title: str, text: str, match: Match) -> None:
    assert match_page(anchor, url=URL, title=title, text=text) == match
