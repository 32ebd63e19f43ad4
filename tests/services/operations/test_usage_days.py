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
from verification.models import ProviderCall, UsageDay, UsageSlice, UsageSoFar, VerificationRun
from verification.reads.operations.usage import RunFigures, UsageFilters, count_runs, list_slices
from verification.services.operations.spending import measure_month
from verification.services.operations.usage_days import MOST_DAYS, SETTLED, add_up_days, add_up_so_far

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
    assert len(day) == len(month) == 11


def _told_at(now: datetime) -> tuple[object, ...]:
    return list_slices(filters=ALL, now=now), count_runs(filters=ALL, now=now), measure_month(now=now)


@pytest.mark.parametrize("hour", [1, 3, 15, 24])
def test_a_running_day_tells_the_same_once_added_up_so_far(hour: int) -> None:
    """At one o'clock yesterday waits still, and is added up to eleven in the evening."""
    now = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(hours=hour)
    node = make_node()
    for minutes in (30, 119, 120, 121, 400, 900, 1500):
        with time_machine.travel(now - timedelta(minutes=minutes), tick=False):
            make_call(cost_usd="0.000001" if minutes % 2 else "0.5", status="failed" if minutes == 400 else "ok")
            make_run(node=node, badge="needs_human" if minutes == 900 else "cross_validated")
    before = _told_at(now)
    add_up_so_far(now=now)
    kept = [(part.day, part.until) for part in UsageSoFar.objects.order_by("day")]
    yesterday, today = datetime(2026, 11, 19, tzinfo=UTC), datetime(2026, 11, 20, tzinfo=UTC)
    ends = [(begin.date(), min(begin + timedelta(days=1), now - SETTLED)) for begin in (yesterday, today) if now - SETTLED > begin]
    if hour == 24:  # midnight: the day that began is the next
        ends = [(day, end) for day, end in ends if day == today.date()]
    assert kept == ends
    assert _told_at(now) == before
    assert _told_at(now + timedelta(minutes=25))[1] == before[1]
    add_up_days(now=now)
    assert _told_at(now) == before
    assert list(UsageSoFar.objects.order_by("day").values_list("day", flat=True)) == [
        day for day, _until in kept if not UsageDay.objects.filter(day__gte=day).exists()
    ]


def test_what_was_added_up_so_far_is_not_read_again_and_what_came_since_is() -> None:
    make_call(cost_usd="0.25")
    ProviderCall.objects.update(created_at=NOW - timedelta(hours=5))
    add_up_so_far(now=NOW)
    ProviderCall.objects.all().delete()
    make_call(cost_usd="0.5")
    assert [(part.figures.calls, part.figures.cost_usd) for part in list_slices(filters=ALL, now=NOW)] == [(2, Decimal("0.75"))]


def test_a_running_day_is_added_up_to_its_first_open_run() -> None:
    node = make_node()
    for hours, fields in ((9, {}), (7, {"status": "queued", "badge": "", "finished_at": None}), (5, {})):
        with time_machine.travel(NOW - timedelta(hours=hours), tick=False):
            make_run(node=node, **fields)
    add_up_so_far(now=NOW)
    assert UsageSoFar.objects.get(day=NOW.date()).until == NOW - timedelta(hours=7)
    assert count_runs(filters=ALL, now=NOW).ended == 2
    waiting = VerificationRun.objects.filter(finished_at=None)
    waiting.update(status="finished", badge="unknown", reason="no_figure", finished_at=timezone.now())
    assert count_runs(filters=ALL, now=NOW).ended == 3
    add_up_so_far(now=NOW)
    assert UsageSoFar.objects.get(day=NOW.date()).until == NOW - SETTLED
    assert count_runs(filters=ALL, now=NOW).ended == 3
