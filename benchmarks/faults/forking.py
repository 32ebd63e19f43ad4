"""A plugin of pytest: instead of one run a run for each fault, in a process forked from the one that has gathered the tests.

There the code of the fault's function is exchanged, and the tests are run up to the first that fails. So the product is loaded and the
tests are gathered once. A fault that only tells where a module is loaded, or in a program that a test starts, is not noticed here.
"""

import gc
import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from inspect import CO_NEWLOCALS
from pathlib import Path
from types import CodeType, FunctionType

import pytest

ORDERS, ANSWERS = "FAULTS_ORDERS", "FAULTS_ANSWERS"


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Each order holds ``path``, ``text`` (the file with the fault), ``names`` of tests and ``patience``; each answer a line of JSON."""
    functions: dict[str, list[pytest.Item]] = {}
    for item in session.items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    gc.unfreeze()
    with Path(os.environ[ANSWERS]).open("w", encoding="utf-8") as answers:
        for order in json.loads(Path(os.environ[ORDERS]).read_text(encoding="utf-8")):
            began = time.monotonic()
            by = _first_to_notice(session, order, functions)
            answers.write(json.dumps({"by": by, "seconds": round(time.monotonic() - began, 1)}) + "\n")
            answers.flush()
    return True


def _first_to_notice(session: pytest.Session, order: dict[str, object], functions: dict[str, list[pytest.Item]]) -> str:
    """The first test that fails with the fault and passes without it; empty where there is none."""
    waiting = [name for name in order["names"] if name in functions]
    while waiting:
        failed = _fork(session, [item for name in waiting for item in functions[name]], order, is_broken=True)
        if not failed:
            return ""
        is_named = failed in functions
        if not _fork(session, functions[failed] if is_named else [item for name in waiting for item in functions[name]], order):
            return failed
        if not is_named:
            return ""
        waiting.remove(failed)
    return ""


def _fork(session: pytest.Session, items: Sequence[pytest.Item], order: dict[str, object], *, is_broken: bool = False) -> str:
    """The test function that failed first in a process of its own, or how that ended otherwise; empty where all passed."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(int(order["patience"]))
        status = 1
        try:
            if not is_broken or exchange(Path(order["path"]), order["text"]):
                os.write(writing, _run(session, items).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        said = told.read()
    _pid, status = os.waitpid(child, 0)
    return said if status == 0 else f"ended with {status}"


def _run(session: pytest.Session, items: Sequence[pytest.Item]) -> str:
    for item, following in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return item.nodeid.partition("[")[0]
    return ""


def exchange(path: Path, text: str) -> bool:
    """Every function of the file at ``path`` gets the code that it has in ``text``, wherever it is held; False where none is loaded."""
    old, new = (
        list(_functions_of(compile(source, str(path), "exec", dont_inherit=True))) for source in (path.read_text(encoding="utf-8"), text)
    )
    changed = {before: after for before, after in zip(old, new, strict=True) if before != after}
    found = [each for each in gc.get_objects() if type(each) is FunctionType and each.__code__ in changed]
    for function in found:
        function.__code__ = changed[function.__code__]
    return bool(found)


def _functions_of(code: CodeType) -> Iterator[CodeType]:
    """Of a module its functions and methods, without those within them."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_flags & CO_NEWLOCALS:  # A class has none of its own.
                if not part.co_name.startswith("<"):
                    yield part
            else:
                yield from _functions_of(part)
