"""One whitelisted page decides stage 1, so sentences that only look like the answer must not: another kind, measure, mood or subject."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.reasons import WhyCode
from verification.core.vocabulary import Badge, NodeKind, Stage, Stance

AS_OF = datetime(2026, 6, 18, tzinfo=UTC)
PUBLISHED = datetime(2026, 6, 17, tzinfo=UTC)
TRUST = Trust(whitelist=("trusted.example",))

FED_ZH = NodeSpec("美联储利率", NodeKind.PERCENT, unit="%")
FED = NodeSpec("Fed interest rate", NodeKind.PERCENT, unit="%")
BITCOIN = NodeSpec("Bitcoin price", NodeKind.CURRENCY, unit="USD")
CPI = NodeSpec("China CPI year on year", NodeKind.PERCENT, unit="%")
UNEMPLOYMENT = NodeSpec("US unemployment rate", NodeKind.PERCENT, unit="%")
GDP = NodeSpec("中国GDP同比增速", NodeKind.PERCENT)
GOLD = NodeSpec("现货黄金价格", NodeKind.CURRENCY, unit="USD")
APPLE = NodeSpec("Apple quarterly revenue", NodeKind.CURRENCY, unit="USD")
RETAIL = NodeSpec("中国5月社会消费品零售总额", NodeKind.CURRENCY, unit="CNY")

REFUSED = [
    (FED_ZH, "美联储的通胀目标为2%。"),
    (FED_ZH, "The Fed's inflation target is 2%."),
    (FED_ZH, "美联储决议公布后，美国十年期国债收益率升至4.1%。"),
    (FED_ZH, "The 10-year Treasury yield rose to 4.1% after the Fed decision."),
    (FED_ZH, "联邦基金期货显示，利率年底将降至3.25%。"),
    (FED_ZH, "The Fed's discount rate stands at 3.75%."),
    (FED_ZH, "美联储加息概率升至70%。"),
    (FED_ZH, "Traders see a 70% chance that the Fed cuts interest rates in July."),
    (FED_ZH, "美国30年期抵押贷款利率升至6.2%，美联储维持利率不变。"),
    (FED_ZH, "Mortgage rates climbed to 6.2% as the Fed held rates steady."),
    (FED, "Fed officials raised their 2026 inflation forecast to 2.7%."),
    (FED, "Unemployment is 4.2%, and the Fed kept its interest rate unchanged."),
    (FED, "The Fed pays banks 3.65% interest on reserve balances."),
    (BITCOIN, "Bitcoin ETFs drew $500 million of inflows on Tuesday."),
    (BITCOIN, "Bitcoin miner Harborline raised $45 million."),
    (BITCOIN, "Bitcoin fell $3,000 on Tuesday."),
    (BITCOIN, "比特币市值达1.8万亿美元。"),
    (BITCOIN, "Bitcoin's market value is $1.8 trillion."),
    (BITCOIN, "Harborline bought 1,000 bitcoin at an average price of $67,000."),
    (BITCOIN, "Bitcoin options with a $100,000 strike price expire Friday."),
    (BITCOIN, "$500 million of bitcoin positions were liquidated."),
    (BITCOIN, "Bitcoin could test support at $90,000."),
    (BITCOIN, "比特币24小时爆仓5亿美元。"),
    (CPI, "China's PPI fell 3.3% year on year in May."),
    (CPI, "China's CPI fell 0.2% month on month in May."),
    (CPI, "China aims for CPI growth of around 2% this year."),
    (CPI, "Pork prices in China rose 3.1% year on year; CPI was little changed."),
    (CPI, "5月食品价格同比下降0.4%，影响CPI同比下降约0.07个百分点。"),
    (CPI, "1-5月平均，全国居民消费价格比上年同期下降0.1%。"),
    (UNEMPLOYMENT, "The youth unemployment rate in the US was 10.1%."),
    (UNEMPLOYMENT, "Black unemployment in the US rose to 6.0%."),
    (UNEMPLOYMENT, "Economists expect the US unemployment rate to rise to 4.5% by year-end."),
    (UNEMPLOYMENT, "The US labor force participation rate was 62.4%."),
    (UNEMPLOYMENT, "US unemployment rate peaked at 14.7% in April 2020."),
    (UNEMPLOYMENT, "The US underemployment rate was 7.8%."),
    (GDP, "中国人均GDP同比增长5.1%。"),
    (GDP, "中国GDP环比增长1.2%。"),
    (GDP, "IMF预计中国GDP增速为4.8%。"),
    (GDP, "中国GDP增长目标为5%左右。"),
    (GDP, "中国制造业占GDP比重为25%。"),
    (GDP, "第二产业增加值同比增长5.9%，拉动GDP增长2.1个百分点。"),
    (GOLD, "黄金ETF流入25亿美元。"),
    (GOLD, "高盛将黄金目标价上调至4900美元。"),
    (GOLD, "COMEX黄金期货收报4,085美元。"),
    (GOLD, "现货黄金日内下跌30美元。"),
    (GOLD, "现货白银报56.4美元，现货黄金小幅走低。"),
    (APPLE, "Apple's net income was $24.8 billion for the quarter."),
    (APPLE, "Apple's services revenue was $26.6 billion in the quarter."),
    (APPLE, "Analysts expected Apple quarterly revenue of $94.5 billion."),
    (APPLE, "Apple's iPhone revenue rose to $46.8 billion."),
    (APPLE, "Apple's market value topped $3.5 trillion."),
    (RETAIL, "5月份，除汽车以外的消费品零售额37000亿元。"),
    (RETAIL, "1-5月份，社会消费品零售总额206031亿元。"),
    (RETAIL, "5月份，城镇消费品零售额35600亿元。"),
    (RETAIL, "5月份，商品零售额36700亿元。"),
    (RETAIL, "5月份，全国网上零售额12000亿元。"),
    (RETAIL, "4月份，社会消费品零售总额37174亿元。"),
]
ACCEPTED = [
    (FED_ZH, "The Fed kept its benchmark interest rate at 3.5%-3.75% on Wednesday."),
    (FED_ZH, "美联储宣布，利率维持在3.5%至3.75%。"),
    (BITCOIN, "Bitcoin was trading at $91,840 on Tuesday."),
    (BITCOIN, "比特币现报91,840美元。"),
    (CPI, "China's CPI rose 0.3% year on year in May."),
    (UNEMPLOYMENT, "The US unemployment rate was 4.2% in May."),
    (GDP, "一季度中国GDP同比增长5.4%。"),
    (GOLD, "现货黄金报4061.5美元/盎司。"),
    (GOLD, "Spot gold rose 0.5% to $4,061.50 an ounce."),
    (APPLE, "Apple's quarterly revenue rose to $95.4 billion."),
    (RETAIL, "5月份，中国社会消费品零售总额41090亿元，同比下降0.6%。"),
    (RETAIL, "中国5月社会消费品零售总额4.109万亿元。"),
]


def verdict_of(node, text):
    pages = [Page("https://www.trusted.example/a", "", text, PUBLISHED)]
    return settle(node, pages, as_of=AS_OF, trust=TRUST, stage=Stage.WHITELIST)


@pytest.mark.parametrize(("node", "text"), REFUSED)
def test_whitelist_refuses_what_only_looks_like_the_answer(node, text):
    verdict = verdict_of(node, text)
    assert (verdict.is_accepted, verdict.number, verdict.sources) == (False, None, ())


@pytest.mark.parametrize(("node", "text"), ACCEPTED)
def test_whitelist_accepts_the_plain_statement(node, text):
    assert verdict_of(node, text).badge == Badge.WHITELIST_DIRECT


@pytest.mark.parametrize(
    ("text", "stance", "code"),
    [
        ("去年同期，英国失业率为4.1%。", Stance.OFF_TOPIC, WhyCode.OTHER_SUBJECT),
        ("去年同期，智利失业率为4.1%。", Stance.PAST, WhyCode.PAST_VALUE),
        ("预计智利失业率将升至4.1%。", Stance.FORECAST, WhyCode.FORECAST),
    ],
)
def test_what_a_page_says_of_another_is_no_past_value_of_this_one(text: str, stance: Stance, code: WhyCode) -> None:
    node = NodeSpec("智利失业率", NodeKind.PERCENT, unit="%")
    page = Page("https://trusted.example/1", "就业", text, PUBLISHED)
    (finding,) = settle(node, [page], as_of=AS_OF, trust=TRUST).others
    assert (finding.stance, finding.why.code) == (stance, code)
