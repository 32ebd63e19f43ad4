"""What waits is taken in turn: alone, in batches, by the clock; within a lane the first that was asked for."""

from datetime import timedelta

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone
from django_q.conf import Conf
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from tests.factories import make_node
from verification.enums import RunTrigger
from verification.models import Node, VerificationRun
from verification.services.queue.broker import OWNER, Lane, OwnedBroker, key_of
from verification.services.queue.workers import free_tasks
from verification.services.runs.batches import request_batch
from verification.services.runs.lifecycle import request_run
from verification.services.runs.schedules import enqueue_due

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> OwnedBroker:
    monkeypatch.setenv(OWNER, "worker-a")
    monkeypatch.setattr(Conf, "POLL", 0)
    monkeypatch.setattr(Conf, "WORKERS", 3)
    return OwnedBroker(list_key="causalflow")


def _put(lane: Lane, *names: str) -> None:
    for name in names:
        OrmQ.objects.create(key=key_of(lane, "causalflow"), payload=name, lock=timezone.now() - timedelta(seconds=1))


def _take_all(broker: OwnedBroker) -> list[str]:
    """What is taken where each task has ended before the next is taken."""
    taken = []
    while found := broker.dequeue():
        taken += [payload for _pk, payload in found]
        OrmQ.objects.filter(pk__in=[pk for pk, _payload in found]).delete()
    return taken


def test_lanes_take_turns_and_each_keeps_its_order(broker: OwnedBroker) -> None:
    _put(Lane.CLOCK, "c1", "c2", "c3")
    _put(Lane.BATCH, "b1", "b2")
    _put(Lane.ALONE, "a1")
    assert _take_all(broker) == ["a1", "b1", "c1", "b2", "c2", "c3"]
    assert broker.dequeue() is None


@pytest.mark.parametrize("lane", [Lane.BATCH, Lane.CLOCK])
def test_who_asks_for_one_waits_for_no_part(broker: OwnedBroker, lane: Lane, django_assert_num_queries: object) -> None:
    _put(lane, *(f"p{number}" for number in range(20)))
    assert [broker.dequeue()[0][1] for _time in range(2)] == ["p0", "p1"]
    with django_assert_num_queries(2):
        assert broker.dequeue() is None, "two of three processes are all that parts may hold"
    _put(Lane.ALONE, "a1")
    assert broker.dequeue()[0][1] == "a1"
    assert broker.dequeue() is None
    OrmQ.objects.filter(payload="p0").delete()
    assert broker.dequeue()[0][1] == "p2", "where a part has ended the next is taken"


def test_parts_of_other_clusters_hold_none_of_our_processes(broker: OwnedBroker, monkeypatch: pytest.MonkeyPatch) -> None:
    _put(Lane.BATCH, *(f"b{number}" for number in range(6)))
    monkeypatch.setenv(OWNER, "worker-b")
    assert [broker.dequeue()[0][1] for _time in range(2)] == ["b0", "b1"]
    monkeypatch.setenv(OWNER, "worker-a")
    assert [broker.dequeue()[0][1] for _time in range(2)] == ["b2", "b3"]
    assert broker.dequeue() is None


@pytest.mark.parametrize("processes", [1, 2])
def test_small_cluster_takes_one_part_at_a_time(broker: OwnedBroker, monkeypatch: pytest.MonkeyPatch, processes: int) -> None:
    monkeypatch.setattr(Conf, "WORKERS", processes)
    _put(Lane.BATCH, "b1", "b2")
    assert broker.dequeue()[0][1] == "b1"
    assert broker.dequeue() is None


def test_many_who_ask_for_one_do_not_keep_a_batch_waiting(broker: OwnedBroker) -> None:
    _put(Lane.ALONE, *(f"a{number}" for number in range(20)))
    _put(Lane.BATCH, "b1", "b2")
    assert _take_all(broker)[:5] == ["a0", "b1", "a1", "b2", "a2"]


def test_task_that_is_free_again_keeps_its_place(broker: OwnedBroker) -> None:
    _put(Lane.BATCH, "b1", "b2", "b3")
    [(_pk, payload)] = broker.dequeue()
    free_tasks(name="worker-a", now=timezone.now())
    assert (payload, _take_all(broker)) == ("b1", ["b1", "b2", "b3"])


def test_task_of_another_cluster_or_that_is_not_due_is_left(broker: OwnedBroker) -> None:
    OrmQ.objects.create(key="elsewhere", payload="x", lock=timezone.now() - timedelta(minutes=1))
    OrmQ.objects.create(key="elsewhere/batch", payload="x", lock=timezone.now() - timedelta(minutes=1))
    OrmQ.objects.create(key="causalflow", payload="taken", lock=timezone.now() + timedelta(minutes=5))
    assert broker.dequeue() is None


def test_single_node_is_taken_before_a_batch_and_a_clock_that_came_earlier(analyst: AbstractBaseUser, broker: OwnedBroker) -> None:
    """The real requests, each by its own service."""
    now = timezone.now()
    for slug in ("due-1", "due-2"):
        make_node(slug, schedule="0 * * * *", planned_schedule="0 * * * *", next_due_at=now - timedelta(minutes=1))
    enqueue_due(now=now)
    request_batch(nodes=[make_node(f"batch-{number}") for number in range(7)], requested_by=analyst)
    request_run(node=make_node("alone"), trigger=RunTrigger.PAGE, requested_by=analyst)
    OrmQ.objects.update(lock=now - timedelta(seconds=1))
    slugs = dict(VerificationRun.objects.values_list("pk", "node__slug"))
    taken = []
    for payload in _take_all(broker):
        [wanted] = SignedPackage.loads(payload)["args"]
        taken.append([slugs[pk] for pk in (wanted if isinstance(wanted, list) else [wanted])])
    assert taken == [["alone"], [f"batch-{number}" for number in range(5)], ["due-1", "due-2"], ["batch-5", "batch-6"]]
    assert Node.objects.count() == VerificationRun.objects.count()
