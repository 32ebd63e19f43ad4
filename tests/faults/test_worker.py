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
    """Everything below the supervisor: the cluster's own process first, then sentinel, workers, monitor and pusher."""
    return [process for process in psutil.Process(worker.pid).children(recursive=True) if process.status() != psutil.STATUS_ZOMBIE]


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
            wait_for(lambda goal=goal: _ended() >= min(goal, RUNS), seconds=150)
        wait_for(lambda: _ended() == RUNS, seconds=150)
        [(row, is_alive)] = list_workers(now=timezone.now())
        assert is_alive
        assert row.restarts >= 1

    assert Counter(VerificationRun.objects.values_list("status", flat=True)) == {"finished": RUNS}
    assert NodeState.objects.count() == RUNS
    assert Source.objects.count() == Source.objects.values("run", "url").distinct().count()
    assert set(RunStep.objects.values_list("status", flat=True)) == {"done"}
    assert not Worker.objects.exists()


@pytest.mark.parametrize("place", [1, 2, 4, 5], ids=["sentinel", "idle worker", "monitor", "pusher"])
def test_idle_cluster_that_loses_a_process_works_again(tmp_path: Path, place: int) -> None:
    """An idle worker that is killed would deadlock the whole cluster, and its log would look healthy."""
    make_document(text="The central bank of Elbonia kept its policy rate at 5.25% on Thursday.")
    with _worker(tmp_path) as worker:
        wait_for(lambda: len(_cluster(worker)) >= WHOLE)
        _cluster(worker)[place].send_signal(signal.SIGKILL)
        run = request_run(node=make_node(), trigger=RunTrigger.PAGE)
        wait_for(lambda: VerificationRun.objects.get(pk=run.pk).is_final, seconds=150)
    assert VerificationRun.objects.get(pk=run.pk).status == "finished"


def test_worker_ends_in_peace_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with _worker(tmp_path) as worker:
        wait_for(lambda: Worker.objects.filter(processes__gte=6).exists())
        below = _cluster(worker)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(timeout=40) == 0
    _gone, alive = psutil.wait_procs(below, timeout=5)
    assert alive == []
    assert not Worker.objects.exists()
