"""The dates of names as analysts type them."""

from datetime import date

import pytest

from verification.core.reading.node_fields import suggest_fields
from verification.core.reading.typed_dates import dates_written_out

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("US CPI sept 2024", "2024-09"),
        ("US CPI, sept. 2024", "2024-09"),
        ("US CPI may 2025", "2025-05"),
        ("US CPI Sep-24", "2024-09"),
        ("US CPI Sep24", "2024-09"),
        ("US CPI 09/2024", "2024-09"),
        ("US CPI 2024/09", "2024-09"),
        ("中国CPI 2024.09", "2024-09"),
        ("US CPI 2024M09", "2024-09"),
        ("US CPI 24M09", "2024-09"),
        ("China GDP growth 26Q3", "2026-07..2026-09"),
        ("印度人口（2025）", "2025"),
        ("印度人口 (2025)", "2025"),
        ("S&P 500 11/27/2026", "2026-11-27"),
        ("S&P 500 2026/11/27", "2026-11-27"),
        ("DAX 27.11.2026", "2026-11-27"),
        ("沪深300 20261127", "2026-11-27"),
    ],
)
def test_a_date_typed_in_short_is_read(name: str, period: str) -> None:
    assert suggest_fields(name, today=TODAY).period == period


@pytest.mark.parametrize(
    "name",
    [
        "Premier League goals 2011/12",
        "S&P 500 03/04/2025",
        "S&P 500 close Nov-27",
        "gold price above 2024.50",
        "H100 rental price",
        "Boeing 737 MAX output 99999999",
        "31/02/2025 close",
        "May 5 deadline",
    ],
)
def test_what_may_be_something_else_is_left_alone(name: str) -> None:
    assert dates_written_out(name, TODAY) == name


@pytest.mark.parametrize("name", ["oil price today", "昨日金价", "上月CPI", "SHIBOR隔夜", "隔夜SHIBOR", "overnight SHIBOR"])
def test_a_day_counted_from_now_is_no_fixed_period(name: str) -> None:
    assert suggest_fields(name, today=TODAY).period == ""


def test_a_year_counted_from_now_is_that_year() -> None:
    assert suggest_fields("去年GDP", today=TODAY).period == "2025"
