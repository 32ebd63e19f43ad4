"""The head over a cell of a table written with bars, and what it says of the cell."""

import pytest

from verification.core.reading.status.table_columns import column_head

TABLE = (
    "The desk expects more.\n| Item | 2024 | Prior | Forecast |\n|---|---|---|---|\n"
    "| Rate | 3.5% | 4.5% | 5.5% |\n| 利率 | 3.6% | 4.6% | 5.6% |\n"
)


@pytest.mark.parametrize(
    ("figure", "head", "is_past", "is_foreseen"),
    [
        ("3.5%", "2024", False, False),
        ("4.5%", "Prior", True, False),
        ("5.5%", "Forecast", False, True),
        ("4.6%", "Prior", True, False),
        ("5.6%", "Forecast", False, True),
    ],
)
def test_a_cell_stands_under_the_head_of_its_column(figure: str, head: str, is_past: bool, is_foreseen: bool) -> None:
    found = column_head(TABLE, TABLE.index(figure))
    assert found is not None
    assert (found.text, found.is_past, found.is_foreseen, found.years) == (head, is_past, is_foreseen, {2024})
    assert TABLE[found.start : found.end].strip() == head


def test_an_earlier_year_than_another_head_is_past() -> None:
    text = "| Item | 2024 | 2025 |\n| Rate | 3.5% | 4.5% |"
    assert [column_head(text, text.index(figure)).is_past for figure in ("3.5%", "4.5%")] == [True, False]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("| Item | 2024 |\n| 3.5% | 4.5% |", "3.5%"),
        ("| Item | 3.5% |", "3.5%"),
        ("| Item | 2024 |\nThe rate is 3.5%.", "3.5%"),
        ("The rate is 3.5%.", "3.5%"),
    ],
    ids=["first column", "a head alone", "below the table", "no table"],
)
def test_what_stands_in_no_column_has_no_head(text: str, figure: str) -> None:
    assert column_head(text, text.index(figure)) is None
