"""A worker of the product beside us, and the processes below it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.environment import PROJECT
from tests.faults.processes import database_url

WHOLE = 6
WORKER = (sys.executable, "manage.py", "worker")
HEAD, SENTINEL, FIRST_WORKER, LAST_WORKER, MONITOR, PUSHER = range(WHOLE)


@contextmanager
def run_worker(folder: Path, *, command: Sequence[str] = WORKER, **variables: str) -> Iterator["subprocess.Popen[bytes]"]:
    """``manage.py worker`` on the database of the tests unless ``variables`` name another; ended in peace when the block ends."""
    known = {"DATABASE_URL": variables.get("DATABASE_URL") or database_url(), "VAR_DIR": str(folder)}
    environment = {**os.environ, **known, "RUN_LEASE_SECONDS": "6", "RUN_MAX_ATTEMPTS": "10", **variables}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.Popen(command, cwd=PROJECT, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=40)
        process.kill()
        process.wait()


def list_cluster(worker: "subprocess.Popen[bytes]") -> list[psutil.Process]:
    """The cluster below the supervisor, in the order of its start: its own process, sentinel, workers, monitor and pusher."""
    heads = _children(psutil.Process(worker.pid))
    sentinels = [child for head in heads for child in _children(head)]
    return [*heads, *sentinels, *(child for sentinel in sentinels for child in _children(sentinel))]


def lives(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def speaks_to(process: psutil.Process, port: int) -> bool:
    """Whether it holds a connection to that port of this machine."""
    with suppress(psutil.Error):
        return any(line.raddr and line.raddr.port == port for line in process.net_connections(kind="tcp"))
    return False


def _children(process: psutil.Process) -> list[psutil.Process]:
    """Those that live, in the order of their start."""
    with suppress(psutil.NoSuchProcess):
        return sorted(filter(lives, process.children()), key=lambda child: (child.create_time(), child.pid))
    return []
