import pytest
from django.conf import LazySettings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from tests.views.rows import make_node, make_open_run
from verification.models import AuditEntry, VerificationBatch, VerificationRun
from verification.services import batches
from verification.services.batches import cancel_batch, request_batch
from verification.services.errors import Refused
from verification.services.runs import cancel_run

pytestmark = pytest.mark.django_db


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
    counts = []
    for total in (1, 2, 3):
        nodes = [make_node(f"n{total}-{number}") for number in range(total)]
        with CaptureQueriesContext(connection) as found:
            request_batch(nodes=nodes, requested_by=analyst)
        counts.append(len(found))
    assert counts[0] == counts[1] == counts[2]
