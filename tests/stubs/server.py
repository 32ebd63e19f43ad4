"""An HTTP server on loopback that answers like a service, or as scripted, and remembers what it was asked.

A service's stub derives from ``StubServer`` and says in ``answer`` what the service would. ``script`` puts replies before that, one for
each of the next requests: errors, delays, garbage.
"""

import contextlib
import json
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came. ``headers`` are found by name in any case; ``query`` holds the first value of each parameter."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: HTTPMessage
    body: bytes

    def json(self) -> dict:
        return json.loads(self.body)

    def form(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.body.decode()).items()}


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back, and how badly.

    ``delay_s`` passes before the first byte, ``pause_s`` in the middle of the body. ``length`` is the Content-Length that is claimed;
    ``is_endless`` repeats the body until the other side leaves; ``is_reset`` closes the connection without an answer.
    """

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    pause_s: float = 0.0
    length: int | None = None
    is_endless: bool = False
    is_reset: bool = False


def json_reply(value: object, status: int = 200, **fields: object) -> Reply:
    return replace(Reply(status=status, body=json.dumps(value, ensure_ascii=False).encode()), **fields)


class StubServer:
    """A context manager: ``url`` is where it listens, ``received`` what came, ``peak`` how many requests it held at once,
    ``connections`` how many were opened. ``latency_s`` passes before each answer that is not scripted.
    """

    def __init__(self, *, port: int = 0, latency_s: float = 0.0) -> None:
        self.latency_s = latency_s
        self.received: list[Request] = []
        self.peak = self.connections = 0
        self._held = 0
        self._scripted: deque[Reply] = deque()
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.stub = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, request: Request) -> Reply:
        """What the service says of itself."""
        return json_reply({})

    def script(self, *replies: Reply) -> None:
        """The next requests get these, in order."""
        with self._lock:
            self._scripted.extend(replies)

    def reply_to(self, request: Request) -> Reply:
        with self._lock:
            self.received.append(request)
            if self._scripted:
                return self._scripted.popleft()
        reply = self.answer(request)
        return replace(reply, delay_s=reply.delay_s + self.latency_s)

    def wait(self, seconds: float) -> bool:
        """Pass the time; False once the server is closed."""
        return not (self._is_over.wait(seconds) if seconds else self._is_over.is_set())

    @contextlib.contextmanager
    def holding(self):
        with self._lock:
            self._held += 1
            self.peak = max(self.peak, self._held)
        try:
            yield
        finally:
            with self._lock:
                self._held -= 1

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._is_over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    stub: StubServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that leaves in the middle is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.stub.connections += 1
        self.connection.setsockopt(6, 1, 1)  # TCP_NODELAY: no 40 ms between head and body

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def log_message(self, *args: object) -> None:
        pass

    def _serve(self) -> None:
        stub = self.server.stub
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if len(body) < length:  # whoever asked died in the middle of it
            self.close_connection = True
            return
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        with stub.holding():
            reply = stub.reply_to(Request(self.command, parts.path, query, self.headers, body))
            with contextlib.suppress(OSError):
                self._send(reply, stub)

    def _send(self, reply: Reply, stub: StubServer) -> None:
        if not stub.wait(reply.delay_s) or reply.is_reset:
            self.close_connection = True
            return
        self.send_response(reply.status)
        headers = {"Content-Type": reply.content_type, **reply.headers}
        if reply.is_endless and reply.length is None:
            headers["Connection"] = "close"
        else:
            headers["Content-Length"] = str(len(reply.body) if reply.length is None else reply.length)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        half = len(reply.body) // 2
        self.wfile.write(reply.body[:half])
        if reply.pause_s and not stub.wait(reply.pause_s):
            return
        self.wfile.write(reply.body[half:])
        while reply.is_endless and stub.wait(0):
            self.wfile.write(reply.body)
        self.close_connection = self.close_connection or reply.length is not None
