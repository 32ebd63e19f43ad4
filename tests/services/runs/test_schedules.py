"""Nodes by the clock: planned when their schedule changes, asked for once when due, in batches, the riskiest first."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_q.models import OrmQ

from tests.factories import make_node, make_run
from verification.models import Node, VerificationRun
from verification.services.nodes.nodes import list_next_times
from verification.services.runs.schedules import enqueue_due, plan_nodes, spread_out

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("order")]

NOON = datetime(2026, 6, 18, 4, 0, tzinfo=UTC)  # 12:00 in Shanghai
HOURLY, DAILY = "0 * * * *", "0 9 * * *"


def _due(*slugs: str, at: datetime = NOON, **fields: object) -> list[Node]:
    known = {"schedule": HOURLY, "planned_schedule": HOURLY, "next_due_at": at}
    return [make_node(slug, **{**known, **fields}) for slug in slugs]


def _asked() -> list[str]:
    return list(VerificationRun.objects.order_by("pk").values_list("node__slug", flat=True))


def test_new_and_changed_schedules_are_planned_once() -> None:
    node, by_hand = make_node("a", schedule=HOURLY), make_node("b")
    assert (plan_nodes(now=NOON), plan_nodes(now=NOON)) == (1, 0)
    node.refresh_from_db()
    assert NOON + timedelta(hours=1) <= node.next_due_at <= NOON + timedelta(hours=1, minutes=5)
    Node.objects.filter(pk=node.pk).update(schedule=DAILY)
    assert plan_nodes(now=NOON) == 1
    node.refresh_from_db()
    assert node.next_due_at.astimezone(UTC).hour == 1
    Node.objects.filter(pk=node.pk).update(schedule="")
    assert plan_nodes(now=NOON) == 1
    node.refresh_from_db()
    by_hand.refresh_from_db()
    assert (node.next_due_at, by_hand.next_due_at, VerificationRun.objects.count()) == (None, None, 0)


def test_due_nodes_are_asked_for_once_the_riskiest_first() -> None:
    _due("low", at=NOON - timedelta(hours=9))
    _due("high", risk_level="high")
    _due("late", at=NOON - timedelta(hours=2))
    _due("critical", risk_level="critical")
    _due("tomorrow", at=NOON + timedelta(days=1))
    _due("inactive", is_active=False)
    _due("changed", planned_schedule=DAILY)
    assert enqueue_due(now=NOON) == 4
    assert _asked() == ["critical", "high", "low", "late"]
    assert enqueue_due(now=NOON + timedelta(minutes=1)) == 0
    run = VerificationRun.objects.first()
    assert (run.status, run.trigger, run.as_of) == ("queued", "schedule", NOON)


def test_missed_times_are_made_up_for_by_one_run() -> None:
    [node] = _due("a", at=NOON - timedelta(days=3))
    assert enqueue_due(now=NOON) == 1
    node.refresh_from_db()
    assert node.next_due_at > NOON
    assert VerificationRun.objects.count() == 1


def test_node_under_way_is_not_asked_for_again() -> None:
    [node] = _due("a")
    make_run(node)
    enqueue_due(now=NOON)
    assert VerificationRun.objects.count() == 1
    node.refresh_from_db()
    assert node.next_due_at > NOON


def test_runs_go_to_the_workers_in_batches(settings: object) -> None:
    settings.SEARCH_CONCURRENCY = 3
    _due(*[f"n{number}" for number in range(7)])
    enqueue_due(now=NOON)
    tasks = [row.task for row in OrmQ.objects.order_by("pk")]
    assert [task["func"] for task in tasks] == ["verification.tasks.execute_runs"] * 3
    assert [len(task["args"][0]) for task in tasks] == [3, 3, 1]
    assert [pk for task in tasks for pk in task["args"][0]] == list(VerificationRun.objects.order_by("pk").values_list("pk", flat=True))


def test_no_query_is_made_for_a_single_node() -> None:
    def queries(*slugs: str) -> int:
        _due(*slugs)
        with CaptureQueriesContext(connection) as found:
            enqueue_due(now=NOON)
        return len(found)

    queries("first")  # what is found once and kept
    assert queries("a") == queries("b", "c", "d")


def next_due(slug: str, schedule: str) -> datetime | None:
    return spread_out(slug, list_next_times(schedule=schedule, after=NOON, count=2))


@pytest.mark.parametrize("schedule, spread", [("* * * * *", 6), (HOURLY, 300), (DAILY, 300)])
def test_times_are_spread_by_a_tenth_of_the_interval(schedule: str, spread: int) -> None:
    plain = next_due("", schedule)
    times = [next_due(f"node-{number}", schedule) for number in range(200)]
    seconds = [(time - NOON).total_seconds() for time in times]
    assert max(seconds) - min(seconds) <= spread
    assert max(seconds) - min(seconds) >= 0.8 * spread
    assert times == [next_due(f"node-{number}", schedule) for number in range(200)]
    assert plain is not None


def test_schedule_that_never_comes_is_never_due() -> None:
    assert next_due("a", "0 0 30 2 *") is None
