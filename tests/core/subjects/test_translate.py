"""Names in the other language: translated piece by piece, only where every piece is known, and bound with the same care."""

from datetime import UTC, datetime

import pytest

from tests.growth import grows_within
from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.subjects.gazetteer import all_places
from verification.core.subjects.translate import translate_name
from verification.core.vocabulary import Badge, NodeKind, Reason

AS_OF = datetime(2026, 6, 18, tzinfo=UTC)
DAY = datetime(2026, 6, 17, tzinfo=UTC)


def verdict_of(label, kind, unit, texts, **fields):
    pages = [Page(f"https://site{index}.example/a", "", text, DAY) for index, text in enumerate(texts)]
    return settle(NodeSpec(label, kind, unit=unit, **fields), pages, as_of=AS_OF, trust=Trust())


@pytest.mark.parametrize(
    ("name", "translated"),
    [
        ("美联储利率", "Fed interest rate"),
        ("比特币价格", "Bitcoin price"),
        ("中国GDP同比增速", "China GDP growth year on year"),
        ("欧洲央行存款便利利率", "ECB deposit facility rate"),
        ("某小众指标", None),
        ("美联储某利率", None),
        ("", None),
        ("天齐锂业净利润", "Tianqi Lithium net profit"),
        ("台積電毛利率", "TSMC gross margin"),
        ("OpenAI估值", "OpenAI valuation"),
        ("纳斯达克中国金龙指数", "Nasdaq Golden Dragon China Index"),
        ("秘鲁失业率", "Peru unemployment rate"),
        ("10年期美债收益率", "10-year Treasury yield"),
        ("OpenAI", None),
        ("中国广义货币增速", "China M2 growth"),
    ],
)
def test_translate_name_from_chinese(name, translated):
    assert translate_name(name, is_chinese=True) == translated


@pytest.mark.parametrize(
    ("name", "translated"),
    [
        ("Bitcoin price", "比特币价格"),
        ("US unemployment rate", "美国失业率"),
        ("population of Iceland", "冰岛人口"),
        ("Bank of England base rate", "英国央行基准利率"),
        ("Apple's quarterly revenue", "苹果公司季度营收"),
        ("Harborline unemployment rate", "Harborline失业率"),
        ("Kobe Steel net profit", "Kobe Steel净利润"),
        ("Tianqi Lithium net profit", "天齐锂业净利润"),
        ("inflation in Sierra Leone", "塞拉利昂通胀"),
        ("youth unemployment rate Spain", "西班牙青年失业率"),
        ("peru jobless rate", "秘鲁失业率"),
        ("German factory orders", "德国工厂订单"),
        ("TSLA deliveries", "特斯拉交付量"),
        ("OpenAI valuation", "OpenAI估值"),
        ("China M2 growth", "中国M2增速"),
        ("AI revenue", "人工智能营收"),
        ("Anthropic", None),
        ("widgets of Peru", None),
        ("the", None),
        ("", None),
    ],
)
def test_translate_name_from_english(name, translated):
    assert translate_name(name, is_chinese=False) == translated


@pytest.mark.parametrize(
    ("label", "kind", "unit", "texts", "number"),
    [
        (
            "比特币价格",
            NodeKind.CURRENCY,
            "USD",
            ["比特币价格今日报45,000美元。", "Bitcoin is trading at $45,000 on Tuesday.", "Bitcoin price stood at $45K as of Tuesday."],
            "45000",
        ),
        (
            "US unemployment rate",
            NodeKind.PERCENT,
            "%",
            [
                "The unemployment rate held at 4.2% in May, while employers added 139,000 jobs.",
                "US jobless rate was unchanged at 4.2 percent.",
                "美国5月失业率为4.2%，与4月持平。",
            ],
            "4.2",
        ),
        (
            "What is the population of Iceland?",
            NodeKind.NUMBER,
            None,
            ["Iceland has a population of 387,000.", "The population of Iceland stands at 387,000.", "冰岛人口为38.7万人。"],
            "387000",
        ),
        (
            "ECB deposit facility rate",
            NodeKind.PERCENT,
            None,
            [
                "The ECB lowered its deposit facility rate by 25 basis points to 2.00%.",
                "欧洲央行将存款机制利率下调25个基点至2%。",
                "欧洲央行宣布降息，存款便利利率由2.25%降至2.00%。",
            ],
            "2",
        ),
        (
            "腾讯营收",
            NodeKind.CURRENCY,
            "CNY",
            [
                "腾讯一季度营收1800亿元，净利润556亿元。",
                "Tencent reported revenue of 180 billion yuan and net profit of 55.6 billion yuan.",
                "腾讯控股公布，营业收入1800亿元人民币，同比增长13%。",
            ],
            "180000000000",
        ),
        (
            "中国一季度GDP同比增速",
            NodeKind.PERCENT,
            "%",
            [
                "中国一季度GDP同比增长5.4%。",
                "China's economy grew 5.4% year on year in the first quarter.",
                "国家统计局公布，一季度中国GDP同比增长5.4%。",
            ],
            "5.4",
        ),
        (
            "China CPI year on year",
            NodeKind.PERCENT,
            "%",
            [
                "China's consumer price index rose 0.3 percent year on year in May, the National Bureau of Statistics said.",
                "5月份，全国居民消费价格同比上涨0.3%，环比下降0.2%。",
                "China's CPI climbed 0.3% in May from a year earlier, after 0.1% in April.",
            ],
            "0.3",
        ),
        (
            "现货黄金价格",
            NodeKind.CURRENCY,
            "USD",
            [
                "现货黄金报每盎司4,061美元，日内涨0.5%。",
                "Spot gold rose 0.5% to $4,061 an ounce.",
                "Spot gold was up 0.5 percent at $4,061 per ounce by 0900 GMT.",
            ],
            "4061",
        ),
    ],
)
def test_settle_reads_pages_of_both_languages(label, kind, unit, texts, number):
    verdict = verdict_of(label, kind, unit, texts, reference_period=None)
    assert (verdict.reason, verdict.badge, verdict.number) == (Reason.ACCEPTED, Badge.CROSS_VALIDATED, number)


