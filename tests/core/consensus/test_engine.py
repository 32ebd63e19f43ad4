"""The four test cases of seed 000 (测试用例), and the rules of the verdict."""

from datetime import UTC, datetime

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.vocabulary import Badge, Confidence, NodeKind, Reason, Stage, Stance

AS_OF = datetime(2026, 2, 19, 23, 59, tzinfo=UTC)
TODAY = datetime(2026, 2, 19, 8, 0, tzinfo=UTC)
TRUST = Trust(whitelist=("bloomberg.com", "reuters.com", "cnbc.com"))
NOBODY = Trust()
FED = NodeSpec(label="美联储利率", kind=NodeKind.PERCENT, unit="%", aliases=("Fed rate", "Federal Reserve interest rate"))


def page(url: str, title: str, content: str, at: datetime | None = TODAY) -> Page:
    return Page(url=url, title=title, content=content, published_at=at)


FED_PAGES = (
    page(
        "https://www.bloomberg.com/news/a",
        "Fed Holds Rates at 5.25%",
        "The Federal Reserve maintained its benchmark interest rate at 5.25%.",
    ),
    page(
        "https://www.reuters.com/markets/b",
        "U.S. Fed keeps rates steady at 5.25%",
        "The U.S. Federal Reserve kept interest rates unchanged at 5.25%.",
    ),
    page(
        "https://www.cnbc.com/2024/c",
        "Federal Reserve holds interest rate at 5.25%",
        "The Federal Reserve decided to hold its key interest rate at 5.25%.",
    ),
)


def test_seed_case_1_whitelist_direct() -> None:
    verdict = settle(FED, FED_PAGES, as_of=AS_OF, trust=TRUST)
    assert (verdict.value, verdict.number, verdict.confidence) == ("5.25%", "5.25", Confidence.WHITELIST_DIRECT)
    assert verdict.badge == Badge.WHITELIST_DIRECT
    assert {source.domain for source in verdict.sources} == {"bloomberg.com", "reuters.com", "cnbc.com"}


def test_seed_case_2_cross_validated() -> None:
    node = NodeSpec(label="比特币价格", kind=NodeKind.CURRENCY, unit="USD")
    pages = (
        page("https://coin-a.example.com/1", "比特币价格突破", "周四，比特币价格报$45,000，创一个月新高。"),
        page("https://news-b.example.org/2", "行情", "截至发稿，比特币价格为4.5万美元。"),
        page("https://c-daily.example.net/3", "加密货币", "比特币价格升至45,000美元，成交活跃。"),
        page("https://d-daily.example.info/4", "天气", "今天多云。"),
    )
    verdict = settle(node, pages, as_of=AS_OF, trust=TRUST)
    assert (verdict.number, verdict.confidence, verdict.badge) == ("45000", Confidence.CROSS_VALIDATED, Badge.CROSS_VALIDATED)
    assert verdict.value in ("$45,000", "4.5万美元", "45,000美元")
    assert verdict.counts.domains == 3


def test_seed_case_3_too_few_domains() -> None:
    node = NodeSpec(label="某小众指标", kind=NodeKind.NUMBER)
    pages = tuple(
        page(f"https://site-{n}.example{n}.com/", "快讯", f"某小众指标为 {12 if n < 2 else 0}.5。" if n < 2 else "没有数据。")
        for n in range(10)
    )
    verdict = settle(node, pages, as_of=AS_OF, trust=TRUST)
    assert (verdict.value, verdict.number, verdict.confidence) == ("unknown", None, Confidence.CROSS_VALIDATED)
    assert (verdict.reason, verdict.sources) == (Reason.TOO_FEW_DOMAINS, ())


def test_seed_case_4_conflict() -> None:
    node = NodeSpec(label="某争议性指标", kind=NodeKind.PERCENT, unit="%")
    pages = tuple(
        page(f"https://www.paper{n}.com/", "快讯", f"某争议性指标为{value}。") for n, value in enumerate(("5.0%", "5.5%", "6.0%"))
    )
    verdict = settle(node, pages, as_of=AS_OF, trust=TRUST)
    assert (verdict.value, verdict.confidence, verdict.reason) == ("unknown", Confidence.CROSS_VALIDATED, Reason.VALUES_DISAGREE)
    assert {conflict.value for conflict in verdict.conflicts} == {"5.0%", "5.5%", "6.0%"}


def test_user_prompt_of_the_seed_lists_the_forecast_and_accepts_the_level() -> None:
    pages = (*FED_PAGES, page("https://randomsite.com/x", "利率可能上调至 5.5%", "有分析师预测利率可能上调至 5.5%..."))
    verdict = settle(FED, pages, as_of=AS_OF, trust=NOBODY, stage=Stage.VOTES)
    assert (verdict.number, verdict.confidence) == ("5.25", Confidence.CROSS_VALIDATED)
    other = next(finding for finding in verdict.others if finding.domain == "randomsite.com")
    assert other.stance in (Stance.FORECAST, Stance.HYPOTHETICAL, Stance.OFF_TOPIC)


def test_every_page_stands_once_when_the_url_is_not_http() -> None:
    pages = (*FED_PAGES, page("ftp://files.example.com/rate", "Fed rate 5.25%", "The Fed rate is 5.25%."))
    verdict = settle(FED, pages, as_of=AS_OF, trust=NOBODY)
    assert sorted(f.position for f in (*verdict.sources, *verdict.others)) == [0, 1, 2, 3]
    assert [f.stance for f in verdict.others] == [Stance.PROMOTIONAL]
