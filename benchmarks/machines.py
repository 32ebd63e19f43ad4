"""Several machines on one PostgreSQL: ``python -m benchmarks.machines [--former REF] [--pgbouncer] [--runs 20]``.

Two web processes and four workers, each with a folder of its own, share the database alone. Behind a balancer that sends a request on where
nobody listens, as nginx does, pages are read and nodes are verified without a pause, while the migrations run and every process is begun
anew, one after the other: half of them, then the others. With ``--former`` they begin as that commit (its code in a folder of its own, its
schema), meet the new schema, work beside this code, and go over to it. Prints what failed or was lost, and how much longer answers took
than before; status 1 where anything failed or was lost.
"""

import argparse
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import psycopg

from benchmarks.calibration import calibrate
from benchmarks.pages import free_port, open_session
from benchmarks.storm import PROJECT, WHOLE, ask, check_out, fill, list_doubles, wait_until

NODES, LATENCY_S = 600, 0.3
WEBS, WORKERS, READERS = 2, 4, 2
READ_EVERY_S, ASKED_EVERY_S = 0.1, 1.0
PAGES = ("/", "/nodes/rate-1/", "/api/v1/nodes/", "/nodes/rate-2/", "/usage/")
MOST_CONNECTIONS = 300
WAITED_S = 900.0
READY_S, STOPPED_S, PATIENCE_S = 300.0, 300.0, 120.0
COLD, FIRST = "while all were cold", "before"


