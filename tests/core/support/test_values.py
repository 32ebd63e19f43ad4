"""Figures as values of a node: unit, sign, equality, rounding."""

from datetime import date
from decimal import Decimal

import pytest

from verification.core.evidence import NodeSpec
from verification.core.quantities.grammar import find_quantities
from verification.core.reading.frames.labels import frames_of
from verification.core.reading.frames.measures import measure_of
from verification.core.support.values import Value, cluster, digits_of, is_close, same_value, value_of
from verification.core.vocabulary import NodeKind


def value(label: str, text: str, kind: NodeKind = NodeKind.PERCENT, unit: str | None = "%") -> str | None:
    node = NodeSpec(label=label, kind=kind, unit=unit)
    frame = frames_of(node, date(2026, 6, 16))[0]
    quantity = find_quantities(text)[-1]
    measure = measure_of(text, quantity.start, quantity.end, is_chinese=not text.isascii())
    found = value_of(quantity, node, frame, measure)
    return found.number if found else None


@pytest.mark.parametrize(
    ("label", "text", "expected"),
    [
        ("社会消费品零售总额同比", "社会消费品零售总额同比下降0.6%", "-0.6"),
        ("社会消费品零售总额同比下降____", "社会消费品零售总额同比下降0.6%", "0.6"),
        ("联邦基金利率", "联邦基金利率降至5.25%", "5.25"),
        ("联邦基金利率目标区间", "联邦基金利率目标区间维持在3.5%至3.75%", "3.5..3.75"),
        ("利率区间为3.5%至____", "利率区间为3.5%至3.75%", "3.75"),
        ("利率区间为____至3.75%", "利率区间为3.5%至3.75%", "3.5"),
        ("利率区间为____至3.75%", "利率为3.5%", None),
        ("联邦基金利率上限", "联邦基金利率目标区间维持在3.5%至3.75%", "3.75"),
        ("联邦基金利率下限", "联邦基金利率目标区间维持在3.5%至3.75%", "3.5"),
        ("联邦基金利率上限", "联邦基金利率上限维持在3.75%", "3.75"),
        ("Fed funds lower bound", "The target range stays at 3.5% to 3.75%", "3.5"),
        ("Federal funds rate", "The rate is 525 basis points", "5.25"),
        ("Federal funds rate", "It rose 0.25 percentage points", None),
        ("中国人口出生率", "人口出生率为10.48‰", "1.048"),
    ],
)
def test_figure_as_an_answer(label: str, text: str, expected: str | None) -> None:
    assert value(label, text) == expected


def test_number_is_no_percent_and_a_sentence_that_counts_jobs_takes_no_dollars() -> None:
    assert value("The hike could cost ____ jobs.", "to $10.10", NodeKind.NUMBER, None) is None
    assert value("东吴证券的净利润是多少", "净利润23.92亿元", NodeKind.NUMBER, None) == "2392000000"
    assert value("死亡人数", "下降3%", NodeKind.NUMBER, None) is None


def test_money_fits_its_own_currency_only() -> None:
    assert value("比特币价格", "4.5万美元", NodeKind.CURRENCY, "USD") == "45000"
    assert value("比特币价格", "4.5万元", NodeKind.CURRENCY, "USD") is None


@pytest.mark.parametrize(
    ("one", "other", "tolerance", "same"),
    [
        ("5.25", "5.250", "", True),
        ("5.25", "5.3", "", False),
        ("5.25", "5.3", "0.05", True),
        ("100", "100.4", "0.5%", True),
        ("100", "101", "0.5%", False),
        ("1", "2", "much", False),
    ],
)
def test_equality_under_a_tolerance(one: str, other: str, tolerance: str, same: bool) -> None:
    assert same_value(Value(Decimal(one), Decimal(one)), Value(Decimal(other), Decimal(other)), tolerance) is same


@pytest.mark.parametrize(
    ("one", "other", "close"), [("206031", "206000", True), ("22941.67", "22844.05", False), ("41090", "41090", True), ("5", "5.4", False)]
)
def test_fewer_digits_of_one_amount(one: str, other: str, close: bool) -> None:
    assert is_close(Decimal(one), Decimal(other)) is close


def test_approximation_joins_the_exact_value_it_rounds_to_unless_the_label_hedges() -> None:
    exact, about, other = (find_quantities(text)[0] for text in ("创业板指涨4.49%", "创业板指涨逾4%", "创业板指涨7%"))
    values = [(Value(q.low, q.high, q.approximation), q) for q in (exact, about, other)]
    joined, apart = cluster(values, ""), cluster(values, "", asks_approximate=True)
    assert (joined[0] == joined[1], joined[0] == joined[2]) == (True, False)
    assert len(set(apart)) == 3


def test_digits_tell_how_hardly_a_figure_is_met_by_chance() -> None:
    assert [digits_of(Value(Decimal(n), Decimal(n))) for n in ("5", "14.7", "1237", "800000")] == [1, 3, 4, 2]
