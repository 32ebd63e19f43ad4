"""The database that every process of the tests begins with: migrated once, then copied.

SQLite's is a file that the next run finds too, as long as no migration and nothing that migrations read has changed; PostgreSQL's is a
database whose name ``MIGRATED`` holds, made by ``tests/run.py`` for one run, from a dump that is kept like that file. Whoever finds none
migrates for themselves.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connection
from psycopg import sql

from tests.environment import PROJECT

MIGRATED = "CAUSALFLOW_MIGRATED"
KEPT = PROJECT / ".pytest_cache"
PACKAGES = ("causalflow", "verification", "attribution")
OURS = re.compile(rf"^from ((?:{'|'.join(PACKAGES)})[\w.]*) import", re.MULTILINE)


def _read_by_migrations() -> Iterator[Path]:
    """Migrations, the modules of ours that they import, shipped rows, and the packages' own migrations by their versions."""
    yield PROJECT / "requirements.txt"
    modules = set()
    for package in PACKAGES:
        yield from sorted((PROJECT / package).glob("data/*"))
        for path in sorted((PROJECT / package).glob("migrations/*.py")):
            yield path
            modules |= set(OURS.findall(path.read_text(encoding="utf-8")))
    for module in sorted(modules):
        path = PROJECT / module.replace(".", "/")
        yield from sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in _read_by_migrations():
        digest.update(path.relative_to(PROJECT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def migrate(database_url: str) -> None:
    """In a process of its own, which leaves no trace in ours."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATABASE_URL": database_url, "VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "causalflow.settings"}
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=PROJECT, env=environment, stdin=subprocess.DEVNULL, check=True)


@contextmanager
def _alone() -> Iterator[None]:
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def migrated_file() -> Path:
    """A migrated SQLite file, made where there is none yet; others wait meanwhile."""
    kept = KEPT / f"migrated-{_fingerprint()}.sqlite3"
    with _alone():
        if not kept.exists():
            for old in KEPT.glob("migrated-*.sqlite3"):
                old.unlink()
            with tempfile.TemporaryDirectory(dir=KEPT) as folder:
                draft = Path(folder) / "draft.sqlite3"
                migrate(f"sqlite:///{draft}")
                draft.rename(kept)
    return kept


def provide_database() -> None:
    """Copy the migrated database to where the tests of this process expect theirs, which is not there yet."""
    name = connection.creation._get_test_db_name()
    if connection.vendor == "sqlite":
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(migrated_file(), name)
    elif MIGRATED in os.environ:
        with connection._nodb_cursor() as cursor:
            parts = sql.Identifier(name), sql.Identifier(os.environ[MIGRATED])
            cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(parts[0]))
            cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*parts))


def wait_for_no_disk() -> None:
    """On PostgreSQL no commit waits until it would outlive a loss of power: others see it as ever, and the tests that take the power
    away have a server of their own.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            name = connection.ops.quote_name(connection.settings_dict["NAME"])
            cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit TO off")
        # It counts for connections that are opened from now on.
        connection.close()


def _is_done(*command: str) -> bool:
    if not shutil.which(command[0]):
        return False
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0


def _keep_dump(url: str, kept: Path) -> None:
    KEPT.mkdir(exist_ok=True)
    for old in KEPT.glob("migrated-*.dump"):
        old.unlink(missing_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    if _is_done("pg_dump", "--format=custom", "--no-owner", f"--file={draft}", f"--dbname={url}"):
        draft.rename(kept)
    draft.unlink(missing_ok=True)


@contextmanager
def migrated_database(url: str) -> Iterator[str]:
    """The name of a migrated database beside the one at ``url``, on PostgreSQL, for copies; dropped in the end."""
    address, mark, query = url.partition("?")
    server, _, database = address.rpartition("/")
    name = f"{database}_migrated"
    drop = sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name))
    with psycopg.connect(f"{server}/postgres{mark}{query}", autocommit=True) as maintenance:
        create = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
        own, kept = f"{server}/{name}{mark}{query}", KEPT / f"migrated-{_fingerprint()}.dump"
        maintenance.execute(drop)
        maintenance.execute(create)
        try:
            if not (kept.exists() and _is_done("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={own}", str(kept))):
                maintenance.execute(drop)
                maintenance.execute(create)
                migrate(own)
                _keep_dump(own, kept)
            yield name
        finally:
            maintenance.execute(drop)


def somebody_waits_for_us() -> bool:
    """Whether another connection waits for what this one holds. SQLite lets one writer in at a time, and doesn't tell who waits."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))")
        return bool(cursor.fetchone()[0])
