"""What the volumes of sources are worth: ``python -m benchmarks.volumes --database postgres://… [--nodes 10000 --runs 20 --sources 10]``.

Seeds the database that ``--database`` names, where it is empty. Prints what the tables and their indices take, how many blocks a run's
sources are read from, and what it costs to purge a full volume: some of it by rows, as everywhere, and the rest of it at once, in the
same run. What is purged is gone: seed anew for the next time.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.calibration import calibrate
from benchmarks.pages import open_database

BATCHES = 20


@dataclass(frozen=True, slots=True)
class Cost:
    """Of deleting ``sources``: seconds, bytes written ahead, and dead rows that are left to vacuum."""

    sources: int
    seconds: float
    written: int
    dead: int

    def __str__(self) -> str:
        each = f"{self.seconds / self.sources * 1e6:8.2f} µs, {self.written / self.sources:8.1f} bytes of the write-ahead log"
        return f"{self.sources:10,} sources in {self.seconds:7.2f} s; each {each}; {self.dead:,} dead rows"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=20, help="of each node")
    parser.add_argument("--sources", type=int, default=10, help="of each run")
    parser.add_argument("--database", required=True, help="postgres://… of a database that may be filled, and emptied")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        open_database(Path(folder), arguments.database)
        _seed(arguments)
        _print_sizes()
        _print_reading()
        by_rows, at_once = _measure_purge()
    print(f"purged by rows: {by_rows}\npurged at once: {at_once}")
    seconds = (by_rows.seconds / by_rows.sources) / (at_once.seconds / at_once.sources)
    written = (by_rows.written / by_rows.sources) / max(1, at_once.written / at_once.sources)
    print(f"at once a source costs {seconds:.0f} times less time and {written:.0f} times less of the log")
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    return 0


def _seed(arguments: argparse.Namespace) -> None:
    from django.db import connection
    from django.utils import timezone

    from benchmarks.seeding import Amounts, seed
    from verification.models import Node
    from verification.services.operations import volumes

    if Node.objects.exists():
        return
    for number in range(2, arguments.nodes * arguments.runs // volumes.RUNS + 2):
        volumes.make_volume(number)
    seed(Amounts(arguments.nodes, arguments.runs, arguments.sources), timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _print_sizes() -> None:
    rows = _ask(
        "SELECT CASE WHEN c.relkind = 'r' THEN 'rows' ELSE regexp_replace(pg_get_indexdef(c.oid), '.*USING btree ', '') END,"
        " sum(pg_relation_size(c.oid))"
        " FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_inherits p ON p.inhrelid = coalesce(i.indrelid, c.oid)"
        " WHERE p.inhparent = 'verification_source'::regclass GROUP BY 1 ORDER BY 2 DESC"
    )
    for name, size in rows:
        print(f"{name:40} {float(size) / 1e6:8.0f} MB")


def _print_reading() -> None:
    from django.db import connection

    from verification.models import Source, VerificationRun

    newest = VerificationRun.objects.filter(sources__isnull=False).order_by("-pk").values_list("pk", flat=True)[0]
    statement, params = Source.objects.filter(run=newest).order_by("position").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", params)
        plan = cursor.fetchone()[0][0]["Plan"]
    scan = plan["Plans"][0] if "Plans" in plan else plan
    print(f"a run's sources: {scan['Shared Hit Blocks'] + scan['Shared Read Blocks']} blocks of {scan['Relation Name']}")


def _measure_purge() -> tuple[Cost, Cost]:
    """Two years on: some of the first full volume by rows, what is left of it at once."""
    from django.conf import settings
    from django.utils import timezone

    from verification.services.operations import retention

    later = timezone.now() + timedelta(days=2 * settings.RETENTION_RUN_DAYS)
    by_rows = _cost(islice(retention.purge_runs(later), BATCHES))
    return by_rows, _cost(islice(retention.purge_volumes(later), 1))


def _cost(tallies: Iterator[Counter[str]]) -> Cost:
    dead, written, began = _count_dead(), _written(), time.perf_counter()
    sources = sum(tally["sources"] for tally in tallies)
    return Cost(sources, time.perf_counter() - began, _written() - written, _count_dead() - dead)


def _written() -> int:
    return int(_ask("SELECT pg_current_wal_lsn() - '0/0'")[0][0])


def _count_dead() -> int:
    """Of sources and steps; what other sessions have seen counts with a second's delay."""
    time.sleep(1.5)
    counted = (
        "SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables JOIN pg_inherits ON inhrelid = relid"
        " WHERE inhparent IN ('verification_source'::regclass, 'verification_runstep'::regclass)"
    )
    return int(_ask(counted)[0][0])


def _ask(statement: str) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


if __name__ == "__main__":
    sys.exit(main())
