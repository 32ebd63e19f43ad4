"""Days that are over are added up once, and tell the same as the calls and runs themselves."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.ledger import make_call
from tests.views.rows import make_node, make_run
from verification.models import ProviderCall, UsageDay, UsageSlice, VerificationRun
from verification.reads.operations.usage import RunFigures, UsageFilters, count_runs, list_slices
from verification.services.operations.spending import measure_month
from verification.services.operations.usage_days import MOST_DAYS, add_up_days

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("dates")]

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
ALL = UsageFilters()


@pytest.fixture(autouse=True)
def _middle_of_a_month() -> object:
    with time_machine.travel(NOW, tick=False):
        yield


def _told() -> tuple[object, ...]:
    return list_slices(filters=ALL, now=NOW), count_runs(filters=ALL, now=NOW), measure_month(now=NOW)


def _make_month() -> None:
    for days_ago in (0, 1, 2, 9, 29):
        make_call(days_ago=days_ago)
        make_call(days_ago=days_ago, kind="model", provider="openai", status="failed", fault="timeout", cost_usd="0.5", input_tokens=7)
    make_call(days_ago=2, is_cached=True, units=0, cost_usd=0)
    make_call(days_ago=2, status="refused", fault="quota_exhausted", units=0, cost_usd=0, latency_ms=None)
    node = make_node()
    for days_ago, fields in ((0, {}), (3, {"badge": "needs_human"}), (3, {"status": "failed", "badge": "failed"}), (40, {})):
        with time_machine.travel(NOW - timedelta(days=days_ago), tick=False):
            make_run(node=node, **fields)


def test_days_that_are_over_tell_the_same_once_added_up() -> None:
    _make_month()
    before = _told()
    assert add_up_days(now=NOW) == MOST_DAYS
    assert _told() == before
    assert count_runs(filters=ALL, now=NOW) == RunFigures(ended=3, verified=1, needs_human=1, failed=1)


def test_a_day_that_was_added_up_is_not_read_again() -> None:
    make_call(days_ago=1)
    add_up_days(now=NOW)
    ProviderCall.objects.all().delete()
    make_call(days_ago=1, provider="serper")
    make_call(provider="serper")
    assert [(part.day, part.provider, part.figures.calls) for part in list_slices(filters=ALL, now=NOW)] == [
        (date(2026, 11, 19), "tavily", 1),
        (date(2026, 11, 20), "serper", 1),
    ]
    assert add_up_days(now=NOW) == 0
    assert UsageSlice.objects.count() == 1


def test_a_day_waits_until_two_hours_after_its_end() -> None:
    midnight = datetime(2026, 11, 20, tzinfo=UTC)
    add_up_days(now=midnight + timedelta(minutes=119))
    assert UsageDay.objects.first().day == date(2026, 11, 18)
    assert add_up_days(now=midnight + timedelta(minutes=120)) == 1
    assert UsageDay.objects.first().day == date(2026, 11, 19)


def test_a_day_with_an_open_run_waits_for_it_and_days_after_it_do_not() -> None:
    run = make_run(node=make_node(), status="queued", badge="", finished_at=None)
    VerificationRun.objects.filter(pk=run.pk).update(created_at=NOW - timedelta(days=5))
    assert add_up_days(now=NOW) == MOST_DAYS - 1
    make_call(days_ago=5)
    assert [part.day for part in list_slices(filters=ALL, now=NOW)] == [date(2026, 11, 15)]
    VerificationRun.objects.filter(pk=run.pk).update(status="finished", badge="unknown", finished_at=timezone.now())
    assert add_up_days(now=NOW) == 1
    assert count_runs(filters=ALL, now=NOW).ended == 1


def test_gaps_between_days_are_read_from_the_ledger() -> None:
    for days_ago in range(6):
        make_call(days_ago=days_ago, cost_usd="0.01")
    add_up_days(now=NOW)
    UsageDay.objects.filter(day__in=(date(2026, 11, 16), date(2026, 11, 18))).delete()
    assert [part.figures.calls for part in list_slices(filters=ALL, now=NOW)] == [1] * 6
    assert dict(measure_month(now=NOW).spending.by_day) == {date(2026, 11, 15 + place): Decimal("0.01") for place in range(6)}


def test_an_added_up_month_takes_as_many_queries_as_a_day() -> None:
    make_call(days_ago=1)
    add_up_days(now=NOW)
    with CaptureQueriesContext(connection) as day:
        _told()
    UsageDay.objects.all().delete()
    _make_month()
    add_up_days(now=NOW)
    with CaptureQueriesContext(connection) as month:
        _told()
    assert len(day) == len(month) == 8
