"""``receiver``: plays the program that webhooks are sent to, as ``make run`` does, so that a delivery can be seen from the other side."""

import sys
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import close_old_connections

from causalflow.check_tags import ENVIRONMENT
from verification.management.base import USAGE, PlainCommand
from verification.services.notices.receiving import Receipt, check_message

LONGEST = 1_000_000
SHOWN = 20
SECONDS = 10.0


class Command(PlainCommand):
    # Nothing is weighed here.
    requires_system_checks: ClassVar = [ENVIRONMENT]
    help = "Take webhooks on loopback, check their signatures, and show them on a page (needs DEMO=1; make run starts it)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8001, help="where it listens, on 127.0.0.1")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("The receiver needs DEMO=1; make run sets it.", returncode=USAGE)
        with ThreadingHTTPServer(("127.0.0.1", options["port"]), Receiver) as server:
            server.daemon_threads = True
            server.serve_forever()


class Receiver(BaseHTTPRequestHandler):
    """POST takes a message; GET shows the last of them."""

    timeout = SECONDS
    received: ClassVar[deque[str]] = deque(maxlen=SHOWN)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit() and int(length[:9]) <= LONGEST and len(length) <= 9):
            self._answer(411 if not length else 413, "Expected a message of at most 1 MB.\n")
            return
        body = self.rfile.read(int(length))
        close_old_connections()
        try:
            receipt = check_message(headers={name.lower(): value for name, value in self.headers.items()}, body=body)
        finally:
            close_old_connections()
        said = describe(receipt)
        sys.stdout.write(f"Webhook received: {said}\n")
        sys.stdout.flush()
        head = "\n".join(f"{name}: {value}" for name, value in self.headers.items())
        self.received.appendleft(f"{said}\n\n{head}\n\n{body.decode('utf-8', 'replace')}")
        self._answer(200 if receipt.is_signed and receipt.is_standard else 400, f"{said}\n")

    def do_GET(self) -> None:
        shown = f"\n\n{'─' * 72}\n\n".join(self.received) or "Nothing was received yet. Send a test from the page of your webhooks."
        self._answer(200, f"{shown}\n")

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *said: object) -> None:
        """Messages are told by ``do_POST``, in one line each."""

    def _answer(self, status: int, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        for name, value in (("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def describe(receipt: Receipt) -> str:
    """One line for the terminal."""
    if not receipt.event:
        return "a message that is none of ours."
    words = {True: "right", False: "WRONG"}
    return f"{receipt.event}, signature {words[receipt.is_signed]}, that of Standard Webhooks {words[receipt.is_standard]}."
