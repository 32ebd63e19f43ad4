"""The suite, as ``make test`` runs it: the cores, all else on SQLite, on PostgreSQL what depends on it, and a real Chromium's tests.

``--long`` (``make test-long``) runs what that leaves out and is marked ``long``: whole corpora through every page, and faults that take
their time. ``--all`` (``make test-all``) runs both, and everything that opens a database on both. The parts run side by side, for each of
them waits now and then; what opens no database runs once, and what takes a server down in the part of PostgreSQL. Random
tests draw from one seed, another in each run unless ``SEED`` names it. The last lines give the counts of each part and what could not run
and why; ``REQUIRE_ALL=1`` makes anything that could not run a failure.
"""

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.chromium import install_chromium
from tests.databases import MIGRATED, migrated_database
from tests.examples import QUICK
from tests.postgres import open_postgres

PROJECT = Path(__file__).resolve().parent.parent
PART_TIMEOUT = 2400.0
INSTALL_TIMEOUT = 240.0
NOTHING_COLLECTED = 5
CONNECT_SECONDS = 60
# Hundreds of processes are started: what a surrounding keeps from being written, each of them would compile anew.
UNHEARD = {"DATABASE_URL", "DATABASE_URL_FILE", "PYTHONDONTWRITEBYTECODE"}

# What each part runs in ``make test``, in ``make test-long`` and in ``make test-all``.
CHOSEN = {
    "quick": {
        "Cores": "not server and not long",
        "SQLite": "not e2e and not server and not long",
        "PostgreSQL": "postgres and not e2e and not long",
        "Browser": "e2e and not long",
    },
    "long": {
        "Cores": "long and not server",
        "SQLite": "long and not e2e and not server",
        "PostgreSQL": "long and (postgres or server)",
        "Browser": "e2e and long",
    },
    "all": {"Cores": "not server", "SQLite": "not e2e and not server", "PostgreSQL": "not e2e and not pure", "Browser": "e2e"},
}
# Half of all tests in a fifth of the time: to gather them in each of several processes, and report each from one to another, would
# cost about a quarter more.
CORES_FOLDERS = ("tests/core", "tests/attribution/core", "tests/fit", "tests/providers")
# What the browser's part runs, or none: no other process need gather it to leave it out again.
ELSEWHERE = ("tests/e2e", "tests/real", "tests/live")
# What the part of PostgreSQL chooses by, unless it runs everything: files that name neither need not be gathered.
MARKS_OF_POSTGRES = ("mark.postgres", "mark.server")
PROCESSORS = os.cpu_count() or 1
# The browser's tests run one after another and wait between their steps. With no more than a fifth of two processors they would be the
# last by far, with nothing beside them; so the others are nicer by this much, and still have what the browser's tests leave idle.
GIVING_WAY = 5

_started: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True)
class Outcome:
    """What became of one part; ``hindrance`` says why it could not run, or not to its end."""

    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    hindrance: str = ""
    is_broken: bool = False

    def line(self) -> str:
        if self.hindrance and not (self.passed or self.failed):
            return f"{self.name:<11} did not run"
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.name:<11} {self.passed} passed, {self.failed} failed{skipped} in {self.seconds:.0f} s"


def read_counts(report: Path) -> tuple[int, int, int] | None:
    """Passed, failed and skipped tests of a JUnit report, or None where pytest wrote none."""
    try:
        suites = ElementTree.parse(report).getroot().iter("testsuite")  # noqa: S314 (our own pytest wrote it)
    except (OSError, ElementTree.ParseError):
        return None
    passed = failed = skipped = 0
    for suite in suites:
        bad = int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
        left = int(suite.get("skipped", "0"))
        failed, skipped = failed + bad, skipped + left
        passed += int(suite.get("tests", "0")) - bad - left
    return passed, failed, skipped


def give_way(process: subprocess.Popen[bytes]) -> None:
    """What the process starts from now on gives way too."""
    with contextlib.suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + GIVING_WAY)


