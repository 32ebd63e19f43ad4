"""The figures of tables in the unit that their table says for them."""

from decimal import Decimal

import pytest

from verification.core.quantities.grammar import find_quantities, round_step
from verification.core.tables.figures import in_table_units

Figure = tuple[str, Decimal, str | None, str]

RESULTS = """Third Quarter Summary

| ($ in millions, except headcount and per share data) | Q3 FY27 | Q2 FY27 |
|---|---|---|
| Revenue | $77,006 | $70,010 |
| Net income (loss) | 41,910 | (1,422) |
| Gross margin | 73.4% | 72.4% |
| Operating margin | 63.1 | 60.2 |
| Diluted earnings per share | $1.70 | 1.5 |
| Headcount | 36,000 | 35,000 |
| Sales in Japan | €12 | $1.3 billion |
"""


def figures(text: str) -> list[Figure]:
    return [(one.text, one.low, one.unit, one.shown) for one in in_table_units(text, find_quantities(text))]


def test_a_scale_multiplies_what_it_is_for_and_leaves_out_what_it_may_not_be_for() -> None:
    assert figures(RESULTS) == [
        ("$77,006", Decimal(77_006_000_000), "USD", "$77,006 million"),
        ("$70,010", Decimal(70_010_000_000), "USD", "$70,010 million"),
        ("41,910", Decimal(41_910_000_000), "USD", "$41,910 million"),
        ("1,422", Decimal(-1_422_000_000), "USD", "-$1,422 million"),
        ("73.4%", Decimal("73.4"), "%", ""),
        ("72.4%", Decimal("72.4"), "%", ""),
        ("63.1", Decimal("63.1"), None, ""),
        ("60.2", Decimal("60.2"), None, ""),
        ("$1.70", Decimal("1.70"), "USD", ""),
        ("1.5", Decimal("1.5"), "USD", ""),
        ("$1.3 billion", Decimal(1_300_000_000), "USD", ""),
    ]


def test_the_last_digit_of_a_scaled_figure_is_one_of_its_scale() -> None:
    [first, *_] = in_table_units(RESULTS, find_quantities(RESULTS))
    assert round_step(first) == Decimal(1_000_000)


def test_a_column_of_units_is_of_its_own_row() -> None:
    text = (
        "| Related | Last | Previous | Unit | Reference |\n|---|---|---|---|---|\n| Unemployment Rate | 4.3 | 4.4 | percent | Oct 2026 |\n"
        "| GDP | 30485.73 | 29298.01 | USD Billion | Dec 2025 |\n| Payrolls | 62 | 108 | Thousand | Oct 2026 |\n"
        "| Confidence | 97.1 | 96.2 | points | Oct 2026 |\n| Inflation | 2.7 | 2.9 | % | Oct 2026 |"
    )
    assert [(value, unit) for _, value, unit, _ in figures(text)] == [
        (Decimal("4.3"), "%"),
        (Decimal("4.4"), "%"),
        (Decimal("30485.73") * 10**9, "USD"),
        (Decimal("29298.01") * 10**9, "USD"),
        (Decimal(62_000), None),
        (Decimal(108_000), None),
        (Decimal("97.1"), None),
        (Decimal("96.2"), None),
        (Decimal("2.7"), "%"),
        (Decimal("2.9"), "%"),
    ]


def test_heads_of_columns_and_rows_say_units_of_their_own() -> None:
    text = (
        "附表\n|  | 10月 |  | 1—10月 |  |\n| 指标 | 绝对量 | 同比增长（%） | 绝对量 | 同比增长（%） |\n|---|---|---|---|---|\n"
        "| 社会消费品零售总额（亿元） | 46,291 | 2.9 | 412169 | 4.3 |\n| 纱（万吨） | 213 | 1.0 | 2000.5 | -2.0 |"
    )
    assert [(value, unit, shown) for _, value, unit, shown in figures(text)] == [
        (Decimal(4_629_100_000_000), "CNY", "46,291亿元"),
        (Decimal("2.9"), "%", "2.9%"),
        (Decimal(41_216_900_000_000), "CNY", "412169亿元"),
        (Decimal("4.3"), "%", "4.3%"),
        (Decimal(2_130_000), "ton", "213万吨"),
        (Decimal("1.0"), "%", "1.0%"),
        (Decimal(20_005_000), "ton", "2000.5万吨"),
        (Decimal("-2.0"), "%", "-2.0%"),
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Updated Nov 6\n| Oct 2026: | 4.3 |\n| Sep 2026: | 4.4 |\nUnits: Percent, Seasonally Adjusted", [("4.3", "%"), ("4.4", "%")]),
        (
            "单位：亿元\n| 项目 | 2026年 |\n|---|---|\n| 营业收入 | 309.04 |\n| 每股收益 | 51.53 |",
            [("30904000000", "CNY"), ("51.53", "CNY")],
        ),
        ("(in thousands)\n\n| Rank | Sales |\n|---|---|\n| Leeds | 12 |", [("12000", None)]),
        ("(in thousands)\n\n| Town | Rank |\n|---|---|\n| Leeds | 12 |", [("12", None)]),
        ("Units: Percent\n| Town | Employees |\n|---|---|\n| Leeds | 1,200 |", [("1200", None)]),
        ("The survey (in thousands of homes) is old.\n\nText.\n\nMore.\n\nEnd.\n\n| Town | Rank |\n| Leeds | 12 |", [("12", None)]),
    ],
)
def test_lines_above_and_below_say_it_too(text: str, values: list[tuple[str, str | None]]) -> None:
    assert [(value, unit) for _, value, unit, _ in figures(text)] == [(Decimal(value), unit) for value, unit in values]


