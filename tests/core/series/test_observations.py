"""What is made of observations: exact, of the vintage asked for, never of a part that is missing."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.series.catalogue import Frequency, SeriesEntry, Transform, all_series
from verification.core.series.observations import (
    Observation,
    due_on,
    end_of,
    figure_of,
    figures_of,
    is_kept,
    known_at,
    next_period,
    period_of,
    read_written,
    write_number,
    write_period,
)

pytestmark = pytest.mark.pure

EARLY, LATE = date(2026, 1, 10), date(2026, 3, 10)


def entry(transform: Transform, **fields: object) -> SeriesEntry:
    return all_series()["us-cpi-mom"]._replace(transform=transform, **fields)


def seen(*rows: tuple[str, str, date]) -> list[Observation]:
    return [Observation(read_written(period), Decimal(value), vintage) for period, value, vintage in rows]


def value_of(made: SeriesEntry, rows: list[Observation], period: str, day: date = LATE) -> str | None:
    figure = figure_of(made, known_at(rows, day), read_written(period))
    return write_number(figure.value) if figure else None


def test_the_vintage_of_the_day_is_taken_and_no_later_one() -> None:
    rows = seen(("2025-12", "4.1", EARLY), ("2025-12", "4.3", LATE))
    level = entry(Transform.LEVEL)
    assert [value_of(level, rows, "2025-12", day) for day in (date(2026, 1, 9), EARLY, date(2026, 3, 9), LATE)] == [
        None,
        "4.1",
        "4.1",
        "4.3",
    ]


def test_changes_are_of_the_same_vintage_on_both_sides() -> None:
    rows = seen(("2025-11", "150000", EARLY), ("2025-12", "150100", EARLY), ("2025-11", "149950", LATE), ("2025-12", "150080", LATE))
    jobs = entry(Transform.CHANGE, factor=Decimal(1000), places=0)
    assert (value_of(jobs, rows, "2025-12", EARLY), value_of(jobs, rows, "2025-12", LATE)) == ("100000", "130000")
    figure = figure_of(jobs, known_at(rows, LATE), read_written("2025-12"))
    assert figure is not None
    assert figure.vintage == LATE


def test_changes_are_rounded_as_the_authority_rounds() -> None:
    rows = seen(("2024-12", "315.605", EARLY), ("2025-11", "324.122", EARLY), ("2025-12", "324.054", EARLY))
    assert value_of(entry(Transform.YEAR_PERCENT), rows, "2025-12") == "2.7"
    assert value_of(entry(Transform.CHANGE_PERCENT), rows, "2025-12") == "0.0"
    assert value_of(entry(Transform.CHANGE_PERCENT, places=2), rows, "2025-12") == "-0.02"
    assert value_of(entry(Transform.YEAR_CHANGE, places=None), rows, "2025-12") == "8.449"


def test_a_half_goes_away_from_zero() -> None:
    level = entry(Transform.LEVEL)
    for written, rounded in (("0.25", "0.3"), ("-0.25", "-0.3"), ("0.05", "0.1"), ("-0.04", "0.0")):
        assert value_of(level, seen(("2025-12", written, EARLY)), "2025-12") == rounded


def test_a_missing_part_makes_no_figure() -> None:
    rows = seen(("2025-12", "324", EARLY))
    assert value_of(entry(Transform.YEAR_PERCENT), rows, "2025-12") is None
    assert value_of(entry(Transform.CHANGE), rows, "2025-12") is None
    assert value_of(entry(Transform.LEVEL), rows, "2025-11") is None
    assert value_of(entry(Transform.CHANGE_PERCENT), seen(("2025-11", "0", EARLY), ("2025-12", "1", EARLY)), "2025-12") is None


def test_a_daily_change_is_on_the_day_before_that_has_a_figure() -> None:
    rows = seen(("2026-01-02", "4.0", EARLY), ("2026-01-05", "4.2", EARLY))
    daily = entry(Transform.CHANGE, frequency=Frequency.DAY)
    assert [write_number(one.value) for one in figures_of(daily, known_at(rows, LATE))] == ["0.2"]


def test_periods_follow_each_other_and_fall_due() -> None:
    monthly = entry(Transform.LEVEL)
    assert (end_of(read_written("2026-02")), due_on(monthly, read_written("2026-02"))) == (date(2026, 2, 28), date(2026, 3, 13))
    assert write_period(next_period(monthly, read_written("2026-12"))) == "2027-01"
    assert write_period(next_period(entry(Transform.LEVEL, frequency=Frequency.QUARTER), read_written("2026-Q4"))) == "2027-Q1"
    assert write_period(next_period(entry(Transform.LEVEL, frequency=Frequency.DAY), read_written("2026-12-31"))) == "2027-01-01"
    assert is_kept(monthly, read_written("2026-02"), date(2026, 5, 1))
    assert not is_kept(monthly, read_written("2026-02"), date(2026, 8, 1))


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)), st.sampled_from(Frequency))
def test_periods_are_read_as_they_are_written(day: date, frequency: Frequency) -> None:
    period = period_of(frequency, day)
    assert read_written(write_period(period)) == period


@given(st.decimals("-1000000", "1000000", places=3), st.decimals("-1000000", "1000000", places=3))
def test_a_difference_is_exact(one: Decimal, other: Decimal) -> None:
    rows = seen(("2025-11", str(one), EARLY), ("2025-12", str(other), EARLY))
    figure = figure_of(entry(Transform.CHANGE, places=None), known_at(rows, LATE), read_written("2025-12"))
    assert figure is not None
    assert figure.value == other - one
