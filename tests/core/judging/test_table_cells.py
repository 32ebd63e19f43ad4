"""The cells of a page's tables as candidates: in the unit that their table says, and shown with it."""

from datetime import UTC, datetime

from verification.core.consensus.findings import display_of
from verification.core.consensus.source_pages import open_evidence_set
from verification.core.evidence import NodeSpec, Page, Trust
from verification.core.judging.binding import CandidateFigure
from verification.core.reasons import WhyCode
from verification.core.vocabulary import NodeKind

AT = datetime(2026, 11, 27, 8, tzinfo=UTC)
LATEST = (
    "| Related | Last | Previous | Unit | Reference |\n|---|---|---|---|---|\n| Inflation Rate | 2.7 | 2.9 | percent | Oct 2026 |\n"
    "| Unemployment Rate | 4.3 | 4.4 | percent | Oct 2026 |"
)
RESULTS = (
    "| ($ in millions, except earnings per share) | Q3 FY27 | Q2 FY27 |\n|---|---|---|\n| Revenue | $77,006 | $70,010 |\n"
    "| Earnings per share | $1.70 | $1.50 |"
)


def candidates(label: str, content: str, kind: NodeKind, unit: str | None, title: str = "") -> tuple[CandidateFigure, ...]:
    node = NodeSpec(label=label, kind=kind, unit=unit)
    page = Page("https://news.example/1", title, content, AT)
    return open_evidence_set(node, [page], as_of=AT, trust=Trust()).source_pages[0].candidates


def test_a_bare_cell_is_a_candidate_of_the_unit_that_its_row_says() -> None:
    found = candidates("US unemployment rate", LATEST, NodeKind.PERCENT, "%")
    assert {(one.quantity.text, one.value.number, display_of(one)) for one in found} == {
        ("2.7", "2.7", "2.7%"),
        ("2.9", "2.9", "2.9%"),
        ("4.3", "4.3", "4.3%"),
        ("4.4", "4.4", "4.4%"),
    }


def test_an_amount_in_millions_is_no_amount_in_dollars() -> None:
    found = candidates("Nvidia revenue", RESULTS, NodeKind.CURRENCY, "USD", "Nvidia results")
    assert {(one.value.number, display_of(one)) for one in found} == {
        ("77006000000", "$77,006 million"),
        ("70010000000", "$70,010 million"),
        ("1.7", "$1.70"),
        ("1.5", "$1.50"),
    }


def test_a_cell_is_of_the_period_of_its_column_and_not_of_the_row_above() -> None:
    found = candidates("Nvidia revenue Q3 FY27", RESULTS, NodeKind.CURRENCY, "USD", "Nvidia results")
    told = {one.quantity.text: (one.veto, one.features["periods_met"]) for one in found}
    assert told["$77,006"] == (None, 1.0)
    assert told["$70,010"] == (WhyCode.OTHER_PERIOD, 0.0)


def test_what_the_column_before_says_is_past() -> None:
    found = candidates("US unemployment rate", LATEST, NodeKind.PERCENT, "%")
    assert {one.quantity.text: one.veto for one in found} == {
        "2.7": None,
        "2.9": WhyCode.PAST_VALUE,
        "4.3": None,
        "4.4": WhyCode.PAST_VALUE,
    }


def told_of(found: tuple[CandidateFigure, ...], *names: str) -> dict[str, tuple[float, ...]]:
    return {one.quantity.text: tuple(one.features[name] for name in names) for one in found}


def test_a_row_of_several_names_with_a_figure_each_is_one_row_for_each() -> None:
    quote = "| Open: | 42.20% | Volume: | 62.88% |\n| High: | 42.31% | Turnover rate: | 0.30% |"
    found = candidates("Elbonia Bank turnover rate", quote, NodeKind.PERCENT, "%", "Elbonia Bank")
    assert told_of(found, "measure_slot_found") == {"42.20%": (0,), "62.88%": (0,), "42.31%": (0,), "0.30%": (1,)}


def test_an_index_of_those_asked_may_be_told_in_percent() -> None:
    text = "11月份，制造业采购经理指数（PMI）为49.6%，比上月上升0.3个百分点。"
    assert {one.value.number for one in candidates("中国制造业PMI", text, NodeKind.NUMBER, None)} >= {"49.6"}
    assert candidates("中国发电量", text, NodeKind.NUMBER, None) == ()


def test_the_page_of_an_office_is_of_its_country_where_it_names_none() -> None:
    text = "Twelve-month CPI inflation fell to 2.6% in September from 2.9% in August."
    page = Page("https://www.bank.example.gov.uk/summary", "Monetary policy summary", text, AT)
    named = {}
    for label in ("UK CPI inflation", "Peru CPI inflation"):
        node = NodeSpec(label=label, kind=NodeKind.PERCENT, unit="%")
        (source,) = open_evidence_set(node, [page], as_of=AT, trust=Trust()).source_pages
        named[label] = {one.features["place_unnamed"] for one in source.candidates}
    assert named == {"UK CPI inflation": {0.0}, "Peru CPI inflation": {1.0}}


def test_a_caption_or_title_that_only_says_what_is_measured_names_nobody() -> None:
    rates = "| Cash rate |  |  |\n| Date | Change | Cash rate target |\n|---|---|---|\n| 4 Nov 2026 | 0.00% | 4.10% |"
    found = candidates("RBA cash rate", rates, NodeKind.PERCENT, "%", "Cash Rate Target")
    assert told_of(found, "subject_slot_clashes", "subject_slot_open")["4.10%"] == (0, 1)
    others = candidates("RBA cash rate", rates, NodeKind.PERCENT, "%", "Bank of Canada Rate Target")
    assert told_of(others, "subject_slot_clashes")["4.10%"] == (1,)
    profit = "| GAAP |  |  |\n| ($ in millions) | Q3 FY27 | Q2 FY27 |\n|---|---|---|\n| Net income | $57,930 | $52,790 |"
    named = candidates(
        "Nvidia net income", profit, NodeKind.CURRENCY, "USD", "NVIDIA Announces Financial Results for Third Quarter Fiscal 2027"
    )
    assert told_of(named, "subject_slot_found") == {"$57,930": (1,), "$52,790": (1,)}
