"""What an ordinary English sentence tells of a figure: whose it is, what it measures, and whether it is so."""

from datetime import date
from pathlib import Path

import pytest

from verification.core.reading.reader import read_statements
from verification.core.reading.statement import Statement

DAY = date(2026, 6, 18)
_TABLE = Path(__file__).parent / "ordinary_english.tsv"
_ROWS = [tuple(line.split("\t")) for line in _TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]


def _at(text: str, figure: str) -> Statement:
    start = text.index(figure)
    found = (one for one in read_statements(text, base=DAY) if one.value)
    return next(one for one in found if one.value and one.value.start < start + len(figure) and start < one.value.end)


def _told(text: str, figure: str) -> tuple[str, str, str]:
    one = _at(text, figure)
    subject = one.subject.head.text if one.subject.head else ""
    return subject, one.measure.words.text if one.measure.words else "", one.status.status.value


@pytest.mark.parametrize(("text", "figure", "subject", "measure", "status"), _ROWS)
def test_an_ordinary_sentence_is_understood(text: str, figure: str, subject: str, measure: str, status: str) -> None:
    told = _told(text, figure)
    assert (told[0] if subject != "-" else "-", told[1] if measure != "-" else "-", told[2]) == (subject, measure, status)


def test_the_table_holds_both_what_is_asserted_and_what_is_not() -> None:
    asserted = [row for row in _ROWS if row[-1] == "asserted"]
    assert len(asserted) >= 80
    assert len(_ROWS) - len(asserted) >= 35


@pytest.mark.parametrize(
    ("text", "figure", "subject", "measure"),
    [
        ("Bulletin no. 14: Portugal, inflation rate, 28.5%", "28.5%", "Portugal", "inflation rate"),
        ("Kellogg – gross margin: 59.0%", "59.0%", "Kellogg", "gross margin"),
        ("gross margin: 3.5% – Kellogg, latest", "3.5%", "Kellogg", "gross margin"),
        ("Kellogg in brief: revenue is $48.6 billion.", "$48.6 billion", "Kellogg", "revenue"),
        ("Prologis, with gross margin of 62.2%, ranks third.", "62.2%", "Prologis", "gross margin"),
        ("Kazakhstan remains ahead, its policy rate totalling 72.9%.", "72.9%", "Kazakhstan", "policy rate"),
    ],
)
def test_a_label_finds_the_name_beside_it(text: str, figure: str, subject: str, measure: str) -> None:
    assert _told(text, figure) == (subject, measure, "asserted")


@pytest.mark.parametrize(
    ("text", "figure", "subject", "measure"),
    [
        ("92% was the policy rate of Nigeria.", "92%", "Nigeria", "policy rate"),
        ("$19.5 billion, Adobe's net profit.", "$19.5 billion", "Adobe", "net profit"),
        ("The judge accepted $77.6 billion as the net profit of Adobe.", "$77.6 billion", "Adobe", "net profit"),
        ("The answer, from the release, is 19175 tonnes: output of copper.", "19175 tonnes", "copper", "output"),
    ],
)
def test_a_measure_behind_its_figure_is_found(text: str, figure: str, subject: str, measure: str) -> None:
    assert _told(text, figure) == (subject, measure, "asserted")


def test_a_move_takes_no_measure_from_another_clause() -> None:
    assert _told("Adobe rose 5% after its revenue beat expectations.", "5%")[:2] == ("Adobe", "Adobe")


def test_a_name_that_speaks_or_is_compared_with_is_no_subject() -> None:
    assert _told("Unemployment was 5%, according to Eurostat.", "5%")[0] == "Unemployment"
    assert _told("Unemployment was 5%, against Portugal.", "5%")[0] == "Unemployment"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Authorities in Portugal reported an inflation rate of 44.0%.", "Portugal"),
        ("Nigeria's finance ministry reported a policy rate of 44.0%.", "Nigeria"),
        ("The regulator reported an inflation rate of 44.0% for Vietnam.", "Vietnam"),
        ("The inflation rate of Chile steady at 44.0%.", "Chile"),
        ("The inflation rate of Portugal lands at 44.0%.", "Portugal"),
        ("Adobe in fact achieved a gross margin of 44.0%.", "Adobe"),
    ],
)
def test_the_head_holds_the_name_alone(text: str, subject: str) -> None:
    assert _told(text, "44.0%")[0] == subject


