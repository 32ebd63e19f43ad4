"""Several processes that live and die together: the pages and the worker, as ``make run`` starts them."""

import contextlib
import ctypes
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

from causalflow.env import process_environment

GRACE_SECONDS = 10.0
_PR_SET_PDEATHSIG = 1
# Loaded here and not in the child: another thread may hold the loader's lock at the moment of the fork.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def is_port_free(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def listen(host: str, port: int, *, backlog: int = 1_000) -> socket.socket | None:
    """A listening socket that several processes can share; None where the port is busy, or the address none of this machine."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=backlog)
    except OSError:
        return None


def is_answering(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a web server answers a request there: a port that only accepts belongs to one that is still starting."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("HEAD", "/")
        return connection.getresponse().status < http.HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def die_with_parent() -> None:
    """On Linux the kernel ends a child whose parent was killed outright; elsewhere it stays."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class Together:
    """Starts each command in a process group of its own and ends them all when one ends or a signal comes."""

    def __init__(self, commands: Mapping[str, Sequence[str]], *, told: Mapping[str, str] | None = None) -> None:
        """``told``: variables that each is given beside our own."""
        self._commands = commands
        self._environment = process_environment(told or {})
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._signals = 0

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self._signals += 1

    def run(self, *, is_ready: Callable[[], bool], announce: Callable[[], None]) -> str | None:
        """Run until a signal comes (None) or one of the processes ends (its name); ``announce`` is called once all are ready."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note_signal)
        try:
            for name, command in self._commands.items():
                self._running[name] = subprocess.Popen(
                    list(command),
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    process_group=0,
                    preexec_fn=die_with_parent,
                )
            return self._watch(is_ready, announce)
        finally:
            self._end_all()

    def _watch(self, is_ready: Callable[[], bool], announce: Callable[[], None]) -> str | None:
        is_announced = False
        while not self._signals:
            ended = next((name for name, process in self._running.items() if process.poll() is not None), None)
            if ended:
                return ended
            if not is_announced and is_ready():
                announce()
                is_announced = True
            time.sleep(0.2)
        return None

    def _end_all(self) -> None:
        """Ask each process to end, then end whatever of its group is left; a second signal cuts the waiting short."""
        asked = self._signals
        for process in self._running.values():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        deadline = time.monotonic() + GRACE_SECONDS
        while time.monotonic() < deadline and self._signals == asked:
            if all(process.poll() is not None for process in self._running.values()):
                break
            time.sleep(0.1)
        for process in self._running.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
