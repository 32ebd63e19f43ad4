"""``mcp``: the tools for agents, over stdio for a program on this machine, or over HTTP at ``/mcp``."""

from typing import Any

import anyio
import uvicorn
from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from mcp.server.stdio import stdio_server

from causalflow.processes import is_port_free
from mcp_server.callers import demand_caller, find_caller
from mcp_server.http import make_app
from mcp_server.server import make_server
from verification.management.base import FAILED, USAGE, PlainCommand

GRACE_SECONDS = 20


class Command(PlainCommand):
    help = "Serve the tools for agents (Model Context Protocol) over stdio, with the token in CAUSALFLOW_TOKEN, or over HTTP."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--http", action="store_true", help="serve HTTP at /mcp instead; callers bring their own tokens")
        parser.add_argument("--bind", default=settings.MCP_BIND, help=f"host and port for --http (default {settings.MCP_BIND})")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["http"]:
            self._serve_http(options["bind"])
        else:
            self._serve_stdio()

    def _serve_stdio(self) -> None:
        """Nothing else may write to stdout: it belongs to the protocol. Logs go to stderr."""
        secret = settings.CAUSALFLOW_TOKEN
        if not secret:
            raise CommandError("CAUSALFLOW_TOKEN is not set; expected an API token (Account, API tokens).", returncode=USAGE)
        if find_caller(secret) is None:
            raise CommandError("CAUSALFLOW_TOKEN is no valid token; make one under Account, API tokens.", returncode=FAILED)
        anyio.run(_run_stdio, secret)

    def _serve_http(self, bind: str) -> None:
        host, _colon, port = bind.rpartition(":")
        if not host or not port.isascii() or not port.isdigit() or not 1 <= int(port[:6]) <= 65535:
            raise CommandError(f"--bind is {bind[:60]!r}; expected a host and a port, such as 127.0.0.1:8001.", returncode=USAGE)
        host = host.strip("[]")
        if ":" not in host and not is_port_free(int(port), host):
            raise CommandError(f"{bind} is busy, or no address of this machine.", returncode=FAILED)
        self.stderr.write(f"Tools for agents at {settings.MCP_URL}")
        uvicorn.run(
            make_app(),
            host=host,
            port=int(port),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            proxy_headers=False,
        )


async def _run_stdio(secret: str) -> None:
    server = make_server(lambda: demand_caller(secret))
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
