"""Other processes of the product against the database of the tests."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from tests.environment import PROJECT


def database_url() -> str:
    """The database of the tests, for another process."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    login = quote(given["USER"]) + (f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else "")
    return f"postgres://{login}@{given['HOST']}:{given['PORT'] or 5432}/{given['NAME']}"


def start_script(script: str, folder: Path, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    """A Python program beside us, with our settings and ``folder`` as its first argument and its ``VAR_DIR``.

    It works on the database of the tests unless ``variables`` name another.
    """
    environment = {
        **os.environ,
        "DATABASE_URL": variables.get("DATABASE_URL") or database_url(),
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "PYTHONPATH": str(PROJECT),
        "VAR_DIR": str(folder),
    }
    return subprocess.Popen([sys.executable, "-c", script, str(folder), *arguments], cwd=PROJECT, env=environment)


def wait_for(condition: Callable[[], bool], seconds: float = 300) -> None:
    """Long enough for a machine that does much else; looking costs the processes that are waited for their time, so not without end."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.03)
