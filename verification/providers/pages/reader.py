"""One process that reads pages (``text``), and those of them that rest until the next batch of work needs one.

To start one takes half a second of a processor, more than a whole verification takes besides: they outlive the door that used them.
"""

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

from verification.providers.pages.text import ANSWER, REQUEST

# Pages after which a reader is replaced: what one of them broke inside it, or left in its memory, ends there.
MOST_PAGES = 200
MOST_RESTING, REST_S = 2, 60.0

_PROJECT = Path(__file__).resolve().parents[3]
_MODULE = "verification.providers.pages.text"
_LONGEST_ANSWER = 16 * 1024 * 1024
# Nothing of our environment: what reads hostile pages holds no secret.
_ENVIRONMENT = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


class ReaderProcess:
    """Starts its process; every method blocks until the process answers or is killed (then ``EOFError`` or ``OSError``)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", _MODULE],
            cwd=_PROJECT,
            env=_ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._pages = 0

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_fit(self) -> bool:
        """Whether it lives and may read more."""
        return self._pages < MOST_PAGES and self._process.poll() is None

    def wait_until_ready(self) -> None:
        self._receive()

    def read(self, body: bytes, meta: Mapping[str, object]) -> dict[str, str]:
        """The answer to one request; ``ValueError`` for one that is too long or no JSON."""
        self._pages += 1
        described = json.dumps(meta).encode()
        pipe = cast(IO[bytes], self._process.stdin)
        pipe.write(REQUEST.pack(len(described), len(body)) + described + body)
        pipe.flush()
        return self._receive()

    def kill(self) -> None:
        """May be called while another thread waits for an answer."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                cast(IO[bytes], pipe).close()

    def _receive(self) -> dict[str, str]:
        (length,) = ANSWER.unpack(self._read_exactly(ANSWER.size))
        if length > _LONGEST_ANSWER:
            raise ValueError(length)
        found: dict[str, str] = json.loads(self._read_exactly(length))
        return found

    def _read_exactly(self, size: int) -> bytes:
        data = cast(IO[bytes], self._process.stdout).read(size)
        if len(data) < size:
            raise EOFError
        return data


class RestingReaders:
    """The readers of this process that nobody uses; at most ``MOST_RESTING``, each for ``REST_S``."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._resting: dict[ReaderProcess, threading.Timer] = {}
        self._owner = os.getpid()

    def take(self) -> ReaderProcess | None:
        """One that is fit, ready and the caller's alone; None where there is none."""
        with self._lock:
            self._forget_those_of_a_parent()
            while self._resting:
                reader, timer = self._resting.popitem()
                timer.cancel()
                if reader.is_fit:
                    return reader
                reader.kill()
        return None

    def give_back(self, reader: ReaderProcess) -> None:
        with self._lock:
            self._forget_those_of_a_parent()
            if reader.is_fit and len(self._resting) < MOST_RESTING:
                timer = self._resting[reader] = threading.Timer(REST_S, self._end, args=(reader,))
                timer.daemon = True
                timer.start()
                return
        reader.kill()

    def end_all(self) -> None:
        with self._lock:
            self._forget_those_of_a_parent()
            for reader, timer in self._resting.items():
                timer.cancel()
                reader.kill()
            self._resting.clear()

    def _end(self, reader: ReaderProcess) -> None:
        with self._lock:
            if self._resting.pop(reader, None) is not None:
                reader.kill()

    def _forget_those_of_a_parent(self) -> None:
        """After a fork they are the parent's: two that wrote into one pipe would read each other's pages."""
        if self._owner != os.getpid():
            self._resting.clear()
            self._owner = os.getpid()


RESTING = RestingReaders()
atexit.register(RESTING.end_all)
