"""The product behind a server of ASGI, where each request has a thread of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import PROJECT

pytestmark = pytest.mark.pure

ASK_THREE_TIMES = """
import asyncio, json
from asgiref.testing import ApplicationCommunicator
from causalflow.asgi import application
from django.db.backends.signals import connection_created

opened = []
connection_created.connect(lambda connection, **_: opened.append(connection), weak=False)

async def ask():
    head = {"type": "http", "method": "GET", "path": "/readyz", "query_string": b"", "headers": [(b"host", b"localhost")]}
    asked = ApplicationCommunicator(application, head)
    await asked.send_input({"type": "http.request", "body": b""})
    status = (await asked.receive_output(30))["status"]
    await asked.receive_output(30)
    await asked.wait(30)
    return status

statuses = [asyncio.run(ask()) for _ in range(3)]
print(json.dumps([statuses, len(opened), sum(one.connection is not None for one in opened)]))
"""


def test_no_request_leaves_a_connection_open(tmp_path: Path) -> None:
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG", "TMPDIR") if key in os.environ}
    told = subprocess.run(
        [sys.executable, "-c", ASK_THREE_TIMES],
        cwd=PROJECT,
        env={**kept, "VAR_DIR": str(tmp_path), "DEBUG": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    statuses, opened, left_open = json.loads(told.stdout.splitlines()[-1])
    assert set(statuses) <= {200, 503}  # nothing is migrated
    assert opened >= len(statuses)
    assert left_open == 0
