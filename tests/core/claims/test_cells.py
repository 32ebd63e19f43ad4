"""Claims beside tables: a figure of its own row, column and year verifies, one of another never does, and prose is left alone."""

import pytest

from verification.core.claims.cells import read_cells
from verification.core.claims.judging import SourceText, SupportStatus, judge

TABLE = SourceText(
    "Passengers by line (in thousands)\n | Year ended June 30, | \n | 2025 | 2024\nNorthern line | 4,210 | 3,905\n"
    "Island line | 1,730 | 1,688\nTotal | 5,940 | 5,593"
)
PROSE = SourceText("The northern line carried 4.2 million passengers in 2025, up from 3.9 million in 2024.")


@pytest.mark.parametrize(
    "claim",
    [
        "What were the passengers of the Northern line in 2025: 4,210 thousand.",
        "Passengers of the Island line were 1,688 thousand in 2024.",
        "Total passengers were 5,940 thousand in 2025.",
    ],
)
def test_a_figure_of_its_own_cell_is_verified(claim: str) -> None:
    assert judge(claim, [TABLE]).status == SupportStatus.VERIFIED


@pytest.mark.parametrize(
    "claim",
    [
        "What were the passengers of the Northern line in 2025: 1,730 thousand.",
        "What were the passengers of the Northern line in 2025: 3,905 thousand.",
        "Passengers of the Island line were 1,730 thousand in 2024.",
        "Total passengers were 4,210 thousand in 2025.",
    ],
)
def test_a_figure_of_another_cell_is_not(claim: str) -> None:
    found = judge(claim, [TABLE])
    assert found.status != SupportStatus.VERIFIED
    assert found.score <= 0.2


def test_documents_without_a_table_tell_nothing() -> None:
    reading = read_cells("The island line carried 4.2 million passengers in 2025.", [PROSE])
    assert reading.chance is None
    assert reading.weigh(0.7, is_open=True) == 0.7


def test_words_against_a_claim_outweigh_its_figures() -> None:
    reading = read_cells("Total passengers were 5,940 thousand in 2025.", [TABLE])
    assert reading.chance is not None
    assert (reading.weigh(0.3, is_open=False), reading.weigh(0.3, is_open=True)) == (0.3, reading.chance)
