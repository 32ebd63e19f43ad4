"""When something is wrong: at which figure, and after how long people hear of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from verification.core.operations.budget import Spending
from verification.core.operations.health import LONGEST_REST, Signals, TracingHealth, Trouble, TroubleSign, find_signs, is_to_be_told

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def _signals(
    *, spent: str = "0", budget: str = "30", resting: tuple[str, ...] = (), oldest_due_s: float = 0.0, ended: int = 0, failed: int = 0
) -> Signals:
    return Signals(Spending(Decimal(budget), Decimal(spent)), resting, oldest_due_s, ended, failed)


def test_nothing_is_wrong_on_a_quiet_day() -> None:
    assert find_signs(_signals()) == ()


@pytest.mark.parametrize(
    ("spent", "budget", "troubles"),
    [
        ("23.99", "30", []),
        ("24", "30", [Trouble.BUDGET_NEARLY_SPENT]),
        ("29.99", "30", [Trouble.BUDGET_NEARLY_SPENT]),
        ("30", "30", [Trouble.BUDGET_NEARLY_SPENT, Trouble.BUDGET_SPENT]),
        ("31", "30", [Trouble.BUDGET_NEARLY_SPENT, Trouble.BUDGET_SPENT]),
        ("0", "0", []),
    ],
)
def test_budget_at_eighty_and_at_a_hundred_per_cent(spent: str, budget: str, troubles: list[Trouble]) -> None:
    assert [sign.trouble for sign in find_signs(_signals(spent=spent, budget=budget))] == troubles


@pytest.mark.parametrize(("seconds", "figure"), [(300.0, None), (300.5, "300"), (4000.0, "4000")])
def test_queue_waits_longer_than_five_minutes(seconds: float, figure: str | None) -> None:
    expected = (TroubleSign(Trouble.QUEUE_WAITING, figure=figure),) if figure else ()
    assert find_signs(_signals(oldest_due_s=seconds)) == expected


@pytest.mark.parametrize(("ended", "failed", "figure"), [(20, 1, None), (20, 2, "10"), (19, 19, None), (100, 5, None), (100, 6, "6")])
def test_more_than_one_run_in_twenty_fails_of_at_least_twenty(ended: int, failed: int, figure: str | None) -> None:
    expected = (TroubleSign(Trouble.RUNS_FAILING, figure=figure),) if figure else ()
    assert find_signs(_signals(ended=ended, failed=failed)) == expected


@pytest.mark.parametrize(
    ("tracing", "expected"),
    [
        (TracingHealth(), []),
        (TracingHealth(ended=20, failed=1, worked=19, p95_s=99.0), []),
        (TracingHealth(ended=20, failed=2), [("attributions_failing", "10")]),
        (TracingHealth(ended=19, failed=19), []),
        (TracingHealth(ended=20, worked=20, p95_s=10.0), []),
        (TracingHealth(ended=20, worked=20, p95_s=10.6), [("attributions_slow", "11")]),
        (TracingHealth(ended=40, failed=20, worked=20, p95_s=12.0), [("attributions_failing", "50"), ("attributions_slow", "12")]),
    ],
)
def test_answers_that_fail_or_are_traced_slowly(tracing: TracingHealth, expected: list[tuple[str, str]]) -> None:
    found = find_signs(replace(_signals(), tracing=tracing))
    assert [(sign.trouble.value, sign.figure) for sign in found] == expected


def test_each_resting_provider_is_a_trouble_of_its_own() -> None:
    found = find_signs(_signals(resting=("search:tavily", "model:openai", "search:tavily")))
    assert found == (TroubleSign(Trouble.PROVIDER_RESTING, "model:openai"), TroubleSign(Trouble.PROVIDER_RESTING, "search:tavily"))


def test_what_is_wrong_with_a_service_stands_behind_the_rest() -> None:
    gone = TroubleSign(Trouble.MODEL_NOT_FOUND, "model:openai")
    assert find_signs(replace(_signals(spent="24"), services=(gone,))) == (TroubleSign(Trouble.BUDGET_NEARLY_SPENT, figure="80"), gone)


@pytest.mark.parametrize("trouble", list(Trouble))
def test_a_provider_is_given_ten_minutes_and_nothing_else_is(trouble: Trouble) -> None:
    patience = LONGEST_REST if trouble is Trouble.PROVIDER_RESTING else timedelta(0)
    assert is_to_be_told(trouble=trouble, began_at=NOON, now=NOON + patience)
    if patience:
        assert not is_to_be_told(trouble=trouble, began_at=NOON, now=NOON + patience - timedelta(seconds=1))
