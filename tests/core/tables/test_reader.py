"""Tables as rows and columns: every cell cut exactly, understood by its row's label and its column's heads."""

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.tables.reader import Table, find_tables, head_years, read_number

MARKDOWN = "港口年报\n\n| 项目 | 2025年 | 2024年 |\n|---|---:|---:|\n| 吞吐量（万箱） | 320 | 294 |\n| 泊位数 | 14 | — |\n\n以上未经审计。"
LINEAR = " | Years ended June 30, | \n | 2025 | 2024\nFerries: |  | \nTickets | $1,250 | $(980)\n | 1,250 | (980)"
TABBED = "Line\tPassengers\tDelay\nNorth\t4,200\t3.5%\nSouth\t1,100\t(0.4)%"
HTML = "<p>Fleet</p><table><tr><th>Ship</th><th>Built</th></tr><tr><td><b>Ada</b></td><td>1,998</td></tr></table>"


def only(text: str) -> Table:
    [table] = find_tables(text)
    return table


@pytest.mark.parametrize("text", [MARKDOWN, LINEAR, TABBED, HTML])
def test_cells_cut_the_text_exactly(text: str) -> None:
    cells = [cell for row in only(text).rows for cell in row.cells]
    assert cells
    assert [text[cell.start : cell.end] for cell in cells] == [cell.text for cell in cells]


def test_a_cell_stands_under_its_heads_and_headings() -> None:
    row = only(LINEAR).rows[3]
    assert row.label is not None
    assert (row.label.text, [cell.text for cell in row.headings]) == ("Tickets", ["Ferries:"])
    assert [head.text for head in row.column(2)] == ["Years ended June 30,", "2024"]
    assert [cell.number for cell in row.cells] == [None, Decimal(1250), Decimal(-980)]


def test_the_rule_of_a_markdown_table_is_no_row() -> None:
    table = only(MARKDOWN)
    assert [row.is_head for row in table.rows] == [True, False, False]
    assert [cell.text for cell in table.rows[1].cells] == ["吞吐量（万箱）", "320", "294"]
    assert MARKDOWN[table.start : table.end].startswith("| 项目")
    assert [cell.is_dash for cell in table.rows[2].cells] == [False, False, True]


def test_a_percent_sign_in_a_cell_of_its_own_is_that_of_the_figure_before_it() -> None:
    [table] = find_tables(" | 2025 | 2024 | Change | \nWages | $ | 1,438 | $ | 1,220 | 17.9 | %\nRent | 310 | 330 | (6.1) | )%")
    wages, rent = ([(cell.number, cell.unit) for cell in row.cells if cell.number is not None] for row in table.rows[-2:])
    assert wages == [(1438, None), (1220, None), (Decimal("17.9"), "%")]
    assert rent == [(310, None), (330, None), (Decimal("-6.1"), "%")]


def test_a_dash_with_the_sign_of_its_column_is_a_dash() -> None:
    table = only("Line | 2025 | 2024 | 2023 | 2022\nNorth | $12 | $— | -% | nil")
    assert [cell.is_dash for cell in table.rows[1].cells] == [False, False, True, True, True]


def test_units_of_thousands_stand_in_a_head() -> None:
    table = only(" | 2025 | 2024\n | £000 | £000\nFares | 1,092 | 823")
    assert [row.is_head for row in table.rows] == [True, True, False]
    assert [head.text for head in table.rows[2].column(1)] == ["2025", "£000"]


def test_days_in_rows_are_no_heads_and_years_are() -> None:
    days = (
        " | 2025 | 2024\nNotional | 29 | 77\nMaturity date | 30/7/2027~ | 28/6/2026~\n | 11/4/2029 | 8/12/2028\nHedged rate | 2.1% | 1.6%"
    )
    assert [row.is_head for row in only(days).rows] == [True, False, False, False, False]
    assert [head.text for head in only(days).rows[4].column(1)] == ["2025"]
    years = " | 2025 | 2024\nNotional | 29 | 77\nYears ended | 30 June 2025 | 30 June 2024\nHedged rate | 2.1% | 1.6%"
    assert [row.is_head for row in only(years).rows] == [True, False, True, False]


@pytest.mark.parametrize(
    "heads",
    [
        "31.12.2025 | 31.12.2024",
        "12/31/25 | 12/31/24",
        "Dec-25 | Dec-24",
        "2025 £m | 2024 £m",
        "2025 RMB million | 2024 RMB million",
        "Fiscal 25 | Fiscal 24",
        "'25 | '24",
        "2Q25 | 2Q24",
        "1H25 | 1H24",
        "2024/25 | 2023/24",
        "28 weeks 2025 | 28 weeks 2024",
        "2025B | 2024R",
        "FY2025 | FY2024",
        "2025 (1) | 2024**",
    ],
)
def test_heads_name_their_years_in_many_ways(heads: str) -> None:
    row = only(f" | {heads}\nFares | 431.5 | 398.2\nFreight | 120.4 | 117.9").rows[1]
    assert [[set(head_years(head)) for head in row.column(at)] for at in (1, 2)] == [[{2025}], [{2024}]]


def test_a_row_is_named_by_its_cells_of_words() -> None:
    rows = only("Region | Item | 2025\nEurope | Sales | 431\n | Profit | —\n2024 | 12 | 13\n | 431 | 420\nNote | none | at all").rows
    assert [[cell.text for cell in row.labels] for row in rows[1:]] == [["Europe", "Sales"], ["Europe", "Profit"], ["2024"], [], ["Note"]]


