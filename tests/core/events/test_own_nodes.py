"""Nodes answer a message: a yes or no about the same event, a value or its series' figure where subject, measure and period fit."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from tests.core.events.event_lists import shipped_lexicon
from verification.core.events.own_nodes import NodeValue, consult, is_settled
from verification.core.events.propositions import read_propositions
from verification.core.series.catalogue import find_series
from verification.core.series.observations import Observation, read_written
from verification.core.vocabulary import NodeKind

LEXICON = shipped_lexicon()
NOW = datetime(2026, 11, 23, tzinfo=UTC)
NODES = (
    NodeValue("fed", "Federal funds rate", ("美联储利率",), NodeKind.PERCENT, "5.25%", "%"),
    NodeValue("btc", "Bitcoin price", ("比特币价格",), NodeKind.CURRENCY, "$64,000", "USD"),
    NodeValue("jobs", "US unemployment rate", ("美国失业率",), NodeKind.PERCENT, "4.1%", "%"),
    NodeValue("hack", "Was Halcyon Exchange hacked?", (), NodeKind.TEXT, "yes"),
    NodeValue("bank", "澜港银行暂停客户提款", ("Langang Bank suspended withdrawals",), NodeKind.TEXT, "no"),
)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("The federal funds rate is 5.5%", [("fed", "contradicts")]),
        ("US unemployment rate fell to 4.1%", [("jobs", "supports")]),
        ("UK unemployment rate rose to 5%", []),
        ("比特币价格跌至5.2万美元", [("btc", "contradicts")]),
        ("Halcyon Exchange was not hacked", [("hack", "contradicts")]),
        ("Halcyon was hacked", [("hack", "supports")]),
        ("Halcyon Exchange was not hacked, all funds are safe.", [("hack", "contradicts")]),
        ("Halcyon Exchange was hacked, 900 million dollars stolen", [("hack", "supports")]),
        ("Langang Bank has suspended customer withdrawals.", [("bank", "contradicts")]),
        ("Orvane Bank has suspended customer withdrawals.", []),
        ("Orvane was hacked", []),
    ],
)
def test_node_answers_what_it_is_about(text: str, answers: list[tuple[str, str]]) -> None:
    found = consult(text, NODES, LEXICON, now=NOW)
    assert [(one.node.slug, one.says.value) for one in found] == answers


@pytest.mark.parametrize(("text", "is_enough"), [("US unemployment rate fell to 4.1%", True), ("Halcyon was hacked", False)])
def test_figure_is_settled_by_its_node_and_an_event_is_searched_for(text: str, is_enough: bool) -> None:
    assert is_settled(read_propositions(text, LEXICON), consult(text, NODES, LEXICON, now=NOW)) is is_enough


SERIES = (
    NodeValue("cpi", "US CPI, year on year", ("美国CPI同比",), NodeKind.PERCENT, "", "%", series=find_series("us-cpi-yoy")),
    NodeValue("jobs", "US unemployment rate", ("美国失业率",), NodeKind.PERCENT, "9.9%", "%", series=find_series("us-unemployment-rate")),
    NodeValue("month", "US CPI, month on month", (), NodeKind.PERCENT, "", "%", series=find_series("us-cpi-mom")),
)
VINTAGES = {
    "CPIAUCNS": [("2025-09", "300.0"), ("2025-10", "300.0"), ("2026-09", "306.0"), ("2026-10", "309.3")],
    "CPIAUCSL": [("2026-09", "306.0"), ("2026-10", "306.9")],
    "UNRATE": [("2026-09", "4.3"), ("2026-10", "4.1")],
}


def held(entry: object) -> list[Observation]:
    out = date(2026, 11, 12)
    kept = [Observation(read_written(period), Decimal(value), out) for period, value in VINTAGES.get(entry.code, [])]
    before = Observation(read_written("2026-10"), Decimal("4.2"), date(2026, 11, 6))
    return [*kept, before] if entry.code == "UNRATE" else kept


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("US CPI rose 9% in October", [("cpi", "contradicts", "3.1%", "2026-10")]),
        ("美国10月CPI同比上涨9%", [("cpi", "contradicts", "3.1%", "2026-10")]),
        ("US CPI rose 3.1% in October", [("cpi", "supports", "3.1%", "2026-10")]),
        ("US CPI rose 2% in September 2026", [("cpi", "supports", "2.0%", "2026-09")]),
        ("US unemployment rate fell to 4.1%", [("jobs", "supports", "4.1%", "2026-10")]),
        ("US unemployment rate was 4.3% in September", [("jobs", "supports", "4.3%", "2026-09")]),
        ("US unemployment rate rose to 6.1%", [("jobs", "contradicts", "4.1%", "2026-10")]),
        ("US CPI rose 0.3% month on month in October", [("month", "supports", "0.3%", "2026-10")]),
        ("US CPI rose 0.8% month on month in October", [("month", "contradicts", "0.3%", "2026-10")]),
        # What was published before the revision, another period, another country, another measure, another unit, a supposition.
        ("US unemployment rate fell to 4.2%", []),
        ("US unemployment rate was 10% in October 2009", []),
        ("US unemployment rate was 6.1% in 2025", []),
        ("UK unemployment rate rose to 6.1%", []),
        ("US youth unemployment rate rose to 9%", []),
        ("US unemployment rate rose by 30 bp", []),
        ("US unemployment rate could hit 6.1%", []),
    ],
)
def test_a_series_answers_by_the_figure_of_the_period_that_is_meant(text: str, answers: list[tuple[str, str, str, str]]) -> None:
    found = consult(text, SERIES, LEXICON, now=NOW, observations=held)
    assert [(one.node.slug, one.says.value, one.value, one.observed.period if one.observed else "") for one in found] == answers


def test_a_tool_that_is_switched_off_does_not_look() -> None:
    assert consult("US CPI rose 9% in October", SERIES, LEXICON, now=NOW, tools=["price"], observations=held) == ()
    assert consult("The federal funds rate is 5.5%", NODES, LEXICON, now=NOW, tools=()) == ()
    assert [one.tool for one in consult("比特币价格跌至5.2万美元", NODES, LEXICON, now=NOW)] == ["price"]


def test_a_node_of_one_period_answers_for_that_one_alone() -> None:
    node = NodeValue("cpi", "US CPI, year on year", (), NodeKind.PERCENT, "3.0%", "%", reference_period="2026-09")
    said = {text: [one.says.value for one in consult(text, [node], LEXICON, now=NOW)] for text in (
        "US CPI rose 9% in September", "US CPI rose 9% in October", "US CPI rose 9%",
    )}  # fmt: skip
    assert list(said.values()) == [["contradicts"], [], []]


@pytest.mark.parametrize(
    ("text", "value", "hours", "answers"),
    [
        ("USDC has lost its peg", "0.9998 USD", 2, ["contradicts"]),
        ("USDC holds its peg", "0.9998 USD", 2, ["supports"]),
        ("USDC脱锚", "1.0001 USD", 2, ["contradicts"]),
        ("USDC has lost its peg", "0.9998 USD", 50, []),
        ("USDC has lost its peg", "0.87 USD", 2, []),
        ("USDT has lost its peg", "0.9998 USD", 2, []),
    ],
)
def test_a_price_of_today_answers_whether_a_coin_lost_its_peg(text: str, value: str, hours: int, answers: list[str]) -> None:
    node = NodeValue("usdc", "USDC price", ("USDC价格",), NodeKind.CURRENCY, value, "USD", as_of=NOW - timedelta(hours=hours))
    assert [one.says.value for one in consult(text, [node], LEXICON, now=NOW)] == answers
