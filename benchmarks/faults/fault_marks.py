"""Stands at the root of a marked copy of the tree: the marks in its code write down which test function was at work when they were reached.

A plugin of pytest as well, which names the function, to the processes that it starts too.
"""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("fault-marks")
TEST = "FAULT_MARKS_TEST"
_written: set[tuple[int, str]] = set()


def reached(number: int) -> None:
    """Once for each test function; a line of a file for each process, so that none waits for another."""
    seen = (number, os.environ.get(TEST, ""))
    if seen in _written:
        return
    _written.add(seen)
    file = os.open(FOLDER / str(os.getpid()), os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    os.write(file, f"{number} {seen[1]}\n".encode())
    os.close(file)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    os.environ[TEST] = item.nodeid.partition("[")[0]
    try:
        return (yield)
    finally:
        del os.environ[TEST]
