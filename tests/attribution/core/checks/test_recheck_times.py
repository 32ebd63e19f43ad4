"""When a report is checked again."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attribution.core.checks.recheck_times import MOST_SPREAD, Rhythm, first_time, next_time

NOW = datetime(2026, 5, 31, 12, tzinfo=UTC)
RHYTHMS = st.sampled_from(list(Rhythm))


@pytest.mark.parametrize(("rhythm", "days"), [(Rhythm.DAILY, 1), (Rhythm.WEEKLY, 7), (Rhythm.MONTHLY, 30)])
def test_time_that_was_kept_is_followed_by_the_next(rhythm: Rhythm, days: int) -> None:
    assert next_time(rhythm, due=NOW, now=NOW) == next_time(rhythm, due=NOW, now=NOW + timedelta(hours=1)) == NOW + timedelta(days=days)


def test_many_missed_times_are_made_up_for_once() -> None:
    assert next_time(Rhythm.DAILY, due=NOW, now=NOW + timedelta(days=9, hours=5)) == NOW + timedelta(days=10)


@given(RHYTHMS, st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=3_000)))
def test_next_time_is_to_come_and_whole_intervals_away(rhythm: Rhythm, late: timedelta) -> None:
    found = next_time(rhythm, due=NOW, now=NOW + late)
    assert timedelta(0) < found - (NOW + late) <= rhythm.interval
    assert (found - NOW) % rhythm.interval == timedelta(0)


@given(RHYTHMS, st.integers(1, 10**9))
def test_first_time_is_an_interval_away_and_the_reports_own(rhythm: Rhythm, key: int) -> None:
    found = first_time(rhythm, key=key, now=NOW)
    assert timedelta(0) <= found - NOW - rhythm.interval <= MOST_SPREAD
    assert found == first_time(rhythm, key=key, now=NOW)


def test_reports_asked_for_together_are_spread() -> None:
    assert len({first_time(Rhythm.DAILY, key=key, now=NOW) for key in range(100)}) == 100
