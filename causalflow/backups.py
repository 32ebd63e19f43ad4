"""The whole database into one file and back: SQLite with its online backup, PostgreSQL with pg_dump and psql.

A backup is a consistent moment of a database that stays in use. A restore happens wholly or not at all.
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from causalflow import env
from verification.services.storage import StorageFault, find_storage_fault

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
PATIENCE_S = 30.0
_MAGIC = {b"SQLite format 3\x00": SQLITE, b"PGDMP": POSTGRESQL}
_TOOLS = "Install PostgreSQL's client programs (Debian: apt-get install postgresql-client), in the server's version or newer."
_MIGRATION_COLUMNS = 4  # id, app, name, applied
_VARIABLES = {
    "host": "PGHOST", "port": "PGPORT", "dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD", "passfile": "PGPASSFILE",
    "service": "PGSERVICE", "options": "PGOPTIONS", "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}  # fmt: skip

# Everything of ours goes first, also what a newer version added and the backup does not know; one transaction with what follows.
_WIPE = """
SET client_min_messages = warning;
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', found.name);
  END LOOP;
  FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') LOOP
    EXECUTE format('DROP FUNCTION IF EXISTS %s CASCADE', found.name);
  END LOOP;
END $$;
"""


class BackupError(Exception):
    """One plain sentence; ``is_usage`` where the caller named a file that can't be used or left out ``--force``."""

    def __init__(self, message: str, *, is_usage: bool = False) -> None:
        super().__init__(message)
        self.is_usage = is_usage


def write_backup(path: Path, *, force: bool = False) -> int:
    """Write the database to ``path``, readable by its owner alone, under its name only once it is whole. Answers its size in bytes."""
    _refuse_own_database(path)
    if path.exists() and not force:
        raise BackupError(f"{path} is there already; name another file, or overwrite it with --force.", is_usage=True)
    if path.exists() and not path.is_file():
        raise BackupError(f"{path} is no file; name one that a backup may take the place of.", is_usage=True)
    with _draft(path) as draft:
        _dump_sqlite(draft) if connection.vendor == "sqlite" else _dump_postgresql(draft)
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        size = draft.stat().st_size
        if force:
            draft.replace(path)
        else:
            _link(draft, path)
    return size


def read_backup(path: Path, *, force: bool = False) -> None:
    """Put the backup in ``path`` in the place of the database. Refused over tables that exist without ``force``."""
    _refuse_own_database(path)
    kind = _kind_of(path)
    here = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    if kind != here:
        raise BackupError(f"{path} is a backup of {kind}, and this database is {here}.", is_usage=True)
    _check_sqlite(path) if kind == SQLITE else _check_postgresql(path)
    if connection.introspection.table_names() and not force:
        raise BackupError("The database holds tables already; replace everything in it with --force.", is_usage=True)
    connection.close()
    _load_sqlite(path) if kind == SQLITE else _load_postgresql(path)


def _refuse_own_database(path: Path) -> None:
    """Renamed over, it would be gone for whoever has it open, and the log beside it would belong to another file."""
    if connection.vendor != "sqlite":
        return
    live = Path(str(connection.settings_dict["NAME"])).resolve()
    if path.resolve() in (live, Path(f"{live}-wal"), Path(f"{live}-shm")):
        raise BackupError(f"{path} is the database itself; name another file.", is_usage=True)


@contextlib.contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A file beside ``path`` that is gone afterwards, whatever happens."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BackupError(f"{path} can't be written: {error.strerror or type(error).__name__}.", is_usage=True) from None
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _link(draft: Path, path: Path) -> None:
    """Fails where somebody made ``path`` meanwhile, which a rename would not."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise BackupError(f"{path} is there already; name another file, or overwrite it with --force.", is_usage=True) from None
    except OSError:
        draft.replace(path)  # a file system without links


def _kind_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise BackupError(f"{path} can't be read: {error.strerror or type(error).__name__}.", is_usage=True) from None
    for magic, kind in _MAGIC.items():
        if head.startswith(magic):
            return kind
    raise BackupError(f"{path} is no backup of ours: neither an SQLite database nor an archive of pg_dump.", is_usage=True)


def _refuse_newer(path: Path, applied: set[tuple[str, str]]) -> None:
    """A backup of a newer version holds tables that this code does not know."""
    known = set(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
    if ("verification", "0001_initial") not in applied:
        raise BackupError(f"{path} is no backup of CausalFlow: it lacks its tables.", is_usage=True)
    newer = sorted(f"{app}.{name}" for app, name in applied - known)
    if newer:
        raise BackupError(f"{path} comes from another version: this one does not know {newer[0]}. Restore it with that one.", is_usage=True)


# SQLite


class _Patience:
    """SQLite's backup waits for ever for a database that somebody holds; after ``PATIENCE_S`` seconds in a row we say so instead."""

    def __init__(self) -> None:
        self._held_since: float | None = None

    def __call__(self, status: int, remaining: int, total: int) -> None:
        if status not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._held_since = None
            return
        self._held_since = self._held_since or time.monotonic()
        if time.monotonic() - self._held_since > PATIENCE_S:
            raise sqlite3.OperationalError("another process holds the database")


