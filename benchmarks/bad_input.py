"""What too much at once costs: ``python -m benchmarks.bad_input [--documents 50000 --nodes 100000 --database postgres://…]``.

A feed of so many documents in one file, whole and with its last line broken; a file of a tenth of the nodes; all nodes asked for in one
request (refused), then in as many as it takes. Each goes through the product's own command or API in a process of its own, a tenth of it
first: prints seconds, the memory of that process at its peak, and what stands in the database. Status 1 where anything is lost, half or
unbounded: the whole may take at most ``MOST_GROWTH`` times the memory of a tenth.
"""

import argparse
import http
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.calibration import calibrate
from benchmarks.pages import open_database

TENTH = 10
# What a file of nodes holds is held in memory, and checked whole before the first is written.
MOST_GROWTH = {"feed": 1.3, "nodes": 2.0, "asked for": 1.5}
KILOBYTES, LOOK_S = 1024.0, 0.05
AT_ONCE, USAGE = 1_000, 2
PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a child process: how it ended, what it said, seconds, and megabytes at its peak."""

    code: int
    said: str
    seconds: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.megabytes:.0f} MB: {self.said}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=50_000)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--database", default="", help="postgres://… of an empty database; without, SQLite")
    parser.add_argument("--ask", nargs=2, metavar=("NAME", "AT_ONCE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.ask:
        return _ask(arguments.nodes, arguments.ask[0], int(arguments.ask[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["API_WORK_PER_MINUTE"] = "100000"
        open_database(folder, arguments.database)
        problems = [*_judge_feed(folder, arguments.documents), *_judge_nodes(folder, arguments.nodes), *_judge_batch(arguments.nodes)]
    for problem in problems:
        print(f"missed: {problem}")
    print(f"calibration {calibrate():.4f} s (0.012 where the goals were set)")
    return 1 if problems else 0


def _judge_feed(folder: Path, documents: int) -> list[str]:
    from verification.models import Document

    files = {name: folder / f"{name}.jsonl" for name in ("broken", "tenth", "whole")}
    amounts = {"broken": documents - 1, "tenth": documents // TENTH, "whole": documents}
    for name, path in files.items():
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(_document(number, name))}\n" for number in range(amounts[name]))
            file.write('{"title": "the file ends in the mid' if name == "broken" else "")
    broken = _run("manage.py", "load_corpus", str(files["broken"]))
    stored = Document.objects.count()
    print(f"a feed of {documents} whose last line is broken: status {broken.code}, {stored} stored, {broken}")
    problems = _compare("feed", *(_run("manage.py", "load_corpus", str(files[name])) for name in ("tenth", "whole")))
    if broken.code != USAGE or stored or f"line {documents}" not in broken.said:
        problems.append("the broken feed left something, or its line was not named")
    if Document.objects.count() != documents + documents // TENTH:
        problems.append("documents are missing")
    return problems


def _document(number: int, name: str) -> dict[str, str]:
    text = f"The rate of market {number} is {number % 97}.{number % 10}%. " * 20
    return {"title": f"Market {number}", "text": text, "url": f"https://{name}.example/{number}", "published_at": "2026-06-01T08:00:00Z"}


def _judge_nodes(folder: Path, nodes: int) -> list[str]:
    """A file of a tenth of the nodes, and a tenth of that: each is a row of the record, which is written one after the other."""
    from verification.models import Node

    amounts = {"few": nodes // TENTH // TENTH, "many": nodes // TENTH}
    files = {name: folder / f"{name}.json" for name in amounts}
    for name, number in amounts.items():
        listed = [{"slug": f"{name}-{place}", "label": f"Rate of {name} market {place}", "kind": "percent"} for place in range(number)]
        files[name].write_text(json.dumps(listed), encoding="utf-8")
    problems = _compare("nodes", *(_run("manage.py", "load_nodes", str(path)) for path in files.values()))
    return problems + (["nodes are missing"] if Node.objects.count() != sum(amounts.values()) else [])


def _judge_batch(nodes: int) -> list[str]:
    """Over the API: all in one request, then as many at a time as it takes."""
    from django_q.models import OrmQ  # type: ignore[import-untyped]

    from verification.models import Node, VerificationBatch, VerificationRun

    for name, number in (("tenth", nodes // TENTH), ("whole", nodes)):
        rows = (Node(slug=f"{name}-{place}", label=f"Rate of {name} market {place}", kind="percent") for place in range(number))
        Node.objects.bulk_create(rows, batch_size=AT_ONCE)
    refused = _run("-m", "benchmarks.bad_input", "--nodes", str(nodes), "--ask", "whole", str(nodes))
    print(f"{nodes} nodes in one request: {refused}")
    problems = [] if refused.code == USAGE and not VerificationRun.objects.exists() else ["too many at once were not refused"]
    parts = (("tenth", nodes // TENTH), ("whole", nodes))
    problems += _compare(
        "asked for", *(_run("-m", "benchmarks.bad_input", "--nodes", str(number), "--ask", name, str(AT_ONCE)) for name, number in parts)
    )
    runs, tasks = VerificationRun.objects.filter(status="queued").count(), OrmQ.objects.count()
    print(f"{runs} runs wait in {VerificationBatch.objects.count()} batches, as {tasks} tasks")
    return problems + (["runs are missing"] if runs != nodes + nodes // TENTH else [])


def _ask(nodes: int, name: str, at_once: int) -> int:
    """Ask for the first ``nodes`` of a name over the API. 0, or 2 and what was said where that is refused."""
    import django

    django.setup()
    from django.contrib.auth.models import Group, User
    from django.test import Client

    user = User.objects.get_or_create(username="benchmark")[0]
    user.groups.set(Group.objects.all())
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend="causalflow.accounts.AccountBackend")
    for first in range(0, nodes, at_once):
        slugs = [f"{name}-{place}" for place in range(first, min(nodes, first + at_once))]
        answer = client.post("/api/v1/verification-batches/", {"slugs": slugs}, content_type="application/json")
        if answer.status_code != http.HTTPStatus.ACCEPTED:
            print(answer.status_code, answer.content.decode()[:300])
            return USAGE
    return 0


def _run(*arguments: str) -> Cost:
    began, peak = time.perf_counter(), 0.0
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([sys.executable, *arguments], cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        while process.poll() is None:
            peak = max(peak, _peak_megabytes(process.pid))
            time.sleep(LOOK_S)
        said.seek(0)
        words = " ".join(said.read().decode("utf-8", "replace").split())
    return Cost(process.returncode, words[-300:], time.perf_counter() - began, peak)


def _peak_megabytes(pid: int) -> float:
    """The most that the process has held since its program began (Linux); what is told at its end counts what forked it as well."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / KILOBYTES
    return 0.0


def _compare(name: str, tenth: Cost, whole: Cost) -> list[str]:
    growth = whole.megabytes / tenth.megabytes
    print(f"{name}: a tenth {tenth}")
    print(f"{name}: all     {whole}; {growth:.2f} times the memory, {whole.seconds / tenth.seconds:.1f} times the time")
    problems = [f"{name}: {cost}" for cost in (tenth, whole) if cost.code]
    return problems + ([f"{name}: {growth:.2f} times the memory of a tenth"] if growth > MOST_GROWTH[name] else [])


if __name__ == "__main__":
    sys.exit(main())
