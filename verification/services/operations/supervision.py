"""The worker that can't be killed: one supervisor over one django-q2 cluster, in a process group of its own.

What django-q2 does when things die was seen by experiment (docs/operate.md): an idle worker that is killed deadlocks the whole cluster, a
dead monitor saves nothing, a dead sentinel leaves orphans. So the group is counted and watched, and begun anew as a whole.
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import cast

import psutil  # type: ignore[import-untyped]
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from causalflow.env import process_environment
from causalflow.processes import die_with_parent
from verification.services.notices.endings import tell_ends
from verification.services.operations.housekeeping import keep_house_aside
from verification.services.queue import clocks, workers
from verification.services.queue.backlog import QueueFigures, measure_queue
from verification.services.queue.broker import OWNER
from verification.services.queue.rescue import rescue_all
from verification.services.runs.schedules import enqueue_due, follow_clocks, plan_nodes
from verification.services.storage import describe_trouble

# Besides the workers: the cluster's own process, its sentinel, the monitor and the pusher.
GUARDS = 4
SETTLING_S = 120.0  # until all processes of a cluster that starts have been seen; a machine under load takes its time
STUCK_S, BUSY_S = 20.0, 150.0
GRACE_S = 30.0
STARTING_LOOK_S, LOOK_S, BEAT_S, CLOCK_S, RESCUE_S, SCHEDULE_S, HOUSE_S, TELL_S = 0.1, 1.0, 5.0, 5.0, 10.0, 10.0, 10.0, 2.0
MOST_PAUSE_S = 5.0
_FAULTS_OF_CHILDREN = 8  # ``cminflt`` of proc(5), counted from behind the name

logger = logging.getLogger(__name__)


class Restart(StrEnum):
    """Why a cluster was begun anew."""

    ENDED = "ended"
    PROCESS_LOST = "process_lost"
    NOTHING_MOVES = "nothing_moves"
    CLOCK_WRONG = "clock_wrong"


@dataclass(slots=True)
class ClusterWatch:
    """What was seen of a cluster. Seconds are of the monotonic clock; ``stuck_since`` None: something moves, or nothing has to.

    ``is_resting``: there is none, for the machine's clock is wrong.

    No process of a cluster ends by itself while it works (its workers are never recycled), so one that is gone has died. What it held
    then, a lock of the queue above all, nobody else gives back: a new process in its place would not help. One that died before
    anybody counted it, and was replaced at once, is known by its funeral alone (``has_buried``).
    """

    began: float
    is_settled: bool = False
    is_resting: bool = False
    known: frozenset[int] = frozenset()
    stuck_since: float | None = None
    seen: tuple[int, int] = (0, 0)

    def judge(
        self, *, processes: frozenset[int], has_buried: bool, expected: int, queue: QueueFigures | None, now: float
    ) -> Restart | None:
        """Whether the cluster has to be begun anew. Pure: everything it knows was handed in."""
        if has_buried or self.known - processes:
            return Restart.PROCESS_LOST
        self.is_settled = self.is_settled or len(processes) >= expected
        if not self.is_settled:
            # Helpers that come and go while it loads are none of its own.
            return Restart.PROCESS_LOST if now - self.began >= SETTLING_S else None
        self.known = self.known or processes
        if queue is None:
            return None
        moving = (queue.due, queue.taken)
        # What is only asked for moves nothing: a queue that nobody takes from grows.
        is_still = moving == self.seen or (queue.taken == self.seen[1] == 0 and queue.due >= self.seen[0])
        self.stuck_since = (self.stuck_since or now) if any(moving) and is_still else None
        self.seen = moving
        # A task that was taken may work for as long as a task may; one that is due is taken at once where somebody is free.
        patience = STUCK_S if queue.taken == 0 else BUSY_S
        if self.stuck_since is not None and now - self.stuck_since >= patience:
            return Restart.NOTHING_MOVES
        return None


def pause_after(failed_starts: int) -> float:
    """Seconds until the next start after so many in a row that failed: enough to spare the machine, too few for anybody to wait for."""
    return min(MOST_PAUSE_S, 2.0 ** min(failed_starts, 10) - 1)


@dataclass(slots=True)
class Supervisor:
    """Starts the cluster ``command``, watches it, begins it anew where it is stuck, and ends it with itself.

    While the machine's clock is wrong there is no cluster: what it would take or hold would be judged by others.
    """

    name: str
    command: Sequence[str] = field(default_factory=lambda: (sys.executable, str(settings.BASE_DIR / "manage.py"), "qcluster"))
    expected: int = field(default_factory=lambda: cast(int, settings.Q_CLUSTER["workers"]) + GUARDS)
    _process: "subprocess.Popen[bytes] | None" = None
    _watch: ClusterWatch = field(default_factory=lambda: ClusterWatch(0.0))
    _is_asked_to_end: bool = False
    _failed_starts: int = 0
    _skew: timedelta = clocks.NO_SKEW
    _next: dict[str, float] = field(default_factory=dict)

    def run(self) -> int:
        """Until a signal asks to end: 0."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._note_signal)
        self._guard(self._begin_alone)
        if clocks.is_right(self._skew):
            self._start()
        try:
            while not self._is_asked_to_end:
                self._look()
                time.sleep(LOOK_S if self._watch.is_settled else STARTING_LOOK_S)
        finally:
            self._end()
        return 0

    def _note_signal(self, _number: int, _frame: object) -> None:
        self._is_asked_to_end = True

    def _now(self) -> datetime:
        """By the database's clock, as far as ours is known to be wrong."""
        return timezone.now() - self._skew

    def _begin_alone(self) -> None:
        self._skew = clocks.measure_skew()
        workers.register_worker(name=self.name, now=self._now())
        self._free_orphans()

    def _free_orphans(self) -> None:
        freed = workers.free_orphans(now=self._now())
        if freed:
            logger.warning("%s tasks of a worker that died are free again.", freed)

    def _start(self) -> None:
        self._process = subprocess.Popen(
            list(self.command),
            stdin=subprocess.DEVNULL,
            process_group=0,
            preexec_fn=die_with_parent,
            env=process_environment({OWNER: self.name}),
        )
        self._watch = ClusterWatch(time.monotonic())

    def _look(self) -> None:
        now = time.monotonic()
        if self._is_time("clock", CLOCK_S, now):
            self._guard(self._read_clock)
        if clocks.is_right(self._skew):
            self._watch_cluster(now)
        else:
            self._rest(now)

    def _watch_cluster(self, now: float) -> None:
        if self._process is None:
            self._start()
        processes, has_buried = self._count_processes()
        queue: QueueFigures | None = None
        if self._watch.is_settled:
            with contextlib.suppress(DatabaseError):
                queue = measure_queue(now=timezone.now())
        if self._is_time("beat", BEAT_S, now):
            self._guard(lambda: workers.note_beat(name=self.name, processes=len(processes), now=timezone.now()))
        if self._process is None or self._process.poll() is not None:
            self._restart(Restart.ENDED)
            return
        reason = self._watch.judge(processes=processes, has_buried=has_buried, expected=self.expected, queue=queue, now=now)
        if reason is not None:
            self._restart(reason)
        if self._is_time("rescue", RESCUE_S, now):
            self._guard(self._free_orphans)
            self._guard(lambda: rescue_all(now=timezone.now()))
        if self._is_time("schedule", SCHEDULE_S, now):
            self._guard(self._schedule)
        if self._is_time("tell", TELL_S, now):
            self._guard(tell_ends)
        if self._is_time("house", HOUSE_S, now):
            self._guard(keep_house_aside)

    def _read_clock(self) -> None:
        self._skew = clocks.measure_skew()

    def _rest(self, now: float) -> None:
        """End the cluster and give back what it held; go on telling that we live, with no process."""
        if self._process is not None or not self._watch.is_resting:
            logger.error("Our clock differs by %.0f s from the database's; nothing is taken until it is right.", self._skew.total_seconds())
            self._kill()
            self._process, self._watch = None, ClusterWatch(now, is_resting=True)
            self._guard(lambda: self._note_restart(Restart.CLOCK_WRONG))
        if self._is_time("beat", BEAT_S, now):
            self._guard(lambda: workers.note_beat(name=self.name, processes=0, now=self._now()))

    def _schedule(self) -> None:
        now = timezone.now()
        plan_nodes(now=now)
        enqueue_due(now=now)
        follow_clocks(now=now)

    def _restart(self, reason: Restart) -> None:
        """Kill the whole group, orphans included, free what it had taken, and start again."""
        logger.error("The cluster is begun anew: %s.", reason)
        self._kill()
        self._failed_starts = 0 if self._watch.is_settled else self._failed_starts + 1
        pause = pause_after(self._failed_starts)
        while pause > 0 and not self._is_asked_to_end:
            time.sleep(min(LOOK_S, pause))
            pause -= LOOK_S
        self._guard(lambda: self._note_restart(reason))
        self._start()

    def _note_restart(self, reason: Restart) -> None:
        workers.note_restart(name=self.name, reason=reason.value, now=self._now())
        self._release()

    def _release(self) -> None:
        """Give back what the cluster, which is dead, held: its tasks, and the leases of what it worked on."""
        now = self._now()
        workers.free_tasks(name=self.name, now=now)
        rescue_all(now=now, dead=self.name)

    def _end(self) -> None:
        """Let the cluster finish what it does, for a while, then end it."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=GRACE_S)
        self._kill()
        self._guard(self._release)
        self._guard(lambda: workers.leave(name=self.name))

    def _kill(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _count_processes(self) -> tuple[frozenset[int], bool]:
        """The cluster's own processes that live, and whether one of them died and was replaced.

        Its own are itself, its sentinel, and the sentinel's children. What these start comes and goes.
        """
        if self._process is None:
            return frozenset(), False
        heads: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            heads.append(psutil.Process(self._process.pid))
        sentinels = _children_of(heads)
        found = [*heads, *sentinels, *_children_of(sentinels)]
        return frozenset(process.pid for process in found if _is_alive(process)), any(_has_buried(sentinel.pid) for sentinel in sentinels)

    def _is_time(self, task: str, every: float, now: float) -> bool:
        if now < self._next.get(task, 0.0):
            return False
        self._next[task] = now + every
        return True

    def _guard(self, work: Callable[[], object]) -> None:
        """A database that is away for a while is no reason to end."""
        try:
            close_old_connections()
            work()
        except DatabaseError as error:
            logger.warning("The database does not serve the supervisor: %s", describe_trouble(error))


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _children_of(parents: Sequence[psutil.Process]) -> list[psutil.Process]:
    found: list[psutil.Process] = []
    for process in parents:
        with contextlib.suppress(psutil.Error):
            found += process.children()
    return found


def _has_buried(pid: int) -> bool:
    """Whether a child of the process ended and was waited for: Linux then adds the child's page faults to a sum of the parent's.

    Elsewhere nobody says so: False.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return int(told.rpartition(")")[2].split()[_FAULTS_OF_CHILDREN]) > 0
    except (OSError, IndexError, ValueError):
        return False