@pytest.mark.parametrize(
    ("text", "figure", "status"),
    [
        ("Kellogg: revenue $4.4 billion (est. $5.1 billion)", "$4.4 billion", "asserted"),
        ("Kellogg: revenue $4.4 billion (est. $5.1 billion)", "$5.1 billion", "foreseen"),
        ("Output of copper: 47290 tonnes (forecast 16292 tonnes, previous 48850 tonnes).", "47290", "asserted"),
        ("Output of copper: 47290 tonnes (forecast 16292 tonnes, previous 48850 tonnes).", "16292", "foreseen"),
        ("Output of copper was 3510 tonnes, 6124 tonnes expected.", "3510", "asserted"),
        ("Output of copper was 3510 tonnes, 6124 tonnes expected.", "6124", "foreseen"),
        ("Output of copper was 3510 tonnes last month.", "3510", "asserted"),
        ("The forecast is 3.1% for Kenya's inflation rate.", "3.1%", "foreseen"),
        ("The bank forecast 3.1% for growth, 2.5% for inflation.", "2.5%", "foreseen"),
        ("It has a goal of 3% and 4% for growth and inflation.", "4%", "foreseen"),
    ],
)
def test_each_figure_of_a_sentence_has_its_own_label(text: str, figure: str, status: str) -> None:
    assert _told(text, figure)[2] == status


@pytest.mark.parametrize(
    ("text", "figure", "status"),
    [
        ("Nigeria's trade surplus went up from $92.0 billion to $95.7 billion.", "$95.7 billion", "asserted"),
        ("Nigeria's trade surplus went up from $92.0 billion to $95.7 billion.", "$92.0 billion", "past"),
        ("Nigeria's trade surplus rose more than expected to $37.4 billion.", "$37.4 billion", "asserted"),
        ("Nigeria's trade surplus is expected to reach $37.4 billion.", "$37.4 billion", "foreseen"),
        ("Nigeria's trade surplus declined to $37.4 billion.", "$37.4 billion", "asserted"),
        ("Nigeria declined to report a trade surplus of $37.4 billion.", "$37.4 billion", "unconfirmed"),
        ("I can confirm that Nigeria's trade surplus is $37.4 billion.", "$37.4 billion", "asserted"),
        ("Nigeria can reach a trade surplus of $37.4 billion.", "$37.4 billion", "supposed"),
        ("No one can confirm that Nigeria's trade surplus is $37.4 billion.", "$37.4 billion", "unconfirmed"),
        ("It surprised nobody that Nigeria's trade surplus was $37.4 billion.", "$37.4 billion", "asserted"),
        ("It would surprise nobody if Nigeria's trade surplus were $37.4 billion.", "$37.4 billion", "supposed"),
        ("In the event, Nigeria had a trade surplus of $37.4 billion.", "$37.4 billion", "asserted"),
        ("In the event of a war, Nigeria has a trade surplus of $37.4 billion.", "$37.4 billion", "supposed"),
    ],
)
def test_what_is_said_around_a_figure_decides_whether_it_is_so(text: str, figure: str, status: str) -> None:
    assert _told(text, figure)[2] == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Consensus for Peru's jobless rate: 4.9%.", "foreseen"),
        ("Consensus: Peru's jobless rate at 4.9%.", "foreseen"),
        ("Forecast for Peru's jobless rate: 4.9%.", "foreseen"),
        ("Expectations for Peru's jobless rate: 4.9%.", "foreseen"),
        ("Previous reading of Peru's jobless rate: 4.9%.", "past"),
        ("Last month's figure for Peru's jobless rate: 4.9%.", "past"),
        ("Latest reading of Peru's jobless rate: 4.9%.", "asserted"),
        ("Outlook: Peru's jobless rate fell to 4.9%, the office said.", "asserted"),
        ("Forecasters were wrong: Peru's jobless rate was 4.9%.", "asserted"),
    ],
)
def test_a_line_is_what_the_label_at_its_head_says(text: str, status: str) -> None:
    assert _told(text, "4.9%")[2] == status


def test_each_figure_takes_the_label_beside_it() -> None:
    text = "Peru's jobless rate was 5.1% (forecast 4.9%, previous 4.8%)."
    assert [_told(text, figure)[2] for figure in ("5.1%", "4.9%", "4.8%")] == ["asserted", "foreseen", "past"]
