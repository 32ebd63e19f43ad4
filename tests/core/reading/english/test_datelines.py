"""Where the dateline of a report ends, and that its place is nobody's figure."""

from datetime import date

import pytest

from verification.core.reading.english.datelines import dateline_end
from verification.core.reading.reader import read_statements

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("dateline", [
    "WASHINGTON, Oct 30 (Reuters) - ",
    "AUSTIN, Texas, October 2, 2026 – ",
    "PARIS, 29 October 2026 /PRNewswire/ -- ",
    "SANTA CLARA, Calif., Nov. 18, 2026 (GLOBE NEWSWIRE) -- ",
    "Copenhagen, Denmark, 5 November 2026 — ",
    "AUSTIN, Texas, Oct. 28, 2026 /PRNewswire/ --",
    "WIESBADEN – ",
    "LONDON — ",
])  # fmt: skip
def test_a_dateline_is_cut_off(dateline: str) -> None:
    assert dateline_end(f"{dateline}Revenue rose 5%.") == len(dateline)


@pytest.mark.parametrize("dateline", ["CUPERTINO, CALIFORNIA ", "Austin, Texas — ", "REDMOND, Wash. — "])
def test_a_town_without_a_date_is_one_where_somebody_announces(dateline: str) -> None:
    assert dateline_end(f"{dateline}Lumeo today announced its results.") == len(dateline)
    assert dateline_end(f"{dateline}Rents rose 5%.") == 0


@pytest.mark.parametrize("text", [
    "Poland, October 2 – Prices rose 5%.",
    "POLAND – Prices rose 5%.",
    "LUMEO – Revenue rose 5%.",
    "London – Rents rose 5%.",
    "Austin, October 2 – rents rose 5%.",
    "Austin, Texas, reported 20 cases.",
    "Lumeo, October 2 – Revenue rose 5%.",
    "Norvik, Palmer and Lumeo reported a loss of $5 million.",
    "Norvik, Texas Instruments announced a cut of 5%.",
    "In Austin, Texas, Lumeo announced 20 jobs.",
])  # fmt: skip
def test_a_place_or_name_that_the_sentence_tells_of_is_none(text: str) -> None:
    assert dateline_end(text) == 0


@pytest.mark.parametrize(("text", "figure", "subject"), [
    ("AUSTIN, Texas, October 2, 2026 – Lumeo delivered 497,000 vehicles.", "497,000", "Lumeo"),
    ("CUPERTINO, CALIFORNIA Lumeo today announced revenue of $5 million.", "$5", "Lumeo"),
    ("CUPERTINO, CALIFORNIA Lumeo today announced its results. The Company posted revenue of $5 million.", "$5", "Lumeo"),
    ("Austin rents rose 5% in October.", "5%", "Austin"),
])  # fmt: skip
def test_whose_figure_follows_a_dateline(text: str, figure: str, subject: str) -> None:
    told = next(one for one in read_statements(text, base=date(2026, 11, 15)) if one.value and one.value.text.startswith(figure))
    assert told.subject.head is not None
    assert told.subject.head.text == subject
