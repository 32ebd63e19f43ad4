"""A loopback server that speaks bytes, so that it can also speak them wrongly: one thread a connection, plain or TLS."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

CERTIFICATE = Path(__file__).with_name("self_signed.pem")
LONGEST_REQUEST = 200_000


@dataclass(frozen=True)
class Request:
    """What a client sent; header names are lower-case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


Handler = Callable[[socket.socket, Request], None]


@dataclass
class RawServer:
    """``port`` to dial, ``requests`` that came, and how many connections were open at once at most."""

    handler: Handler
    port: int = 0
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    stopping: threading.Event = field(default_factory=threading.Event)

    def serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), connection:
            connection.settimeout(20)
            while not self.stopping.is_set() and (request := read_request(connection)):
                self.requests.append(request)
                self.handler(connection, request)


@contextmanager
def raw_server(handler: Handler, *, is_tls: bool = False) -> Iterator[RawServer]:
    """The server, on a free port of 127.0.0.1, until the block ends."""
    server = RawServer(handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if is_tls else None
    if context:
        context.load_cert_chain(CERTIFICATE)
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    server.port = listener.getsockname()[1]
    threads: list[threading.Thread] = []
    open_sockets: list[socket.socket] = []

    def greet(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            server.serve(context.wrap_socket(connection, server_side=True) if context else connection)
        connection.close()

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                server.connections += 1
                open_sockets.append(connection)
                thread = threading.Thread(target=greet, args=(connection,), daemon=True)
                threads.append(thread)
                thread.start()

    acceptor = threading.Thread(target=accept, daemon=True)
    acceptor.start()
    try:
        yield server
    finally:
        server.stopping.set()
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for connection in open_sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in [acceptor, *threads]:
            thread.join(timeout=5)


def read_request(connection: socket.socket) -> Request | None:
    """The next request of a connection, None where the client hung up."""
    head = b""
    while b"\r\n\r\n" not in head:
        chunk = connection.recv(65_536)
        if not chunk or len(head) > LONGEST_REQUEST:
            return None
        head += chunk
    lines, _, body = head.partition(b"\r\n\r\n")
    first, *rest = lines.decode("latin-1").split("\r\n")
    method, target, _version = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65_536)
    return Request(method, target, headers, body)


def answer(status: int = 200, body: bytes = b"", *, reason: str = "OK", **headers: str) -> bytes:
    """The bytes of a well-formed answer; header names are written with underscores."""
    named = {"content_type": "text/html; charset=utf-8", "content_length": str(len(body)), **headers}
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name.replace('_', '-').title()}: {value}" for name, value in named.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
