"""What kills leave behind: ``python -m benchmarks.storm [--runs 200 --kills 10 --restarts 1 --supervisors 1]``.

Workers verify nodes whose search service and model are played on loopback, on a PostgreSQL of its own, while now a process of a
worker is killed with SIGKILL (one at work, an idle one, monitor, pusher, sentinel, or the whole group's head) and once PostgreSQL itself.
Prints every fault with the seconds until what it interrupted had ended, the calls that reached the services beside those that were needed,
and how the workers shared the work; status 1 where a goal is missed.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar

import psutil  # type: ignore[import-untyped]

PROJECT = Path(__file__).resolve().parent.parent
KINDS = ("busy worker", "idle worker", "monitor", "pusher", "sentinel", "group")
WHOLE = 7  # head, sentinel, three workers, monitor, pusher
MOST_RECOVERY_S, MOST_UNEVEN = 60.0, 0.10
DOWN_S = 5.0
FEWEST = 6
PATIENCE_S = 300.0

ResultT = TypeVar("ResultT")


@dataclass(slots=True)
class Worker:
    """One ``manage.py worker``; what its cluster says goes to ``log``."""

    process: "subprocess.Popen[bytes]"
    log: IO[bytes]

    def members(self) -> list[psutil.Process]:
        """Head, sentinel, then workers, monitor and pusher in the order in which they were started; fewer while it starts."""
        with suppress(psutil.Error, ValueError):
            [head] = psutil.Process(self.process.pid).children()
            [sentinel] = [child for child in head.children() if child.children()]
            return [head, sentinel, *sorted(sentinel.children(), key=lambda child: child.pid)]
        return []

    def find(self, kind: str) -> psutil.Process | None:
        members = self.members()
        if len(members) < WHOLE:
            return None
        places = {"group": 0, "sentinel": 1, "busy worker": 2, "idle worker": 3, "monitor": -2, "pusher": -1}
        return members[places[kind]]

    def count_done(self) -> int:
        """Tasks that its cluster says it has processed."""
        return Path(self.log.name).read_bytes().lower().count(b"processed '")


@dataclass(frozen=True, slots=True)
class Fault:
    """``recovery_s``: until every run that was under way had ended, or until the next one ended where none was."""

    kind: str
    interrupted: int
    recovery_s: float


@dataclass(slots=True)
class Stage:
    """The services that are played, the database and the workers."""

    folder: Path
    environment: dict[str, str]
    server: Any
    tavily: Any
    model: Any
    workers: list[Worker] = field(default_factory=list)
    retired: list[Worker] = field(default_factory=list)

    def start_worker(self, code: Path = PROJECT) -> Worker:
        """One more, of the release whose ``code`` lies there."""
        log = (self.folder / f"worker-{len(self.workers) + len(self.retired)}.log").open("wb")
        command = [sys.executable, "manage.py", "worker"]
        own = {**os.environ, **self.environment}
        process = subprocess.Popen(command, cwd=code, env=own, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        worker = Worker(process, log)
        self.workers.append(worker)
        return worker

    def retire(self, worker: Worker) -> None:
        """End a worker as an update does: it finishes what it has begun."""
        worker.process.terminate()
        worker.process.wait(timeout=PATIENCE_S)
        self.workers.remove(worker)
        self.retired.append(worker)

    def end_workers(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in (*self.workers, *self.retired):
            with suppress(subprocess.TimeoutExpired):
                worker.process.wait(timeout=40)
            worker.process.kill()
            worker.process.wait()
            worker.log.close()


@contextmanager
def check_out(reference: str, folder: Path) -> Iterator[Path]:
    """The code of a former release in ``folder``, ready to run; ``CalledProcessError`` where there is no such commit."""
    git = shutil.which("git") or "git"
    code = folder / "former"
    subprocess.run([git, "worktree", "add", "--quiet", "--detach", str(code), reference], cwd=PROJECT, check=True)
    try:
        subprocess.run([sys.executable, "-m", "causalflow.catalogues", "compile"], cwd=code, check=True, stdout=subprocess.DEVNULL)
        yield code
    finally:
        subprocess.run([git, "worktree", "remove", "--force", str(code)], cwd=PROJECT, check=True)


@contextmanager
def open_stage(nodes: int, latency_s: float, supervisors: int, former: str = "") -> Iterator[Stage]:
    """Services, database and workers; Django of this process speaks to that database.

    ``former``: a commit; the first worker is of that release, over this one's schema.
    """
    from tests.private_postgres import PrivatePostgres, find_binaries
    from tests.stubs.chat import ChatStub
    from tests.stubs.rates import name_the_rate, pages_of
    from tests.stubs.tavily import TavilyStub

    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("initdb and pg_ctl are not installed.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        pages = pages_of(nodes)
        tavily = stack.enter_context(TavilyStub(pages, latency_s=latency_s))
        model = stack.enter_context(ChatStub(name_the_rate, latency_s=latency_s))
        (folder / "postgres").mkdir()
        folder.chmod(0o755)
        server = PrivatePostgres(folder / "postgres", binaries)
        server.start()
        stack.callback(server.stop)
        environment = {
            "DJANGO_SETTINGS_MODULE": "causalflow.settings",
            "VAR_DIR": str(folder),
            "DATABASE_URL": server.url,
            "TAVILY_URL": tavily.url,
            "TAVILY_API_KEY": tavily.key,
            "EXTRACTOR": "llm",
            "RUN_MAX_ATTEMPTS": "10",
            "LOG_LEVEL": "INFO",
        }
        # What the workers say is counted; that this process has queued something need not be said hundreds of times.
        os.environ |= {**environment, "LOG_LEVEL": "WARNING"}
        _migrate()
        fill(nodes, model.base_url)
        stage = Stage(folder, environment, server, tavily, model)
        first = stack.enter_context(check_out(former, folder)) if former else PROJECT
        stack.callback(stage.end_workers)
        for number in range(supervisors):
            stage.start_worker(PROJECT if number else first)
        yield stage


def _migrate() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def fill(nodes: int, model_url: str) -> None:
    """The played model and the nodes that the played papers tell of."""
    from tests.stubs.rates import name_of
    from verification.models import ModelProfile, Node, WhitelistDomain

    ModelProfile.objects.all().delete()
    ModelProfile.objects.create(name="played", vendor="played", base_url=model_url, model="played", concurrency=100)
    WhitelistDomain.objects.all().delete()
    Node.objects.all().delete()
    Node.objects.bulk_create(
        Node(slug=f"rate-{number}", label=f"{name_of(number)} policy rate", kind="percent", unit="%", query=name_of(number))
        for number in range(nodes)
    )


def ask(question: Callable[[], ResultT]) -> ResultT:
    """What the database says, as soon as it says anything."""
    from django.db import Error, close_old_connections

    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            close_old_connections()
            return question()
        except Error:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    deadline = time.monotonic() + seconds
    while not ask(condition):
        if time.monotonic() > deadline:
            raise SystemExit("Nothing moved any more.")
        time.sleep(0.1)


def strike(stage: Stage, worker: Worker, kind: str) -> Fault:
    """One fault, and how long it was felt."""
    from django.utils import timezone

    from verification.models import VerificationRun

    if kind != "PostgreSQL":
        wait_until(lambda: worker.find(kind) is not None)
    under_way = ask(lambda: list(VerificationRun.objects.filter(status="running").values_list("pk", flat=True)))
    began = timezone.now()
    if kind == "PostgreSQL":
        stage.server.stop()
        time.sleep(DOWN_S)
        stage.server.start()
    elif victim := worker.find(kind):
        victim.send_signal(signal.SIGKILL)
    open_runs = VerificationRun.objects.filter(pk__in=under_way, finished_at__isnull=True)
    interrupted = ask(open_runs.count)
    later = VerificationRun.objects.filter(finished_at__gt=began)
    wait_until(lambda: not open_runs.exists() if interrupted else later.exists())
    rows = VerificationRun.objects.filter(pk__in=under_way) if interrupted else later.order_by("finished_at")[:1]
    last = max(ask(lambda: [row.finished_at for row in rows]))
    return Fault(kind, interrupted, max(0.0, (last - began).total_seconds()))


def request(numbers: range) -> None:
    from verification.core.vocabulary import Stage
    from verification.models import Node
    from verification.services.runs.lifecycle import request_run

    for number in numbers:
        node = ask(lambda slug=f"rate-{number}": Node.objects.get(slug=slug))
        ask(lambda node=node: request_run(node=node, trigger="schedule", from_stage=Stage.VOTES))


def play_storm(stage: Stage, runs: int, kinds: list[str], dice: random.Random) -> list[Fault]:
    """Ask for ``runs`` nodes in as many parts as there are faults, and one more; each fault strikes in the middle of its part."""
    from verification.models import VerificationRun

    ended = VerificationRun.objects.filter(finished_at__isnull=False)
    faults, parts = [], len(kinds) + 1
    for place, kind in enumerate(kinds):
        asked = runs * (place + 1) // parts
        if kind == "idle worker":
            wait_until(lambda first=runs * place // parts: ended.count() >= first)
        request(range(runs * place // parts, asked))
        if kind != "idle worker":
            wait_until(lambda first=runs * place // parts: ended.count() > first)
        faults.append(strike(stage, dice.choice(stage.workers), kind))
        print(f"  {kind:12} {faults[-1].interrupted} under way, over after {faults[-1].recovery_s:5.1f} s", flush=True)
    request(range(runs * len(kinds) // parts, runs))
    wait_until(lambda: ended.count() >= runs, 600)
    return faults


def list_doubles() -> dict[str, int]:
    """Effects that happened more than once for one run."""
    from django.db.models import Count

    from verification.models import NodeState, ProviderCall, Source, VerificationRun

    def repeated(rows: Any, *names: str) -> int:
        return rows.order_by().values(*names).annotate(times=Count("pk")).filter(times__gt=1).count()

    endings = Counter(VerificationRun.objects.exclude(status="finished").values_list("status", "reason", "error"))
    print("  other endings:", dict(endings))
    return {
        "answered calls with two rows": repeated(ProviderCall.objects.filter(status="ok"), "run", "fingerprint"),
        "runs with two states": repeated(NodeState.objects, "run"),
        "sources twice": repeated(Source.objects, "run", "url"),
        "runs that are no success": VerificationRun.objects.exclude(status="finished").count(),
    }


def count_lost() -> int:
    """Attempts at runs whose worker died: each may have had one call under way."""
    from django.db.models import F, Sum

    from verification.models import VerificationRun

    return int(VerificationRun.objects.aggregate(lost=Sum(F("attempts") - 1))["lost"] or 0)


def count_calls(stage: Stage) -> Mapping[str, tuple[int, int]]:
    """Of each service, the requests that reached it, and those among them that nobody had made before: each node is asked for once."""
    services = {"searches": stage.tavily, "models": stage.model}
    return {name: (len(stub.received), len({one.body for one in stub.received})) for name, stub in services.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--restarts", type=int, default=1)
    parser.add_argument("--supervisors", type=int, default=1)
    parser.add_argument("--latency-ms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    if arguments.runs < FEWEST * (arguments.kills + arguments.restarts + 1):
        parser.error(f"There have to be {FEWEST} runs for each fault and for the end, else a fault may find nothing to interrupt.")
    dice = random.Random(arguments.seed)  # noqa: S311 - chooses victims, hides nothing
    kinds = [KINDS[place % len(KINDS)] for place in range(arguments.kills)] + ["PostgreSQL"] * arguments.restarts
    dice.shuffle(kinds)
    with open_stage(arguments.runs, arguments.latency_ms / 1000, arguments.supervisors) as stage:
        began = time.monotonic()
        faults = play_storm(stage, arguments.runs, kinds, dice)
        print(f"{arguments.runs} runs in {time.monotonic() - began:.0f} s with {len(faults)} faults")
        return _judge(stage, faults)


def _judge(stage: Stage, faults: list[Fault]) -> int:
    doubles, calls = list_doubles(), count_calls(stage)
    slowest = max((fault.recovery_s for fault in faults), default=0.0)
    lost = count_lost()
    print(f"  slowest recovery {slowest:.1f} s; {lost} attempts were lost")
    for name, count in doubles.items():
        print(f"  {name}: {count}")
    for name, (made, needed) in calls.items():
        print(f"  {name}: {made} asked, {needed} needed, {made - needed} made again")
    shares = Counter({f"worker {place}": worker.count_done() for place, worker in enumerate(stage.workers)})
    print(f"  tasks processed: {dict(shares)}")
    extra = sum(made - needed for made, needed in calls.values())
    is_even = len(shares) < 2 or bool(faults) or max(shares.values()) <= (1 + MOST_UNEVEN) * sum(shares.values()) / len(shares)
    is_met = not any(doubles.values()) and extra <= lost and slowest <= MOST_RECOVERY_S and is_even
    print("goal met" if is_met else "goal missed")
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
