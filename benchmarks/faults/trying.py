"""One fault after another is put into a copy of the tree, and the tests that touch its line are asked."""

import compileall
import json
import os
import py_compile
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from benchmarks.faults import forking
from benchmarks.faults.drawing import APPS, Fault, broken
from benchmarks.faults.touching import Touched, pytest_of, surroundings
from tests.databases import KEPT

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py(?:::\w+)*)", re.MULTILINE)
WAITING = "waiting"
ENDS = ("caught", "survived", "untouched", "lost", "unfinished", WAITING)
NONE_FAILED, SOME_FAILED, NONE_FOUND = 0, 1, 5
START_S, PATIENCE = 90.0, 5.0
LONGEST_S = 1200.0
ALONE = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:playwright")


@dataclass(frozen=True)
class Trial:
    """``end``: one of ``ENDS``: lost where the line is no longer there, unfinished where the tests take too long without the fault too.

    Of the tests that reach it some are ``asked``. ``note``: what a reader found of one that nothing noticed: the test that it has
    had since, or why none can notice it.
    """

    fault: Fault
    end: str
    by: str = ""
    asked: int = 0
    reach: int = 0
    seconds: float = 0.0
    note: str = ""


@contextmanager
def copied(tree: Path) -> Iterator[Path]:
    """A copy of the files that git knows, with the neighbours that tests read, to be broken at will.

    It begins with the tree's migrated database, and with its own code compiled: known by its content, not by its time, for a copy may be
    broken twice within one tick of its clock.
    """
    with tempfile.TemporaryDirectory(prefix="causalflow-faults-") as name:
        copy = Path(name) / "main"
        files = subprocess.run(["git", "ls-files", "-z"], cwd=tree, capture_output=True, check=True).stdout.decode().split("\0")  # noqa: S607
        for file in filter(None, files):
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / file, copy / file)
        (copy / KEPT.name).mkdir()
        for kept in (tree / KEPT.name).glob("migrated-*.sqlite3"):
            shutil.copy2(kept, copy / KEPT.name)
        for app in APPS:
            compileall.compile_dir(copy / app, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
        (copy / ".venv").symlink_to((tree / ".venv").resolve())
        neighbour = tree.parent / "shared"
        if neighbour.exists():
            (Path(name) / "shared").symlink_to(neighbour.resolve())
        yield copy


def _affordable(names: list[str], touched: Touched, most: float) -> list[str]:
    """As many of them, from the first on, as cost no more than ``most`` seconds together."""
    sums = accumulate(touched.seconds[name] for name in names)
    return [name for name, spent in zip(names, sums, strict=True) if spent <= most]


def _patience(names: Sequence[str], touched: Touched) -> float:
    return min(LONGEST_S, START_S + PATIENCE * sum(touched.seconds[name] for name in names))


def try_forked(faults: Sequence[Fault], copy: Path, touched: Touched, *, most: float) -> list[Trial]:
    """All faults in one run of pytest, as ``forking`` says, which may miss some that ``try_fault`` notices."""
    asked = {fault: _affordable(touched.asked(fault), touched, most) for fault in faults}
    orders = [
        {"path": str(copy / fault.path), "text": broken(fault, copy), "names": names, "patience": _patience(names, touched)}
        for fault, names in asked.items()
    ]
    files = sorted({name.partition("::")[0] for names in asked.values() for name in names})
    shutil.copy2(forking.__file__, copy)
    with tempfile.TemporaryDirectory() as folder:
        told, answered = Path(folder) / "orders", Path(folder) / "answers"
        told.write_text(json.dumps(orders), encoding="utf-8")
        done = subprocess.run(
            [*pytest_of(copy), *ALONE, "-p", Path(forking.__file__).stem, *files],
            cwd=copy,
            env=surroundings() | {forking.ORDERS: str(told), forking.ANSWERS: str(answered)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        answers = [json.loads(line) for line in answered.read_text(encoding="utf-8").splitlines()] if answered.exists() else []
    if len(answers) != len(faults):
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    trials = []
    for (fault, names), answer in zip(asked.items(), answers, strict=True):
        reach = len(touched.asked(fault))
        end = "caught" if answer["by"] else "survived" if reach else "untouched"
        trials.append(Trial(fault, end, answer["by"], len(names), reach, answer["seconds"]))
    return trials


def try_fault(fault: Fault, copy: Path, touched: Touched, *, most: float) -> Trial:
    """Ask the tests that reach the fault, the cheapest first, up to the first that fails and does not fail without the fault."""
    reach = touched.asked(fault)
    asked = _affordable(reach, touched, most)
    whole = (copy / fault.path).read_text(encoding="utf-8")
    began = time.monotonic()
    end, by = ("survived" if reach else "untouched"), ""
    waiting = list(asked)
    while waiting:
        patience = _patience(waiting, touched)
        (copy / fault.path).write_text(broken(fault, copy), encoding="utf-8")
        try:
            failed = _first_failure(copy, waiting, patience)
        finally:
            (copy / fault.path).write_text(whole, encoding="utf-8")
        if failed is None:
            break
        is_named = failed in waiting
        if _first_failure(copy, [failed] if is_named else waiting, patience) is None:
            end, by = "caught", failed
            break
        if not is_named:
            end, by = "unfinished", failed
            break
        waiting.remove(failed)
    return Trial(fault, end, by, len(asked), len(reach), round(time.monotonic() - began, 1))


def _first_failure(copy: Path, names: list[str], patience: float) -> str | None:
    """The test that failed first, or what else became of the run; None where all passed."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = Path(folder) / "arguments"
        arguments.write_text("\n".join(names), encoding="utf-8")
        process = subprocess.Popen(
            [*pytest_of(copy), *ALONE, "-x", f"@{arguments}"],
            cwd=copy,
            env=surroundings(),
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
