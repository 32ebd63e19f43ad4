"""Processes that live and die together; each is a real one."""

import os
import signal
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from causalflow.processes import is_answering, is_port_free
from tests.environment import PROJECT
from tests.faults.processes import wait_for

pytestmark = pytest.mark.pure

# Nobody is ended by force for want of time: what a second signal cuts short is longer than the tests wait.
SUPERVISOR = """
import sys
from causalflow import processes
from causalflow.processes import Together
processes.GRACE_SECONDS = 3600
commands = {name: [sys.executable, "-c", code] for name, code in zip(("pages", "worker"), sys.argv[1:])}
ended = Together(commands).run(is_ready=lambda: True, announce=lambda: print("ready", flush=True))
print("ended:", ended, flush=True)
"""
# It names itself and its own child, which outlives it unless its whole group is ended.
PARENT = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(os.environ["PIDS"] + "/" + str(os.getpid()), "w") as file:
    file.write(str(child.pid))
time.sleep(600)
"""
# Ends as soon as the other has named itself, however long that took to start.
SHORT = """
import os, time
from pathlib import Path
while not any(path.stat().st_size for path in Path(os.environ["PIDS"]).iterdir()):
    time.sleep(0.05)
"""
PATIENCE_S = 120
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)" + PARENT


def _start(tmp_path: Path, *codes: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PIDS": str(tmp_path), "PYTHONPATH": str(PROJECT)}
    return subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, *codes], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True, process_group=0
    )


def _pids(tmp_path: Path, count: int) -> list[int]:
    wait_for(lambda: len([path for path in tmp_path.iterdir() if path.read_text()]) == count)
    return [pid for path in tmp_path.iterdir() for pid in (int(path.name), int(path.read_text()))]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait_until_all_end(pids: list[int]) -> None:
    wait_for(lambda: not any(map(_is_alive, pids)))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_process_and_their_children(tmp_path: Path, number: signal.Signals) -> None:
    supervisor = _start(tmp_path, PARENT, PARENT)
    pids = _pids(tmp_path, 2)
    supervisor.send_signal(number)
    output = supervisor.communicate(timeout=PATIENCE_S)[0]
    assert output == "ready\nended: None\n"
    _wait_until_all_end(pids)


def test_when_one_process_ends_the_other_is_ended_and_named(tmp_path: Path) -> None:
    supervisor = _start(tmp_path, PARENT, SHORT)
    pids = _pids(tmp_path, 1)
    assert supervisor.communicate(timeout=PATIENCE_S)[0] == "ready\nended: worker\n"
    _wait_until_all_end(pids)


def test_a_second_signal_ends_a_process_that_ignores_the_first(tmp_path: Path) -> None:
    supervisor = _start(tmp_path, DEAF, PARENT)
    pids = _pids(tmp_path, 2)
    supervisor.send_signal(signal.SIGINT)
    # The first has been passed on where the one that hears it has gone.
    wait_for(lambda: not all(map(_is_alive, pids)))
    assert sum(map(_is_alive, pids)) == 3
    supervisor.send_signal(signal.SIGINT)
    supervisor.communicate(timeout=PATIENCE_S)
    _wait_until_all_end(pids)


def test_processes_end_when_their_starter_is_killed_outright(tmp_path: Path) -> None:
    supervisor = _start(tmp_path, PARENT, PARENT)
    pids = _pids(tmp_path, 2)
    supervisor.kill()
    supervisor.wait(timeout=PATIENCE_S)
    _wait_until_all_end(pids[::2])
    for orphan in pids[1::2]:
        os.kill(orphan, signal.SIGKILL)
    supervisor.communicate(timeout=PATIENCE_S)


def test_a_busy_port_is_seen_and_is_not_yet_an_answering_server() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
        assert not is_answering(port)
        server.listen()
        assert not is_answering(port)
        assert not is_port_free(port)
    assert is_port_free(port)


@pytest.mark.parametrize(("status", "expected"), [(200, True), (302, True), (403, True), (500, False), (503, False)])
def test_a_server_answers_once_it_has_no_error_of_its_own(status: int, expected: bool) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Nothing is logged."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert is_answering(server.server_port) is expected
        server.shutdown()
