"""``purge``: what is old goes, what history stands on stays."""

from datetime import datetime, timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import Task

from tests.commands.shell import run_command
from tests.factories import make_conflict, make_finished_run, make_node, make_page, make_run
from tests.views.ledger import make_call, spend
from verification.enums import RulingDecision
from verification.models import (
    Allowance,
    AuditEntry,
    CachedAnswer,
    IdempotencyRecord,
    Node,
    NodeFlag,
    NodeState,
    PageFetch,
    PageSnapshot,
    ProviderCall,
    ReviewItem,
    RunStep,
    Source,
    VerificationRun,
)
from verification.services.operations import retention
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.runs.lifecycle import cancel_run

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("deletion")]

LONG_AGO = timezone.now() - timedelta(days=400)


@pytest.fixture
def node() -> Node:
    return make_node("elbonia")


def _run_at(moment: datetime, node: Node, **given: object) -> VerificationRun:
    with time_machine.travel(moment, tick=False):
        return make_finished_run(node, **given)


def _pages(content: str) -> tuple[object, ...]:
    return tuple(make_page(f"https://{name}.example/1", content=content) for name in "abc")


def _evidence(run: VerificationRun) -> tuple[int, int]:
    return run.sources.count(), run.steps.count()


def _fetch(url: str, text: str, fetched_at: datetime) -> PageFetch:
    snapshot = PageSnapshot.objects.filter(text=text).first() or PageSnapshot.objects.create(sha256=text[:64], text=text)
    return PageFetch.objects.create(
        key=url, url=url, final_url=url, status=200, snapshot=snapshot, fetched_at=fetched_at, fresh_until=fetched_at
    )


def test_old_fetches_go_before_their_snapshots_and_new_ones_hold_theirs() -> None:
    with time_machine.travel(LONG_AGO, tick=False):
        _fetch("http://a.test/", "Read long ago.", timezone.now())
        kept = _fetch("http://b.test/", "Read again since.", timezone.now())
    PageFetch.objects.filter(pk=kept.pk).update(fetched_at=timezone.now())
    planned = run_command("purge", "--dry-run")
    assert "1 fetches, 1 snapshots" in planned.out
    assert PageFetch.objects.count() == 2
    assert run_command("purge").out == "Deleted 1 fetches, 1 snapshots.\n"
    assert list(PageFetch.objects.values_list("url", flat=True)) == ["http://b.test/"]
    assert list(PageSnapshot.objects.values_list("text", flat=True)) == ["Read again since."]


@pytest.mark.postgres("locks")
def test_snapshots_are_deleted_by_one_alone() -> None:
    """On PostgreSQL nobody may put one to use meanwhile; SQLite has one writer anyway."""
    with time_machine.travel(LONG_AGO, tick=False):
        _fetch("http://a.test/", "Read long ago.", timezone.now())
    with CaptureQueriesContext(connection) as asked:
        run_command("purge")
    said = [query["sql"].partition("(")[0] for query in asked if "advisory" in query["sql"] or "DELETE" in query["sql"]]
    lock = ["SELECT pg_advisory_xact_lock"] if connection.vendor == "postgresql" else []
    (deleted,) = (place for place, sql in enumerate(said) if "pagesnapshot" in sql)
    assert [sql for sql in said[:deleted] if "advisory" in sql] == lock


def test_evidence_of_old_runs_goes_and_their_states_stay(node: Node) -> None:
    old = _run_at(LONG_AGO, node, pages=_pages("Once the rate was 5.25%."))
    new = _run_at(timezone.now(), node, pages=_pages("Now the rate is 5.25%."))
    result = run_command("purge")
    assert (result.status, result.out) == (0, "Deleted 1 snapshots, 3 sources, 1 steps.\n")
    assert (_evidence(old), _evidence(new)) == ((0, 0), (3, 1))
    assert NodeState.objects.filter(run__in=[old, new]).count() == 2
    assert VerificationRun.objects.get(pk=old.pk).value == "5.25%"
    assert [snapshot.text for snapshot in PageSnapshot.objects.all()] == ["Now the rate is 5.25%."]
    assert run_command("purge").out == "Deleted nothing.\n"


def test_run_behind_the_present_state_keeps_everything(node: Node) -> None:
    run = _run_at(LONG_AGO, node)
    assert run_command("purge").out == "Deleted nothing.\n"
    assert _evidence(run) == (3, 1)


def test_old_runs_to_which_nothing_points_go_wholly(node: Node) -> None:
    replay = _run_at(LONG_AGO, node, as_of=LONG_AGO)
    with time_machine.travel(LONG_AGO, tick=False):
        cancelled = cancel_run(run=make_run(node), actor="tests")
    assert run_command("purge").status == 0
    assert not VerificationRun.objects.filter(pk__in=[replay.pk, cancelled.pk]).exists()
    assert not Source.objects.exists()
    assert not RunStep.objects.exists()
    assert not PageSnapshot.objects.exists()


def test_run_brought_before_a_person_keeps_everything(node: Node) -> None:
    run = _run_at(LONG_AGO, node, verdict=make_conflict())
    asked = ReviewItem.objects.get()
    _run_at(timezone.now(), node)
    asked.refresh_from_db()
    assert (asked.status, asked.subject_id) == ("obsolete", run.pk)
    run_command("purge")
    assert run.steps.count() == 1