@pytest.mark.parametrize(
    ("label", "kind", "unit", "texts"),
    [
        (
            "美联储利率",
            NodeKind.PERCENT,
            "%",
            [
                "The European Central Bank kept its interest rate at 2.00%.",
                "The Bank of England held its interest rate at 2.00%.",
                "The Swiss central bank left its interest rate at 2.00%.",
            ],
        ),
        (
            "美国失业率",
            NodeKind.PERCENT,
            "%",
            ["The UK unemployment rate is 4.6%.", "Britain's jobless rate was 4.6 percent.", "英国失业率为4.6%。"],
        ),
        (
            "ECB deposit facility rate",
            NodeKind.PERCENT,
            "%",
            [
                "The ECB set its main refinancing rate at 2.15%.",
                "欧洲央行主要再融资利率为2.15%。",
                "ECB's marginal lending facility rate is 2.15 percent.",
            ],
        ),
        (
            "US unemployment rate",
            NodeKind.PERCENT,
            "%",
            [
                "California's unemployment rate was 5.4% in May.",
                "The jobless rate in California stood at 5.4%.",
                "California's jobless rate is 5.4 percent.",
            ],
        ),
        (
            "Apple quarterly revenue",
            NodeKind.CURRENCY,
            "USD",
            [
                "Harborline reported quarterly revenue of $95.4 billion, up 5 percent.",
                "Harborline posted quarterly revenue of $95.4bn.",
                "Harborline's quarterly revenue was $95.4 billion.",
            ],
        ),
        (
            "中国CPI同比",
            NodeKind.PERCENT,
            "%",
            ["上海CPI同比上涨0.9%。", "Shanghai's CPI rose 0.9% year on year.", "上海居民消费价格同比上涨0.9%。"],
        ),
        (
            "Bitcoin price",
            NodeKind.CURRENCY,
            "USD",
            ["以太坊价格报2,400美元。", "Ethereum is trading at $2,400.", "The price of Ether stood at $2,400."],
        ),
        (
            "China GDP growth year on year",
            NodeKind.PERCENT,
            "%",
            ["India's GDP grew 6.9% year on year.", "印度国内生产总值同比增长6.9%。", "The Indian economy grew 6.9 percent year on year."],
        ),
    ],
)
def test_settle_refuses_the_like_of_another_subject(label, kind, unit, texts):
    verdict = verdict_of(label, kind, unit, texts)
    assert (verdict.is_accepted, verdict.number) == (False, None)


def test_every_chinese_place_can_be_asked_about():
    """A place without an English name leaves the whole untranslated."""
    places = sorted({place.name for place in all_places() if place.lang == "zh"})[::20]
    translated = {place: translate_name(f"{place}失业率", is_chinese=True) for place in places}
    assert {place: said for place, said in translated.items() if said is not None and not said.endswith("unemployment rate")} == {}
    assert any(translated.values())


def test_a_place_without_an_english_name_is_not_translated():
    assert translate_name("万丹失业率", is_chinese=True) is None


def test_an_alias_in_the_other_language_leaves_no_room_for_a_translation():
    texts = ["Bitcoin is trading at $45,000.", "Bitcoin trades at $45,000.", "Bitcoin now costs $45,000."]
    verdict = verdict_of("比特币价格", NodeKind.CURRENCY, "USD", texts, aliases=("Harborcoin price",))
    assert verdict.number is None


@pytest.mark.parametrize("unit", ["1,234", "1:"])
def test_a_long_name_costs_its_length(unit: str) -> None:
    short, long = ((unit * size)[:size] for size in (4_000, 24_000))
    translate_name(unit, is_chinese=False)
    assert grows_within(12, lambda: translate_name(short, is_chinese=False), lambda: translate_name(long, is_chinese=False))


@pytest.mark.parametrize(
    ("name", "translated"),
    [
        ("Orsted job cuts", "沃旭能源裁员人数"),
        ("SpaceX IPO price", "SpaceX发行价"),
        ("S&P 500 change", "标普500指数涨跌幅"),
        ("Xiaomi smartphone shipments", "小米智能手机出货量"),
        ("WTI crude settlement", "西德克萨斯中质原油结算价"),
        ("Japan GDP annualized growth", "日本GDP年化增速"),
        ("Brent close", "布伦特原油收盘价"),
        ("Intel data center and AI revenue", "英特尔数据中心人工智能营收"),
        ("US CPI year on year", "美国CPI同比"),
        ("Electronic Arts buyout price", "美国艺电收购价格"),
    ],
)
def test_translate_what_analysts_ask_of_companies_and_markets(name, translated):
    assert translate_name(name, is_chinese=False) == translated


@pytest.mark.parametrize(
    ("name", "translated"),
    [
        ("波音飞机交付量", "Boeing aircraft deliveries"),
        ("诺和诺德裁员人数", "Novo Nordisk job cuts"),
        ("长鑫科技发行价", "CXMT IPO price"),
        ("上证指数收盘点位", "Shanghai Composite Index closing price"),
        ("微软收购Helixia价格", "Microsoft acquisition Helixia price"),
        ("软银收购ABB机器人业务价格", "SoftBank acquisition ABB robotics business price"),
    ],
)
def test_translate_what_analysts_ask_of_companies_and_markets_in_chinese(name, translated):
    assert translate_name(name, is_chinese=True) == translated