def test_a_line_between_two_tables_is_of_the_one_below() -> None:
    text = "| City | Homes |\n|---|---|\n| Leeds | 12.5 |\n\nUnits: Percent\n| City | Rate |\n|---|---|\n| York | 4.1 |"
    assert [(value, unit) for _, value, unit, _ in figures(text)] == [(Decimal("12.5"), None), (Decimal("4.1"), "%")]


def test_prose_and_tables_without_a_unit_stay_as_they_are() -> None:
    text = "Sales rose 5% to $1,200 (in thousands).\n|  | Production | Lease |\n|---|---|---|\n| Model 3 | 435,826 | 2% |"
    assert in_table_units(text, find_quantities(text)) == find_quantities(text)
    assert in_table_units("", ()) == ()


@pytest.mark.parametrize(
    ("title", "text", "values"),
    [
        ("", "| Valid from | Deposit rate | Votes |\n|---|---|---|\n| 18.09.2026 | 3.75 | 9 |", [("3.75", "%"), ("9", None)]),
        ("Daily Treasury Rates", "| Date | 2 Yr |\n|---|---|\n| 11/27/2026 | 3.51 |", [("3.51", "%")]),
        ("", "The deposit rate fell to 2%.\n| Date | Observed |\n|---|---|\n| 11/27/2026 | 3.51 |", [("3.51", None)]),
        ("Daily prices", "| Date | Close |\n|---|---|\n| 11/27/2026 | 3.51 |", [("3.51", None)]),
        ("", "| Currency | Exchange rate | Change |\n|---|---|---|\n| Yen | 7.21 | 0.12 |", [("7.21", None), ("0.12", None)]),
        ("", "| Country | CPI |\n|---|---|\n| Elbonia | 97.3 |", [("97.3", None)]),
        ("", "| 项目 | 10月 | 比上月 |\n|  | 金额 | ±% |\n|---|---|---|\n| 出口 | 3254.1 | 6.6 |", [("3254.1", None), ("6.6", "%")]),
        ("", "| 航线 | 单位 Unit | 本期 |\n|---|---|---|\n| 美西 | USD/FEU | 1645 |", [("1645", "USD")]),
    ],
)
def test_what_is_always_told_in_percent_is_so_without_a_unit(title: str, text: str, values: list[tuple[str, str | None]]) -> None:
    found = in_table_units(text, find_quantities(text), title=title)
    rows = text.index("---|\n")
    assert [(one.low, one.unit) for one in found if one.start > rows and "/" not in one.text and one.text[-5:] != ".2026"] == [
        (Decimal(value), unit) for value, unit in values
    ]


def test_a_price_without_a_unit_is_in_the_one_money_of_its_page_and_an_amount_is_not() -> None:
    table = "| Date | Open | Close | Revenue | Change |\n|---|---|---|---|---|\n| 27 Nov | 41.20 | 41.87 | 6,288 | 0.36 |"
    expected = [("41.20", None), ("41.87", "USD"), ("6,288", None), ("0.36", None)]
    assert [(written, unit) for written, _, unit, _ in figures(f"Market cap $3.2 billion.\n{table}")][-4:] == expected
    two = figures(f"Market cap $3.2 billion, or €2.9 billion.\n{table}")
    assert [unit for _, _, unit, _ in two][-4:] == [None] * 4
    assert [unit for _, _, unit, _ in figures(table)] == [None] * 4
