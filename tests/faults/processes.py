"""Other processes of the product against the database of the tests."""

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from tests.environment import PROJECT

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(["tests.faults.loaded", "tests.faults.programs"])


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


def start(program: Callable[..., None], *arguments: object, **changed: object) -> BaseProcess:
    """A function of ``tests.faults.programs`` in a process of its own, with our settings but for those that are ``changed``.

    All are forked from one process, which loads the product once for all tests.
    """
    known = {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "causalflow.settings",
        "PYTHONPATH": str(PROJECT),
        "VAR_DIR": tempfile.gettempdir(),
    }
    process = _forking.Process(target=_run, args=(program, changed, arguments), daemon=True)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in known.items():
            patch.setenv(name, value)
        process.start()
    return process


def _run(program: Callable[..., None], changed: dict[str, object], arguments: tuple[object, ...]) -> None:
    for name, value in changed.items():
        setattr(settings, name, value)
    program(*arguments)


def wait_for(condition: Callable[[], bool], seconds: float = 300) -> None:
    """Long enough for a machine that does much else; looking costs the processes that are waited for their time, so not without end."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.03)
