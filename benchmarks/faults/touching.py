"""Which test functions reach which fault, and what each costs: one run of the suite on SQLite over a copy with a mark before each fault."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.faults import fault_marks
from benchmarks.faults.drawing import Fault
from tests.examples import QUICK
from tests.run import UNHEARD

# What takes its time, or a browser, a server of its own or a real service, is left out: it costs most and reaches what others reach.
LEFT_OUT = ("e2e", "server", "live", "long")
# Every run draws the same rows and examples.
DRAWN = "--hypothesis-seed=15"
SOME_FAILED = 1
MARK = '__import__("fault_marks").reached({number})'


@dataclass(frozen=True)
class Touched:
    """``tests``: the test functions that reach each fault. ``seconds``: what each costs. One that fails without a fault is in neither."""

    tests: Mapping[Fault, Sequence[str]]
    seconds: Mapping[str, float]

    def asked(self, fault: Fault) -> list[str]:
        """The tests that reach the fault, the cheapest first."""
        return sorted(self.tests.get(fault, ()), key=lambda name: (self.seconds[name], name))


def pytest_of(tree: Path) -> list[str]:
    """pytest over the tests that are asked, which refuses markers that an earlier tree does not know."""
    known = (tree / "pyproject.toml").read_text(encoding="utf-8")
    chosen = " and ".join(f"not {marker}" for marker in LEFT_OUT if f'"{marker}:' in known)
    return [sys.executable, "-m", "pytest", "-q", "-m", chosen, DRAWN]


def surroundings() -> dict[str, str]:
    """The environment as ``make test`` has it: as many examples and rows, and compiled files written."""
    return {name: value for name, value in os.environ.items() if name not in UNHEARD} | {QUICK: "1"}


def measure(copy: Path, faults: Sequence[Fault], *, processes: int) -> Touched:
    """Run the suite over a ``copy`` of the tree, which is left with its marks. Faults whose line nothing reaches have no tests."""
    mark(copy, faults)
    report = copy / "report.xml"
    shared_out = ["-n", str(processes)] if processes > 1 else []
    done = subprocess.run(
        [*pytest_of(copy), "-p", "fault_marks", *shared_out, f"--junit-xml={report}", "-o", "junit_family=xunit1"],
        cwd=copy,
        env=surroundings() | {"PYTHONPATH": str(copy)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode > SOME_FAILED or not report.exists():
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    seconds = read_seconds(report)
    found: dict[int, set[str]] = defaultdict(set)
    for file in (copy / fault_marks.FOLDER.name).iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            number, _space, name = line.partition(" ")
            found[int(number)].add(name)
    return Touched({fault: sorted(found[number] & set(seconds)) for number, fault in enumerate(faults)}, seconds)


def mark(copy: Path, faults: Sequence[Fault]) -> None:
    """Put a mark before the statement of each fault, and beside the code what the marks call."""
    shutil.copy2(fault_marks.__file__, copy)
    (copy / fault_marks.FOLDER.name).mkdir()
    for path in sorted({fault.path for fault in faults}):
        file = copy / path
        source = file.read_text(encoding="utf-8")
        lines, tree = source.split("\n"), ast.parse(source)
        places = [(_statement_at(tree, lines, fault.line), number) for number, fault in enumerate(faults) if fault.path == path]
        for statement, number in sorted(places, key=lambda place: place[0].lineno, reverse=True):
            lines.insert(statement.lineno - 1, " " * statement.col_offset + MARK.format(number=number))
        file.write_text("\n".join(lines), encoding="utf-8")


def _statement_at(tree: ast.Module, lines: Sequence[str], line: int) -> ast.stmt:
    """The innermost statement over a line that a line of its own can be put before: no ``elif``, nothing behind a colon."""
    over = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno) and _begins_line(node, lines)
    ]
    return max(over, key=lambda node: (node.lineno, node.col_offset))


def _begins_line(node: ast.stmt, lines: Sequence[str]) -> bool:
    line = lines[node.lineno - 1]
    return not line[: node.col_offset].strip() and not line.lstrip().startswith("elif")


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


def save(touched: Touched, path: Path) -> None:
    tests = [{"fault": asdict(fault), "tests": list(names)} for fault, names in touched.tests.items()]
    path.write_text(json.dumps({"seconds": touched.seconds, "faults": tests}, ensure_ascii=False, indent=1), encoding="utf-8")


def load(path: Path) -> Touched:
    told = json.loads(path.read_text(encoding="utf-8"))
    return Touched({Fault(**row["fault"]): row["tests"] for row in told["faults"]}, told["seconds"])