@dataclass(slots=True)
class Machine:
    """One program in a folder of its own. ``port`` 0: a worker."""

    folder: Path
    environment: Mapping[str, str]
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    def start(self, code: Path) -> None:
        gunicorn = ["-m", "gunicorn", "--config", "python:causalflow.gunicorn", "causalflow.wsgi"]
        command = [sys.executable, *(gunicorn if self.port else ["manage.py", "worker"])]
        if not self.folder.exists():
            shutil.copytree(self.folder.parent / "static", self.folder / "static")
        own = {"VAR_DIR": str(self.folder), "WEB_BIND": f"127.0.0.1:{self.port}"}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=code, env={**os.environ, **self.environment, **own}, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=STOPPED_S)

    def is_ready(self) -> bool:
        """A web process by its own word, a worker by that of all its processes."""
        from verification.models import Worker

        if not self.port:
            return self.process is not None and Worker.objects.filter(name__endswith=f":{self.process.pid}", processes__gte=WHOLE).exists()
        with suppress(OSError), self.answer("GET", "/readyz") as (status, _body):
            return status == http.HTTPStatus.OK
        return False

    @contextmanager
    def answer(self, method: str, path: str, headers: Mapping[str, str] | None = None) -> Iterator[tuple[int, bytes]]:
        """Status and body; status 0 where nobody listens. Whatever else goes wrong is raised."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.connect()
        except OSError:
            yield 0, b""
            return
        try:
            connection.request(method, path, headers=dict(headers or {}))
            reply = connection.getresponse()
            yield reply.status, reply.read()
        finally:
            connection.close()


class Answer(NamedTuple):
    """When in the course of things it was asked for, what, and how long it took."""

    phase: str
    asked: str
    seconds: float


@dataclass(slots=True)
class Load:
    """What was asked over the balancer, and what became of it; ``runs`` are those that were promised."""

    webs: list[Machine]
    session: str
    token: str
    is_over: threading.Event = field(default_factory=threading.Event)
    phase: str = COLD
    answers: list[Answer] = field(default_factory=list)
    sent_on: int = 0
    failures: list[str] = field(default_factory=list)
    runs: set[int] = field(default_factory=set)

    def read(self, first: int) -> None:
        number = first
        while not self.is_over.is_set():
            self.ask("GET", PAGES[number % len(PAGES)], number)
            number += 1
            time.sleep(READ_EVERY_S)

    def verify(self) -> None:
        for number in range(NODES):
            if self.is_over.wait(ASKED_EVERY_S):
                return
            body = self.ask("POST", f"/api/v1/nodes/rate-{number}/verify/", number)
            if body:
                self.runs.add(int(json.loads(body)["run"]))

    def ask(self, method: str, path: str, number: int) -> bytes:
        """To one of the webs, and to the other where nobody listens at the first."""
        headers = {"Cookie": f"sessionid={self.session}"}
        if path.startswith("/api/"):
            headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": f"machines-{number}"}
        phase, began = self.phase, time.perf_counter()
        said = "nobody listens"
        for web in (self.webs[number % WEBS], self.webs[(number + 1) % WEBS]):
            try:
                with web.answer(method, path, headers) as (status, body):
                    if status in (http.HTTPStatus.OK, http.HTTPStatus.ACCEPTED):
                        self.sent_on += web is not self.webs[number % WEBS]
                        self.answers.append(Answer(phase, f"{method} {path}", time.perf_counter() - began))
                        return body
                    if status:
                        said = f"status {status}"
                        break
            except OSError as error:
                said = type(error).__name__
                break
        self.failures.append(f"{method} {path}: {said} {phase}")
        return b""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--former", default="", help="a commit whose code and schema all begin with")
    parser.add_argument("--pgbouncer", action="store_true", help="between everybody and PostgreSQL, in transaction mode")
    parser.add_argument("--runs", type=int, default=20, help="that have to end before, between and after the changes")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever ends this ends all that it began
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        code = stack.enter_context(check_out(arguments.former, folder)) if arguments.former else PROJECT
        server, environment = _open_services(stack, folder, code, is_pooled=arguments.pgbouncer)
        machines = [Machine(folder / f"web-{number}", environment, free_port()) for number in range(WEBS)]
        machines += [Machine(folder / f"worker-{number}", environment) for number in range(WORKERS)]
        for machine in machines:
            machine.start(code)
            stack.callback(machine.stop)
        wait_until(lambda: all(machine.is_ready() for machine in machines), READY_S)
        print(f"ready; {_count_connections(server.port)} connections to PostgreSQL", flush=True)
        return _roll(machines, server, arguments.runs)


def _open_services(stack: ExitStack, folder: Path, code: Path, *, is_pooled: bool) -> tuple[Any, dict[str, str]]:
    """The played services and the database, migrated by ``code`` and filled; what a machine has to be told."""
    from tests.private_postgres import PrivatePostgres, find_binaries
    from tests.stubs.chat import ChatStub
    from tests.stubs.rates import name_the_rate, pages_of
    from tests.stubs.tavily import TavilyStub

    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("initdb and pg_ctl are not installed.")
    tavily = stack.enter_context(TavilyStub(pages_of(NODES), latency_s=LATENCY_S))
    model = stack.enter_context(ChatStub(name_the_rate, latency_s=LATENCY_S))
    (folder / "postgres").mkdir()
    server = PrivatePostgres(folder / "postgres", binaries, connections=MOST_CONNECTIONS)
    server.start()
    stack.callback(server.stop)
    environment = {
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "DATABASE_URL": server.url,
        "SECRET_KEY": "of-two-webs-and-four-workers-that-share-a-database-and-nothing-else",
        "TAVILY_URL": tavily.url,
        "TAVILY_API_KEY": tavily.key,
        "EXTRACTOR": "llm",
        "API_READS_PER_MINUTE": "100000",
        "API_WORK_PER_MINUTE": "100000",
    }
    if is_pooled:
        environment |= {"DATABASE_URL": stack.enter_context(_pooled(folder, server.port)), "DATABASE_POOLED": "1"}
    os.environ |= {**environment, "VAR_DIR": str(folder), "LOG_LEVEL": "WARNING"}
    _migrate(code, server)
    _manage(PROJECT, {}, "collectstatic", "--noinput", "--verbosity", "0")
    import django

    django.setup()
    fill(NODES, model.base_url)
    return server, environment


def _migrate(code: Path, server: Any) -> None:
    """Without a pooler, as docs/operate.md asks for."""
    _manage(code, {"DATABASE_URL": server.url, "DATABASE_POOLED": "0"}, "migrate", "--verbosity", "0")


def _manage(code: Path, environment: Mapping[str, str], *arguments: str) -> None:
    own = {**os.environ, **environment}
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=code, env=own, stdin=subprocess.DEVNULL, check=True)


@contextmanager
def _pooled(folder: Path, port: int) -> Iterator[str]:
    """The address of a PgBouncer with fewer connections to PostgreSQL than there are processes."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        raise SystemExit("pgbouncer is not installed (Debian: apt-get install pgbouncer).")
    own = free_port()
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\npostgres = host=127.0.0.1 port={port} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {own}\n"
        "unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 10\nmax_client_conn = 200\n",
        encoding="utf-8",
    )
    user = ["--user=nobody"] if os.geteuid() == 0 else []
    with (folder / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen([program, *user, str(settings)], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield f"postgres://postgres@127.0.0.1:{own}/postgres"
    finally:
        process.terminate()
        process.wait(timeout=30)


def _count_connections(port: int) -> int:
    with psycopg.connect(f"host=127.0.0.1 port={port} user=postgres dbname=postgres") as connection:
        row = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
        return int(row.fetchone()[0])


def _roll(machines: list[Machine], server: Any, runs: int) -> int:
    """Load, migrations, every process anew with this code, and load again."""
    load = Load(machines[:WEBS], open_session(), _make_token())
    threads = [threading.Thread(target=load.read, args=(number,), daemon=True) for number in range(READERS)]
    threads.append(threading.Thread(target=load.verify, daemon=True))
    for thread in threads:
        thread.start()
    _pass(load, COLD, runs)
    _pass(load, FIRST, runs)
    began = time.monotonic()
    load.phase = "while migrations ran"
    _migrate(PROJECT, server)
    print(f"migrated in {time.monotonic() - began:.1f} s")
    _pass(load, "on the new schema", runs)
    _begin_anew(load, machines[::2])
    _pass(load, "both beside each other", runs)
    _begin_anew(load, machines[1::2])
    _pass(load, "all anew", runs)
    print(f"{_count_connections(server.port)} connections to PostgreSQL")
    load.is_over.set()
    for thread in threads:
        thread.join()
    return _judge(load)


def _begin_anew(load: Load, machines: list[Machine]) -> None:
    """With this code, each as soon as the one before it is ready."""
    load.phase = "while half were begun anew"
    for machine in machines:
        machine.stop()
        machine.start(PROJECT)
        wait_until(machine.is_ready, READY_S)


def _pass(load: Load, phase: str, runs: int) -> None:
    """Until so many more runs have ended, however fast this machine is just now."""
    from verification.models import VerificationRun

    load.phase = phase
    ended = VerificationRun.objects.filter(finished_at__isnull=False)
    before = ask(ended.count)
    wait_until(lambda: ended.count() >= before + runs, WAITED_S)
    print(f"{phase}: {len(load.answers)} answers, {len(load.failures)} failed, {len(load.runs)} runs asked for", flush=True)
    for failure, count in Counter(load.failures).most_common(3):
        print(f"  {count} x {failure}", flush=True)


def _make_token() -> str:
    from django.contrib.auth.models import Group, User

    from verification.services.operations.tokens import create_token

    user = User.objects.get(username="benchmark")
    user.groups.set(Group.objects.all())
    return create_token(user=user, name="machines", scopes=None).secret


def _judge(load: Load) -> int:
    from verification.models import VerificationRun

    mine = VerificationRun.objects.filter(pk__in=load.runs)
    wait_until(lambda: not mine.filter(finished_at__isnull=True).exists())
    endings = Counter(ask(lambda: list(mine.values_list("status", flat=True))))
    doubles = list_doubles()
    again = ask(mine.filter(attempts__gt=1).count)
    print(f"answers: {len(load.answers)}, {load.sent_on} of them sent on; failed: {dict(Counter(load.failures)) or 'none'}")
    _compare(load.answers)
    print(f"runs asked for: {len(load.runs)}; ended: {dict(endings)}; taken up by a second worker: {again}")
    for name, count in doubles.items():
        print(f"  {name}: {count}")
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    is_met = not load.failures and endings["finished"] == len(load.runs) and not any(doubles.values())
    print("goal met" if is_met else "goal missed")
    return 0 if is_met else 1


def _compare(answers: list[Answer]) -> None:
    """Each phase with the one before any change: ratios hold on a machine of any speed."""
    phases = {answer.phase: [one.seconds for one in answers if one.phase == answer.phase] for answer in answers}
    usual, usual_p95 = median(phases[FIRST]), _p95(phases[FIRST])
    for phase, times in phases.items():
        ratios = f"{median(times) / usual:.1f} and {_p95(times) / usual_p95:.1f} x those before"
        print(f"  {phase}: {len(times)} answers, median {median(times) * 1000:.0f} ms, p95 {_p95(times) * 1000:.0f} ms, {ratios}")
    for slow in sorted(answers, key=lambda answer: -answer.seconds)[:3]:
        print(f"  slowest: {slow.asked} {slow.phase} {slow.seconds:.1f} s")


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


if __name__ == "__main__":
    sys.exit(main())
