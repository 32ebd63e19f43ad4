"""The unit that a phrase, a head or a line beside a table says."""

from decimal import Decimal

import pytest

from verification.core.tables.units import PERCENT, unit_called, unit_in_head, unit_in_line


@pytest.mark.parametrize(
    ("phrase", "unit", "scale", "written"),
    [
        ("percent", "%", 1, "7%"),
        ("Percent, Seasonally Adjusted", "%", 1, "7%"),
        ("percentage points", "pp", 1, "7 percentage points"),
        ("USD Billion", "USD", 10**9, "7 USD billion"),
        ("$ in millions", "USD", 10**6, "$7 million"),
        ("US$m", "USD", 10**6, "US$7 million"),
        ("RMB'000", "CNY", 1000, "7 RMB thousand"),
        ("Billions of Chained 2017 Dollars", "USD", 10**9, "7 billion Dollars"),
        ("unaudited, in thousands of U.S. dollars", "USD", 1000, "7 thousand U.S. dollars"),
        ("USD/Bbl", "USD", 1, "7 USD"),
        ("Thousand", None, 1000, "7 thousand"),
        ("thousand barrels per day", "barrel per day", 1000, "7 thousand barrels per day"),
        ("points", None, 1, "7"),
        ("亿元", "CNY", 10**8, "7亿元"),
        ("人民币百万元", "CNY", 10**6, "7百万元"),
        ("港币千元", "HKD", 1000, "7千港元"),
        ("万亿元", "CNY", 10**12, "7万亿元"),
        ("万人", None, 10**4, "7万"),
    ],
)
def test_a_phrase_is_the_unit_that_the_grammar_reads_behind_a_one(phrase: str, unit: str | None, scale: int, written: str) -> None:
    found = unit_called(phrase)
    assert found is not None
    assert (found.name, found.scale, f"{found.before}7{found.behind}") == (unit, Decimal(scale), written)


@pytest.mark.parametrize("phrase", ["", "Index 1982-1984=100", "x" * 90])
def test_a_phrase_that_the_grammar_does_not_read_is_no_unit(phrase: str) -> None:
    assert unit_called(phrase) is None


@pytest.mark.parametrize(
    ("head", "unit", "scale"),
    [
        ("Revenue ($ millions)", "USD", 10**6),
        ("2026 US$m", "USD", 10**6),
        ("Price (USD)", "USD", 1),
        ("Homes (thousand)", None, 1000),
        ("Change (pp)", "pp", 1),
        ("金额（亿元）", "CNY", 10**8),
        ("同比增长（%）", "%", 1),
    ],
)
def test_a_head_says_its_unit_in_brackets_or_is_one(head: str, unit: str | None, scale: int) -> None:
    found = unit_in_head(head)
    assert found is not None
    assert (found.name, found.scale) == (unit, Decimal(scale))


@pytest.mark.parametrize(
    "head",
    ["Revenue", "York", "Bank", "Last", "Oct 2026", "Q3 FY27", "Wages (real)", "Seats (won)", "Note (a)", "Employees (M)",
     "Maturity (years)", "Deaths (per million)", "10月绝对量"],
)  # fmt: skip
def test_other_words_of_a_head_are_no_unit(head: str) -> None:
    assert unit_in_head(head) is None


def test_a_line_declares_a_unit_and_prose_does_not() -> None:
    assert unit_in_line("Units: Percent, Seasonally Adjusted") == PERCENT
    income = unit_in_line("STATEMENTS OF INCOME (In millions, except headcount and per share data)")
    assert income is not None
    assert (income.name, income.scale) == (None, Decimal(10**6))
    assert [len(keys) for keys in income.spared] == [1]
    yuan = unit_in_line("（单位：亿元，除每股数据外）")
    assert yuan is not None
    assert (yuan.name, yuan.scale, yuan.spared) == ("CNY", Decimal(10**8), ())
    assert unit_in_line("In millions of households the sets are old.") is None
    assert unit_in_line("The rate (%) fell.") is None


@pytest.mark.parametrize(
    ("line", "unit", "scale"),
    [
        ("Real GDP growth (Annual percent change)", "%", 1),
        ("收益率（%）", "%", 1),
        ("% change from preceding month", "%", 1),
        ("Table 5: Crude oil production by country, tb/d", "barrel per day", 1000),
        ("Prices in USD per ounce.", "USD", 1),
        ("All prices are stated in euros.", "EUR", 1),
        ("报价单位为元/吨", "CNY", 1),
    ],
)
def test_a_line_says_percent_what_it_ends_in_and_at_what_money_prices_are_quoted(line: str, unit: str, scale: int) -> None:
    found = unit_in_line(line)
    assert found is not None
    assert (found.name, found.scale) == (unit, Decimal(scale))


@pytest.mark.parametrize("line", ["The prices rose in May.", "Points changed hands", "Sales by country, Europe", "Prices in stores fell.",
    "Amounts in euros rose.", "Prices in USD million", "Prices in euros, in thousands of lots."])  # fmt: skip
def test_a_line_that_names_no_unit_has_none(line: str) -> None:
    assert unit_in_line(line) is None