def _run_pytest(arguments: list[str], environment: dict[str, str], log: Path, *, is_first: bool) -> int | None:
    """The exit status of pytest, or None where it had to be ended."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            process_group=0,
        )
        _started.append(process)
        if not is_first:
            give_way(process)
        try:
            return process.wait(timeout=PART_TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None


@dataclass(frozen=True)
class Order:
    """What is wanted of a run: how much, from which seed, and where the parts may write."""

    length: str
    seed: str
    folder: Path

    def choose(self, name: str) -> list[str]:
        chosen = ["-m", CHOSEN[self.length][name], f"--hypothesis-seed={self.seed}"]
        if name == "Browser":
            return [*chosen, "tests/e2e"]
        chosen += ["-p", "no:playwright"]
        if name == "Cores":
            return [*chosen, *CORES_FOLDERS]
        if name == "PostgreSQL" and self.length != "all":
            return [*chosen, *files_for_postgres()]
        left_out = ELSEWHERE if name == "PostgreSQL" else (*ELSEWHERE, *CORES_FOLDERS)
        return [*chosen, *(f"--ignore={folder}" for folder in left_out)]


def files_for_postgres() -> list[str]:
    """The files that hold something for its part: to gather all others would take longer than many tests."""
    texts = {path.relative_to(PROJECT).as_posix(): path.read_text(encoding="utf-8") for path in (PROJECT / "tests").rglob("test_*.py")}
    marked = (name for name, text in texts.items() if any(mark in text for mark in MARKS_OF_POSTGRES))
    return sorted(name for name in marked if not name.startswith(ELSEWHERE))


def run_part(name: str, order: Order, *, processes: int, **variables: str) -> Outcome:
    """One pytest over one back end; its output appears whole when it ends, so that the parts don't interleave."""
    environment = {key: value for key, value in os.environ.items() if key not in UNHEARD | {QUICK}} | variables
    environment |= {QUICK: "1"} if order.length == "quick" else {}
    log, report = order.folder / f"{name}.log", order.folder / f"{name}.xml"
    shared_out = ["-n", str(processes), "--dist", "worksteal"] if processes > 1 else []
    began = time.monotonic()
    arguments = [*order.choose(name), *shared_out, "-q", f"--junit-xml={report}"]
    status = _run_pytest(arguments, environment, log, is_first=name == "Browser")
    seconds = time.monotonic() - began
    sys.stdout.write(f"\n=== {name}\n{log.read_text(encoding='utf-8', errors='replace')}")
    sys.stdout.flush()
    if status == NOTHING_COLLECTED:
        return Outcome(name, seconds=seconds, hindrance="no test was collected")
    counts = read_counts(report)
    if status is None or counts is None:
        why = f"ended after {PART_TIMEOUT:.0f} s" if status is None else f"pytest ended with status {status} and no report"
        return Outcome(name, seconds=seconds, hindrance=why, is_broken=True)
    hindrance = f"{counts[2]} skipped" if counts[2] else ""
    return Outcome(name, *counts, seconds=seconds, hindrance=hindrance, is_broken=status != 0)


def run_postgres(order: Order) -> Outcome:
    with open_postgres() as (url, origin):
        if url is None:
            return Outcome("PostgreSQL", hindrance=origin)
        sys.stdout.write(f"PostgreSQL: {origin}\n")
        # With all parts at work on few processors to connect may take longer than a user would wait.
        url += f"{'&' if '?' in url else '?'}connect_timeout={CONNECT_SECONDS}"
        with migrated_database(url) as migrated:
            processes = max(1, PROCESSORS // 2) if order.length == "quick" else PROCESSORS
            return run_part("PostgreSQL", order, processes=processes, DATABASE_URL=url, **{MIGRATED: migrated})


def run_browser(order: Order, installation: Future[str | None]) -> Outcome:
    if installation.result() is None:
        return Outcome("Browser", hindrance="no Chromium is installed, and Debian's package could not be (that takes root and apt-get)")
    return run_part("Browser", order, processes=1)


def run_suite(*, length: str, seed: str) -> list[Outcome]:
    """The parts side by side; where a Chromium has to be installed, the browser tests begin after that."""
    with tempfile.TemporaryDirectory(prefix="causalflow-suite-") as name, ThreadPoolExecutor() as lanes:
        order = Order(length, seed, Path(name))
        installation = lanes.submit(install_chromium, timeout=INSTALL_TIMEOUT)
        parts: list[Callable[[], Outcome]] = [
            lambda: run_postgres(order),
            lambda: run_part("SQLite", order, processes=PROCESSORS),
            lambda: run_part("Cores", order, processes=1),
            lambda: run_browser(order, installation),
        ]
        return [future.result() for future in [lanes.submit(part) for part in parts]]


def report(outcomes: list[Outcome], *, seed: str, require_all: bool) -> int:
    """Write the closing lines; answers the exit status."""
    hindered = [outcome for outcome in outcomes if outcome.hindrance]
    lines = ["", *(outcome.line() for outcome in outcomes)]
    lines += [f"Could not run: {outcome.name}: {outcome.hindrance}" for outcome in hindered] or ["Everything could run."]
    failed = sum(outcome.failed for outcome in outcomes)
    if failed:
        lines.append(f"The random tests drew from SEED={seed}, which repeats them.")
    lines.append(f"{sum(outcome.passed for outcome in outcomes)} passed, {failed} failed")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if failed or any(outcome.is_broken for outcome in outcomes) or (require_all and hindered) else 0


def _end_started(number: int, frame: object) -> None:
    for process in _started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
    sys.exit(128 + number)


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end_started)
    parser = argparse.ArgumentParser(prog="python -m tests.run", description="Runs the suite.")
    lengths = parser.add_mutually_exclusive_group()
    for length, help_text in (("long", "what is marked long, alone"), ("all", "everything on both databases, and what is marked long")):
        lengths.add_argument(f"--{length}", dest="length", action="store_const", const=length, default="quick", help=help_text)
    seed = os.environ.get("SEED") or str(random.SystemRandom().randrange(2**32))
    outcomes = run_suite(length=parser.parse_args().length, seed=seed)
    return report(outcomes, seed=seed, require_all=os.environ.get("REQUIRE_ALL", "") == "1")


if __name__ == "__main__":
    sys.exit(main())
