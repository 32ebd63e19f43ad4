"""Publication moments, windows and decay."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.periods.freshness import age_days, decay_weight, is_fresh, is_future_dated, parse_moment

SHANGHAI = timezone(timedelta(hours=8))
NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)
MOMENTS = st.integers(min_value=0, max_value=3_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, tz=UTC))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("2026-06-18", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("2026/6/8", datetime(2026, 6, 8, tzinfo=SHANGHAI)),
        ("2026.06.18", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("20260618", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("2026年6月18日", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("2026年6月18日 10:05", datetime(2026, 6, 18, 10, 5, tzinfo=SHANGHAI)),
        ("2026-06-18 10:00", datetime(2026, 6, 18, 10, tzinfo=SHANGHAI)),
        ("2026-06-18T10:00:30", datetime(2026, 6, 18, 10, 0, 30, tzinfo=SHANGHAI)),
        ("2026-06-18T10:00:00Z", datetime(2026, 6, 18, 10, tzinfo=UTC)),
        ("2026-06-18T10:00:00.123456+00:00", datetime(2026, 6, 18, 10, tzinfo=UTC)),
        ("2026-06-18T10:00:00+08:00", datetime(2026, 6, 18, 2, tzinfo=UTC)),
        ("2026-06-18T10:00:00-0500", datetime(2026, 6, 18, 15, tzinfo=UTC)),
        ("Thu, 18 Jun 2026 10:00:00 GMT", datetime(2026, 6, 18, 10, tzinfo=UTC)),
        ("Thu, 18 Jun 2026 10:00:00 -0400", datetime(2026, 6, 18, 14, tzinfo=UTC)),
        ("Jun 18, 2026", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("June 18th, 2026", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("18 June 2026", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
        ("18 Sept 2026 09:30 UTC", datetime(2026, 9, 18, 9, 30, tzinfo=UTC)),
        ("1781776800", datetime(2026, 6, 18, 10, tzinfo=UTC)),
        ("1781776800000", datetime(2026, 6, 18, 10, tzinfo=UTC)),
        (" 2026-06-18 ", datetime(2026, 6, 18, tzinfo=SHANGHAI)),
    ],
)
def test_parse_moment_of_a_known_form(text, expected):
    assert parse_moment(text, zone=SHANGHAI) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        None,
        "yesterday",
        "3 days ago",
        "2026-13-01",
        "2026-02-30",
        "2026-06-18T25:00",
        "18/06/2026",
        "2026",
        "nan",
        "9" * 40,
        "Jun 2026",
        "x" * 999,
    ],
)
def test_parse_moment_of_anything_else_is_none(text):
    assert parse_moment(text, zone=UTC) is None


def test_parse_moment_of_a_bare_date_at_the_end_of_its_day():
    assert parse_moment("2026-06-18", zone=SHANGHAI, end_of_day=True) == datetime(2026, 6, 18, 23, 59, 59, 999_999, tzinfo=SHANGHAI)
    assert parse_moment("2026-06-18T10:00:00Z", zone=SHANGHAI, end_of_day=True) == datetime(2026, 6, 18, 10, tzinfo=UTC)


@pytest.mark.parametrize("text", ["0001-01-01", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])
def test_parse_moment_at_the_beginning_of_the_calendar_is_moved_inside(text):
    assert parse_moment(text, zone=SHANGHAI).replace(tzinfo=UTC) == datetime(1, 1, 3, tzinfo=UTC)


@pytest.mark.parametrize("text", ["9999-12-31", "9999-12-30T08:00:00Z", "9999-12-31T23:59:59-12:00", "Dec 31, 9999"])
def test_parse_moment_at_the_end_of_the_calendar_is_moved_inside(text):
    moment = parse_moment(text, zone=SHANGHAI, end_of_day=True)
    assert moment.replace(tzinfo=UTC) == datetime(9999, 12, 29, 23, 59, 59, 999_999, tzinfo=UTC)
    assert is_future_dated(moment, NOON) is True


@pytest.mark.parametrize("text", ["0001-01-04", "9999-12-28"])
def test_parse_moment_near_the_ends_of_the_calendar_stays(text):
    assert parse_moment(text, zone=SHANGHAI).date().isoformat() == text


@given(st.text(max_size=80))
def test_parse_moment_never_raises_and_is_aware(text):
    moment = parse_moment(text, zone=UTC)
    assert moment is None or moment.tzinfo is not None


@given(MOMENTS)
def test_parse_moment_reads_what_isoformat_writes(moment):
    assert parse_moment(moment.isoformat(), zone=SHANGHAI) == moment.replace(microsecond=0)


@pytest.mark.parametrize(
    "age, fresh_days, expected",
    [
        (timedelta(days=10), 10, True),
        (timedelta(days=10, hours=23), 10, True),
        (timedelta(days=11), 10, False),
        (timedelta(0), 0, True),
        (timedelta(days=1), 0, False),
        (timedelta(days=4_000), None, True),
        (timedelta(hours=-20), 10, True),
        (timedelta(days=-2), 10, False),
        (timedelta(days=-2), None, False),
    ],
)
def test_is_fresh_of_a_dated_page(age, fresh_days, expected):
    assert is_fresh(NOON - age, NOON, fresh_days) is expected


def test_is_fresh_of_an_undated_page_cannot_be_told():
    assert is_fresh(None, NOON, 10) is None
    assert is_fresh(None, NOON, None) is True


def test_is_fresh_without_as_of_judges_nothing_stale():
    assert is_fresh(NOON, None, 10) is True
    assert is_fresh(None, None, 10) is None


@pytest.mark.parametrize("ahead, expected", [(timedelta(hours=24), False), (timedelta(hours=25), True), (timedelta(days=-9), False)])
def test_is_future_dated_forgives_a_day(ahead, expected):
    assert is_future_dated(NOON + ahead, NOON) is expected


def test_age_days_counts_whole_days():
    assert age_days(NOON - timedelta(days=372, hours=23), NOON) == 372
    assert age_days(NOON + timedelta(hours=5), NOON) == 0
    assert age_days(None, NOON) is None
    assert age_days(NOON, None) is None


def test_decay_weight_halves_with_each_window():
    assert decay_weight(NOON, NOON, 10) == Decimal(1)
    assert decay_weight(NOON - timedelta(days=10), NOON, 10) == Decimal("0.5")
    assert decay_weight(NOON - timedelta(days=20), NOON, 10) == Decimal("0.25")
    assert decay_weight(NOON - timedelta(days=30), NOON, None) == Decimal("0.5")
    assert decay_weight(None, NOON, 10) == Decimal(0)
    assert decay_weight(NOON, None, 10) == Decimal(1)


@given(MOMENTS, MOMENTS, st.integers(min_value=0, max_value=9_999))
def test_decay_weight_lies_in_0_to_1_and_falls_with_age(published, as_of, fresh_days):
    weight = decay_weight(published, as_of, fresh_days)
    assert Decimal(0) <= weight <= Decimal(1)
    assert decay_weight(published - timedelta(days=5), as_of, fresh_days) <= weight
