"""When a cluster is begun anew: judged from what was seen, second by second."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ

from verification.models import Worker
from verification.services.operations.supervision import (
    BUSY_S,
    SETTLING_S,
    STUCK_S,
    ClusterWatch,
    Restart,
    Supervisor,
    _has_buried,
    pause_after,
)
from verification.services.queue import clocks
from verification.services.queue.backlog import QueueFigures
from verification.services.queue.broker import OWNER, OwnedBroker, mark_of
from verification.services.queue.workers import free_orphans, free_tasks, leave, list_workers, note_beat, note_restart, register_worker

pytestmark = pytest.mark.postgres("locks")

WHOLE = frozenset(range(6))
IDLE = QueueFigures(due=0, taken=0, oldest_due_s=0)
Seen = tuple[frozenset[int], QueueFigures | None]


def _watch(seen: Iterable[Seen], *, is_settled: bool = True) -> tuple[int, Restart] | None:
    """After how many seconds, and why, a cluster is begun anew that shows these processes and queues, one a second."""
    watch = ClusterWatch(began=0.0, is_settled=is_settled)
    for second, (processes, queue) in enumerate(seen, 1):
        reason = watch.judge(processes=processes, has_buried=False, expected=len(WHOLE), queue=queue, now=float(second))
        if reason:
            return second, reason
    return None


def test_whole_cluster_is_left_alone() -> None:
    assert _watch([(WHOLE, IDLE)] * 300) is None


@pytest.mark.parametrize("after", [WHOLE - {3}, WHOLE - {3} | {99}], ids=["gone", "replaced"])
def test_process_that_died_is_a_loss_at_once_though_another_took_its_place(after: frozenset[int]) -> None:
    assert _watch([(WHOLE, IDLE)] * 10 + [(after, IDLE)]) == (11, Restart.PROCESS_LOST)


def test_cluster_that_starts_has_time_and_no_process_to_lose() -> None:
    """A helper that comes and goes while it loads is none of its own."""
    growing = [(frozenset(range(number)), IDLE) for number in range(1, 7) for _ in range(4)]
    assert _watch(growing + [(WHOLE, IDLE)] * 100, is_settled=False) is None
    assert _watch([(frozenset({0, 1}), IDLE)] * 300, is_settled=False) == (int(SETTLING_S), Restart.PROCESS_LOST)
    assert _watch([(frozenset({0, 99}), IDLE), *growing, *[(WHOLE, IDLE)] * 100], is_settled=False) is None
    assert _watch([*growing, (WHOLE - {3}, IDLE)], is_settled=False) == (25, Restart.PROCESS_LOST)


@pytest.mark.parametrize("is_settled", [True, False])
def test_process_that_died_and_was_replaced_before_it_was_counted_is_a_loss(is_settled: bool) -> None:
    watch = ClusterWatch(began=0.0, is_settled=is_settled)
    assert watch.judge(processes=WHOLE, has_buried=True, expected=len(WHOLE), queue=IDLE, now=1.0) == Restart.PROCESS_LOST


def test_child_that_was_waited_for_is_told_of_and_one_that_works_is_not() -> None:
    script = "echo begun; read line; sleep 0; echo waited; read line"
    with subprocess.Popen(["/bin/sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as parent:
        found = []
        for _line in parent.stdout:
            found.append(_has_buried(parent.pid))
            parent.stdin.write("go\n")
    assert found == [False, True]
    assert _has_buried(parent.pid) is False


def test_cluster_that_dies_again_and_again_is_never_away_for_long() -> None:
    """What waits for work must not stand still because something kills the cluster as it starts."""
    assert [pause_after(failed_starts) for failed_starts in (0, 1, 2, 3, 4, 1_000_000)] == [0, 1, 3, 5, 5, 5]


@pytest.mark.parametrize("growth", [0, 1], ids=["as it is", "growing"])
def test_work_that_is_due_and_untouched_is_noticed(growth: int) -> None:
    stuck = [QueueFigures(due=3 + growth * second, taken=0, oldest_due_s=9) for second in range(60)]
    found = _watch([(WHOLE, IDLE)] * 5 + [(WHOLE, queue) for queue in stuck])
    assert found is not None
    assert found[1] == Restart.NOTHING_MOVES
    assert found[0] <= 7 + STUCK_S


def test_task_that_was_taken_has_its_time_and_no_more() -> None:
    taken = QueueFigures(due=0, taken=1, oldest_due_s=0)
    assert _watch([(WHOLE, taken)] * 140) is None
    assert _watch([(WHOLE, taken)] * 300) == (int(BUSY_S) + 2, Restart.NOTHING_MOVES)


@pytest.mark.parametrize(
    "queues",
    [
        [QueueFigures(due=3, taken=1, oldest_due_s=90), QueueFigures(due=2, taken=2, oldest_due_s=1)],
        [QueueFigures(due=3, taken=0, oldest_due_s=1), QueueFigures(due=2, taken=0, oldest_due_s=1)],
        [None],
    ],
)
def test_busy_moving_or_unknown_queue_is_no_reason(queues: list[QueueFigures | None]) -> None:
    assert _watch([(WHOLE, queue) for queue in queues] * 200) is None


@pytest.mark.django_db
def test_workers_tell_that_they_live() -> None:
    now = timezone.now()
    register_worker(name="a:1", now=now)
    register_worker(name="b:2", now=now)
    note_beat(name="a:1", processes=6, now=now + timedelta(seconds=30))
    note_restart(name="a:1", reason="process_lost", now=now)
    assert [(worker.name, worker.restarts, is_alive) for worker, is_alive in list_workers(now=now + timedelta(seconds=30))] == [
        ("a:1", 1, True),
        ("b:2", 0, False),
    ]
    leave(name="a:1")
    assert Worker.objects.get().name == "b:2"
    register_worker(name="c:3", now=now + timedelta(days=2))
    assert Worker.objects.get().name == "c:3"


@pytest.mark.django_db
def test_tasks_of_the_dead_are_freed_and_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    broker = OwnedBroker(list_key="causalflow")
    for name in ("a:1", "b:2", "c:3"):
        OrmQ.objects.create(key="causalflow", payload=name, lock=now - timedelta(minutes=1))
        monkeypatch.setenv(OWNER, name)
        [(_pk, payload)] = broker.dequeue()
        assert payload == name
    register_worker(name="b:2", now=now)
    register_worker(name="c:3", now=now - timedelta(minutes=1))

    def list_due() -> list[str]:
        return list(OrmQ.objects.filter(lock__lte=now).order_by("payload").values_list("payload", flat=True))

    assert free_tasks(name="a:1", now=now) == 1
    assert list_due() == ["a:1"]
    assert free_orphans(now=now) == 1
    assert list_due() == ["a:1", "c:3"]
    assert free_orphans(now=now) == 0


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    """Over a cluster that only sleeps."""
    watched = Supervisor("a:1", command=("sleep", "600"))
    yield watched
    watched._kill()


def _look_again(supervisor: Supervisor) -> None:
    supervisor._next.clear()
    supervisor._look()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("hours", [-1, 1], ids=["behind", "ahead"])
def test_machine_whose_clock_is_wrong_takes_and_holds_nothing(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hours: int
) -> None:
    true_now = timezone.now
    supervisor._begin_alone()
    supervisor._start()
    OrmQ.objects.create(key="causalflow", payload="x", lock=(true_now() + timedelta(minutes=5)).replace(microsecond=mark_of("a:1")))
    with monkeypatch.context() as jump:
        jump.setattr(timezone, "now", lambda: true_now() + timedelta(hours=hours))
        _look_again(supervisor)
        _look_again(supervisor)
    if connection.vendor == "sqlite":
        assert supervisor._process is not None, "where the database has no clock of its own, ours is everybody's"
        return
    assert supervisor._process is None
    (said,) = (record.getMessage() for record in caplog.records)  # once
    match = re.fullmatch(r"Our clock differs by (-?\d+) s from the database's; nothing is taken until it is right\.", said)
    assert match is not None
    assert abs(int(match[1]) - hours * 3600) < 60, "a database that is slow to answer counts into what is measured"
    row = Worker.objects.get()
    assert (row.processes, row.restarts, row.last_restart_reason) == (0, 1, "clock_wrong")
    assert abs(row.beat_at - true_now()) < timedelta(seconds=30), "it lives, by the clock of the others"
    assert OrmQ.objects.get().lock <= true_now() + timedelta(seconds=1), "what it held is due"
    _look_again(supervisor)
    assert supervisor._process is not None, "with the clock right it works on"


@pytest.mark.django_db
def test_clock_that_is_right_is_found_right(monkeypatch: pytest.MonkeyPatch) -> None:
    true_now = timezone.now
    assert clocks.is_right(clocks.measure_skew())
    monkeypatch.setattr(timezone, "now", lambda: true_now() + timedelta(minutes=2))
    assert clocks.is_right(clocks.measure_skew()) is (connection.vendor == "sqlite")
    assert [clocks.is_right(timedelta(seconds=seconds)) for seconds in (-6, -5, 5, 6)] == [False, True, True, False]
