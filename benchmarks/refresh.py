"""How fast many nodes are verified: ``python -m benchmarks.refresh [--nodes 20 --latency-ms 500 --at-once 20]``.

Search service, pages and model are played on loopback by a process of their own, each call taking the same time; excerpts lack the figure
and the rules don't bind the sentence, so every node takes a search, its pages and a model. Prints the time beside the ideal of that
concurrency, the calls and the tokens of a prompt; status 1 where a goal is missed. The database is its own (``--database`` names another).
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import mean

MOST_RATIO, MOST_CALLS, MOST_TOKENS = 1.25, 1.0, 1_200


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=20)
    parser.add_argument("--latency-ms", type=int, default=500)
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--database", default="", help="postgres://… of an empty database")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.play:
        return _play(arguments.nodes, arguments.latency_ms / 1000)
    with tempfile.TemporaryDirectory() as folder, _players(arguments) as players:
        serper_url, web, model_url = str(players.stdout and players.stdout.readline()).split()
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "causalflow.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": arguments.database or f"sqlite:///{Path(folder) / 'refresh.sqlite3'}",
            "DEMO": "1",
            "DEMO_STUBS": web,
            "SERPER_URL": serper_url,
            "SERPER_API_KEY": "serper-stub-0123456789abcdef",
            "SEARCH_CONCURRENCY": str(arguments.at_once),
            "EXTRACTOR": "llm",
        }
        try:
            return _measure(arguments, model_url)
        finally:
            players.terminate()


def _players(arguments: argparse.Namespace) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "benchmarks.refresh", "--play", f"--nodes={arguments.nodes}", f"--latency-ms={arguments.latency_ms}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _measure(arguments: argparse.Namespace, model_url: str) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.stubs.rates import name_of, rate_of
    from verification.core.vocabulary import Stage
    from verification.models import ModelProfile, Node, ProviderCall, VerificationRun
    from verification.services.execution import execute_runs
    from verification.services.runs import request_run

    call_command("migrate", verbosity=0)
    ModelProfile.objects.all().delete()
    ModelProfile.objects.create(name="played", vendor="played", base_url=model_url, model="played", concurrency=100)
    nodes = [
        Node.objects.create(slug=f"rate-{number}", label=f"{name_of(number)} policy rate", kind="percent", unit="%", query=name_of(number))
        for number in range(arguments.nodes)
    ]
    runs = [request_run(node=node, trigger="command", from_stage=Stage.VOTES, extractor="llm", enqueue=False).pk for node in nodes]
    began, cpu_began = time.perf_counter(), time.process_time()
    done = execute_runs(run_ids=runs)
    seconds, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    right = sum(run.number == rate_of(number) and run.bound_by == "model" for number, run in enumerate(done))
    asked = ProviderCall.objects.filter(kind="model")
    tokens = [call.input_tokens for call in asked]
    rounds = -(-arguments.nodes // arguments.at_once)
    ideal = rounds * 3 * arguments.latency_ms / 1000
    longest = max(run.duration_ms or 0 for run in VerificationRun.objects.all()) / 1000
    print(
        f"{arguments.nodes} nodes, {arguments.at_once} at once, every call {arguments.latency_ms} ms; {right} bound by the model, rightly"
    )
    print(f"  {seconds:.2f} s, {seconds / ideal:.2f} x the ideal of {ideal:.2f} s; the slowest node {longest:.2f} s")
    print(f"  {1000 * cpu_s / arguments.nodes:.0f} ms of this process's CPU a node")
    print(f"  calls: {ProviderCall.objects.filter(kind='search').count()} searches, ", end="")
    print(f"{ProviderCall.objects.filter(kind='page').count()} pages, {len(tokens)} to models of {mean(tokens or [0]):.0f} tokens each")
    is_met = seconds <= MOST_RATIO * ideal and len(tokens) <= MOST_CALLS * arguments.nodes and max(tokens, default=0) <= MOST_TOKENS
    return 0 if is_met and right == arguments.nodes else 1


def _play(nodes: int, latency_s: float) -> int:
    """The services, until they are ended; their addresses stand on the first line."""
    from tests.stubs.chat import ChatStub
    from tests.stubs.rates import name_the_rate, pages_of
    from tests.stubs.serper import SerperStub
    from tests.stubs.server import Reply, Request
    from tests.stubs.web import WebStub

    class Web(WebStub):
        """A host's robots.txt is asked for once a day: it costs nothing here."""

        def answer(self, request: Request) -> Reply:
            reply = super().answer(request)
            return reply if request.path == "/robots.txt" else replace(reply, delay_s=latency_s)

    pages = pages_of(nodes)
    serper = SerperStub(pages, latency_s=latency_s, key="serper-stub-0123456789abcdef")
    with serper, Web(pages) as web, ChatStub(name_the_rate, latency_s=latency_s) as model:
        print(serper.url, web.url.removeprefix("http://"), model.base_url, flush=True)
        time.sleep(3600)
    return 0


if __name__ == "__main__":
    sys.exit(main())
