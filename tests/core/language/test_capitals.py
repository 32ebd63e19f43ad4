"""Capitals give names of everyday words away where no word needs one."""

import pytest

from verification.core.language.capitals import capital_runs

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Best Buy cuts its sales outlook", ["Best Buy"]),
        ("Revenue at March Networks rose", ["March Networks"]),
        ("May & Baker posted a profit", ["May & Baker"]),
        ("Best Buy October sales rose", ["Best Buy"]),
        ("In March Networks of every kind grew", ["March Networks"]),
        ("Should Marlow Energy lose, rates fall", ["Marlow Energy"]),
        ("Best Buy Cuts Outlook As Sales Slide", []),
        ("Apple Cuts Jobs", []),
        ("The rate rose", []),
    ],
)
def test_runs_of_capitals(text: str, found: list[str]) -> None:
    assert [text[run.start : run.end] for run in capital_runs(text)] == found


@pytest.mark.parametrize(("text", "is_one"), [("Seven Bank lends more", True), ("Best Buy lends more", False), ("May & Baker rises", True)])
def test_the_last_word_tells_an_organisation(text: str, is_one: bool) -> None:
    assert capital_runs(text)[-1].is_organisation is is_one
