"""Which test functions touch which line, and what each costs: one run of the suite on SQLite, measured by coverage.py."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import coverage
from coverage.exceptions import CoverageException

# What takes its time, or a browser, a server of its own or a real service, is left out: it costs most and touches what others touch.
CHOSEN = "not e2e and not server and not live and not long"
RULES = """[run]
parallel = true
sigterm = true
data_file = {folder}/data
source = verification,attribution
omit = */migrations/*
context = ${{COVERAGE_CONTEXT-}}
relative_files = true
"""


@dataclass(frozen=True)
class Touched:
    """``lines``: the test functions by path and line. ``seconds``: what each costs. One that fails without a fault is in neither."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def asked(self, path: str, line: int) -> list[str]:
        """The tests that touch the line, the cheapest first."""
        return sorted(self.lines.get(path, {}).get(line, []), key=lambda name: (self.seconds[name], name))


def run_tests(tree: Path, arguments: list[str], **variables: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", "-m", CHOSEN, *arguments]
    return subprocess.run(
        command, cwd=tree, env={**os.environ, **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def measure(tree: Path, *, processes: int) -> Touched:
    """Run the suite of ``tree`` in as many processes."""
    with tempfile.TemporaryDirectory(prefix="causalflow-touched-") as name:
        folder = Path(name)
        (folder / "rules").write_text(RULES.format(folder=folder), encoding="utf-8")
        report = folder / "report.xml"
        arguments = ["-p", "contexts", "-n", str(processes), f"--junit-xml={report}", "-o", "junit_family=xunit1"]
        ways = os.pathsep.join([str(Path(__file__).parent), str(tree)])
        done = run_tests(tree, arguments, COVERAGE_PROCESS_START=str(folder / "rules"), PYTHONPATH=ways)
        if not report.exists():
            raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
        seconds = read_seconds(report)
        return Touched(read_lines(folder, tree, seconds), seconds)


def read_seconds(report: Path) -> dict[str, float]:
    """What each test function took in all, from a JUnit report; without those that failed or did not run."""
    seconds: dict[str, float] = defaultdict(float)
    bad = set()
    for case in ElementTree.parse(report).getroot().iter("testcase"):  # noqa: S314 (our own pytest wrote it)
        name = f"{case.get('file')}::{case.get('name', '').partition('[')[0]}"
        seconds[name] += float(case.get("time", "0"))
        if any(case.find(end) is not None for end in ("failure", "error", "skipped")):
            bad.add(name)
    return {name: round(took, 3) for name, took in seconds.items() if name not in bad}


def read_lines(folder: Path, tree: Path, seconds: dict[str, float]) -> dict[str, dict[int, list[str]]]:
    """The measured lines of the product, from the data of every process in ``folder``."""
    measured = coverage.CoverageData(basename=str(folder / "all"))
    for part in sorted(folder.glob("data.*")):
        data = coverage.CoverageData(basename=str(part))
        # A process that a test killed wrote half of its data, or none.
        with contextlib.suppress(CoverageException):
            data.read()
            measured.update(data)
    lines: dict[str, dict[int, list[str]]] = {}
    for file in measured.measured_files():
        path = Path(file)
        name = path.relative_to(tree).as_posix() if path.is_absolute() else path.as_posix()
        by_line = measured.contexts_by_lineno(file)
        found = {line: sorted({_function(context) for context in contexts} & set(seconds)) for line, contexts in by_line.items()}
        lines[name] = {line: names for line, names in found.items() if names}
    return lines


def _function(context: str) -> str:
    """The test function of a context: in a process that a test started, its own context may be named twice."""
    return context.partition("|")[0]


def save(touched: Touched, path: Path) -> None:
    """Names are written once, lines refer to them by number: the whole is some hundred thousand pairs."""
    names = sorted(touched.seconds)
    places = {name: place for place, name in enumerate(names)}
    lines = {path: {line: [places[name] for name in found] for line, found in by_line.items()} for path, by_line in touched.lines.items()}
    path.write_text(json.dumps({"seconds": touched.seconds, "names": names, "lines": lines}), encoding="utf-8")


def load(path: Path) -> Touched:
    told = json.loads(path.read_text(encoding="utf-8"))
    names = told["names"]
    lines = {
        name: {int(line): [names[place] for place in places] for line, places in by_line.items()} for name, by_line in told["lines"].items()
    }
    return Touched(lines, told["seconds"])
