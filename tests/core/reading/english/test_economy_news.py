"""How papers tell of an economy: the pace of a year, indices with their articles, prices on an exchange, whose a figure of a land is."""

from datetime import date

import pytest

from verification.core.reading.comparing import compare
from verification.core.reading.measure_comparing import SlotFit
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Form, Statement
from verification.core.vocabulary import NodeKind

pytestmark = pytest.mark.pure

BASE = date(2026, 1, 27)


def _told(text: str, figure: str, title: str = "") -> Statement:
    return next(one for one in read_statements(text, base=BASE, title=title) if one.value and one.value.text.startswith(figure))


def _slots(text: str, figure: str, title: str = "") -> tuple[str, str, str]:
    told = _told(text, figure, title)
    head, measured = told.subject.head, told.measure.words
    return (head.text if head else "", measured.text if measured else "", told.measure.code)


@pytest.mark.parametrize(
    ("text", "figure", "slots"),
    [
        (
            "Britain's annual rate of consumer price inflation fell to 3.6% in October.",
            "3.6%",
            ("Britain", "annual rate of consumer price inflation", "cpi"),
        ),
        (
            "Applications for building permits climbed 8 percent to a rate of 1.08 million.",
            "1.08 million",
            ("Applications for building permits", "Applications for building permits", "building_permits"),
        ),
        ("In Seoul the Kospi jumped 4.1% to 5,298.04.", "5,298.04", ("Kospi", "Kospi", "")),
        ("Brent crude fell $3.85 to $85.04 on the ICE Futures exchange in London.", "$85.04", ("Brent crude", "Brent crude", "")),
        ("The city's population has fallen to 700,000.", "700,000", ("city", "population", "population")),
        ("Delta Air Lines reported earnings of $1.55 per share.", "$1.55", ("Delta Air Lines", "earnings", "eps")),
        ("Delta Air Lines reported earnings of $1.55 billion.", "$1.55", ("Delta Air Lines", "earnings", "profit")),
    ],
)
def test_whose_and_what(text: str, figure: str, slots: tuple[str, str, str]) -> None:
    assert _slots(text, figure) == slots


def test_lands_alone_have_prices_and_output() -> None:
    text = "{} drove prices in July. The consumer price index rose 0.2 percent from June."
    assert _slots(text.format("Kelter Motors"), "0.2 percent", "Prices rise")[0] != "Kelter Motors"
    assert _slots("Peru's prices rose in July. The consumer price index rose 0.2 percent.", "0.2 percent")[0] == "Peru"
    assert _slots("Kelter Motors had a good July. Revenue rose 0.2 percent.", "0.2 percent")[0] == "Kelter Motors"


@pytest.mark.parametrize(
    ("name", "subject", "measure"),
    [
        ("China FX reserves Dec", "China", "reserves"),
        ("HSBC CET1", "HSBC", "capital_ratio"),
        ("US retail sales change, March 2020", "US", "retail_sales"),
    ],
)
def test_a_name_ends_where_its_measure_begins(name: str, subject: str, measure: str) -> None:
    found = read_question(name, base=BASE)
    assert (found.subject.head.text if found.subject.head else "", found.measure.code) == (subject, measure)
    assert (found.measure.form is Form.CHANGE) == ("change" in name)


@pytest.mark.parametrize(
    ("name", "kind", "text", "fit"),
    [
        ("US GDP growth", NodeKind.PERCENT, "The U.S. economy grew at a 4 percent annual rate.", SlotFit.FOUND),
        ("Japan GDP growth", NodeKind.PERCENT, "Japan's economy grew at a 4 percent annual rate.", SlotFit.CLASHES),
        ("Peru GDP q/q", NodeKind.PERCENT, "Peru's gross domestic product edged up 0.1% quarter on quarter.", SlotFit.FOUND),
        ("Canada jobs added", NodeKind.NUMBER, "Canada's economy added a net 53,600 jobs.", SlotFit.FOUND),
        ("Peru composite PMI", NodeKind.NUMBER, "Peru's composite index was 49.8.", SlotFit.COMPATIBLE),
        ("Peru initial claims", NodeKind.NUMBER, "Peru's continuing claims fell to 1.894 million.", SlotFit.CLASHES),
        ("Peru housing starts", NodeKind.NUMBER, "Peru's building permits rose to 1.08 million.", SlotFit.CLASHES),
        ("Peru nonfarm payrolls", NodeKind.NUMBER, "Peru's private payrolls rose by 42,000.", SlotFit.CLASHES),
        ("Kelter free cash flow", NodeKind.CURRENCY, "Kelter's operating cash flow was $3 million.", SlotFit.CLASHES),
        ("Kelter cash flow", NodeKind.CURRENCY, "Kelter's operating cash flow was $3 million.", SlotFit.COMPATIBLE),
        ("Kelter total assets", NodeKind.CURRENCY, "Kelter's assets under management were $3 million.", SlotFit.CLASHES),
        ("Peru retirement age", NodeKind.NUMBER, "Peru's life expectancy is 73.", SlotFit.CLASHES),
    ],
)
def test_measures_of_an_economy_meet_and_part(name: str, kind: NodeKind, text: str, fit: SlotFit) -> None:
    question = read_question(name, base=BASE, kind=kind)
    told = next(one for one in read_statements(text, base=BASE) if one.value)
    assert compare(question, told, published=BASE).measure.fit is fit


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("U.S. employers added 217,000 jobs in May.", SlotFit.FOUND),
        ("Nonfarm payrolls rose by 217,000 in May.", SlotFit.FOUND),
        ("Peru's nonfarm payrolls rose by 217,000 in May.", SlotFit.CLASHES),
    ],
)
def test_a_figure_of_a_land_asked_for_without_one_is_that_of_home(text: str, fit: SlotFit) -> None:
    question = read_question("NFP", base=BASE, kind=NodeKind.NUMBER)
    told = next(one for one in read_statements(text, base=BASE) if one.value)
    assert compare(question, told, published=BASE).subject.fit is fit
