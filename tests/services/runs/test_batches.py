from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from tests.views.rows import make_node, make_open_run
from verification.core.vocabulary import Stage
from verification.enums import RunTrigger
from verification.models import AuditEntry, Node, VerificationBatch, VerificationRun
from verification.services.errors import Refused
from verification.services.runs import batches
from verification.services.runs.batches import cancel_batch, request_batch, request_runs
from verification.services.runs.lifecycle import cancel_run

pytestmark = pytest.mark.django_db


@pytest.mark.postgres("dates")
def test_batch_asks_for_a_run_of_each_node(analyst: AbstractBaseUser) -> None:
    nodes = [make_node(slug) for slug in ("b", "a", "c")]
    batch = request_batch(nodes=nodes, requested_by=analyst, query="stale=1")
    runs = list(batch.runs.order_by("pk"))
    assert [run.node.slug for run in runs] == ["b", "a", "c"]
    assert {(run.status, run.trigger, run.requested_by) for run in runs} == {("queued", "page", analyst)}
    assert OrmQ.objects.count() == 1
    entry = AuditEntry.objects.get(verb="batch.create")
    assert (entry.actor_name, entry.after) == ("alice", {"query": "stale=1", "runs": 3, "begun": [run.pk for run in runs]})


def test_batch_fans_out_in_tasks_whose_runs_share_their_connections(analyst: AbstractBaseUser, settings: LazySettings) -> None:
    settings.SEARCH_CONCURRENCY = 2
    batch = request_batch(nodes=[make_node(slug) for slug in "abc"], requested_by=analyst)
    tasks = [SignedPackage.loads(row.payload) for row in OrmQ.objects.order_by("pk")]
    assert {task["func"] for task in tasks} == {"verification.tasks.execute_runs"}
    first, second, third = batch.runs.order_by("pk").values_list("pk", flat=True)
    assert [task["args"] for task in tasks] == [([first, second],), ([third],)]


@pytest.mark.postgres("rows")
def test_riskiest_are_queued_first_then_those_checked_longest_ago(analyst: AbstractBaseUser) -> None:
    now = timezone.now()
    ages = {"low-never": None, "low-old": 9, "medium": 1, "high-new": 1, "high-old": 8, "critical": 0, "high-never": None}
    nodes = [make_node(slug, risk_level=slug.partition("-")[0]) for slug in ages]
    for slug, days in ages.items():
        Node.objects.filter(slug=slug).update(checked_at=days if days is None else now - timedelta(days=days))
    with CaptureQueriesContext(connection) as found:
        request_batch(nodes=reversed(nodes), requested_by=analyst)
    queued = [pk for row in OrmQ.objects.order_by("pk") for pk in row.task["args"][0]]
    slugs = dict(VerificationRun.objects.values_list("pk", "node__slug"))
    assert [slugs[pk] for pk in queued] == ["critical", "high-never", "high-old", "high-new", "medium", "low-never", "low-old"]
    # Locks are taken by key all the same, so that no two batches wait for each other in a circle.
    locking = [query["sql"] for query in found if "FOR UPDATE" in query["sql"] and "verification_node" in query["sql"]]
    orders = [sql.partition("ORDER BY ")[2].partition(" FOR")[0] for sql in locking]
    assert orders == (['"verification_node"."id" ASC'] if connection.vendor == "postgresql" else [])


@pytest.mark.postgres("dates")
def test_open_run_is_joined_not_repeated(analyst: AbstractBaseUser) -> None:
    node = make_node()
    run = make_open_run(node)
    batch = request_batch(nodes=[node], requested_by=analyst)
    assert list(batch.runs.all()) == [run]


def test_inactive_node_is_left_out(analyst: AbstractBaseUser) -> None:
    batch = request_batch(nodes=[make_node("a", is_active=False), make_node("b")], requested_by=analyst)
    assert [run.node.slug for run in batch.runs.all()] == ["b"]


def test_batch_of_nothing_is_refused_and_leaves_nothing(analyst: AbstractBaseUser) -> None:
    with pytest.raises(Refused):
        request_batch(nodes=[make_node(is_active=False)], requested_by=analyst)
    assert (VerificationBatch.objects.count(), VerificationRun.objects.count(), AuditEntry.objects.count()) == (0, 0, 0)