@pytest.mark.parametrize(
    ("row", "labels"),
    [
        ("2 | Northern Line | 412 | 8.9", ["Northern Line"]),
        ("2025 | Northern Line | 412 | 8.9", ["2025", "Northern Line"]),
        ("1 month | overdue | 412 | 8.9", ["1 month", "overdue"]),
        ("2 | 17 | 412 | 8.9", ["2"]),
    ],
)
def test_the_number_of_a_row_is_no_part_of_its_name(row: str, labels: list[str]) -> None:
    (table,) = find_tables(f"No. | Name | Shares | Share (%)\n1 | Southern Line | 300 | 6.1\n{row}")
    assert [cell.text for cell in table.rows[-1].labels] == labels


def test_html_cells_are_read_inside_their_tags() -> None:
    assert [cell.text for cell in only(HTML).rows[1].cells] == ["Ada", "1,998"]


@pytest.mark.parametrize("text", ["", "no table", "a | b in one line only", "x | y\n\nz | w", "|||", "<table></table>", "<tr><td>"])
def test_other_text_is_no_table(text: str) -> None:
    assert [table for table in find_tables(text) if any(cell.text for row in table.rows for cell in row.cells)] == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1,234.5", (Decimal("1234.5"), None)),
        ("$ (343)", (Decimal(-343), None)),
        ("(5.0%)", (Decimal("-5.0"), "%")),
        ("(0.4)%", (Decimal("-0.4"), "%")),
        ("-130 bps", (Decimal(-130), "bp")),
        ("390,000(1)", (Decimal(390000), None)),
        ("−7", (Decimal(-7), None)),
        ("+80 bps", (Decimal(80), "bp")),
        ("3.2亿元", (Decimal(320000000), "CNY")),
        ("Level 3", (None, None)),
        ("30/7/2025", (None, None)),
        ("", (None, None)),
    ],
)
def test_what_a_cell_states(written: str, expected: tuple[Decimal | None, str | None]) -> None:
    assert read_number(written) == expected


@given(st.text(alphabet="ab1,.%()|\t\n -—<>trdhe/年$", max_size=200))
def test_any_text_is_cut_exactly(text: str) -> None:
    tables = find_tables(text)
    assert all(one.end <= other.start for one, other in itertools.pairwise(tables))
    for table in tables:
        assert 0 <= table.start <= table.end <= len(text)
        for row in table.rows:
            assert all(text[cell.start : cell.end] == cell.text for cell in row.cells)
            assert [row.column(index) for index in range(len(row.cells) + 2)]


def test_columns_told_apart_by_wide_gaps_make_a_table() -> None:
    text = "Selected figures, £m\n\nYear    Turnover    Staff costs\n2024    63.7    15.0\n2025    61.2    (15.9)\n\nAs  it  fell."
    table = only(text)
    assert [cell.text for cell in table.rows[0].cells] == ["Year", "Turnover", "Staff costs"]
    assert table.rows[2].cells[2].number == Decimal("-15.9")
    assert table.rows[0].is_head


@pytest.mark.parametrize("text", ["one  two  three\nfour  five  six\nseven  eight  nine", "a  1  2\nb  3  4", "x  1  2\ny  3\nz  4  5"])
def test_words_with_wide_gaps_are_no_table(text: str) -> None:
    assert find_tables(text) == ()


def test_a_line_of_words_between_rows_heads_those_below() -> None:
    table = only("\t2026\t2025\nCash\t88\t104\nInventories:\n  Finished goods\t40\t37\n  Raw materials\t12\t13")
    assert [cell.text for cell in table.rows[-1].headings] == ["Inventories:"]
    assert [head.text for head in table.rows[-1].column(1)] == ["2026"]


def test_a_sentence_between_two_tables_ends_the_first() -> None:
    first, second = find_tables("A\t1\t2\nB\t3\t4\nThe rest follows.\nC\t5\t6\nD\t7\t8")
    assert len(first.rows) == len(second.rows) == 2


def test_stretches_of_time_head_columns_and_are_figures_of_a_row() -> None:
    headed, plain = only("Fund\t1 year\t3 years\nBlue\t11.2%\t6.4%"), only("Lease term\t5 years\nRent\t1,000")
    assert [row.is_head for row in headed.rows] == [True, False]
    assert [head.text for head in headed.rows[1].column(2)] == ["3 years"]
    assert [row.is_head for row in plain.rows] == [False, False]


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("2025 | 2024 | 2023\nDiscount rate | 5.25 |  | 2.85 |  | 2.55 | ", [["2025"], ["2024"], ["2023"]]),
        ("December 31, 2025 | June 30, 2025\nWorking capital |  | (6,305 |  |  | 34,997", [["December 31, 2025"], ["June 30, 2025"]]),
        (
            "Three months to June | Six months to June\n2026 | 2025 | 2026 | 2025\nFreight |  | 184 |  | 171 |  | 361 |  | 339",
            [[f"{span} months to June", year] for span in ("Three", "Six") for year in ("2026", "2025")],
        ),
        ("Lemons | Avocados | Total\nSales |  | 27,384 |  | 5,592 |  | 32,976", [["Lemons"], ["Avocados"], ["Total"]]),
        ("(in thousands) | 2025 | 2024\nFreight |  | 184 |  | 171 | ", [["2025"], ["2024"]]),
        ("Fruit | 2025 | 2024\nLemons |  | 184 |  | 171 | ", [["2025"], ["2024"]]),
        ("(in thousands) | 2025 | 2024\nFreight |  | 1 |  | 184 |  | 171", [[], [], []]),
    ],
)
def test_heads_over_ragged_rows_may_have_no_cell_for_the_labels(text: str, heads: list[list[str]]) -> None:
    row = only(text).rows[-1]
    found = [[head.text for head in row.column(at)] for at, cell in enumerate(row.cells) if cell.number is not None]
    assert found == heads
