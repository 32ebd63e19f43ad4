"""What a node's name says of its other fields."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.reading.node_fields import suggest_fields
from verification.core.vocabulary import NodeKind
from verification.services.nodes.demo import read_demo_nodes
from verification.services.nodes.nodes import check_fields, check_unit

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("name", "kind", "unit", "period", "fresh_days"),
    [
        ("unemployment rate of Chile", NodeKind.PERCENT, "%", "", 60),
        ("智利失业率", NodeKind.PERCENT, "%", "", 60),
        ("Bitcoin price", NodeKind.CURRENCY, "", "", 7),
        ("Federal funds rate target range in July 2023", NodeKind.PERCENT, "%", "2023-07", None),
        ("2023年全年居民消费价格同比", NodeKind.PERCENT, "%", "2023", None),
        ("policy rate in November 2026", NodeKind.PERCENT, "%", "2026-11", 45),
        ("policy rate in 2027", NodeKind.PERCENT, "%", "2027", 45),
        ("Was Halcyon Exchange hacked?", NodeKind.TEXT, "", "", 60),
        ("哈尔西恩交易所是否遭黑客攻击", NodeKind.TEXT, "", "", 60),
        ("Halcyon Exchange was hacked", NodeKind.TEXT, "", "", 60),
        ("Langang Bank suspended withdrawals", NodeKind.TEXT, "", "", 60),
        ("科尔沃运河通行费", None, "", "", 60),
    ],
)
def test_fields_are_read_from_the_name(name: str, kind: NodeKind | None, unit: str, period: str, fresh_days: int | None) -> None:
    read = suggest_fields(name, today=TODAY)
    assert (read.kind, read.unit, read.period, read.fresh_days) == (kind, unit, period, fresh_days)


def test_no_name_of_the_demo_is_read_as_another_kind_or_period() -> None:
    """What is left open is asked of the pages; what is suggested is right."""
    for entry in read_demo_nodes():
        read = suggest_fields(entry.label, today=TODAY)
        assert (entry.slug, read.kind or entry.kind, read.period) == (entry.slug, entry.kind, entry.reference_period)


@given(name=st.text(max_size=400))
def test_whatever_is_typed_gives_fields_that_a_node_may_have(name: str) -> None:
    read = suggest_fields(name, today=TODAY)
    check_fields({"reference_period": read.period})
    check_unit(kind=read.kind or NodeKind.NUMBER, unit=read.unit)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("nfp", NodeKind.NUMBER),
        ("非农", NodeKind.NUMBER),
        ("Nonfarm payrolls Oct", NodeKind.NUMBER),
        ("US payrolls yoy", NodeKind.PERCENT),
        ("非农就业增速", NodeKind.PERCENT),
        ("S&P500 close", NodeKind.CURRENCY),
        ("USDCNY fixing", NodeKind.NUMBER),
        ("US debt limit", NodeKind.NUMBER),
        ("Bybit hack", NodeKind.TEXT),
    ],
)
def test_jobs_are_counted_and_a_noun_at_the_end_is_no_event(name: str, kind: NodeKind) -> None:
    assert suggest_fields(name, today=date(2026, 11, 30)).kind == kind
