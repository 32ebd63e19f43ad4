"""The commonest wrong figure is that of the neighbouring period: May is not April, not January to May, and not last year's May."""

from datetime import UTC, datetime

import pytest

from verification.core.consensus.engine import settle
from verification.core.evidence import NodeSpec, Page, Trust, Verdict
from verification.core.vocabulary import NodeKind, Stage

DAY = datetime(2026, 6, 16, 12, tzinfo=UTC)
SITES = ("alder.com", "birch.com", "cedar.com")
CHINESE = (
    "统计部门6月16日公布，5月份，玻璃制品出口额同比增长4.7%。",
    "数据显示，5月份玻璃制品出口额同比增长4.7%，好于上年。",
    "5月，玻璃制品出口额同比增长4.7%，连续三个月回升。",
)
ENGLISH = (
    "Glassware exports grew 4.7 percent in May from a year earlier, the statistics office said.",
    "In May, glassware exports grew 4.7 percent from a year earlier.",
    "Glassware exports grew 4.7 percent in May compared with a year earlier, helped by a weak currency.",
)
QUARTERLY = (
    "The harbour handled 31,400 containers in the second quarter, its operator said.",
    "In the second quarter the harbour handled 31,400 containers.",
    "The harbour handled 31,400 containers in the second quarter, more than ever.",
)
YEARLY = (
    "前5个月，1—5月份，全市新建公寓销售额362亿元，同比下降3.1%。",
    "1—5月份，全市新建公寓销售额362亿元。",
    "1—5月份全市新建公寓销售额为362亿元，降幅收窄。",
)


def _settled(label: str, kind: NodeKind, sentences: tuple[str, ...], stage: Stage, unit: str | None) -> Verdict:
    pages = [Page(f"https://{site}/1", "", text, DAY) for site, text in zip(SITES, sentences, strict=True)]
    node = NodeSpec(label=label, kind=kind, unit=unit)
    return settle(node, pages, as_of=DAY, trust=Trust(whitelist=SITES), stage=stage)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize(
    ("label", "sentences", "kind", "unit", "number"),
    [
        ("5月份玻璃制品出口额同比增长____", CHINESE, NodeKind.PERCENT, "%", "4.7"),
        ("In May, glassware exports grew ____ from a year earlier", ENGLISH, NodeKind.PERCENT, "%", "4.7"),
        ("The harbour handled ____ containers in the second quarter", QUARTERLY, NodeKind.NUMBER, None, "31400"),
        ("1—5月份全市新建公寓销售额____", YEARLY, NodeKind.CURRENCY, "CNY", "36200000000"),
    ],
)
def test_period_asked_for_is_accepted(
    label: str, sentences: tuple[str, ...], kind: NodeKind, unit: str | None, number: str, stage: Stage
) -> None:
    assert _settled(label, kind, sentences, stage, unit).number == number


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("period", ["4月份", "6月份", "1—5月份", "一季度", "上半年", "2025年5月份", "去年5月份"])
def test_neighbour_of_a_chinese_month_is_unknown(period: str, stage: Stage) -> None:
    assert _settled(f"{period}玻璃制品出口额同比增长____", NodeKind.PERCENT, CHINESE, stage, "%").number is None


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("period", ["April", "June", "January through May", "the first quarter", "May 2025", "the first five months"])
def test_neighbour_of_an_english_month_is_unknown(period: str, stage: Stage) -> None:
    label = f"In {period}, glassware exports grew ____ from a year earlier"
    assert _settled(label, NodeKind.PERCENT, ENGLISH, stage, "%").number is None


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("period", ["first quarter", "third quarter", "first half", "second quarter of 2025"])
def test_neighbour_of_a_quarter_is_unknown(period: str, stage: Stage) -> None:
    label = f"The harbour handled ____ containers in the {period}"
    assert _settled(label, NodeKind.NUMBER, QUARTERLY, stage, None).number is None


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("period", ["5月份", "1—4月份", "1—6月份", "2025年1—5月份", "上半年"])
def test_neighbour_of_the_year_to_date_is_unknown(period: str, stage: Stage) -> None:
    assert _settled(f"{period}全市新建公寓销售额____", NodeKind.CURRENCY, YEARLY, stage, "CNY").number is None


@pytest.mark.parametrize(
    ("when", "number"),
    [("目前", "4.7"), ("去年", None), ("上年", None), ("上一年", None), ("上一年度", None)],
)
def test_last_year_is_not_now_in_chinese(when: str, number: str | None) -> None:
    told = (f"{when}，玻璃制品库存率为4.7%。",) * 3
    assert _settled("玻璃制品库存率", NodeKind.PERCENT, told, Stage.WHITELIST, "%").number == number


@pytest.mark.parametrize(("when", "number"), [("Today", "4.7"), ("Last year", None), ("In the previous year", None)])
def test_last_year_is_not_now_in_english(when: str, number: str | None) -> None:
    told = (f"{when} the stock ratio of glassware was 4.7%.",) * 3
    assert _settled("stock ratio of glassware", NodeKind.PERCENT, told, Stage.WHITELIST, "%").number == number
