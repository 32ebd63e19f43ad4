"""How fast the pages are: ``python -m benchmarks.pages [--nodes 10000 --runs 100 --sources 5]``.

Seeds a database of its own (SQLite, or an empty one that ``--database`` names), serves it with gunicorn as in production, and asks for each
page (``--pages`` names some) over four kept connections, in turns with a list as Django's generic view makes it (``benchmarks.bare``),
served alike. Prints the median and the 95th percentile, how often the bare list's both are, what a request costs the web processes of CPU
and how long its queries take when nobody else asks (in milliseconds), the size, and the number of queries. Status 1 where a ratio, a size
or a number of queries misses its goal: milliseconds alone tell how busy the machine is. ``--folder`` keeps an SQLite database.
"""

import argparse
import http.client
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

CONNECTIONS = 4
MOST_BYTES = 200_000
RUN_LIST_MS = 5.0
WARM_UP = 2
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Goal:
    """``ratio``: to the 95th percentile of the bare list in the same run; None where it isn't asked for."""

    p95_ms: float
    queries: int
    ratio: float | None = None


BARE = "/bare/"
LIST, NODE, NOTHING = Goal(60, 12, 1.6), Goal(80, 8, 2.0), Goal(100, 0)
PAGES = {
    "/healthz": NOTHING,
    "/": LIST,
    "/?sort=name": LIST,
    "/?q=market+99": LIST,
    "/?stale=1": LIST,
    "/?badge=failed": LIST,
    "/?badge=unknown&sort=newest": LIST,
    "/?group=Group+3&sort=oldest": LIST,
    "/palette/?q=rate": LIST,
    "/nodes/rate-7/": NODE,
    "/reviews/": Goal(60, 12, 1.6),
    "/api/v1/nodes/rate-7/": Goal(80, 8),
    "/api/v1/nodes/rate-1/runs/": Goal(30, 12, 1.0),
    "/usage/": Goal(80, 18, 2.0),
}


@dataclass(frozen=True, slots=True)
class Figures:
    median_ms: float
    p95_ms: float
    cpu_ms: float
    sql_ms: float
    size: int
    queries: int
    bare_median_ms: float = 0.0
    bare_p95_ms: float = 0.0

    @property
    def ratio(self) -> float:
        """Of the 95th percentiles; 0 where no bare list was asked for."""
        return self.p95_ms / self.bare_p95_ms if self.bare_p95_ms else 0.0

    @property
    def ratio_of_medians(self) -> float:
        return self.median_ms / self.bare_median_ms if self.bare_median_ms else 0.0


@dataclass(frozen=True, slots=True)
class Web:
    """A gunicorn that serves."""

    process: "subprocess.Popen[bytes]"
    port: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3, help="of each node")
    parser.add_argument("--sources", type=int, default=5, help="of each run")
    parser.add_argument("--requests", type=int, default=100, help="of each page")
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES), metavar="PAGE")
    parser.add_argument("--folder", type=Path, help="where the SQLite database is, or is to stay")
    parser.add_argument("--database", default="", help="postgres://… of a database that may be filled")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        session = _prepare(folder, arguments)
        with ExitStack() as stack:
            ours, bare = (_open_web(stack, name) for name in ("causalflow.settings", "benchmarks.bare_settings"))
            found = {page: _measure_beside(ours, bare, page, session, arguments.requests) for page in arguments.pages}
            list_ms = _measure_run_list()
    return _report(found, list_ms)


def _prepare(folder: Path, arguments: argparse.Namespace) -> str:
    """A database with everything in it; the key of a session of somebody who may see every page."""
    open_database(folder, arguments.database)
    from django.db import connection
    from django.utils import timezone

    from benchmarks.seeding import Amounts, seed
    from verification.models import Node
    from verification.services.operations.usage_days import add_up_days, add_up_so_far

    if not Node.objects.exists():
        begin = time.perf_counter()
        seed(Amounts(arguments.nodes, arguments.runs, arguments.sources), timezone.now())
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        print(f"seeded in {time.perf_counter() - begin:.0f} s")
    # As the worker's housekeeping does every ten minutes.
    add_up_days(now=timezone.now())
    add_up_so_far(now=timezone.now())
    return open_session()


