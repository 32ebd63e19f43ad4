"""Whose a figure is and what it measures in plain sentences, one clause or two."""

from datetime import date

import pytest

from verification.core.reading.reader import read_statements

pytestmark = pytest.mark.pure

BASE = date(2026, 11, 15)


def _read(text: str, figure: str, title: str = "") -> tuple[str, str]:
    told = next(one for one in read_statements(text, base=BASE, title=title) if one.value and one.value.text.startswith(figure))
    head, measured = told.subject.head, told.measure.words
    return (head.text if head else "", measured.text if measured else "")


@pytest.mark.parametrize(("text", "figure", "subject", "measure"), [
    # A verb that no table has.
    ("Norvik has 61 ships; by 2030 it wants 80.", "80", "Norvik", "ships"),
    ("3trees posted revenue of $5.2 billion for October.", "$5.2 billion", "3trees", "revenue"),
    ("Trump said he’s willing to slap tariffs on an additional $267 billion in goods.", "$267 billion", "he", "willing"),
    # What is put at a figure is measured, whatever it is; a word for a value alone is nothing.
    ("Kelham Bank puts the chance of a strike in Peru at 40%.", "40%", "Peru", "chance"),
    ("Wistrel bought 700 bars, taking its stash to 9,100 bars.", "9,100", "Wistrel", "stash"),
    ("Exports rose to 40,000 cars in May, bringing the total to 210,000.", "210,000", "Exports", "Exports"),
    # Whoever is fined pays; whoever fines for another reason does not.
    ("A court in Ohio fined Norvik $4 million.", "$4 million", "Norvik", "fined"),
    ("The jury ordered Pelican Motors to pay $74 million.", "$74 million", "Pelican Motors", "pay"),
    # What goes on behind who tells it is of whom it is told.
    ("Revenue at Norvik rose to $5 billion, the board said in its report on Monday, beating the $4 billion expected on Wall Street.",
     "$4 billion", "Norvik", "Revenue"),
    ("Wells in the valley were tested, and 23 failed, researchers at Boise State found.", "23", "Wells in the valley", "failed"),
    # An index of purchasing managers is a place's, whoever compiles it; one of shares is no place's.
    ("Manufacturing in South Korea shrank, with the S&P Global PMI at 48.7.", "48.7", "South Korea", "S&P Global PMI"),
    ("The Chicago PMI rose to 48.7.", "48.7", "Chicago", "Chicago PMI"),
    ("Inflation is seen at 31% by 18 forecasters polled by Bloomberg, with price growth of 2.5%.", "2.5%", "price growth",
     "price growth"),
    # Twice what was so is compared with.
    ("Norvik put its profit at $9 billion, more than twice the $4 billion of 2024.", "$4 billion", "Norvik", "profit"),
    # Whoever reports a measure has it; a ticker in brackets, and what somebody is, name nobody else.
    ("The revenue reported by Shell was $5.2 billion.", "$5.2 billion", "Shell", "revenue"),
    ("Shell (NYSE: ABC) reported revenue of $5.2 billion.", "$5.2 billion", "Shell", "revenue"),
    ("The Dutch group Shell had revenue of $5.2 billion.", "$5.2 billion", "Shell", "revenue"),
    ("Kelham's Oakwell unit had revenue of $5.2 billion.", "$5.2 billion", "Oakwell", "revenue"),
    ("Kelham's US unit had revenue of $5.2 billion.", "$5.2 billion", "Kelham's US unit", "revenue"),
    ("Oakwell chief executive Jane Roe said revenue was $5.2 billion.", "$5.2 billion", "Oakwell", "revenue"),
    ("Shares of Oakwell fell after it reported revenue of $5.2 billion.", "$5.2 billion", "Oakwell", "revenue"),
    ("Oakwell is to close a plant, the company said. Its revenue was $5.2 billion.", "$5.2 billion", "Oakwell", "revenue"),
    ("Car sales in Peru, which fell for three years, rose by 3% in 2025.", "3%", "Peru", "Car sales"),
])  # fmt: skip
def test_subject_and_measure(text: str, figure: str, subject: str, measure: str) -> None:
    assert _read(text, figure) == (subject, measure)


@pytest.mark.parametrize(("title", "text", "figure", "subject"), [
    # What is measured stands for nobody while a title or a sentence before names somebody.
    ("Norvik Group: Interim report", "Order intake came to $72 million, a growth of 6 percent. Earnings per share were $2.31.", "$2.31",
     "Norvik Group"),
    ("", "Order intake came to $72 million. Earnings per share were $2.31.", "$2.31", "Earnings per share"),
    # What somebody is stands for the name told before.
    ("", "Oakwell cut its outlook. The Danish brewer now sees profit of $3 million.", "$3 million", "Oakwell"),
    ("", "Oakwell Foods cut its outlook. The Board proposed a dividend of $3.", "$3", "Oakwell Foods"),
    ("Oakwell Foods, annual report", "The Company had cash of $3 million.", "$3 million", "Oakwell Foods"),
    ("", "Oakwell Foods cut its outlook. The Federal Reserve Board fined it $3 million.", "$3 million", "Federal Reserve Board"),
    ("", "Oakwell Foods cut its outlook. The oldest brewer of Peru had revenue of $3 million.", "$3 million", "oldest brewer of Peru"),
    ("", "The brewer had revenue of $3 million.", "$3 million", "brewer"),
])  # fmt: skip
def test_who_is_told_of_elsewhere(title: str, text: str, figure: str, subject: str) -> None:
    assert _read(text, figure, title)[0] == subject