def test_run_behind_the_state_that_a_person_restored_keeps_everything(node: Node, reviewer: User) -> None:
    _run_at(LONG_AGO, node, verdict=make_conflict())
    run = _run_at(LONG_AGO + timedelta(days=1), node, verdict=make_conflict(), pages=_pages("Both are named."))
    item = ReviewItem.objects.get()
    judgement = PersonJudgement(RulingDecision.REJECT, reason="Both are of last year.")
    ruled = rule_review(item=item, user=reviewer, version=item.version, judgement=judgement)
    undo_ruling(item=item, user=reviewer)
    node.refresh_from_db()
    assert (node.state.restores, node.state.ruling.undoes) == (run.state, ruled)
    before = _evidence(run)
    run_command("purge")
    assert (_evidence(run), before[1] > 0) == (before, True)


def test_run_whose_state_was_flagged_keeps_everything(node: Node, analyst: User) -> None:
    old = _run_at(LONG_AGO, node)
    NodeFlag.objects.create(node=node, state=old.state, user=analyst, reason="That was 5.5%.")
    _run_at(timezone.now(), node)
    run_command("purge")
    assert _evidence(old) == (3, 1)


def test_open_runs_stay_however_old(node: Node) -> None:
    with time_machine.travel(LONG_AGO, tick=False):
        run = make_run(node)
    run_command("purge")
    assert VerificationRun.objects.filter(pk=run.pk).exists()


def test_snapshot_that_another_run_needs_stays(node: Node) -> None:
    _run_at(LONG_AGO, node)
    new = _run_at(timezone.now(), node)
    run_command("purge")
    assert {source.snapshot.text for source in new.sources.select_related("snapshot")} == {"The rate is 5.25%."}


def test_dry_run_says_the_same_and_deletes_nothing(node: Node) -> None:
    old = _run_at(LONG_AGO, node, pages=_pages("Once the rate was 5.25%."))
    _run_at(LONG_AGO, node, as_of=LONG_AGO, pages=_pages("Once the rate was 5.25%."))
    _run_at(timezone.now(), node)
    said = run_command("purge", "--dry-run")
    assert (said.status, said.out) == (0, "Would delete 1 runs, 1 snapshots, 6 sources, 2 steps.\n")
    assert _evidence(old) == (3, 1)
    assert run_command("purge").out == said.out.replace("Would delete", "Deleted")


def test_batches_are_audited_by_the_name_of_the_command(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for _ in range(5):
        _run_at(LONG_AGO, node, as_of=LONG_AGO)
    entries = AuditEntry.objects.filter(actor_name="purge", verb="history.purge").order_by("pk")
    run_command("purge")
    assert [entry.after["deleted"] for entry in entries] == [
        {"sources": 6, "steps": 2, "runs": 2},
        {"sources": 6, "steps": 2, "runs": 2},
        {"sources": 3, "steps": 1, "runs": 1},
        {"snapshots": 1},
    ]


def test_history_is_locked_again_afterwards(node: Node) -> None:
    _run_at(LONG_AGO, node, as_of=LONG_AGO)
    run = _run_at(timezone.now(), node)
    run_command("purge")
    with pytest.raises(IntegrityError, match="immutable"):
        run.sources.all().delete()


def test_zero_keeps_everything(node: Node, settings: object) -> None:
    settings.RETENTION_RUN_DAYS = settings.RETENTION_TASK_DAYS = 0
    _run_at(LONG_AGO, node, as_of=LONG_AGO)
    Task.objects.create(id="old", name="old", func="f", started=LONG_AGO, stopped=LONG_AGO)
    assert run_command("purge", "--dry-run").out == "Would delete nothing.\n"
    assert run_command("purge").out == "Deleted nothing.\n"


def test_leftovers_go_when_their_time_is_over(analyst: User) -> None:
    now = timezone.now()
    for name, moment in (("old", LONG_AGO), ("new", now)):
        Session.objects.create(session_key=name, session_data="", expire_date=moment + timedelta(hours=1))
        Task.objects.create(id=name, name=name, func="f", started=moment, stopped=moment)
        answered = IdempotencyRecord.objects.create(user=analyst, key=name, fingerprint="f")
        IdempotencyRecord.objects.filter(pk=answered.pk).update(created_at=moment)
        tried = AccessAttempt.objects.create(username=name, failures_since_start=1)
        AccessAttempt.objects.filter(pk=tried.pk).update(attempt_time=moment)
    assert run_command("purge").out == "Deleted 1 answers, 1 log-in tries, 1 sessions, 1 tasks.\n"
    assert [Session.objects.get().pk, Task.objects.get().pk, IdempotencyRecord.objects.get().key, AccessAttempt.objects.get().username] == [
        "new"
    ] * 4


def test_purge_takes_no_file_and_no_other_option() -> None:
    assert run_command("purge", "--everything").status == 2


def test_calls_go_after_a_month_and_what_was_spent_stays() -> None:
    for days_ago in (29, 31):
        make_call(days_ago=days_ago)
    spend(5)
    old = timezone.now() - timedelta(days=2)
    CachedAnswer.objects.create(key="k", answer={}, expires_at=timezone.now() + timedelta(hours=1))
    CachedAnswer.objects.update(created_at=old, expires_at=old + timedelta(minutes=5))
    dry = run_command("purge", "--dry-run").out
    assert run_command("purge").out.removeprefix("Deleted") == dry.removeprefix("Would delete") == " 1 calls, 1 kept searches.\n"
    assert (ProviderCall.objects.count(), Allowance.objects.get().scope, CachedAnswer.objects.count()) == (1, "usd", 0)


def test_calls_stay_where_they_shall(settings: object) -> None:
    settings.RETENTION_CALL_DAYS = 0
    make_call(days_ago=1000)
    run_command("purge")
    assert ProviderCall.objects.count() == 1
