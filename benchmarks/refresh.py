"""How fast many nodes are verified: ``python -m benchmarks.refresh [--nodes 20 --at-once 20 --search-ms 500 --page-ms 500 …]``.

Search service, pages and model are played on loopback by a process of their own, each taking its time; excerpts lack the figure and the
rules don't bind the sentence, so every node takes a search, its pages and a model. With ``--whole-texts`` the search gives whole texts, and
no page is read. ``--workers`` processes share the nodes; each has verified one before, as a worker that runs has. Prints the time beside
the ideal of that concurrency, the seconds of the CPU of workers and of the processes that read their pages, the calls and the tokens of a
prompt; status 1 where a goal is missed. The database is its own (``--database`` names another; several workers take one of PostgreSQL).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

from benchmarks.calibration import calibrate

MOST_RATIO, MOST_CALLS, MOST_TOKENS = 1.25, 1.0, 1_200
KEY = "search-stub-0123456789abcdef"
THIS = (sys.executable, "-m", "benchmarks.refresh")

# Seconds of the CPU: of workers, and of the processes that read pages for them.
Spent = tuple[float, float]


def main() -> int:
    arguments = _read_arguments()
    if arguments.play:
        return _play(arguments)
    if arguments.work:
        return _work(json.loads(arguments.work))
    with tempfile.TemporaryDirectory() as folder, _players(arguments) as players:
        search_url, web, model_url = str(players.stdout and players.stdout.readline()).split()
        service = "TAVILY" if arguments.whole_texts else "SERPER"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "causalflow.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": arguments.database or f"sqlite:///{Path(folder) / 'refresh.sqlite3'}",
            "DEMO": "1",
            "DEMO_STUBS": web,
            f"{service}_URL": search_url,
            f"{service}_API_KEY": KEY,
            "SEARCH_CONCURRENCY": str(arguments.at_once),
            "EXTRACTOR": "llm",
        }
        try:
            return _measure(arguments, model_url)
        finally:
            players.terminate()


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=20)
    parser.add_argument("--search-ms", type=int, default=500)
    parser.add_argument("--page-ms", type=int, default=500)
    parser.add_argument("--model-ms", type=int, default=500)
    parser.add_argument("--whole-texts", action="store_true", help="no page is read")
    parser.add_argument("--at-once", type=int, default=20, help="nodes at once in each worker")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="", help="postgres://… of an empty database")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    return parser.parse_args()


def _players(arguments: argparse.Namespace) -> "subprocess.Popen[str]":
    told = [f"--{name}={getattr(arguments, name.replace('-', '_'))}" for name in ("nodes", "workers", "search-ms", "page-ms", "model-ms")]
    told += ["--whole-texts"] if arguments.whole_texts else []
    return subprocess.Popen([*THIS, "--play", *told], stdout=subprocess.PIPE, text=True)


def _measure(arguments: argparse.Namespace, model_url: str) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.stubs.rates import name_of
    from verification.core.vocabulary import Stage
    from verification.models import ModelProfile, Node
    from verification.services.runs.lifecycle import request_run

    call_command("migrate", verbosity=0)
    ModelProfile.objects.all().delete()
    ModelProfile.objects.create(name="played", vendor="played", base_url=model_url, model="played", concurrency=100)
    nodes = [
        Node.objects.create(slug=f"rate-{number}", label=f"{name_of(number)} policy rate", kind="percent", unit="%", query=name_of(number))
        for number in range(arguments.nodes + arguments.workers)
    ]
    runs = [request_run(node=node, trigger="command", from_stage=Stage.VOTES, extractor="llm", enqueue=False).pk for node in nodes]
    seconds, spent = _execute(runs, arguments.workers)
    return _report(arguments, runs, seconds, spent)


def _report(arguments: argparse.Namespace, runs: Sequence[int], seconds: float, spent: Spent) -> int:
    """The last of ``runs`` were the workers' first."""
    from tests.stubs.rates import rate_of
    from verification.models import ProviderCall, VerificationRun

    done = [VerificationRun.objects.get(pk=pk) for pk in runs[: arguments.nodes]]
    right = sum(run.number == rate_of(number) and run.bound_by == "model" for number, run in enumerate(done))
    calls = ProviderCall.objects.filter(run__in=runs[: arguments.nodes])
    asked = calls.filter(kind="model")
    tokens = [call.input_tokens for call in asked]
    rounds = -(-arguments.nodes // (arguments.at_once * arguments.workers))
    page_ms = 0 if arguments.whole_texts else arguments.page_ms
    ideal = rounds * (arguments.search_ms + page_ms + arguments.model_ms) / 1000
    longest = max(run.duration_ms or 0 for run in done) / 1000
    at_once = f"{arguments.workers} x {arguments.at_once}" if arguments.workers > 1 else arguments.at_once
    print(f"{arguments.nodes} nodes, {at_once} at once; {right} bound by the model, rightly")
    print(f"  search {arguments.search_ms} ms, pages {page_ms} ms, model {arguments.model_ms} ms")
    print(f"  {seconds:.2f} s, {seconds / ideal:.2f} x the ideal of {ideal:.2f} s; the slowest node {longest:.2f} s")
    own_ms, readers_ms = (1000 * cpu_s / arguments.nodes for cpu_s in spent)
    print(f"  {own_ms:.0f} ms of CPU a node, and {readers_ms:.0f} ms of those who read its pages; calibration {calibrate():.4f} s")
    print(f"  calls: {calls.filter(kind='search').count()} searches, ", end="")
    print(f"{calls.filter(kind='page').count()} pages, {len(tokens)} to models of {mean(tokens or [0]):.0f} tokens each")
    is_met = seconds <= MOST_RATIO * ideal and len(tokens) <= MOST_CALLS * arguments.nodes and max(tokens, default=0) <= MOST_TOKENS
    return 0 if is_met and right == arguments.nodes else 1


def _execute(runs: Sequence[int], workers: int) -> tuple[float, Spent]:
    """Seconds until all runs have ended, and seconds of CPU of whoever executed them and of those who read for them."""
    processes = [
        subprocess.Popen(
            [*THIS, "--work", json.dumps(runs[::-1][place::workers])], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for place in range(workers)
    ]
    for process in processes:
        print("  a worker is", process.stdout and process.stdout.readline().strip())
    began = time.perf_counter()
    for process in processes:
        if process.stdin:
            process.stdin.close()
    told = [[float(each) for each in process.stdout.readline().split()] for process in processes if process.stdout]
    seconds = time.perf_counter() - began
    for process in processes:
        process.wait()
    return seconds, (sum(own for own, _readers in told), sum(readers for _own, readers in told))


def _work(runs: Sequence[int]) -> int:
    """Execute the first run, say so, wait for the word, execute the others, and say what they took of the CPU, here and in readers."""
    import django

    django.setup()
    from causalflow.garbage import look_seldom
    from verification.services.runs.execution import execute_runs

    look_seldom()  # as every worker does
    execute_runs(run_ids=runs[:1])
    print("ready", flush=True)
    sys.stdin.read()
    began, read_before = time.process_time(), _readers_s()
    execute_runs(run_ids=runs[1:])
    print(time.process_time() - began, _readers_s() - read_before, flush=True)
    return 0


def _readers_s() -> float:
    """Seconds of the CPU of the processes that rest between two batches (Linux)."""
    children = [pid for listed in Path("/proc/self/task").glob("*/children") for pid in listed.read_text().split()]
    times = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in children]
    return sum(int(ticks) for pair in times for ticks in pair) / os.sysconf("SC_CLK_TCK")


def _play(arguments: argparse.Namespace) -> int:
    """The services, until they are ended; their addresses stand on the first line."""
    from tests.stubs.chat import ChatStub
    from tests.stubs.rates import name_the_rate, pages_of
    from tests.stubs.serper import SerperStub
    from tests.stubs.server import Reply, Request
    from tests.stubs.tavily import TavilyStub
    from tests.stubs.web import WebStub

    class Web(WebStub):
        """A host's robots.txt is asked for once a day: it costs nothing here."""

        def answer(self, request: Request) -> Reply:
            reply = super().answer(request)
            return reply if request.path == "/robots.txt" else replace(reply, delay_s=arguments.page_ms / 1000)

    pages = pages_of(arguments.nodes + arguments.workers)
    stub = TavilyStub if arguments.whole_texts else SerperStub
    search = stub(pages, latency_s=arguments.search_ms / 1000, key=KEY)
    with search, Web(pages) as web, ChatStub(name_the_rate, latency_s=arguments.model_ms / 1000) as model:
        print(search.url, web.url.removeprefix("http://"), model.base_url, flush=True)
        time.sleep(3600)
    return 0


if __name__ == "__main__":
    sys.exit(main())
