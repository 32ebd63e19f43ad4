"""What the heads of a column say: years of columns that name none, percent."""

import pytest

from verification.core.tables.heads import (
    column_years,
    has_own_scale,
    heads_duration,
    heads_move,
    heads_percent,
    is_latest,
    is_percent_head,
    move_way,
    row_unit,
    scale_over,
)
from verification.core.tables.reader import TableRow, find_tables
from verification.core.tables.scales import scale_in
from verification.core.vocabulary import Trend

SHARES = "| Channel | 2025 | % of sales | 2024 | % of sales |\n|---|---|---|---|---|\n| Online | 390.0 | 19.4% | 317.6 | 16.6% |"
CHANGES = "| 项目 | 2025年 | 2024年 | 同比增减(%) | 2023年 |\n|---|---|---|---|---|\n| 营业收入 | 386 | 341 | 12.96 | 322 |"


def last_row(text: str) -> TableRow:
    [table] = find_tables(text)
    return table.rows[-1]


def test_a_head_that_comes_again_is_beside_its_year() -> None:
    assert [column_years(last_row(SHARES), at) for at in range(1, 5)] == [{2025}, {2025}, {2024}, {2024}]


def test_a_change_leads_to_the_latest_year_on_its_left() -> None:
    assert [column_years(last_row(CHANGES), at) for at in range(1, 5)] == [{2025}, {2024}, {2025}, {2023}]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (CHANGES, [False, False, True, False]),
        (SHARES, [False, False, False, False]),
        (" |  | Percent Change | | \n | 2025 | Actual | Constant | 2024\nFees | $443 | -25% | -22% | $588", [False, True, True, False]),
        (" | Change | \n | 2025 | 2024\nFees | $443 | $588", [False, False]),
    ],
)
def test_a_change_is_what_the_nearest_head_does_not_date(text: str, moves: list[bool]) -> None:
    row = last_row(text)
    assert [heads_move(row.column(at)) for at in range(1, len(row.cells))] == moves


def test_the_latest_year_of_a_row() -> None:
    row = last_row(CHANGES)
    assert [is_latest(row, column_years(row, at)) for at in range(1, 5)] == [True, False, True, False]
    assert is_latest(row, frozenset()) is None


def test_a_head_says_percent_of_bare_cells_unless_others_write_the_sign() -> None:
    bare = last_row("| Channel | 2025 | % of sales |\n|---|---|---|\n| Online | 390.0 | 19.4 |")
    assert [heads_percent(bare, bare.column(at)) for at in (1, 2)] == [False, True]
    spanned = last_row(" | 2025 |  | 2024 | \n |  | % of total |  | % of total\nOnline | 199 | 53% | 176 | 56%")
    assert [heads_percent(spanned, spanned.column(at)) for at in (1, 3)] == [False, False]
    signed = last_row(" | 2025 | in %\nOnline | 199 | 53\nShops | 12% | 5")
    assert heads_percent(signed, signed.column(2))


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("| 指标 | 单位 | 2025年 |\n|---|---|---|\n| 常住人口 | 万人 | 512.3 |", 10_000),
        ("| Item | Unit | 2025 |\n|---|---|---|\n| Coal | million tonnes | 51.2 |", 1_000_000),
        ("| Item | Grade | 2025 |\n|---|---|---|\n| Coal | million | 51.2 |", None),
    ],
)
def test_a_column_of_units_gives_a_row_its_scale(text: str, scale: int | None) -> None:
    assert scale_in(row_unit(last_row(text))) == scale


@pytest.mark.parametrize("head", ["%", "% of net sales", "Change (%)", "占比（%）", "Percentage"])
def test_what_says_that_a_column_is_in_percent(head: str) -> None:
    assert is_percent_head(head)


@pytest.mark.parametrize("head", ["5% notes", "4.5 % bonds", "(in millions, except percentages)", "2025", ""])
def test_what_says_no_such_thing(head: str) -> None:
    assert not is_percent_head(head)


def test_a_change_that_comes_again_leads_to_the_latest_of_its_own_columns() -> None:
    heads = "| | Aug 2026 | Aug 2025 | Change | Jan-Aug 2026 | Jan-Aug 2025 | Change |\n|---|---|---|---|---|---|---|\n"
    row = last_row(f"{heads}| Tea | 4 | 3 | 33% | 9 | 8 | 13% |")
    assert [column_years(row, at) for at in (3, 6)] == [{2026}, {2026}]


@pytest.mark.parametrize(
    ("head", "over", "as_written"),
    [
        ("Details | Date | Shares | $'000", None, [True, True, False]),
        ("(in thousands) | 2025 | 2024 | Shares", 1000, [False, False, False]),
        (" | Due by period (in thousands) |  | Total", 1000, [False, False, False]),
        (" | 2025 | 2024 | 2023 $'000", 1000, [False, False, False]),
        (" | Salary £'000 | Bonus £'000 | Total £'000", 1000, [False, False, False]),
        (" | Shares | Holders | Votes", None, [False, False, False]),
    ],
)
def test_a_scale_over_one_column_is_not_that_of_others_with_names(head: str, over: int | None, as_written: list[bool]) -> None:
    row = last_row(f"{head}\nPlacement | 14 | 5,250 | 6,300")
    assert scale_over(row.heads[0]) == over
    assert [has_own_scale(row, at) for at in (1, 2, 3)] == as_written


@pytest.mark.parametrize(
    ("head", "ways"),
    [
        ("Change", [Trend.RISING, Trend.FALLING, None]),
        ("Increase (decrease)", [Trend.RISING, Trend.FALLING, None]),
        ("Decrease", [Trend.FALLING, None, None]),
        ("增减幅度", [Trend.RISING, Trend.FALLING, None]),
    ],
)
def test_the_sign_under_a_head_of_moves_tells_the_way(head: str, ways: list[Trend | None]) -> None:
    row = last_row(f"Item | {head} | {head} | {head}\nWages | 4.2 | (4.2) | —")
    assert [move_way(row.cells[at], row.column(at)[-1]) for at in (1, 2, 3)] == ways


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Expected life", True),
        ("Weighted-average remaining lease term (in years)", True),
        ("Useful lives", True),
        ("平均剩余年限", True),
        ("加权平均期限（年）", True),
        ("Long-term debt", False),
        ("Expected volatility", False),
        ("Life insurance", False),
        ("股息率", False),
    ],
)
def test_what_lasts_is_called_so(label: str, expected: bool) -> None:
    assert heads_duration(label) is expected
