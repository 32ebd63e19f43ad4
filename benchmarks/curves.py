"""What more nodes and more workers cost, and what holds them back: ``python -m benchmarks.curves [--nodes 100 --workers 1 2 4]``.

For each number of workers a batch of so many nodes is verified on a PostgreSQL of its own whose processes may use ``--database-cores``;
search service and model are played on loopback, half a second each. What is measured is what a node costs, which is the same on a busy
machine: processor time of the workers and of PostgreSQL, transactions, bytes of the write-ahead log, connections. The seconds are this
machine's alone. Writes ``benchmarks/records/scale.json``, from which ``benchmarks.capacity`` reckons what more machines would do.
"""

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from benchmarks.calibration import calibrate
from benchmarks.storm import WHOLE, Stage, ask, open_stage, wait_until

LATENCY_S, IDLE_S, WARMING = 0.5, 15.0, 20
RECORD = Path(__file__).parent / "records" / "scale.json"


@dataclass(frozen=True, slots=True)
class Point:
    """One batch. Of a node: milliseconds of the processor in workers and PostgreSQL, transactions, kilobytes of the write-ahead log.

    ``idle``: of a worker that waits for work, in a second.
    """

    workers: int
    database_cores: int
    nodes: int
    seconds: float
    load: float
    calibration_s: float
    worker_ms: float
    database_ms: float
    transactions: float
    log_kb: float
    connections: int
    idle_worker_ms: float
    idle_database_ms: float
    idle_transactions: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What has been used so far."""

    at: float
    worker_s: float
    database_s: float
    transactions: float
    log_bytes: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--database-cores", type=int, default=os.cpu_count())
    parser.add_argument("--add", action="store_true", help="to the points of earlier runs instead of in their place")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever ends this ends all that it began
    os.environ["SEARCH_CACHE_TTL_SECONDS"] = "0"
    points = [Point(**kept) for kept in json.loads(RECORD.read_text(encoding="utf-8"))] if arguments.add else []
    for workers in arguments.workers:
        points.append(_measure_in_child(workers, arguments.nodes, arguments.database_cores))
        print(points[-1], flush=True)
        RECORD.write_text(json.dumps([asdict(point) for point in points], indent=1) + "\n", encoding="utf-8")
    return 0


def _measure_in_child(workers: int, nodes: int, cores: int) -> Point:
    """Django keeps to the database that it first met, and each point has one of its own."""
    reader, writer = os.pipe()
    if child := os.fork():
        os.close(writer)
        with os.fdopen(reader) as told:
            words = told.read()
        os.waitpid(child, 0)
        if not words:
            raise SystemExit(f"{workers} workers could not be measured")
        return Point(**json.loads(words))
    with os.fdopen(writer, "w") as telling:
        json.dump(asdict(measure(workers, nodes, cores)), telling)
    os._exit(0)


def measure(workers: int, nodes: int, cores: int) -> Point:
    warming = WARMING * workers
    with open_stage(max(nodes, warming), LATENCY_S, workers) as stage:
        database = _find_postmaster(stage)
        for process in (database, *database.children()):
            process.cpu_affinity(list(range(cores)))
        wait_until(lambda: all(len(worker.members()) >= WHOLE for worker in stage.workers))
        _verify(warming)  # every process has loaded what it needs from then on
        first = _read(stage, database)
        time.sleep(IDLE_S)
        before = _read(stage, database)
        connections = _verify(nodes)
        after = _read(stage, database)
    spent, busy = _between(first, before), _between(before, after)
    idle = Reading(*(getattr(spent, name) / workers / spent.at for name in Reading.__slots__))
    waited = workers * busy.at
    return Point(
        workers=workers,
        database_cores=cores,
        nodes=nodes,
        seconds=round(busy.at, 1),
        load=round(os.getloadavg()[0], 1),
        calibration_s=round(calibrate(), 4),
        worker_ms=_each(busy.worker_s, idle.worker_s * waited, nodes),
        database_ms=_each(busy.database_s, idle.database_s * waited, nodes),
        transactions=round((busy.transactions - idle.transactions * waited) / nodes, 1),
        log_kb=round((busy.log_bytes - idle.log_bytes * waited) / nodes / 1000, 1),
        connections=connections,
        idle_worker_ms=round(idle.worker_s * 1000, 1),
        idle_database_ms=round(idle.database_s * 1000, 1),
        idle_transactions=round(idle.transactions, 1),
    )


def _between(first: Reading, last: Reading) -> Reading:
    """What was used meanwhile."""
    return Reading(*(getattr(last, name) - getattr(first, name) for name in Reading.__slots__))


def _each(spent: float, idle: float, nodes: int) -> float:
    """Milliseconds of a node beyond what the workers use by themselves."""
    return round((spent - idle) / nodes * 1000, 1)


def _verify(nodes: int) -> int:
    """Ask for a batch and wait for it; the most connections that were seen meanwhile."""
    from django.contrib.auth.models import User
    from django.db import connection

    from verification.models import Node
    from verification.services.runs.batches import request_batch

    person = User.objects.get_or_create(username="batch")[0]
    batch = request_batch(nodes=list(Node.objects.order_by("pk")[:nodes]), requested_by=person)
    most = 0
    while ask(batch.runs.filter(finished_at__isnull=True).exists):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
            most = max(most, cursor.fetchone()[0])
        time.sleep(0.5)
    return most


def _find_postmaster(stage: Stage) -> psutil.Process:
    return psutil.Process(int((stage.folder / "postgres" / "data" / "postmaster.pid").read_text().split()[0]))


def _read(stage: Stage, database: psutil.Process) -> Reading:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT xact_commit, pg_current_wal_lsn() - '0/0' FROM pg_stat_database WHERE datname = current_database()")
        transactions, log_bytes = cursor.fetchone()
    workers = sum(_used(psutil.Process(worker.process.pid)) for worker in stage.workers)
    return Reading(time.monotonic(), workers, _used(database), transactions, int(log_bytes))


def _used(root: psutil.Process) -> float:
    """Seconds of the processor that a process and all below it have used, those that have ended included."""
    return sum(_times(process) for process in (root, *root.children(recursive=True)))


def _times(process: psutil.Process) -> float:
    with suppress(psutil.Error):
        times = process.cpu_times()
        return float(times.user + times.system + times.children_user + times.children_system)
    return 0.0


def read_points() -> Iterator[Point]:
    yield from (Point(**kept) for kept in json.loads(RECORD.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main())
