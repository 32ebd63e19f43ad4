"""A passage in a table: which cells are marked, which rows are left out, and what is no table."""

import pytest

from attribution.reads.passage_tables import LONGEST_CELL, ShownTable, make_table, name_cell

pytestmark = pytest.mark.pure

HEAD = "| Line | 2024 | 2025 |\n|---|---|---|\n"
SHORT = f"Before it.\n\n{HEAD}| North | 1.5 | 1.8 |\n| Island | 1.4 | 1.6 |\n\nBehind it."
LONG = "Ports.\n" + HEAD + "".join(f"| Line {number} | {number}.5 | {number}.8 |\n" for number in range(1, 30))


def span(content: str, text: str) -> tuple[int, int]:
    start = content.index(text)
    return start, start + len(text)


def marked(table: ShownTable | None) -> list[str]:
    return [cell.text for row in (*table.heads, *table.rows) for cell in row.cells if cell.is_marked] if table else []


@pytest.mark.parametrize(
    ("figure", "expected"),
    [("1.8", ["2025", "North", "1.8"]), ("1.4", ["2024", "Island", "1.4"]), ("Island", ["Island"]), ("Behind", [])],
)
def test_a_cell_is_marked_with_its_heads(figure: str, expected: list[str]) -> None:
    assert marked(make_table(SHORT, span(SHORT, "| North"), [span(SHORT, figure)])) == expected


def test_two_cells_share_their_head() -> None:
    assert marked(make_table(SHORT, span(SHORT, "| Line"), [span(SHORT, "1.8"), span(SHORT, "1.6")])) == [
        *("2025", "North", "1.8", "Island", "1.6"),
    ]


def test_nothing_is_marked_where_no_cell_is_known() -> None:
    table = make_table(SHORT, span(SHORT, "| North | 1.5 | 1.8 |"), [])
    assert table is not None
    assert (marked(table), [row.cells[0].text for row in table.rows]) == ([], ["North", "Island"])


def test_of_a_long_table_the_rows_are_shown_that_matter() -> None:
    table = make_table(LONG, span(LONG, "| Line 7"), [span(LONG, "7.8"), span(LONG, "9.5")])
    assert table is not None
    assert [(row.skipped, row.cells[0].text) for row in table.rows] == [(6, "Line 7"), (1, "Line 9")]
    assert table.skipped == 20


def test_cells_stay_under_each_other_and_are_cut() -> None:
    content = f"| A | B | C |\n|---|---|---|\n| x | 1 |\n| {'y' * 500} | 2 | 3 |\n"
    table = make_table(content, (0, 5), [])
    assert table is not None
    assert {len(row.cells) for row in table.rows} == {3}
    assert max(len(cell.text) for row in table.rows for cell in row.cells) == LONGEST_CELL


@pytest.mark.parametrize("text", ["Plain words without a table.", "a | b", "", "One line | with a bar.\nAnd none."])
def test_running_text_is_no_table(text: str) -> None:
    assert make_table(text, (0, len(text)), []) is None
    assert name_cell(text, (0, len(text))) == ""


def test_text_beside_a_table_is_none() -> None:
    assert make_table(SHORT, span(SHORT, "Before it."), []) is None
    assert name_cell(SHORT, span(SHORT, "Behind")) == ""


def test_a_cell_is_named_by_its_heads() -> None:
    assert [name_cell(SHORT, span(SHORT, figure)) for figure in ("1.8", "1.4", "North", "2024")] == [
        *("North · 2025", "Island · 2024", "", ""),
    ]


def test_figures_are_known_as_such_so_that_no_line_breaks_them() -> None:
    table = make_table(SHORT.replace("1.6", "—"), span(SHORT, "| North"), [])
    assert table is not None
    assert [[cell.is_figure for cell in row.cells] for row in table.rows] == [[False, True, True], [False, True, True]]
