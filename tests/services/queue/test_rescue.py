"""Runs of dead workers are asked for again, once, and never while somebody works on them."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from django_q.models import OrmQ
from django_q.tasks import async_task

from tests.factories import make_finished_run, make_node, make_run
from verification.models import VerificationRun
from verification.services.queue.rescue import rescue_all
from verification.services.runs.lifecycle import claim_run, extend_claim
from verification.services.runs.rescue import rescue_runs

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]


def _age(run: VerificationRun, **fields: datetime) -> None:
    VerificationRun.objects.filter(pk=run.pk).update(**fields)


def test_run_whose_lease_ran_out_is_queued_again_once() -> None:
    run = make_run()
    claim_run(run_id=run.pk)
    later = timezone.now() + timedelta(minutes=5)
    assert rescue_runs(now=timezone.now()) == 0
    assert (rescue_all(now=later), rescue_all(now=later)) == (1, 0)
    run.refresh_from_db()
    assert (run.status, run.attempts) == ("queued", 1)
    [queued] = OrmQ.objects.all()
    assert queued.task["args"] == (run.pk,)
    claim = claim_run(run_id=run.pk)
    assert claim is not None
    assert claim.attempt == 2


def test_run_that_is_worked_on_is_left_alone() -> None:
    run = make_run()
    claim = claim_run(run_id=run.pk)
    extend_claim(claim=claim)
    assert rescue_runs(now=timezone.now() + timedelta(seconds=20)) == 0


def test_run_whose_task_was_lost_is_queued_again_when_nothing_else_waits() -> None:
    run = make_run(trigger="page")
    _age(run, created_at=timezone.now() - timedelta(minutes=2))
    assert rescue_runs(now=timezone.now()) == 1
    # Its new task waits now: nobody need look for it.
    assert rescue_runs(now=timezone.now() + timedelta(minutes=2)) == 0
    OrmQ.objects.all().delete()
    assert rescue_runs(now=timezone.now() + timedelta(minutes=2)) == 1


def test_new_and_ended_runs_are_left_alone() -> None:
    make_run()
    ended = make_finished_run(make_node())
    assert rescue_runs(now=timezone.now() + timedelta(seconds=30)) == 0
    ended.refresh_from_db()
    assert ended.status == "finished"


def test_run_that_kills_its_worker_ends_as_failed_after_its_attempts() -> None:
    run, now = make_run(), timezone.now()
    for _ in range(3):
        assert claim_run(run_id=run.pk) is not None
        now += timedelta(minutes=5)
        _age(run, lease_until=timezone.now() - timedelta(seconds=1))
        rescue_runs(now=now)
    assert claim_run(run_id=run.pk) is None
    run.refresh_from_db()
    assert (run.status, run.attempts) == ("failed", 3)


def test_run_that_a_command_executes_itself_is_its_own_for_an_hour() -> None:
    run, now = make_run(trigger="command"), timezone.now()
    _age(run, created_at=now - timedelta(minutes=59))
    assert rescue_runs(now=now) == 0
    assert rescue_runs(now=now + timedelta(minutes=2)) == 1


def test_what_waits_is_left_alone_while_others_wait_however_long() -> None:
    """A long queue must not be queued once more, before those who ask for one node."""
    async_task("verification.tasks.execute_run", 0)
    run, now = make_run(trigger="page"), timezone.now()
    _age(run, created_at=now - timedelta(hours=5))
    assert rescue_runs(now=now) == 0
    OrmQ.objects.all().delete()
    assert rescue_runs(now=now) == 1


def test_what_a_dead_worker_held_is_queued_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, other = make_run(make_node("a")), make_run(make_node("b"))
    for run, worker in ((mine, "host:1"), (other, "host:2")):
        monkeypatch.setenv("CAUSALFLOW_WORKER", worker)
        assert claim_run(run_id=run.pk) is not None
    now = timezone.now()
    assert (rescue_all(now=now), rescue_all(now=now, dead="host:3")) == (0, 0)
    assert (rescue_all(now=now, dead="host:1"), rescue_all(now=now, dead="host:1")) == (1, 0)
    assert list(VerificationRun.objects.order_by("pk").values_list("status", flat=True)) == ["queued", "running"]
    assert [row.task["args"] for row in OrmQ.objects.all()] == [(mine.pk,)]
