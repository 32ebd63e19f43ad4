"""A run is asked for, claimed by one worker and ended once."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django_q.models import OrmQ
from pytest_django import DjangoAssertNumQueries

from tests.factories import JUNE_18, make_finished_run, make_node, make_outcome, make_run, make_verdict
from verification.core.vocabulary import Reason
from verification.enums import RunTrigger, StepName
from verification.models import AuditEntry, NodeState, RunStep, VerificationRun
from verification.services.errors import Refused
from verification.services.runs.lifecycle import LostClaim, begin_step, cancel_run, claim_run, end_step, fail_run, note_step, request_run
from verification.services.runs.results import finish_run

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]


def _expire(run: VerificationRun) -> None:
    VerificationRun.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_request_queues_the_run_and_its_task(analyst: User) -> None:
    run = request_run(node=make_node(), trigger=RunTrigger.PAGE, requested_by=analyst)
    assert (run.status, run.trigger, run.is_replay, run.attempts) == ("queued", "page", False, 0)
    queued = OrmQ.objects.get()
    assert (queued.func(), queued.task["args"]) == ("verification.tasks.execute_run", (run.pk,))


def test_request_rolled_back_leaves_neither_run_nor_task() -> None:
    node = make_node()

    def request_and_break() -> None:
        with transaction.atomic():
            request_run(node=node, trigger=RunTrigger.API)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        request_and_break()
    assert not VerificationRun.objects.exists()
    assert not OrmQ.objects.exists()


def test_request_by_a_person_is_audited(analyst: User) -> None:
    run = request_run(node=make_node("a"), trigger=RunTrigger.PAGE, requested_by=analyst)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor_name, entry.subject_kind, entry.after["run"]) == ("node.verify", "alice", "node", run.pk)


def test_request_while_a_run_is_open_answers_that_run() -> None:
    node = make_node()
    first = request_run(node=node, trigger=RunTrigger.PAGE)
    assert request_run(node=node, trigger=RunTrigger.PAGE) == first
    assert OrmQ.objects.count() == 1


def test_request_of_a_replay_is_its_own_run() -> None:
    node = make_node()
    first = request_run(node=node, trigger=RunTrigger.PAGE)
    replay = request_run(node=node, trigger=RunTrigger.COMMAND, as_of=JUNE_18, enqueue=False)
    assert replay != first
    assert (replay.is_replay, replay.as_of) == (True, JUNE_18)


def test_request_for_an_inactive_node_is_refused() -> None:
    with pytest.raises(Refused, match="is inactive"):
        request_run(node=make_node("a", is_active=False), trigger=RunTrigger.PAGE)


def test_claim_takes_a_queued_run_once() -> None:
    run = make_run()
    claim = claim_run(run_id=run.pk)
    assert claim is not None
    assert (claim.attempt, claim.run.status) == (1, "running")
    assert claim.run.lease_until is not None
    assert claim_run(run_id=run.pk) is None


def test_claim_of_an_unknown_run_is_nothing() -> None:
    assert claim_run(run_id=987654) is None


def test_claim_judges_a_waiting_run_for_now_and_a_replay_for_its_moment() -> None:
    waiting, replay = make_run(as_of=JUNE_18), make_run(as_of=JUNE_18, is_replay=True)
    claimed, replayed = claim_run(run_id=waiting.pk), claim_run(run_id=replay.pk)
    assert claimed is not None
    assert replayed is not None
    assert claimed.run.as_of > JUNE_18
    assert replayed.run.as_of == JUNE_18


def test_claim_takes_over_when_the_lease_ran_out_and_starts_again() -> None:
    run = make_run()
    first = claim_run(run_id=run.pk)
    assert first is not None
    begin_step(claim=first, name=StepName.SEARCH_WHITELIST)
    _expire(run)
    second = claim_run(run_id=run.pk)
    assert second is not None
    assert second.attempt == 2
    assert not RunStep.objects.filter(run=run).exists()


def test_claim_above_the_limit_of_attempts_ends_the_run_as_failed() -> None:
    run = make_run(attempts=settings.RUN_MAX_ATTEMPTS, status="running", lease_until=timezone.now() - timedelta(seconds=1))
    RunStep.objects.create(run=run, position=1, name="save", started_at=timezone.now())
    assert claim_run(run_id=run.pk) is None
    run.refresh_from_db()
    assert (run.status, run.badge, run.error) == ("failed", "failed", "Given up: its worker died in each of 3 attempts.")
    assert run.steps.get().status == "failed"


def test_steps_of_a_run_taken_over_are_refused() -> None:
    run = make_run()
    first = claim_run(run_id=run.pk)
    assert first is not None
    step = begin_step(claim=first, name=StepName.SEARCH_WHITELIST)
    _expire(run)
    claim_run(run_id=run.pk)
    with pytest.raises(LostClaim):
        begin_step(claim=first, name=StepName.DECIDE_WHITELIST)
    end_step(claim=first, step=step, detail={})
    assert not fail_run(claim=first, error="late")
    with pytest.raises(LostClaim):
        finish_run(claim=first, outcome=make_outcome(make_verdict()))
    assert not NodeState.objects.exists()


def test_end_of_a_step_is_written_with_what_comes_next(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    claim = claim_run(run_id=make_run().pk)
    assert claim is not None
    searching = begin_step(claim=claim, name=StepName.SEARCH_WEB)
    with django_assert_num_queries(0):
        end_step(claim=claim, step=searching, detail={"pages": 3})
        note_step(claim=claim, name=StepName.DECIDE_VOTES, detail={"value": "5.25"})
    assert [step.status for step in claim.run.steps.all()] == ["running"]
    # The lease and all three steps, between a savepoint and its release.
    with django_assert_num_queries(4):
        begin_step(claim=claim, name=StepName.ASK_MODEL)
    assert list(claim.run.steps.values_list("position", "name", "status", "detail")) == [
        (1, "search_web", "done", {"pages": 3}),
        (2, "decide_votes", "done", {"value": "5.25"}),
        (3, "ask_model", "running", {}),
    ]


def test_fail_keeps_the_steps_that_had_ended() -> None:
    claim = claim_run(run_id=make_run().pk)
    assert claim is not None
    end_step(claim=claim, step=begin_step(claim=claim, name=StepName.SEARCH_WEB), detail={"pages": 3})
    begin_step(claim=claim, name=StepName.READ_PAGES)
    assert fail_run(claim=claim, error="The program has a defect.")
    assert list(claim.run.steps.values_list("name", "status")) == [("search_web", "done"), ("read_pages", "failed")]


def test_run_that_is_taken_up_again_keeps_what_was_finished_and_drops_another_way() -> None:
    run = make_run()
    first = claim_run(run_id=run.pk)
    assert first is not None
    end_step(claim=first, step=begin_step(claim=first, name=StepName.SEARCH_WHITELIST), detail={"pages": 1})
    end_step(claim=first, step=begin_step(claim=first, name=StepName.READ_PAGES), detail={"read": 1})
    begin_step(claim=first, name=StepName.ASK_MODEL)
    _expire(run)
    second = claim_run(run_id=run.pk)
    assert second is not None
    assert list(run.steps.values_list("name", flat=True)) == ["search_whitelist", "read_pages"]
    kept = begin_step(claim=second, name=StepName.SEARCH_WHITELIST)
    end_step(claim=second, step=kept, detail={"pages": 9})
    note_step(claim=second, name=StepName.DECIDE_WHITELIST, detail={})
    begin_step(claim=second, name=StepName.SEARCH_WEB)
    assert list(run.steps.values_list("position", "name", "status", "detail")) == [
        (1, "search_whitelist", "done", {"pages": 1}),
        (2, "decide_whitelist", "done", {}),
        (3, "search_web", "running", {}),
    ]


def test_fail_keeps_the_state_of_the_node() -> None:
    node = make_node()
    state = make_finished_run(node).state
    claim = claim_run(run_id=make_run(node).pk)
    assert claim is not None
    begin_step(claim=claim, name=StepName.SEARCH_WHITELIST)
    assert fail_run(claim=claim, error="The search is down.", reason=Reason.PROVIDER_FAILED)
    run = VerificationRun.objects.get(pk=claim.run.pk)
    assert (run.status, run.badge, run.reason, run.error) == ("failed", "failed", "provider_failed", "The search is down.")
    assert run.steps.get().status == "failed"
    node.refresh_from_db()
    assert node.state == state


def test_cancel_ends_an_open_run_and_its_worker_drops_what_it_has(analyst: User) -> None:
    claim = claim_run(run_id=make_run().pk)
    assert claim is not None
    cancelled = cancel_run(run=claim.run, actor=analyst)
    assert (cancelled.status, cancelled.reason) == ("cancelled", "cancelled")
    with pytest.raises(LostClaim):
        finish_run(claim=claim, outcome=make_outcome(make_verdict()))
    assert AuditEntry.objects.get().verb == "run.cancel"


def test_cancel_of_an_ended_run_is_refused(analyst: User) -> None:
    with pytest.raises(Refused, match="ended already"):
        cancel_run(run=make_finished_run(), actor=analyst)