def open_database(folder: Path, database: str) -> None:
    """Django over a migrated database of one's own: SQLite in ``folder``, or the address given."""
    key = folder / "key"
    folder.mkdir(parents=True, exist_ok=True)
    if not key.exists():
        key.write_text(secrets.token_urlsafe(64), encoding="utf-8")
    names = {"VAR_DIR": str(folder), "SECRET_KEY": key.read_text(encoding="utf-8"), "DJANGO_SETTINGS_MODULE": "causalflow.settings"}
    os.environ.update(names)
    os.environ.pop("DATABASE_URL", None)
    if database:
        os.environ["DATABASE_URL"] = database
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def open_session() -> str:
    """The key of a session of a reviewer."""
    from django.contrib.auth.models import Group, User
    from django.test import Client

    user = User.objects.get_or_create(username="benchmark")[0]
    user.groups.set([Group.objects.get(name="reviewer")])
    client = Client()
    client.force_login(user, backend="causalflow.accounts.AccountBackend")
    return client.cookies["sessionid"].value


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(port: int, settings: str = "causalflow.settings") -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gunicorn", "--config", "python:causalflow.gunicorn", "causalflow.wsgi"]
    own = {"WEB_BIND": f"127.0.0.1:{port}", "DJANGO_SETTINGS_MODULE": settings, "API_READS_PER_MINUTE": "100000"}
    return subprocess.Popen(command, env={**os.environ, **own}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _open_web(stack: ExitStack, settings: str) -> Web:
    web = Web(serve(port := free_port(), settings), port)
    stack.callback(web.process.wait, timeout=30)
    stack.callback(web.process.terminate)
    wait_for(port)
    return web


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("gunicorn did not start")


def _measure_beside(ours: Web, bare: Web, page: str, session: str, requests: int) -> Figures:
    """The page and the bare list in turns, so that whatever else the machine does falls on both."""
    each = requests // ROUNDS
    rounds = [(_take_times(bare.port, BARE, session, each), _take_times(ours.port, page, session, each)) for _ in range(ROUNDS)]
    bare_times, times = (sorted(took for pair in rounds for took, _size in pair[place]) for place in (0, 1))
    before = _cpu_seconds(ours.process)
    asked = len(_take_times(ours.port, page, session, each)) + CONNECTIONS * WARM_UP
    spent = _cpu_seconds(ours.process) - before
    queries, sql_ms = _measure_queries(page, session)
    return Figures(
        median_ms=_at(times, 50),
        p95_ms=_at(times, 95),
        cpu_ms=spent * 1000 / asked,
        sql_ms=sql_ms,
        size=rounds[0][1][0][1],
        queries=queries,
        bare_median_ms=_at(bare_times, 50),
        bare_p95_ms=_at(bare_times, 95),
    )


def _at(times: list[float], per_cent: int) -> float:
    """Milliseconds at this place of sorted seconds."""
    return times[min(len(times) - 1, len(times) * per_cent // 100)] * 1000


def _take_times(port: int, page: str, session: str, requests: int) -> list[tuple[float, int]]:
    """Seconds and size of each answer, over four connections."""
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        parts = list(pool.map(lambda _: _ask(port, page, session, max(1, requests // CONNECTIONS)), range(CONNECTIONS)))
    return [(took, size) for taken, size in parts for took in taken]


def measure(server: "subprocess.Popen[bytes]", port: int, page: str, session: str, requests: int) -> Figures:
    before = _cpu_seconds(server)
    answers = _take_times(port, page, session, requests)
    spent = _cpu_seconds(server) - before
    times = sorted(took for took, _size in answers)
    queries, sql_ms = _measure_queries(page, session)
    return Figures(
        median_ms=_at(times, 50),
        p95_ms=_at(times, 95),
        cpu_ms=spent * 1000 / (len(times) + CONNECTIONS * WARM_UP),
        sql_ms=sql_ms,
        size=answers[0][1],
        queries=queries,
    )


def _cpu_seconds(server: "subprocess.Popen[bytes]") -> float:
    """What the web processes used so far."""
    times = [process.cpu_times() for process in psutil.Process(server.pid).children(recursive=True)]
    return float(sum(each.user + each.system for each in times))


def _ask(port: int, page: str, session: str, times: int) -> tuple[list[float], int]:
    """Seconds of each request over one kept connection, the first few left out, and the size of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    taken, size = [], 0
    for number in range(times + WARM_UP):
        begin = time.perf_counter()
        connection.request("GET", page, headers={"Cookie": f"sessionid={session}"})
        answer = connection.getresponse()
        size = len(answer.read())
        if answer.status != http.HTTPStatus.OK:
            raise SystemExit(f"{page} answered {answer.status}")
        if number >= WARM_UP:
            taken.append(time.perf_counter() - begin)
    connection.close()
    return taken, size


def _measure_queries(page: str, session: str) -> tuple[int, float]:
    """How many queries a page takes, and their milliseconds."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(SERVER_NAME="localhost")
    client.cookies["sessionid"] = session
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    return len(queries), sum(float(query["time"]) for query in queries.captured_queries) * 1000


def _measure_run_list() -> float:
    """The slowest list of a long history's runs in milliseconds of the database, from the newest to the oldest."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from benchmarks.seeding import DEEP_NODE
    from verification.models import Node
    from verification.reads.nodes import nodes as queries

    node = Node.objects.get(slug=DEEP_NODE)
    runs = list(node.runs.order_by("-created_at", "-pk"))
    slowest = 0.0
    for place in (0, len(runs) // 2, max(0, len(runs) - 2 * queries.RUNS_PER_PAGE)):
        times = []
        for _ in range(5):
            with CaptureQueriesContext(connection) as captured:
                queries.list_runs(node=node, before=runs[place])
            times.append(sum(float(query["time"]) for query in captured.captured_queries) * 1000)
        slowest = max(slowest, min(times))
    print(f"list of runs at any of {len(runs)}: {slowest:.1f} ms of the database")
    return slowest


def _report(found: dict[str, Figures], list_ms: float) -> int:
    from benchmarks.calibration import calibrate

    print(f"{'page':32} {'p50 ms':>8} {'p95 ms':>8} {'p50 x':>6} {'p95 x':>6} {'CPU ms':>8} {'SQL ms':>8} {'kB':>6} {'queries':>8}")
    missed = int(list_ms > RUN_LIST_MS)
    for page, figures in found.items():
        goal = PAGES[page]
        is_slow = goal.ratio is not None and figures.ratio > goal.ratio
        is_missed = is_slow or figures.queries > goal.queries or figures.size > MOST_BYTES
        missed += is_missed
        mark = "  missed" if is_missed else "  above its milliseconds" if figures.p95_ms > goal.p95_ms else ""
        times = f"{figures.median_ms:8.1f} {figures.p95_ms:8.1f} {figures.ratio_of_medians:6.2f} {figures.ratio:6.2f}"
        costs = f"{figures.cpu_ms:8.1f} {figures.sql_ms:8.1f} {figures.size / 1000:6.0f} {figures.queries:8}"
        print(f"{page:32} {times} {costs}{mark}")
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
