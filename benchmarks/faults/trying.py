"""One fault after another is put into a copy of the tree, and the tests that touch its line are asked."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.faults.drawing import Fault, broken
from benchmarks.faults.touching import CHOSEN, Touched

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py(?:::\w+)*)", re.MULTILINE)
NONE_FAILED, SOME_FAILED, NONE_FOUND = 0, 1, 5
START_S, PATIENCE = 90.0, 5.0
LONGEST_S = 1200.0


@dataclass(frozen=True)
class Trial:
    """``end``: caught, survived, untouched, or lost where the fault's line is no longer there."""

    fault: Fault
    end: str
    by: str = ""
    asked: int = 0
    seconds: float = 0.0


@contextmanager
def copied(tree: Path) -> Iterator[Path]:
    """A copy of the files that git knows, with the neighbours that tests read, to be broken at will."""
    with tempfile.TemporaryDirectory(prefix="causalflow-faults-") as name:
        copy = Path(name) / "main"
        files = subprocess.run(["git", "ls-files", "-z"], cwd=tree, capture_output=True, check=True).stdout.decode().split("\0")  # noqa: S607
        for file in filter(None, files):
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / file, copy / file)
        (copy / ".venv").symlink_to((tree / ".venv").resolve())
        neighbour = tree.parent / "shared"
        if neighbour.exists():
            (Path(name) / "shared").symlink_to(neighbour.resolve())
        yield copy


def try_fault(fault: Fault, copy: Path, touched: Touched) -> Trial:
    """Ask the tests that touch the line, the cheapest first, up to the first that fails and does not fail without the fault."""
    asked = touched.asked(fault.path, fault.line)
    whole = (copy / fault.path).read_text(encoding="utf-8")
    began = time.monotonic()
    waiting = list(asked)
    while waiting:
        patience = min(LONGEST_S, START_S + PATIENCE * sum(touched.seconds[name] for name in waiting))
        (copy / fault.path).write_text(broken(fault, copy), encoding="utf-8")
        try:
            failed = _first_failure(copy, waiting, patience)
        finally:
            (copy / fault.path).write_text(whole, encoding="utf-8")
        if failed is None:
            break
        if failed not in waiting or _first_failure(copy, [failed], patience) is None:
            return Trial(fault, "caught", failed, len(asked), round(time.monotonic() - began, 1))
        waiting.remove(failed)
    return Trial(fault, "survived" if asked else "untouched", "", len(asked), round(time.monotonic() - began, 1))


def _first_failure(copy: Path, names: list[str], patience: float) -> str | None:
    """The test that failed first, or what else became of the run; None where all passed."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = Path(folder) / "arguments"
        arguments.write_text("\n".join(names), encoding="utf-8")
        # No compiled file is written or read: a copy may be broken twice within one tick of its clock.
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", "-m", CHOSEN, "-p", "no:cacheprovider", "-p", "no:xdist", f"@{arguments}"],
            cwd=copy,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            process_group=0,
        )
        try:
            written, _nothing = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"no end within {patience:.0f} s"
    if process.returncode in (NONE_FAILED, NONE_FOUND):
        return None
    found = FAILED.search(written)
    return found[1] if process.returncode == SOME_FAILED and found else f"pytest ended with status {process.returncode}"
