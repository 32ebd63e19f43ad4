"""How fast the review desk is: ``python -m benchmarks.reviews [--items 2000 --requests 100]``.

Seeds a queue of conflicts with the pages behind each value into a database of its own (SQLite, or an empty one that ``--database`` names),
serves it with gunicorn as in production, and asks for queue, card, preview and API over four kept connections; then rules on items one
after the other through the form. Prints median and 95th percentile in milliseconds, size and queries; status 1 where a goal is missed.
"""

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.pages import Figures, Goal, free_port, measure, open_database, open_session, serve, wait_for

QUEUE, CARD, TOGETHER = Goal(150, 12), Goal(150, 22), Goal(600, 12)
RULINGS = 60
RULING_MS = 150.0
FIELD = re.compile(r'name="(version|evidence)" value="([^"]+)"')
MILLISECONDS = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--requests", type=int, default=100, help="of each page")
    parser.add_argument("--folder", type=Path, help="where the SQLite database is, or is to stay")
    parser.add_argument("--database", default="", help="postgres://… of a database that may be filled")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        open_database(arguments.folder or Path(scratch), arguments.database)
        keys = _seed(arguments.items)
        session = open_session()
        port = free_port()
        server = serve(port)
        try:
            wait_for(port)
            goals = _goals(keys)
            found = {page: measure(server, port, page, session, arguments.requests) for page in goals}
            ruling_ms = _measure_rulings(session, keys[:RULINGS])
        finally:
            server.terminate()
            server.wait(timeout=30)
    return _report(goals, found, ruling_ms)


def _goals(keys: list[int]) -> dict[str, Goal]:
    middle = keys[len(keys) // 2]
    return {
        "/reviews/": QUEUE,
        "/reviews/?queue=unclaimed": QUEUE,
        f"/reviews/?queue=open&after={middle}": QUEUE,
        f"/reviews/{middle}/": CARD,
        "/reviews/bulk/?queue=open": TOGETHER,
        "/api/v1/reviews/?limit=50": QUEUE,
        f"/api/v1/reviews/{middle}/": QUEUE,
    }


def _seed(items: int) -> list[int]:
    """So many open items; their keys, in the order in which they were made."""
    from django.db import connection, transaction

    from tests.views.desk import make_dispute
    from verification.models import ReviewItem

    begin = time.perf_counter()
    risks = ("low", "medium", "high", "critical")
    with transaction.atomic():
        for number in range(ReviewItem.objects.count(), items):
            make_dispute(f"rate-{number}", risks[number % len(risks)])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"seeded in {time.perf_counter() - begin:.0f} s")
    return list(ReviewItem.objects.filter(status="open").order_by("pk").values_list("pk", flat=True))


def _measure_rulings(session: str, keys: list[int]) -> float:
    """The 95th percentile of a ruling, from the form to the redirect to the next item, in milliseconds."""
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.cookies["sessionid"] = session
    times = []
    for key in keys:
        seen = dict(FIELD.findall(client.get(f"/reviews/{key}/").content.decode()))
        begin = time.perf_counter()
        answer = client.post(f"/reviews/{key}/", {**seen, "decision": "accept", "candidate": "$66.90"})
        times.append(time.perf_counter() - begin)
        if answer.status_code != 302:
            raise SystemExit(f"a ruling was answered by {answer.status_code}")
    return sorted(times)[len(times) * 95 // 100] * MILLISECONDS


def _report(goals: dict[str, Goal], found: dict[str, Figures], ruling_ms: float) -> int:
    from benchmarks.calibration import calibrate

    print(f"{'page':40} {'p50 ms':>8} {'p95 ms':>8} {'CPU ms':>8} {'SQL ms':>8} {'kB':>6} {'queries':>8}")
    missed = int(ruling_ms > RULING_MS)
    for page, figures in found.items():
        is_missed = figures.p95_ms > goals[page].p95_ms or figures.queries > goals[page].queries
        missed += is_missed
        mark = "  missed" if is_missed else ""
        costs = f"{figures.cpu_ms:8.1f} {figures.sql_ms:8.1f} {figures.size / 1000:6.0f} {figures.queries:8}"
        print(f"{page:40} {figures.median_ms:8.1f} {figures.p95_ms:8.1f} {costs}{mark}")
    print(f"a ruling: p95 {ruling_ms:.1f} ms, going on to the next item included")
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
