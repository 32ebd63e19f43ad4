"""What an official series says to a claim: by the node that holds it or by the one of the catalogue; to another thing it says nothing."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest

from verification.core.series.catalogue import SeriesEntry, find_series
from verification.core.series.claims import HeldSeries, SeriesWord, hear_series
from verification.core.series.observations import Observation, read_written
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

TODAY = date(2026, 11, 28)
JOBLESS = HeldSeries("us-unemployment", ("US unemployment rate", "美国失业率"), NodeKind.PERCENT, find_series("us-unemployment-rate"))
KEPT: dict[str, list[tuple[str, str, date]]] = {
    "UNRATE": [("2026-05", "4.1", date(2026, 6, 5)), ("2026-05", "4.2", date(2026, 7, 3)), ("2026-10", "4.4", date(2026, 11, 6))],
    "CPIAUCNS": [("2025-05", "320.0", date(2025, 6, 11)), ("2026-05", "330.24", date(2026, 6, 11))],
    "CPIAUCSL": [("2026-04", "300", date(2026, 5, 12)), ("2026-05", "299.1", date(2026, 6, 11))],
    "ICP/M.U2.N.000000.4.ANR": [("2026-10", "2.1", date(2026, 11, 1))],
    "BTC-USD": [("2026-11-20", "91250.50", date(2026, 11, 21))],
    "EXR/D.USD.EUR.SP00.A": [("2026-11-20", "1.0850", date(2026, 11, 20))],
    "IN/NY.GDP.MKTP.KD.ZG": [("2025", "6.5", date(2026, 5, 1))],
}


def kept(entry: SeriesEntry) -> Sequence[Observation]:
    return tuple(Observation(read_written(period), Decimal(value), vintage) for period, value, vintage in KEPT.get(entry.code, ()))


def hear(claim: str, *held: HeldSeries, day: date = TODAY) -> tuple[SeriesWord, ...]:
    return hear_series(claim, held, base=TODAY, day=day, kept=kept)


def said(claim: str, *held: HeldSeries, **known: date) -> list[tuple[str, str, str]]:
    return [(word.asked.entry.key, word.says.value, word.value) for word in hear(claim, *held, **known)]


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("The US unemployment rate fell to 4.2% in May 2026.", "agrees"),
        ("US unemployment was 4.1 % in May 2026", "earlier"),
        ("In May 2026 unemployment in the United States stood at 4.6%", "differs"),
        ("The unemployment rate in the United States, at 4.2% in May 2026, fell by 0.2 percentage points.", "agrees"),
        ("According to the Labor Department, the US unemployment rate was about 4.2% in May 2026.", "agrees"),
        ("The US unemployment rate was more than 5% in May 2026.", "differs"),
        ("The US unemployment rate was over 4% in May 2026.", "agrees"),
        ("2026年5月，美国失业率为4.2%，较上月下降0.1个百分点。", "agrees"),
        ("美国失业率2026年5月升至4.9%。", "differs"),
        ("数据显示美国失业率2026年5月为4.1%。", "earlier"),
    ],
)
def test_the_series_of_a_node_answers_what_the_claim_names(claim: str, says: str) -> None:
    assert said(claim, JOBLESS) == [("us-unemployment-rate", says, "4.2%")]


@pytest.mark.parametrize(
    "claim",
    [
        "Unemployment fell to 4.9% in May 2026.",  # whose?
        "The US unemployment rate fell to 4.9%.",  # when?
        "The US unemployment rate was 4.9% in 2026.",  # a year is no month
        "The US unemployment rate was 4.9% in March 2026.",  # nothing is kept of it
        "California's unemployment rate was 4.9% in May 2026.",
        "Youth unemployment in the US was 9.8% in May 2026.",
        "The US unemployment rate for women was 4.9% in May 2026.",
        "The US unemployment rate was 4.9% in May 2026 among veterans.",
        "The US unemployment rate in manufacturing was 4.9% in May 2026.",
        "US black unemployment rose to 7.5% in May 2026.",
        "The black US unemployment rate rose to 7.5% in May 2026.",
        "美国黑人失业率2026年5月为7.5%。",
        "黑人美国失业率2026年5月为7.5%。",
        "German unemployment was 4.9% in May 2026.",
        "The US unemployment rate fell by 0.2 percentage points in May 2026.",
        "The US unemployment rate rose 3% in May 2026.",
        "The US unemployment rate is expected to reach 4.9% in May 2026.",
        "The US unemployment rate was not 4.9% in May 2026.",
        "Was the US unemployment rate 4.9% in May 2026?",
        "The US unemployment rate, not seasonally adjusted, was 4.9% in May 2026.",
        "The US unemployment rate was between 4% and 5% in May 2026.",
        "The US participation rate was 62.5% in May 2026.",
        "Two men were seen in May 2026.",
        "",
    ],
)
def test_what_is_of_another_thing_is_held_against_nothing(claim: str) -> None:
    assert said(claim, JOBLESS) == []


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Euro area inflation was 2.1% in October 2026, Eurostat said.", ("ea-hicp-yoy", "agrees", "2.1%")),
        ("2026年10月欧元区CPI同比上涨2.4%。", ("ea-hicp-yoy", "differs", "2.1%")),
        ("US consumer prices rose 3.2% in May 2026 from a year earlier.", ("us-cpi-yoy", "agrees", "3.2%")),
        ("US consumer prices fell 0.3% in May 2026 from a month earlier.", ("us-cpi-mom", "agrees", "-0.3%")),
        ("US consumer prices rose 0.3% in May 2026 from a month earlier.", ("us-cpi-mom", "differs", "-0.3%")),
        ("India's GDP grew 7.9% in 2025.", ("in-gdp-growth-annual", "differs", "6.5%")),
        ("Bitcoin closed at $91,250.50 on 20 November 2026.", ("btc-usd", "agrees", "91,250.50 USD")),
        ("比特币2026年11月20日收于120000美元。", ("btc-usd", "differs", "91,250.50 USD")),
        ("EUR/USD was 1.085 on 20 November 2026.", ("eur-usd", "agrees", "1.0850 USD")),
    ],
)
def test_the_one_series_of_the_catalogue_answers_where_it_is_kept(claim: str, expected: tuple[str, str, str]) -> None:
    assert said(claim) == [expected]
    assert [word.asked.node for word in hear(claim)] == [""]


@pytest.mark.parametrize(
    "claim",
    [
        "The US unemployment rate fell to 4.9% in May 2026.",  # adjusted or not: two series
        "US inflation was 9.9% in May 2026.",  # on the year or on the month
        "US core inflation was 3.2% in May 2026 from a year earlier.",  # one, of which nothing is kept
        "Bitcoin traded at $95,000 on 20 November 2026.",  # a price of some moment of the day
        "Bitcoin closed at $91,300 on 20 November 2026.",  # as near as another exchange is
        "EUR/USD was 1.0900 on 20 November 2026.",
        "Bitcoin ETF inflows closed at $91,250.50 on 20 November 2026.",
    ],
)
def test_where_the_words_leave_two_or_nothing_is_kept_nothing_is_said(claim: str) -> None:
    assert said(claim) == []


def test_figures_are_told_as_they_were_known_on_a_day() -> None:
    claim = "The US unemployment rate was 4.1% in May 2026."
    assert said(claim, JOBLESS, day=date(2026, 6, 4)) == []
    assert said(claim, JOBLESS, day=date(2026, 6, 5)) == [("us-unemployment-rate", "agrees", "4.1%")]
    assert said(claim, JOBLESS, day=date(2026, 7, 3)) == [("us-unemployment-rate", "earlier", "4.2%")]


def test_a_word_tells_its_row_the_place_in_the_claim_and_whether_the_year_stands_there() -> None:
    claim = "The US unemployment rate was 4.1% in May 2026."
    (word,) = hear(claim, JOBLESS)
    assert (claim[word.asked.start : word.asked.end], word.asked.claimed, word.asked.node) == ("4.1%", "4.1%", "us-unemployment")
    assert (word.row, word.earlier, word.asked.is_year_told) == ("2026-05 · 4.2% · 2026-07-03", "4.1%", True)
    (word,) = hear("The US unemployment rate was 4.4% in October.", JOBLESS)
    assert (word.says.value, word.asked.is_year_told) == ("agrees", False)


def test_a_node_by_another_name_answers_and_one_of_no_known_series_does_not() -> None:
    named = HeldSeries("jobless", ("Joblessness of America", "US jobless rate"), NodeKind.PERCENT, find_series("us-unemployment-rate"))
    assert said("The US jobless rate was 4.6% in May 2026.", named) == [("us-unemployment-rate", "differs", "4.2%")]
    assert said("The US jobless rate was 4.6% in May 2026.", HeldSeries("x", ("US jobless rate",), NodeKind.PERCENT, None)) == []
