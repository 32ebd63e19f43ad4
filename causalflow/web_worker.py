"""gunicorn's threaded worker: no client holds a thread for ever, and it ends so that a balancer loses nothing (docs/operate.md)."""

import errno
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

# For a request to arrive, and for each piece of an answer to be taken; what comes buys more, as much as the slowest line needs.
PATIENCE_S = 10.0
SLOWEST = 10_000  # bytes a second
_ENOUGH = "the client was waited for long enough"


class PatientSocket(socket.socket):
    """A client's connection that is waited for within bounds; beyond them it is as if the client had hung up.

    gunicorn's own waits without end, in one of a few threads: a client that vanished in the middle of a request, and one that means it,
    takes that thread from everybody.
    """

    _left_s = 0.0

    def expect_request(self) -> None:
        self._left_s = PATIENCE_S

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What counts is the time that we wait here: what the product does between is not the client's."""
        began = time.monotonic()
        with self._within(self._left_s):
            found = super().recv(size, flags)
        self._left_s += len(found) / SLOWEST - (time.monotonic() - began)
        return found

    def sendall(self, data: Any, flags: int = 0) -> None:
        with self._within(PATIENCE_S + len(data) / SLOWEST):
            super().sendall(data, flags)

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        with self._within(PATIENCE_S):
            return super().sendfile(file, offset, count)

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """A shorter time that the server itself has set holds."""
        given = self.gettimeout()
        if given is not None and given <= seconds:
            yield
            return
        if seconds <= 0:
            raise ConnectionResetError(errno.ECONNRESET, _ENOUGH)
        self.settimeout(seconds)
        try:
            yield
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, _ENOUGH) from None
        finally:
            if self.fileno() >= 0:
                self.settimeout(given)


class WebWorker(ThreadWorker):  # type: ignore[misc]
    """Who is asked to end takes what waits at the door, and closes the door before serving it.

    gunicorn's own leaves it open, without looking, until the last request is served: who connects meanwhile waits for as long, and is
    reset in the end, where a balancer that is refused would have gone on at once.
    """

    def handle(self, conn: Any) -> Any:
        if type(conn.sock) is socket.socket:
            conn.sock = PatientSocket(fileno=conn.sock.detach())
        if isinstance(conn.sock, PatientSocket):
            conn.sock.expect_request()
        return super().handle(conn)

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            taken = -1
            while taken != self.nr_conns:
                taken = self.nr_conns
                self.accept(listener)
            listener.close()
