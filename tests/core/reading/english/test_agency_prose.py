"""Whose a figure is and what it measures, as agencies, offices and companies put it."""

from datetime import date

import pytest

from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Status

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)


def _read(text: str, figure: str, title: str = "") -> tuple[str, str, Status]:
    told = next(one for one in read_statements(text, base=BASE, title=title) if one.value and one.value.text.startswith(figure))
    head, measured = told.subject.head, told.measure.words
    return (head.text if head else "", measured.text if measured else "", told.status.status)


@pytest.mark.parametrize(("text", "figure", "subject", "measure"), [
    ("WASHINGTON, Oct 30 (Reuters) - Factory orders rose 0.2% last month.", "0.2%", "Factory orders", "Factory orders"),
    ("LONDON (AP) — Inflation in Britain fell to 3.1% in October.", "3.1%", "Britain", "Inflation"),
    ("Jobless claims fell by 8,000 to a seasonally adjusted 219,000 last week.", "219,000", "Jobless claims", "Jobless claims"),
    ("Employment rose in August, and the employment rate rose to 60.9%, Statistics Canada reported.", "60.9%", "employment rate",
     "employment rate"),
    ("The median price of a home in King County fell to $858,000 in September.", "$858,000", "King County", "median price of a home"),
    ("Exports of soybeans from Brazil totalled 7.3 million tonnes.", "7.3 million tonnes", "Brazil", "Exports of soybeans"),
    ("Ryanair now expects to carry 207 million passengers this year.", "207 million", "Ryanair", "passengers"),
    ("Netflix added 4.6 million subscribers, topping the 4.1 million that Wall Street had expected.", "4.1 million", "Netflix",
     "subscribers"),
    ("Cost of revenues at Wistrel rose to $358.0 million, as compared to $316.8 million a year earlier.", "$316.8 million", "Wistrel",
     "Cost of revenues"),
])  # fmt: skip
def test_subject_and_measure(text: str, figure: str, subject: str, measure: str) -> None:
    assert _read(text, figure)[:2] == (subject, measure)


def test_where_a_move_began_is_over_however_far_behind_it_stands() -> None:
    text = "Toyota expects operating profit to slip to 3.8 trillion yen this year, from 4.02 trillion yen in the year just ended."
    assert _read(text, "3.8")[2] is Status.FORESEEN
    assert _read(text, "4.02") == ("Toyota", "operating profit", Status.PAST)


@pytest.mark.parametrize(("text", "figure", "subject", "measure"), [
    ("Wistrel reported a loss. The company's revenue was $5.2 billion in October.", "$5.2", "Wistrel", "revenue"),
    ("A jury in Austin sat on Monday. The company's revenue was $5.2 billion in October.", "$5.2", "company", "revenue"),
    ("New home prices in China slipped 0.2% in May. Beijing was down 0.5%, Shenzhen 0.4%.", "0.4%", "Shenzhen", "New home prices"),
    ("Sales of Ford's F-Series trucks rose to 65,909.", "65,909", "Ford's F-Series trucks", "Sales"),
    ("Wistrel's profit was 610 billion yen, compared with an earlier projection of 585 billion yen.", "585", "Wistrel", "profit"),
])  # fmt: skip
def test_what_stands_for_a_name_and_what_a_name_owns(text: str, figure: str, subject: str, measure: str) -> None:
    assert _read(text, figure)[:2] == (subject, measure)


@pytest.mark.parametrize(("title", "subject"), [
    ("Wistrel Reports Second Quarter 2026 Results", "Wistrel"),
    ("Sydney marathon sets entry record", "Sydney marathon"),
    ("Tessaract key figures", "Tessaract"),
    ("Statement of the Central Bank of Chile", "Central Bank of Chile"),
    ("Selected financial data (in millions)", "Net loss"),
    ("Bitcoin slides as outflows mount", "Bitcoin"),
])  # fmt: skip
def test_a_heading_names_whoever_it_tells_of(title: str, subject: str) -> None:
    assert _read("Net loss was $47.7 million.", "$47.7", title)[0] == subject


@pytest.mark.parametrize(("text", "figure", "status"), [
    ("Norvik to buy Palmer for $2 billion", "$2", Status.FORESEEN),
    ("Wistrel to shut its plant as profit falls 12%", "12%", Status.ASSERTED),
    ("Exports to China rose 5%", "5%", Status.ASSERTED),
    ("Earnings per share were SEK 2.31 (2.05).", "SEK 2.31", Status.ASSERTED),
    ("Earnings per share were SEK 2.31 (2.05).", "2.05", Status.PAST),
    ("Profit was $5.2 million (€4.8 million).", "€4.8", Status.ASSERTED),
    ("Lawyers for the family had asked for $110 million.", "$110", Status.FORESEEN),
])  # fmt: skip
def test_what_is_planned_asked_for_or_of_the_year_before(text: str, figure: str, status: Status) -> None:
    assert _read(text, figure)[2] is status


@pytest.mark.parametrize(("text", "figure", "subject", "measure"), [
    ("The live Bitcoin price today is $97,412.", "$97,412", "Bitcoin", "price"),
    ("Live Nation's revenue was $5 million.", "$5", "Live Nation", "revenue"),
    ("Wistrel had a good year. Diluted earnings per share were $2.01.", "$2.01", "Wistrel", "Diluted earnings per share"),
    ("Wistrel had a good year. GAAP net income was $5 million.", "$5", "Wistrel", "GAAP net income"),
    ("Wistrel's services revenue reached an all-time high of $31 million.", "$31", "Wistrel", "services revenue"),
    ("The highest rates were recorded in Romania (7.8%), Estonia (4.5%) and Hungary (4.3%).", "7.8%", "Romania", "highest rates"),
    ("The highest rates were recorded in Romania (7.8%), Estonia (4.5%) and Hungary (4.3%).", "4.5%", "Estonia", "highest rates"),
    ("The biggest contributors were Housing (5.2%) and Food (3.1%).", "5.2%", "Housing", "Housing"),
])  # fmt: skip
def test_words_before_a_measure_that_are_no_subject(text: str, figure: str, subject: str, measure: str) -> None:
    assert _read(text, figure)[:2] == (subject, measure)


def _narrowed(text: str) -> list[set[str]]:
    return [set(one.measure.qualifiers) for one in read_statements(text, base=BASE) if one.value]


@pytest.mark.parametrize(("text", "qualifiers"), [
    ("Wistrel's GAAP and non-GAAP operating income was $5 million and $6 million.", [{"gaap"}, {"adjusted"}]),
    ("Wistrel's GAAP and non-GAAP earnings per diluted share were $1.70 and $1.72.", [{"gaap", "diluted"}, {"adjusted", "diluted"}]),
    ("Peru's urban and rural incomes rose 5% and 6%.", [{"urban"}, {"rural"}]),
    ("Wistrel's basic EPS was $2.05, diluted EPS $2.01.", [{"basic"}, {"diluted"}]),
    ("Wistrel's services revenue reached a record high of $31 million.", [{"services", "record"}]),
    ("Gold rose to a high of $31.", [{"high"}]),
])  # fmt: skip
def test_each_figure_is_narrowed_by_its_own_word(text: str, qualifiers: list[set[str]]) -> None:
    assert _narrowed(text) == qualifiers
