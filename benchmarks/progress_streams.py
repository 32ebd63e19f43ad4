"""What many readers of progress cost: ``python -m benchmarks.progress_streams [READERS [WORKERS]]``.

So many programs (200) read the progress of ten open runs of the demo from ``manage.py progress`` with so many processes (2), all at once.
Prints the memory of all processes without and with the readers (Pss: what they share counts once), how busy they are while nothing
changes, and how long after the runs were cancelled the readers had heard of it. Status 1 where they take more than 150 MB, or somebody
heard nothing.
"""

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

MOST_MB = 150.0
RUNS = 10
STILL_SECONDS = 5
LONGEST_SECONDS = 20


def main() -> int:
    readers, workers = (int(word) for word in [*sys.argv[1:3], *("200", "2")[len(sys.argv) - 1 :]])
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'streams.sqlite3'}"
        limits = {"API_READS_PER_MINUTE": "1000000"}
        os.environ |= {"DJANGO_SETTINGS_MODULE": "causalflow.settings", "VAR_DIR": folder, "DATABASE_URL": database, "DEMO": "1"} | limits
        return _measure(readers, workers)


def _measure(readers: int, workers: int) -> int:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone

    from causalflow.accounts import create_demo_accounts
    from causalflow.processes import is_answering
    from verification.enums import RunTrigger
    from verification.models import Node
    from verification.services.nodes.demo import load_demo
    from verification.services.operations.tokens import create_token
    from verification.services.runs.lifecycle import cancel_run, request_run

    call_command("migrate", verbosity=0)
    load_demo(now=timezone.now())
    create_demo_accounts()
    person = User.objects.get(username="demo-analyst")
    secret = create_token(user=person, name="benchmark").secret
    runs = [request_run(node=node, trigger=RunTrigger.API, requested_by=person) for node in Node.objects.order_by("pk")[:RUNS]]
    ports = [_free_port()]
    command = [sys.executable, "manage.py", "progress", "--bind", f"127.0.0.1:{ports[0]}", "--workers", str(workers)]
    servers = [subprocess.Popen(command, stderr=subprocess.DEVNULL)]
    try:
        while not all(is_answering(port) for port in ports):
            time.sleep(0.2)
        keys = [run.pk for run in runs]

        def cancel() -> None:
            for run in runs:
                cancel_run(run=run, actor=person)

        return asyncio.run(_read(readers, ports, servers, keys, secret, cancel))
    finally:
        for server in servers:
            server.terminate()
            server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _read(readers, ports, servers, keys, secret, cancel) -> int:  # type: ignore[no-untyped-def]
    from asgiref.sync import sync_to_async

    # A few first: what a process loads with its first reader is not the readers'.
    for port in ports * 8:
        first = await _open(port, keys[0], secret)
        await _hear(first[0], b"event: progress")
        first[1].close()
    empty = _memory_mb(servers)
    opened = [await _open(ports[number % len(ports)], keys[number % len(keys)], secret) for number in range(readers)]
    await asyncio.gather(*(_hear(reader, b"event: progress") for reader, _writer in opened))
    before = _processor_seconds(servers)
    await asyncio.sleep(STILL_SECONDS)
    busy = (_processor_seconds(servers) - before) / STILL_SECONDS / len(_processes(servers))
    full = _memory_mb(servers)
    await sync_to_async(cancel)()
    cancelled = time.perf_counter()
    heard = await asyncio.gather(*(_hear(reader, b"event: end") for reader, _writer in opened))
    waits = [moment - cancelled for moment in heard if moment is not None]
    for _reader, writer in opened:
        writer.close()
    share = (full - empty) * 1024 / readers
    count = len(_processes(servers)) - 1
    print(f"{readers} readers at {count} processes: {full:.0f} MB, {share:.0f} KB a reader; at most {MOST_MB:.0f} MB wanted")
    print(f"without readers {empty:.0f} MB; while nothing changes each process is busy for {busy:.1%} of the time")
    print(f"{len(waits)} of {readers} heard the end, half of them within {statistics.median(waits):.2f} s, all within {max(waits):.2f} s")
    return int(full > MOST_MB or len(waits) < readers)


async def _open(port: int, run: int, secret: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = (f"GET /api/v1/runs/{run}/progress/ HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {secret}", "", "")
    writer.write("\r\n".join(lines).encode())
    await writer.drain()
    return reader, writer


async def _hear(reader: asyncio.StreamReader, wanted: bytes) -> float | None:
    """The moment at which a line came; None where none did."""
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            while line := await reader.readline():
                if line.strip() == wanted:
                    return time.perf_counter()
    except TimeoutError:
        pass
    return None


def _memory_mb(servers: list[subprocess.Popen[bytes]]) -> float:
    return sum(float(process.memory_full_info().pss) for process in _processes(servers)) / 2**20


def _processes(servers: list[subprocess.Popen[bytes]]) -> list[psutil.Process]:
    """The servers and the processes that they forked."""
    found = [psutil.Process(server.pid) for server in servers]
    return [*found, *(child for process in found for child in process.children())]


def _processor_seconds(servers: list[subprocess.Popen[bytes]]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in _processes(servers))


if __name__ == "__main__":
    sys.exit(main())
