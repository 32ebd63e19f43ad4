"""What the protocol of the tools costs over the service call behind it: ``python -m benchmarks.mcp [CALLS]``.

One node of the demo is read again and again: by the service alone (as the tool calls it), and by the tool over streamable HTTP from a
server in a process of its own, in turns, so that a busy machine is as busy for both. Prints the medians, the
ratio and the difference; status 1 where
the protocol takes more than 15 ms beyond the call.
"""

import io
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_MS = 15.0
SLUG = "bank-rate"


def main() -> int:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'mcp.sqlite3'}"
        limits = {"API_READS_PER_MINUTE": "1000000", "API_WORK_PER_MINUTE": "1000000"}
        os.environ |= {"DJANGO_SETTINGS_MODULE": "causalflow.settings", "VAR_DIR": folder, "DATABASE_URL": database, "DEMO": "1"} | limits
        return _measure(calls)


def _measure(calls: int) -> int:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone

    from causalflow.accounts import create_demo_accounts
    from causalflow.processes import is_answering
    from verification.services.nodes.demo import load_demo
    from verification.services.operations.tokens import create_token

    call_command("migrate", verbosity=0)
    load_demo(now=timezone.now())
    create_demo_accounts()
    call_command("verify", SLUG, verbosity=0, stdout=io.StringIO(), stderr=io.StringIO())
    secret = create_token(user=User.objects.get(username="demo-analyst"), name="benchmark").secret
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = subprocess.Popen([sys.executable, "manage.py", "mcp", "--http", "--bind", f"127.0.0.1:{port}"], stderr=subprocess.DEVNULL)
    try:
        while not is_answering(port):
            time.sleep(0.2)
        alone, over = _in_turns(f"http://127.0.0.1:{port}/mcp", secret, calls)
    finally:
        server.terminate()
        server.wait()
    beyond = statistics.median(over) - statistics.median(alone)
    print(f"service {statistics.median(alone):.1f} ms, over the protocol {statistics.median(over):.1f} ms ({calls} calls of each)")
    print(f"ratio {statistics.median(over) / statistics.median(alone):.2f}, beyond the call {beyond:.1f} ms; at most {MOST_MS:.0f} wanted")
    return int(beyond > MOST_MS)


def _in_turns(address: str, secret: str, calls: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each call, by the service alone and over the protocol."""
    import anyio
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    from mcp_server.callers import demand_caller
    from mcp_server.catalogue import read_node
    from mcp_server.threads import in_thread

    alone: list[float] = []
    over: list[float] = []

    async def run() -> None:
        carrier = httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=30, trust_env=False)
        caller = await in_thread(demand_caller, secret)
        async with carrier, Client(streamable_http_client(address, http_client=carrier)) as client:
            await client.list_tools()
            for _ in range(calls):
                began = time.perf_counter()
                await in_thread(read_node, caller, {"slug": SLUG}, None)
                alone.append((time.perf_counter() - began) * 1000)
                began = time.perf_counter()
                found = await client.call_tool("get_node", {"slug": SLUG})
                over.append((time.perf_counter() - began) * 1000)
                if found.is_error:
                    raise RuntimeError(found.content)

    anyio.run(run)
    return alone, over


if __name__ == "__main__":
    sys.exit(main())