def _open_sqlite(path: Path | str, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode={mode}", uri=True, timeout=1)


def _dump_sqlite(draft: Path) -> None:
    source = str(connection.settings_dict["NAME"])
    if not Path(source).exists():
        raise BackupError("There is no database yet; nothing to back up.")
    try:
        with contextlib.closing(_open_sqlite(source, "rw")) as live, contextlib.closing(sqlite3.connect(draft)) as copy:
            live.backup(copy, progress=_Patience())
            # One file, without the log that only a database in use has beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"The backup failed: {_trouble(error)}.") from error


def _check_sqlite(path: Path) -> None:
    try:
        with contextlib.closing(_open_sqlite(path, "ro")) as backup:
            answers = backup.execute("PRAGMA integrity_check(1)").fetchall()
            applied = set(backup.execute("SELECT app, name FROM django_migrations").fetchall()) if answers == [("ok",)] else set()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise BackupError(f"{path} can't be read: {error}.", is_usage=True) from None
        answers, applied = [("ok",)], set()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{path} is damaged: {error}.", is_usage=True) from None
    if answers != [("ok",)]:
        raise BackupError(f"{path} is damaged: {answers[0][0]}.", is_usage=True)
    _refuse_newer(path, applied)


def _load_sqlite(path: Path) -> None:
    """Page by page into the database in one transaction of SQLite: whoever has it open sees the old or the new one."""
    target = str(connection.settings_dict["NAME"])
    try:
        with contextlib.closing(_open_sqlite(path, "ro")) as backup, contextlib.closing(_open_sqlite(target, "rwc")) as live:
            backup.backup(live, progress=_Patience())
    except sqlite3.Error as error:
        hint = "" if find_storage_fault(error) else " Are the pages and the worker stopped?"
        raise BackupError(f"The restore failed and changed nothing: {_trouble(error)}.{hint}") from error


def _trouble(error: sqlite3.Error) -> str:
    """SQLite speaks of a full disk in several ways."""
    return "no space is left on the disk" if find_storage_fault(error) is StorageFault.FULL else str(error)


# PostgreSQL


def _server_variables() -> dict[str, str]:
    """Where the database is, as PostgreSQL's programs read it from their environment: others could see a password among arguments."""
    params = connection.get_connection_params()
    return {variable: str(params[name]) for name, variable in _VARIABLES.items() if params.get(name)}


def _run(*command: str) -> str:
    """What a program of PostgreSQL wrote; its first complaint as a sentence where it failed."""
    if shutil.which(command[0]) is None:
        raise BackupError(f"{command[0]} is not installed. {_TOOLS}")
    variables = env.process_environment(_server_variables())
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=variables, check=False)  # noqa: S603 (names of our own)
    if done.returncode:
        said = [line.strip() for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
        why = next((line for line in said if "error" in line.lower() or "fatal" in line.lower()), said[0] if said else "no message")
        hint = f" {_TOOLS}" if "version mismatch" in why or "unsupported version" in why else ""
        raise BackupError(f"{why.rstrip('.')}.{hint}")
    return done.stdout.decode(errors="replace")


def _dump_postgresql(draft: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(draft))


def _check_postgresql(path: Path) -> None:
    """Reads the archive to its end, so that a file that was cut off is found before anything is dropped."""
    if shutil.which("pg_restore") is None:
        raise BackupError(f"pg_restore is not installed. {_TOOLS}")
    try:
        _run("pg_restore", f"--file={os.devnull}", str(path))
        table = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(path))
    except BackupError as error:
        raise BackupError(f"{path} can't be restored: {error}", is_usage=True) from None
    rows = (line.split("\t") for line in table.splitlines())
    _refuse_newer(path, {(row[1], row[2]) for row in rows if len(row) == _MIGRATION_COLUMNS})


def _load_postgresql(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        wipe, script = Path(folder) / "wipe.sql", Path(folder) / "restore.sql"
        wipe.write_text(_WIPE, encoding="utf-8")
        try:
            _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(path))
            _run("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={wipe}", f"--file={script}")
        except BackupError as error:
            raise BackupError(f"The restore failed and changed nothing: {error}") from None
