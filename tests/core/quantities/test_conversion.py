"""Figures in a node's unit, their text, and whether an approximate figure states an exact one."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.quantities.grammar import agrees, convert, find_quantities, number_text, round_step

CONVERSIONS = {
    ("525 bp", "%"): "5.25",
    ("5.25%", "bp"): "525",
    ("5.25%", "percent"): "5.25",
    ("10.48‰", "%"): "1.048",
    ("1.048%", "‰"): "10.48",
    ("0.25个百分点", "bp"): "25",
    ("25个基点", "pp"): "0.25",
    ("5.25%-5.50%", "%"): "5.25..5.5",
    ("5.25%-5.50%", "bp"): "525..550",
    ("$45,000", "USD"): "45000",
    ("4.5万美元", "usd"): "45000",
    ("4.109万亿元", "CNY"): "4109000000000",
    ("3.2万吨", "ton"): "32000",
    ("500,000 barrels", "桶"): "500000",
    ("1.2万辆", "辆"): "12000",
    ("45,000", None): "45000",
    ("5.25%", None): "5.25",
    ("$45,000", ""): "45000",
    ("下降4.1%", "%"): "4.1",
}


@pytest.mark.parametrize(("written", "expected"), CONVERSIONS.items())
def test_convert_gives_the_ends_in_the_unit(written: tuple[str, str | None], expected: str) -> None:
    text, unit = written
    (quantity,) = find_quantities(text)
    ends = convert(quantity, unit)
    assert ends is not None
    assert number_text(*ends) == expected


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("0.25个百分点", "%"), ("5.25%", "pp"), ("$45,000", "CNY"), ("45,000", "USD"), ("45,000", "%"), ("5.25%", "USD"),
        ("3.2万吨", "kilogram"), ("3.2万吨", "辆"), ("￥500", "USD"), ("5%", "no such unit"),
    ],
)  # fmt: skip
def test_convert_refuses_what_does_not_fit(text: str, unit: str) -> None:
    (quantity,) = find_quantities(text)
    assert convert(quantity, unit) is None


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        ("5.250", "5.250", "5.25"),
        ("3.50", "3.75", "3.5..3.75"),
        ("1E+9", "1E+9", "1000000000"),
        ("-0.00", "-0.00", "0"),
        ("100", "100", "100"),
        ("1E-7", "1E-7", "0.0000001"),
    ],
)
def test_number_text_is_plain_and_short(low: str, high: str, text: str) -> None:
    assert number_text(Decimal(low), Decimal(high)) == text


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20))
def test_number_text_keeps_the_value(value: Decimal) -> None:
    text = number_text(value, value)
    assert Decimal(text) == value
    assert "E" not in text


STEPS = {
    "4.109万亿元": "1000000000",
    "45,000": "1",
    "5.25%": "0.01",
    "$4.5bn": "100000000",
    "百分之五点二五": "0.01",
    "两成": "10",
    "逾3.5万": "1000",
    "5 cents": "0.01",
    "A$3.2bn": "100000000",
    "half a million": "0",
    "3.5%至3.75%": "0.01",
}


@pytest.mark.parametrize(("text", "step"), STEPS.items())
def test_round_step_is_the_size_of_the_last_written_digit(text: str, step: str) -> None:
    (quantity,) = find_quantities(text)
    assert round_step(quantity) == Decimal(step)


AGREEMENTS = [
    ("5.25%", "5.25", True), ("5.25%", "5.250", True), ("5.25%", "5.2", False),
    ("逾3.5万人", "35412", True), ("逾3.5万人", "34999", False), ("逾3.5万人", "36100", False),
    ("more than 35,000 people", "35412", True), ("more than 35,000 people", "36100", False),
    ("近5亿元", "496000000", True), ("近5亿元", "503000000", False), ("近5亿元", "400000000", False),
    ("约10.5亿美元", "1048000000", True), ("约10.5亿美元", "1060000000", False),
    ("nearly 300 people", "296", True), ("nearly 300 people", "301", False), ("nearly 300 people", "240", False),
    ("3.5万人", "35412", False), ("逾3.5万人", "-35412", False), ("about half a million", "499000", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value", "expected"), AGREEMENTS)
def test_agrees_only_where_the_value_rounds_to_the_figure(text: str, value: str, *, expected: bool) -> None:
    (quantity,) = find_quantities(text)
    assert agrees(quantity, Decimal(value), Decimal(value)) is expected


def test_a_range_agrees_with_the_same_range_only() -> None:
    (quantity,) = find_quantities("3.5%至3.75%")
    assert agrees(quantity, Decimal("3.5"), Decimal("3.75"))
    assert not agrees(quantity, Decimal("3.5"), Decimal("3.5"))
