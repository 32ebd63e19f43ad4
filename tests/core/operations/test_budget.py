from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.core.operations.budget import (
    BudgetWarning,
    Spending,
    day_of,
    days_above_share,
    estimate_work,
    find_warnings,
    forecast_month,
    is_rate_low,
    month_of,
    most_tokens,
    price_requests,
    second_of,
    seconds_until_free,
    to_micro,
    to_usd,
)

USD = st.decimals(min_value=0, max_value=100_000, places=9)


def spend(spent: str, *days: str, budget: str = "30") -> Spending:
    by_day = tuple((date(2026, 11, number), Decimal(usd)) for number, usd in enumerate(days, 1))
    return Spending(budget_usd=Decimal(budget), spent_usd=Decimal(spent), by_day=by_day)


@pytest.mark.parametrize(
    ("spending", "expected"),
    [
        (spend("0"), ()),
        (spend("23.999999"), ()),
        (spend("24"), (BudgetWarning.NEARLY_SPENT,)),
        (spend("29.999999"), (BudgetWarning.NEARLY_SPENT,)),
        (spend("30"), (BudgetWarning.SPENT,)),
        (spend("31"), (BudgetWarning.SPENT,)),
        (spend("1", "1"), ()),
        (spend("1.000001", "1.000001"), (BudgetWarning.DAY_ABOVE_SHARE,)),
        (spend("30", "0.5", "29.5"), (BudgetWarning.SPENT, BudgetWarning.DAY_ABOVE_SHARE)),
        (spend("0", budget="0"), (BudgetWarning.SPENT,)),
    ],
)
def test_warnings_come_at_their_shares(spending: Spending, expected: tuple[BudgetWarning, ...]) -> None:
    assert find_warnings(spending) == expected


def test_days_above_their_share_are_named() -> None:
    assert days_above_share(spend("5", "1.5", "0.2", "1", "2.3")) == (date(2026, 11, 1), date(2026, 11, 4))
    assert spend("0").daily_share_usd == Decimal("1.000000")


def test_periods_are_of_utc() -> None:
    at = datetime(2026, 12, 1, 3, 0, tzinfo=timezone(timedelta(hours=8)))
    assert (day_of(at), month_of(at)) == ("2026-11-30", "2026-11")


@given(st.datetimes(min_value=datetime(2026, 1, 1), max_value=datetime(2030, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - Hypothesis wants bounds without a zone
def test_seconds_follow_each_other_also_as_texts_and_fit_their_column(at: datetime) -> None:
    assert int(second_of(at + timedelta(seconds=1))) == int(second_of(at)) + 1 == int(second_of(at, 1))
    assert second_of(at, -3600) < second_of(at) < second_of(at, 1)
    assert all(len(period) <= 10 for period in (second_of(at), day_of(at), month_of(at)))


@pytest.mark.parametrize(
    "counted, wanted, expected",
    [
        ([(100, 2), (130, 1)], 1, 44.0),
        ([(100, 2), (130, 1)], 3, 74.0),
        ([(100, 1), (101, 1), (130, 1)], 2, 45.0),
        ([(100, 1)], 2, 0.0),
        ([(50, 3)], 1, 0.0),
        ([], 3, 0.0),
        ([(100, 3)], 4, None),
        ([], 4, None),
    ],
)
def test_a_rate_is_free_again_when_enough_calls_have_left_the_window(
    counted: list[tuple[int, int]], wanted: int, expected: float | None
) -> None:
    at = datetime.fromtimestamp(120, UTC)
    assert seconds_until_free(counted, wanted=wanted, limit=3, at=at) == expected


def test_forecast_goes_on_at_the_same_pace() -> None:
    assert forecast_month(spent_usd=Decimal(10), at=datetime(2026, 11, 11, tzinfo=UTC)) == Decimal("30.000000")
    assert forecast_month(spent_usd=Decimal(10), at=datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)) < Decimal("10.001")


def test_first_day_is_too_short_to_go_by() -> None:
    assert forecast_month(spent_usd=Decimal("0.5"), at=datetime(2026, 11, 1, 0, 5, tzinfo=UTC)) == Decimal("0.5")


@given(USD)
def test_millionths_never_lose_money(usd: Decimal) -> None:
    assert usd <= to_usd(to_micro(usd)) < usd + Decimal("0.000001")


def test_prices_are_exact() -> None:
    assert price_requests(3, Decimal("0.008")) == Decimal("0.024")
    assert str(price_requests(0, Decimal("0.008"))) == "0.000000"


@given(st.text(max_size=200))
def test_most_tokens_is_no_less_than_the_characters_of_chinese(text: str) -> None:
    han = "利率" * len(text)
    assert most_tokens(han) >= len(han)
    assert most_tokens(text) * 2 >= len(text)


@pytest.mark.parametrize(("succeeded", "failed", "expected"), [(95, 5, False), (94, 6, True), (0, 0, False), (0, 1, True), (19, 1, False)])
def test_rate_below_ninety_five_of_a_hundred_is_low(succeeded: int, failed: int, expected: bool) -> None:
    assert is_rate_low(succeeded=succeeded, failed=failed) is expected


def test_estimate_follows_the_averages_and_rounds_calls_up() -> None:
    found = estimate_work(runs=10, past_runs=3, past_calls=7, past_cost_usd=Decimal("0.01"), left_usd=Decimal("0.03"))
    assert (found.calls, found.cost_usd, found.is_within_budget) == (24, Decimal("0.033333"), False)


def test_estimate_without_a_past_says_nothing() -> None:
    found = estimate_work(runs=10, past_runs=0, past_calls=0, past_cost_usd=Decimal(0), left_usd=Decimal(0))
    assert (found.calls, found.cost_usd, found.is_within_budget) == (None, None, True)
