"""Tests against real servers on this machine: ``make test-real``, which installs them into ``.venv-real``. Nothing else runs them."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PROGRAMS = PROJECT / ".venv-real" / "bin"
START_S = 90.0

Start = Callable[..., str]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    real = [item for item in items if "real" in item.path.parts]
    for item in real:
        item.add_marker("real")
    if real and config.getoption("markexpr") != "real":
        config.hook.pytest_deselected(items=real)
        items[:] = [item for item in items if item not in real]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str) -> str:
    """Where a program of ``.venv-real`` lies; the test is left out, and says so, where it is not installed."""
    path = PROGRAMS / name
    if not path.exists():
        pytest.skip(f"{name} is not installed: make test-real installs it")
    return str(path)


@contextmanager
def running(command: list[str], *, port: int, log: Path, cwd: Path = PROJECT, start_s: float = START_S, **variables: str) -> Iterator[None]:
    """A server in a process group of its own, from the moment it takes connections; ended afterwards."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=cwd, env={**clean, **variables}, stdout=output, stderr=output, process_group=0)
        try:
            deadline = time.monotonic() + start_s
            while not _takes_connections(port):
                assert process.poll() is None, f"{command[0]} ended: {log.read_text(errors='replace')[-2000:]}"
                assert time.monotonic() < deadline, f"{command[0]} did not start: {log.read_text(errors='replace')[-2000:]}"
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _takes_connections(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def status_of(url: str, **headers: str) -> int:
    """What a server answers to a GET with these headers alone."""
    request = urllib.request.Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})  # noqa: S310 (loopback)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
