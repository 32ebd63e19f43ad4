"""How fast scheduled nodes are planned and asked for: ``python -m benchmarks.schedules [--nodes 10000]``.

All nodes are new, then all are due at once, as after a night in which no worker ran. Prints the seconds of planning and of asking, the
queries of each (no more for a node than a share of one), the memory that this took, and what a look costs when nothing is due; status 1
where a goal is missed. The database is its own (``--database`` names another, empty one).
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

MOST_SECONDS, MOST_QUERIES_EACH, MOST_MEGABYTES = 10.0, 0.05, 200
SCHEDULES = ("*/15 * * * *", "0 * * * *", "0 */6 * * *", "30 9 * * 1-5", "0 0 * * *")
RISKS = ("low", "medium", "high", "critical")
NOON = datetime(2026, 6, 18, 4, 0, tzinfo=UTC)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--database", default="", help="postgres://… of an empty database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "causalflow.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": arguments.database or f"sqlite:///{Path(folder) / 'schedules.sqlite3'}",
            "DEBUG": "0",
        }
        return _measure(arguments.nodes)


def _measure(count: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django_q.models import OrmQ

    from verification.models import Node, VerificationRun
    from verification.services.runs.schedules import enqueue_due, plan_nodes

    call_command("migrate", verbosity=0)
    _make_nodes(count)
    before = _megabytes()
    print(f"{count} scheduled nodes, {connection.vendor}")
    planning, planned = _time("planning", lambda: _until_done(lambda: plan_nodes(now=NOON)), count)
    asking, asked = _time("asking", lambda: enqueue_due(now=NOON + timedelta(days=7)), count)
    runs, tasks = VerificationRun.objects.count(), OrmQ.objects.count()
    print(f"runs {runs} in {tasks} tasks; memory {before} MB before, {_megabytes()} MB at most")
    idle, _ = _time("a look when nothing is due", lambda: plan_nodes(now=NOON) + enqueue_due(now=NOON), 1)
    again = Node.objects.filter(next_due_at__lte=NOON + timedelta(days=7)).count()
    whole = (planned, asked, runs, again) == (count, count, count, 0)
    is_met = whole and idle.seconds <= 1 and _megabytes() <= MOST_MEGABYTES
    is_met = is_met and all(each.seconds <= MOST_SECONDS and each.queries <= MOST_QUERIES_EACH * count for each in (planning, asking))
    print("goal met" if is_met else f"goal missed: at most {MOST_SECONDS:g} s, {MOST_QUERIES_EACH:g} queries a node, {MOST_MEGABYTES} MB")
    return 0 if is_met else 1


class _Queries:
    """Counts what is sent to the database."""

    def __init__(self) -> None:
        self.seconds, self.queries = 0.0, 0

    def __call__(self, execute: Callable[..., object], *arguments: object) -> object:
        self.queries += 1
        return execute(*arguments)


def _time(name: str, work: Callable[[], int], count: int) -> tuple[_Queries, int]:
    from django.db import connection

    counted = _Queries()
    began, began_cpu = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(counted):
        done = work()
    counted.seconds = time.perf_counter() - began
    busy = time.process_time() - began_cpu
    sent = f"{counted.queries} queries ({counted.queries / count:.3f} a node)"
    print(f"{name}: {counted.seconds:.2f} s ({busy:.2f} s of this process's own), {sent}")
    return counted, done


def _until_done(work: Callable[[], int]) -> int:
    total = 0
    while done := work():
        total += done
    return total


def _make_nodes(count: int) -> None:
    from verification.models import Node

    Node.objects.all().delete()
    rows = (
        Node(
            slug=f"rate-{number}",
            label=f"Rate {number}",
            kind="percent",
            unit="%",
            risk_level=RISKS[number % len(RISKS)],
            schedule=SCHEDULES[number % len(SCHEDULES)],
        )
        for number in range(count)
    )
    Node.objects.bulk_create(rows, batch_size=1000)


def _megabytes() -> int:
    """The most that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    sys.exit(main())
