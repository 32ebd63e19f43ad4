"""What lists sort and count nodes by always follows from the node's state and runs."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tests.commands.shell import run_command
from tests.factories import make_conflict, make_finished_run, make_node
from verification.enums import RulingDecision
from verification.models import Node, NodeState, ReviewItem
from verification.services.history import unlock_history
from verification.services.nodes.summaries import list_wrong_summaries
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.runs.lifecycle import claim_run, fail_run, request_run

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("grouping")]

NAMES = ("badge", "checked_at", "evidence_at", "is_conflict", "last_run_failed")


def _summary(node: Node) -> tuple[object, ...]:
    return Node.objects.values_list(*NAMES).get(pk=node.pk)


def _fail(node: Node) -> None:
    claim = claim_run(run_id=request_run(node=node, trigger="command", enqueue=False).pk)
    assert claim is not None
    assert fail_run(claim=claim, error="No answer.")


def test_node_that_was_never_verified_has_nothing() -> None:
    assert _summary(make_node()) == ("", None, None, False, False)


def test_finished_run_writes_what_its_state_says() -> None:
    node = make_node()
    state = make_finished_run(node).state
    assert _summary(node) == ("cross_validated", state.created_at, state.evidence_at, False, False)


def test_state_without_dated_sources_is_as_old_as_its_judgement() -> None:
    node = make_node()
    state = make_finished_run(node, make_conflict()).state
    assert state.evidence_at is None
    assert _summary(node) == ("needs_human", state.created_at, state.as_of, True, False)


def test_failed_run_is_news_until_the_next_state() -> None:
    node = make_node()
    _fail(node)
    assert _summary(node) == ("", None, None, False, True)
    state = make_finished_run(node).state
    assert _summary(node) == ("cross_validated", state.created_at, state.evidence_at, False, False)
    _fail(node)
    assert _summary(node) == ("cross_validated", state.created_at, state.evidence_at, False, True)


def test_failed_replay_is_no_news() -> None:
    node = make_node()
    claim = claim_run(run_id=request_run(node=node, trigger="command", enqueue=False, as_of=timezone.now()).pk)
    assert claim is not None
    assert fail_run(claim=claim, error="No answer.")
    assert _summary(node) == ("", None, None, False, False)


@pytest.mark.parametrize(
    "wrong",
    [{"badge": "unknown"}, {"badge": ""}, {"checked_at": None}, {"evidence_at": None}, {"is_conflict": True}, {"last_run_failed": True}],
)
def test_change_past_the_services_is_found_and_written_anew(wrong: dict[str, object]) -> None:
    node, other = make_node("a"), make_node("b")
    make_finished_run(node)
    assert run_command("node_summaries").out == "Every node's summary agrees with its state and runs.\n"
    before = _summary(node)
    Node.objects.filter(pk=node.pk).update(**wrong)
    assert list(list_wrong_summaries()) == [node]
    refused = run_command("node_summaries")
    assert (refused.status, refused.err) == (1, "CommandError: 1 differ from their states and runs: a. --write writes them anew.\n")
    assert run_command("node_summaries", "--write").out == "Wrote 1 anew.\n"
    assert (_summary(node), list(list_wrong_summaries()), _summary(other)) == (before, [], ("", None, None, False, False))


def test_rulings_that_were_taken_back_before_are_named_by_the_migration(analyst: User, reviewer: User) -> None:
    node = make_node()
    run = make_finished_run(node, make_conflict())
    for _twice in range(2):
        item = ReviewItem.objects.get(status="open")
        rule_review(item=item, user=reviewer, version=item.version, judgement=PersonJudgement(RulingDecision.REJECT, reason="Too old."))
        undo_ruling(item=item, user=reviewer)
    with transaction.atomic(), unlock_history():
        NodeState.objects.update(restores=None)
        Node.objects.update(is_conflict=False)
        assert list(list_wrong_summaries()) == []
        import_module("verification.migrations.0102_states_restored").name_restored(apps, None)
    assert [state.restores for state in node.states.order_by("pk")] == [None, None, run.state, None, run.state]
    assert (_summary(node)[3], list(list_wrong_summaries())) == (True, [])