def test_batch_of_too_many_is_refused(analyst: AbstractBaseUser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_NODES", 1)
    with pytest.raises(Refused):
        request_batch(nodes=[make_node("a"), make_node("b")], requested_by=analyst)
    assert VerificationRun.objects.count() == 0


@pytest.mark.postgres("dates")
def test_cancel_ends_what_the_batch_began_and_leaves_what_it_joined(analyst: AbstractBaseUser) -> None:
    joined = make_open_run(make_node("a"))
    batch = request_batch(nodes=[joined.node, make_node("b"), make_node("c")], requested_by=analyst)
    ended = batch.runs.get(node__slug="b")
    cancel_run(run=ended, actor=analyst)
    assert cancel_batch(batch=batch, actor=analyst) == 1
    joined.refresh_from_db()
    batch.refresh_from_db()
    assert joined.status == "queued"
    assert batch.runs.get(node__slug="c").status == "cancelled"
    assert batch.cancelled_at is not None


def test_cancel_of_a_batch_that_is_over_is_refused(analyst: AbstractBaseUser) -> None:
    batch = request_batch(nodes=[make_node()], requested_by=analyst)
    cancel_batch(batch=batch, actor=analyst)
    with pytest.raises(Refused):
        cancel_batch(batch=batch, actor=analyst)
    assert AuditEntry.objects.filter(verb="batch.cancel").count() == 1


def test_batch_takes_as_many_queries_for_three_nodes_as_for_one(analyst: AbstractBaseUser) -> None:
    # In which language to write to somebody is not looked up again.
    request_batch(nodes=[make_node("first")], requested_by=analyst)
    counts = []
    for total in (1, 2, 3):
        nodes = [make_node(f"n{total}-{number}") for number in range(total)]
        with CaptureQueriesContext(connection) as found:
            request_batch(nodes=nodes, requested_by=analyst)
        counts.append(len(found))
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.postgres("dates")
def test_runs_for_the_caller_come_in_the_order_of_the_nodes_and_are_not_queued() -> None:
    nodes = [make_node(slug) for slug in ("b", "c", "a")]
    earlier = make_open_run(nodes[0])
    moment = timezone.now() - timedelta(days=3)
    runs = request_runs(nodes=[nodes[2], nodes[0]], trigger=RunTrigger.COMMAND, as_of=moment, from_stage=Stage.VOTES, extractor="rules")
    kept = list(VerificationRun.objects.exclude(pk=earlier.pk).order_by("pk"))
    assert [run.pk for run in runs] == [run.pk for run in kept]
    assert [(run.node.slug, run.status, run.trigger, run.requested_by) for run in kept] == [
        (slug, "queued", "command", None) for slug in ("a", "b")
    ]
    assert {(run.as_of, run.is_replay, run.from_stage, run.extractor) for run in kept} == {(moment, True, "2", "rules")}
    assert (OrmQ.objects.count(), AuditEntry.objects.count()) == (0, 0)


def test_runs_for_the_caller_are_of_now_and_by_the_default_where_nothing_is_said(settings: LazySettings) -> None:
    settings.EXTRACTOR = "rules"
    before = timezone.now()
    [run] = request_runs(nodes=[make_node()], trigger=RunTrigger.COMMAND)
    run.refresh_from_db()
    assert (run.is_replay, run.from_stage, run.extractor) == (False, "1", "rules")
    assert before <= run.as_of <= timezone.now()


def test_runs_for_the_caller_are_all_or_none() -> None:
    with pytest.raises(Refused, match="“asleep” is inactive"):
        request_runs(nodes=[make_node("a"), make_node("asleep", is_active=False)], trigger=RunTrigger.COMMAND)
    assert VerificationRun.objects.count() == 0


def test_runs_for_the_caller_take_as_many_queries_for_three_nodes_as_for_one() -> None:
    counts = []
    for total in (1, 3):
        nodes = [make_node(f"n{total}-{number}") for number in range(total)]
        with CaptureQueriesContext(connection) as found:
            request_runs(nodes=nodes, trigger=RunTrigger.COMMAND, extractor="rules")
        counts.append(len(found))
    assert counts[0] == counts[1]
