"""What was spent, for programs."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import make_run
from tests.views.ledger import make_call, spend
from verification.core.vocabulary import RunStatus
from verification.models import ProviderHealth, SearchSetting

pytestmark = pytest.mark.django_db

USAGE = "/api/v1/usage/"


@pytest.fixture(autouse=True)
def _middle_of_a_month() -> object:
    with time_machine.travel(datetime(2026, 11, 20, 12, 0, tzinfo=UTC), tick=False):
        yield


def test_empty_ledger_is_answered_in_full(program: Client) -> None:
    found = program.get(USAGE).json()
    assert (found["since"], found["until"], len(found["by_day"])) == ("2026-10-22", "2026-11-20", 30)
    assert found["budget"] == {
        "month": "2026-11",
        "limit_usd": 30.0,
        "spent_usd": 0.0,
        "reserved_usd": 0.0,
        "left_usd": 30.0,
        "share": 0.0,
        "daily_share_usd": 1.0,
        "forecast_usd": 0.0,
    }
    assert (found["warnings"], found["by_provider"], found["by_purpose"], found["estimate"]) == ([], [], [], None)
    assert found["quotas"] == [{"scope": "event:tools", "used": 0, "limit": 50}]
    assert (found["total"]["calls"], found["total"]["success_rate"]) == (0, None)


def test_calls_are_folded_and_warned_of(program: Client) -> None:
    spend(26)
    make_call(days_ago=1, cost_usd="1.5")
    make_call(status="failed", fault="timeout", cost_usd=0)
    make_call(kind="model", provider="openai", purpose="event", cost_usd="0.25", input_tokens=100, output_tokens=10)
    SearchSetting.objects.create(name="tavily", daily_limit=7)
    until = timezone.now() + timedelta(minutes=1)
    ProviderHealth.objects.create(provider="search:tavily", opened_at=timezone.now(), open_until=until, last_fault="timeout")
    found = program.get(USAGE, {"days": 2}).json()
    assert found["warnings"] == [
        {"code": "nearly_spent", "provider": None, "days": []},
        {"code": "day_above_share", "provider": None, "days": ["2026-11-19"]},
        {"code": "low_success", "provider": "tavily", "days": []},
    ]
    assert [(day["date"], day["calls"], day["cost_usd"]) for day in found["by_day"]] == [("2026-11-19", 1, 1.5), ("2026-11-20", 2, 0.25)]
    tavily, openai = found["by_provider"]
    assert (tavily["provider"], tavily["success_rate"], tavily["is_low"], tavily["is_resting"], tavily["last_fault"]) == (
        "tavily",
        0.5,
        True,
        True,
        "timeout",
    )
    assert (openai["kind"], openai["input_tokens"], openai["is_resting"], openai["last_fault"]) == ("model", 100, False, None)
    assert [(entry["purpose"], entry["cost_usd"]) for entry in found["by_purpose"]] == [("node", 1.5), ("event", 0.25)]
    assert found["quotas"][1] == {"scope": "search:tavily", "used": 0, "limit": 7}


def test_filters_narrow_the_calls(program: Client) -> None:
    make_call()
    make_call(kind="model", provider="openai", purpose="event")
    for query in ({"kind": "model"}, {"provider": "openai"}, {"purpose": "event"}):
        assert [entry["provider"] for entry in program.get(USAGE, query).json()["by_provider"]] == ["openai"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"days": "0"}, "days"),
        ({"days": "32"}, "days"),
        ({"purpose": "fun"}, "purpose"),
        ({"estimate_runs": "1001"}, "estimate_runs"),
        ({"x": "1"}, "x"),
    ],
)
def test_nonsense_is_named(program: Client, query: dict[str, str], field: str) -> None:
    response = program.get(USAGE, query)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


def test_estimate_goes_by_the_runs_before(program: Client) -> None:
    assert program.get(USAGE, {"estimate_runs": 10}).json()["estimate"] == {
        "runs": 10,
        "calls": None,
        "cost_usd": None,
        "left_usd": 30.0,
        "is_within_budget": True,
    }
    for number in range(2):
        run = make_run(status=RunStatus.FINISHED, badge="unknown", reason="too_few_domains", finished_at=timezone.now())
        make_call(run=run, cost_usd=Decimal("4"), units=3 + number)
    assert program.get(USAGE, {"estimate_runs": 10}).json()["estimate"] == {
        "runs": 10,
        "calls": 35,
        "cost_usd": 40.0,
        "left_usd": 30.0,
        "is_within_budget": False,
    }


def test_queries_do_not_grow_with_the_ledger(program: Client) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert program.get(USAGE).status_code == 200
        return len(seen)

    make_call()
    count()
    one = count()
    for days_ago in range(3):
        make_call(days_ago=days_ago, provider=f"p{days_ago}")
    assert count() == one
