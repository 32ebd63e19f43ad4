"""Which period of a text is that of a figure, and which one a name asks about."""

import pytest

from tests.core.periods.figure_periods import BASE, is_chinese, period_of_figure
from verification.core.periods.choice import period_asked
from verification.core.periods.grammar import find_periods


@pytest.mark.parametrize(
    ("text", "figure", "period"),
    [
        ("The rate rose to 5.6% in May from 5.5% a month earlier.", "5.6%", "2026-05"),
        ("The rate rose to 5.6% in May from 5.5% a month earlier.", "5.5%", "2026-04"),
        ("Prices were 4.7% higher than twelve months before in March.", "4.7%", "2026-03"),
        ("Shares closed at 413 pence on Monday.", "413", "2026-06-15"),
        ("Payrolls rose by 119,000 in May, the bureau said on Friday.", "119,000", "2026-05"),
        ("It never paid 5%, the bank said on Friday.", "5%", ""),
        ("In May sales fell. Profit was 3 million.", "3 million", "2026-05"),
        ("5月出口增长4%，进口下降2%。", "2%", "2026-05"),
        ("Kelter posted a first-quarter net loss of $3 million.", "$3 million", "2026-01..2026-03"),
        ("Kelter made $3 million, up from $2 million a quarter earlier.", "$3 million", ""),
        ("Kelter delivered 418 vans in the quarter and 1,640 in 2025.", "418", ""),
        ("Kelter delivered 418 vans in the quarter and 1,640 in 2025.", "1,640", "2025"),
        ("Hiring fell in May. April's gain was revised down to 22,000. The rate was 4.4%.", "4.4%", "2026-05"),
        ("April's gain was revised down to 22,000.", "22,000", "2026-04"),
        ("一季度净利润14.8亿元，而上年同期为8.65亿元。", "14.8亿元", "2026-01..2026-03"),
        ("2025年三季度业绩强劲。在这一季度共交付了3万辆。", "3万辆", "2025-07..2025-09"),
        ("一季度净利润14.8亿元，而上年同期为8.65亿元。", "8.65亿元", "2025-01..2025-03"),
        (
            "Hiring fell to 75,000 a month in the April-June quarter from 226,000 a month from January through March.",
            "75,000",
            "2026-04..2026-06",
        ),
        (
            "Hiring fell to 75,000 a month in the April-June quarter from 226,000 a month from January through March.",
            "226,000",
            "2026-01..2026-03",
        ),
        ("His approval fell to 38 percent, down from 44 percent in early May.", "38 percent", ""),
        ("总资产达415亿元，高于截至2026年3月31日的370亿元。", "415亿元", ""),
        ("总资产达415亿元，高于截至2026年3月31日的370亿元。", "370亿元", "2026-03-31"),
        ("公司昨晚公告称，从未支付5%的利息。", "5%", ""),
        ("证监会上周五批准了3家公司的申请。", "3", "2026-06-12"),
        ("公司有300名员工。", "300", ""),
        # The day up to which it was counted goes before the longer stretch that the sentence names first.
        ("该指数今年上涨了22%，截至上周五收盘达到46.32万亿美元。", "46.32", "2026-06-12"),
        ("该指数今年上涨了22%，截至上周五收盘达到46.32万亿美元。", "22", "2026"),
        ("5月社融增量3万亿元，6月12日公布的余额为400万亿元。", "400", "2026-05"),
        # Now is another time than the one that a clause before named, and what is compared with keeps its own.
        ("Ten years ago there were 300 trees, and now there are 812.", "812", ""),
        ("The last stretch opened in May, and the path is now 26 km long.", "26", ""),
        ("十年前这里的红树林只剩三百公顷，如今已有812公顷。", "812", ""),
        ("The occupancy rate is 71%, just below the 74% of a year ago.", "71%", ""),
        ("Revenue rose 5% to $4 billion in the first quarter.", "5%", "2026-01..2026-03"),
        # 的 ties a period to its figure, whatever the rest of the sentence is of.
        ("到2027年，赤字率将从2025年的3.7%升至6.3%。", "3.7%", "2025"),
        ("到2027年，赤字率将从2025年的3.7%升至6.3%。", "6.3%", "2027"),
        # What brackets and comparisons tell is of their own figure.
        ("EBITDA was $7m (Q4 2025: $6m); debt was $3m.", "$3m", ""),
        ("EBITDA (Q4 2025) was $7m.", "$7m", "2025-10..2025-12"),
        (
            "EBITDA was $7m for the first quarter of 2026, against $6m in the same quarter last year. Debt was $3m.",
            "$3m",
            "2026-01..2026-03",
        ),
        ("净利润为7亿元（2025年一季度：6亿元），负债为3亿元。", "3亿元", ""),
        # What opens a clause is its period; what it is compared with is none.
        ("一季度净利润3.9亿元，上年同期归属于股东的净利润则是1.1亿元。", "1.1亿元", "2025-01..2025-03"),
        ("一季度净利润3.9亿元，上年同期增长8%。", "8%", "2026-01..2026-03"),
        ("一季度收入14亿元，2022年同期为11.81亿元。", "11.81亿元", "2022-01..2022-03"),
        ("一季度客运量640万人次，恢复至2019年同期的98%。", "98%", "2026-01..2026-03"),
        ("公布了2024年成绩单：全年销售额2530亿元。", "2530亿元", "2024"),
        ("Approval has fallen to 38 percent, down from 44 percent in early April.", "38", ""),
        # Days to come.
        ("The bank is widely expected to cut its rate by 25 basis points to 2.00% on Friday.", "25", "2026-06-19"),
        ("On Friday, 694 seats will be at stake.", "694", "2026-06-19"),
        # A period that leads the sentence comes back after a part that named its own.
        ("2026年一季度，金饰需求476吨，去年总需求951吨；工业需求70吨。", "951", "2025"),
        ("2026年一季度，金饰需求476吨，去年总需求951吨；工业需求70吨。", "70", "2026-01..2026-03"),
        ("2026年一季度金饰需求476吨，去年总需求951吨；工业需求70吨。", "70", "2025"),
        ("公司发布2025年半年度报告，净利润为15.46亿元。", "15.46亿元", "2025-01..2025-06"),
    ],
)
def test_the_period_of_a_figure(text: str, figure: str, period: str) -> None:
    assert period_of_figure(text, figure) == period


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("Toyota H1 net profit FY2025", "FY2025-H1"),
        ("Nvidia Q1 fiscal 2027 data center revenue", "FY2027-Q1"),
        ("YTD passenger numbers Heathrow, May", "2026-01..2026-05"),
        ("Peru jobless rate April", "2026-04"),
        ("full-year EPS guidance 2026", "2026"),
        ("Havik contract value", "None"),
        ("中国5月CPI同比", "2026-05"),
        ("微软2026财年第三财季营收", "FY2026-Q3"),
        ("12月布伦特合约收盘价", "None"),
        # From a beginning on.
        ("金价2月底以来跌幅", "2026-02..2026-06"),
        ("US school losses to fraud since 2019", "2019-01..2026-06"),
        ("二季度末工业贷款余额", "2026-06"),
        ("household debt, end of Q1", "2026-03"),
        ("北境集团第一财季收入", "FY2026-Q1"),
    ],
)
def test_the_period_a_name_asks_about(name: str, period: str) -> None:
    assert str(period_asked(find_periods(name, BASE, is_chinese=is_chinese(name)), BASE)) == period
