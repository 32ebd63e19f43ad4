"""The server of tools as programs reach it: over HTTP in a thread of the test, over stdio as a process of its own; and hands that work."""

import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import anyio
import httpx2
import uvicorn
from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string
from django_q.models import OrmQ
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from mcp_server.http import make_app
from tests.faults.processes import database_url

READY_SECONDS = 20
Result = TypeVar("Result")


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that shares the test's database."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(make_app(), log_config=None, access_log=False, timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + READY_SECONDS
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.should_exit = True
        thread.join(READY_SECONDS)
        listener.close()


@contextmanager
def working(after: threading.Event | None = None) -> Iterator[None]:
    """Hands that do what is queued, one piece after the other, as a worker would; ``after`` something has happened, where it is given."""
    ended = threading.Event()

    def work() -> None:
        try:
            while after is not None and not ended.is_set() and not after.wait(0.05):
                pass
            while not ended.is_set():
                for queued in OrmQ.objects.order_by("pk"):
                    import_string(queued.task["func"])(*queued.task["args"])
                    queued.delete()
                ended.wait(0.05)
        finally:
            connection.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(READY_SECONDS)


@asynccontextmanager
async def http_client(address: str, secret: str, *, mode: str = "auto") -> AsyncIterator[Client]:
    carrier = httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=30, trust_env=False)
    async with carrier, Client(streamable_http_client(address, http_client=carrier), mode=mode) as client:
        yield client


@asynccontextmanager
async def stdio_client(secret: str, *, mode: str = "auto") -> AsyncIterator[Client]:
    environment = {
        "CAUSALFLOW_TOKEN": secret,
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "VAR_DIR": str(settings.VAR_DIR),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    command = StdioServerParameters(command=sys.executable, args=["manage.py", "mcp"], env=environment, cwd=settings.BASE_DIR)
    async with Client(command, mode=mode) as client:
        yield client


def ask(opened: Callable[[], Any], question: Callable[[Client], Awaitable[Result]]) -> Result:
    """What ``question`` gets of a client that is opened for it; an error of the protocol as it is, not in a group of the client's tasks."""

    async def run() -> Result | MCPError:
        async with opened() as client:
            try:
                return await question(client)
            except MCPError as error:
                return error

    found = anyio.run(run)
    if isinstance(found, MCPError):
        raise found
    return found
