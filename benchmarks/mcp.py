"""What the protocol of the tools costs over the service call behind it: ``python -m benchmarks.mcp [CALLS]``.

One node of the demo is read again and again: by the service alone (as the tool calls it), and by the tool over streamable HTTP from a
server in a process of its own, in turns, so that a busy machine is as busy for both. Prints the medians, the ratio and the difference, and
how much of the processor each took: of the server, and of the SDK's client, which holds every answer against the schema of the tool.
Status 1 where the protocol takes more than 15 ms beyond the call.
"""

import io
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

MOST_MS = 15.0
SLUG = "bank-rate"


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds of each call by the clock, and of the processor here (the service itself, or the client)."""

    by_clock: list[float] = field(default_factory=list)
    by_processor: list[float] = field(default_factory=list)

    def note(self, clock: float, processor: float) -> None:
        self.by_clock.append((time.perf_counter() - clock) * 1000)
        self.by_processor.append((time.process_time() - processor) * 1000)


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
        alone, over, served = _in_turns(f"http://127.0.0.1:{port}/mcp", secret, calls, psutil.Process(server.pid))
    finally:
        server.terminate()
        server.wait()
    service, whole = statistics.median(alone.by_clock), statistics.median(over.by_clock)
    print(f"service {service:.1f} ms, over the protocol {whole:.1f} ms ({calls} calls of each, load {os.getloadavg()[0]:.1f})")
    print(f"ratio {whole / service:.2f}, beyond the call {whole - service:.1f} ms; at most {MOST_MS:.0f} wanted")
    spent, asked = statistics.fmean(alone.by_processor), statistics.fmean(over.by_processor)
    print(f"of the processor: service {spent:.1f} ms, server {served:.1f} ms, client {asked:.1f} ms", end="; ")
    print(f"beyond the call {served + asked - spent:.1f} ms")
    return int(whole - service > MOST_MS)


def _in_turns(address: str, secret: str, calls: int, server: psutil.Process) -> tuple[Spent, Spent, float]:
    """What each call took, by the service alone and over the protocol, and the server's milliseconds of the processor for one."""
    import anyio
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    from mcp_server.callers import demand_caller
    from mcp_server.catalogue import read_node
    from mcp_server.threads import in_thread

    alone, over = Spent(), Spent()

    def of_server() -> float:
        times = server.cpu_times()
        return float(times.user + times.system) * 1000

    async def run() -> float:
        carrier = httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=30, trust_env=False)
        caller = await in_thread(demand_caller, secret)
        async with carrier, Client(streamable_http_client(address, http_client=carrier)) as client:
            await client.list_tools()
            await client.call_tool("get_node", {"slug": SLUG})
            before = of_server()
            for _ in range(calls):
                began = time.perf_counter(), time.process_time()
                await in_thread(read_node, caller, {"slug": SLUG}, None)
                alone.note(*began)
                began = time.perf_counter(), time.process_time()
                found = await client.call_tool("get_node", {"slug": SLUG})
                over.note(*began)
                if found.is_error:
                    raise RuntimeError(found.content)
            return (of_server() - before) / calls

    served = anyio.run(run)
    return alone, over, served


if __name__ == "__main__":
    sys.exit(main())
