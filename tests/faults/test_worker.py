"""Processes of a worker are killed while runs wait: every run ends, once, and the worker goes on."""

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from django.utils import timezone

from tests.environment import PROJECT
from tests.factories import make_document, make_node
from tests.faults.processes import database_url, wait_for
from verification.enums import RunTrigger
from verification.models import NodeState, RunStep, Source, VerificationRun, Worker
from verification.services.runs import request_run
from verification.services.workers import list_workers

pytestmark = pytest.mark.usefixtures("committed_db")

RUNS, KILLS, WHOLE = 40, 4, 6
HEAD, SENTINEL, IDLE_WORKER, MONITOR, PUSHER = 0, 1, 2, 4, 5


@contextmanager
def _worker(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    environment = {**os.environ, "DATABASE_URL": database_url(), "VAR_DIR": str(folder), "RUN_LEASE_SECONDS": "6", "RUN_MAX_ATTEMPTS": "10"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=PROJECT, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=40)
        process.kill()
        process.wait()


def _cluster(worker: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """The cluster below the supervisor, in the order of its start: its own process, sentinel, workers, monitor and pusher."""
    heads = _children(psutil.Process(worker.pid))
    sentinels = [child for head in heads for child in _children(head)]
    return [*heads, *sentinels, *(child for sentinel in sentinels for child in _children(sentinel))]


def _children(process: psutil.Process) -> list[psutil.Process]:
    """Those that live, in the order of their start."""
    with suppress(psutil.NoSuchProcess):
        return sorted(filter(_lives, process.children()), key=lambda child: (child.create_time(), child.pid))
    return []


def _lives(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _ended() -> int:
    return VerificationRun.objects.filter(finished_at__isnull=False).count()


def test_every_run_ends_once_though_processes_are_killed(tmp_path: Path) -> None:
    for host in "abc":
        make_document(
            url=f"https://{host}.example/1", text=f"{host}: the central bank of Elbonia kept its policy rate at 5.25% on Thursday."
        )
    nodes = [make_node(f"rate-{number}", label="Elbonia central bank policy rate") for number in range(RUNS)]
    for node in nodes:
        request_run(node=node, trigger=RunTrigger.PAGE)
    dice = random.Random(7)
    with _worker(tmp_path) as worker:
        wait_for(lambda: _ended() >= 2)
        for number in range(KILLS):
            goal = _ended() + 4
            wait_for(lambda: len(_cluster(worker)) >= WHOLE)
            victims = _cluster(worker)
            # The last one takes the whole group's head, the others whatever comes.
            victim = victims[0] if number == KILLS - 1 else dice.choice(victims)
            with suppress(psutil.NoSuchProcess):
                victim.send_signal(signal.SIGKILL)
            wait_for(lambda goal=goal: _ended() >= min(goal, RUNS))
        wait_for(lambda: _ended() == RUNS)
        wait_for(lambda: [is_alive for _row, is_alive in list_workers(now=timezone.now())] == [True])
        assert Worker.objects.get().restarts >= 1

    assert Counter(VerificationRun.objects.values_list("status", flat=True)) == {"finished": RUNS}
    assert NodeState.objects.count() == RUNS
    assert Source.objects.count() == Source.objects.values("run", "url").distinct().count()
    assert set(RunStep.objects.values_list("status", flat=True)) == {"done"}
    assert not Worker.objects.exists()


def test_idle_cluster_that_loses_a_process_works_again(tmp_path: Path) -> None:
    """An idle worker that is killed would deadlock the whole cluster, and its log would look healthy.

    The first ones die as soon as they are there, before the supervisor has counted them; the last one long after.
    """
    make_document(text="The central bank of Elbonia kept its policy rate at 5.25% on Thursday.")
    places = {"worker": IDLE_WORKER, "sentinel": SENTINEL, "monitor": MONITOR, "pusher": PUSHER, "counted": IDLE_WORKER}
    ends = {}
    with _worker(tmp_path) as worker:
        for name, place in places.items():
            wait_for(lambda: len(_cluster(worker)) >= WHOLE)
            if name == "counted":
                wait_for(lambda: Worker.objects.filter(processes__gte=WHOLE).exists())
            victims = _cluster(worker)
            victims[place].send_signal(signal.SIGKILL)
            run = request_run(node=make_node(name), trigger=RunTrigger.PAGE)
            wait_for(lambda pk=run.pk: VerificationRun.objects.get(pk=pk).is_final)
            wait_for(lambda head=victims[HEAD]: not _lives(head))
            run.refresh_from_db()
            ends[name] = (run.status, run.error)
        wait_for(lambda: Worker.objects.get().restarts >= len(places))
    assert ends == dict.fromkeys(places, ("finished", ""))


def test_worker_ends_in_peace_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with _worker(tmp_path) as worker:
        wait_for(lambda: Worker.objects.filter(processes__gte=WHOLE).exists())
        below = _cluster(worker)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=120) == 0
    _gone, alive = psutil.wait_procs(below, timeout=60)
    assert alive == []
    assert not Worker.objects.exists()
