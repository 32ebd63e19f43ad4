"""``backup`` and ``restore``: a round trip on both databases, and everything that must be refused."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, connections

from causalflow import backups
from tests.commands.shell import run_command
from tests.environment import PROJECT
from tests.factories import make_document, make_finished_run, make_node
from verification.models import AuditEntry, Document, Node, NodeState, Source, VerificationRun
from verification.models.fulltext import count_documents_with
from verification.services.operations.volumes import list_volumes

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("backup")]

is_sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


def _can_back_up() -> bool:
    """SQLite always; PostgreSQL where its programs are there and no older than the server."""
    if is_sqlite:
        return True
    if not all(shutil.which(name) for name in ("pg_dump", "pg_restore", "psql")):
        return False
    said = subprocess.run(["pg_dump", "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    connection.ensure_connection()
    return int(said.split()[2].split(".")[0]) >= connection.pg_version // 10000


def _write_backup(path: Path) -> bool:
    """Whether a backup could be made; where PostgreSQL's programs are missing or too old, one sentence says so and nothing is left."""
    result = run_command("backup", path)
    if _can_back_up():
        assert (result.status, result.err) == (0, "")
        return True
    assert (result.status, "Install PostgreSQL's client programs" in result.err, list(path.parent.iterdir())) == (1, True, [])
    return False


def _counts() -> tuple[int, int, int, int]:
    return Node.objects.count(), NodeState.objects.count(), VerificationRun.objects.count(), Document.objects.count()


@pytest.mark.usefixtures("committed_db")
def test_round_trip_brings_everything_back_and_drops_what_came_later(tmp_path: Path) -> None:
    make_finished_run(make_node("elbonia", label="Elbonia’s 利率"))
    make_document(url="https://a.example/1", title="Elbonia", text="The rate is 5.25%.")
    backup, before, volumes = tmp_path / "causalflow.backup", _counts(), list_volumes()
    if not _write_backup(backup):
        return
    assert (stat.S_IMODE(backup.stat().st_mode), list(tmp_path.iterdir())) == (0o600, [backup])
    make_finished_run(make_node("later"))
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_a_newer_version (id integer)")
    result = run_command("restore", backup, "--force")
    assert (result.status, result.out, result.err) == (0, f"{backup}: restored.\n", "")
    assert (_counts(), list_volumes()) == (before, volumes)
    assert "of_a_newer_version" not in connection.introspection.table_names()
    assert Node.objects.get().label == "Elbonia’s 利率"
    assert count_documents_with(["elbonia"]) == {"elbonia": 1}
    with pytest.raises(IntegrityError, match="append-only"):
        NodeState.objects.update(value="9%")
    assert AuditEntry.objects.filter(actor_name="restore", verb="database.restore", after={"file": backup.name}).count() == 1
    with pytest.raises(IntegrityError, match="immutable"):
        Source.objects.update(stance="past")
    make_finished_run(make_node("afterwards"))
    assert Source.objects.count() == 6


def test_backup_overwrites_only_with_force(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("something else")
    result = run_command("backup", path)
    assert (result.status, "is there already; name another file, or overwrite it with --force." in result.err) == (2, True)
    assert path.read_text() == "something else"
    if _can_back_up():
        assert run_command("backup", path, "--force").status == 0
        assert path.read_bytes()[:5] in (b"SQLit", b"PGDMP")


@pytest.mark.usefixtures("committed_db")
def test_a_backup_takes_the_place_of_no_device_and_no_folder(tmp_path: Path) -> None:
    """Renamed over, a device would be gone: with root's rights /dev/stdout for everybody."""
    pipe, folder, link = tmp_path / "pipe", tmp_path / "folder", tmp_path / "link"
    os.mkfifo(pipe)
    folder.mkdir()
    link.symlink_to(pipe)
    for path in (pipe, folder, link):
        result = run_command("backup", path, "--force")
        assert (result.status, result.err) == (2, f"CommandError: {path} is no file; name one that a backup may take the place of.\n")
    assert (pipe.is_fifo(), folder.is_dir(), link.is_symlink()) == (True, True, True)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "link", "pipe"]


@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("beside", ["", "-wal", "-shm"])
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_the_database_itself_is_no_backup(tmp_path: Path, command: str, beside: str) -> None:
    """Whoever has it open would go on writing into a file that is gone, and the log beside it would be that of another."""
    if not is_sqlite:
        return
    make_node("elbonia")
    live = Path(f"{connection.settings_dict['NAME']}{beside}")
    link = tmp_path / "link"
    link.symlink_to(live)
    inode = live.stat().st_ino if live.exists() else None
    for path in (live, link):
        result = run_command(command, path, "--force")
        assert (result.status, result.err) == (2, f"CommandError: {path} is the database itself; name another file.\n")
    assert (live.stat().st_ino if live.exists() else None) == inode
    assert Node.objects.filter(slug="elbonia").exists()


def test_restore_over_tables_needs_force(tmp_path: Path) -> None:
    if not _write_backup(tmp_path / "file"):
        return
    result = run_command("restore", tmp_path / "file")
    assert (result.status, "The database holds tables already; replace everything in it with --force." in result.err) == (2, True)


@pytest.mark.usefixtures("committed_db")
def test_restore_into_an_empty_database_needs_no_force(tmp_path: Path) -> None:
    backup = tmp_path / "file"
    if not _write_backup(backup):
        return
    name = f"causalflow_restored_{os.getpid()}"
    given = connection.get_connection_params()
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}" if is_sqlite else _create_database(name, given)
    try:
        variables = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "causalflow.settings"}
        command = [sys.executable, "manage.py", "restore", str(backup)]
        done = subprocess.run(command, cwd=PROJECT, env=variables, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{backup}: restored.\n", "")
    finally:
        if not is_sqlite:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {name}")


def _create_database(name: str, given: dict[str, object]) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    user = f"{given['user']}:{given['password']}@" if given.get("password") else f"{given['user']}@"
    return f"postgres://{user}{given.get('host', '')}:{given.get('port', 5432)}/{name}"


@pytest.mark.parametrize("cut", [0.3, 0.9])
def test_restore_refuses_a_file_that_was_cut_off(tmp_path: Path, cut: float) -> None:
    backup = tmp_path / "file"
    if not _write_backup(backup):
        return
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * cut)])
    result = run_command("restore", backup, "--force")
    assert (result.status, str(backup) in result.err, "Traceback" in result.err) == (2, True, False)


@pytest.mark.usefixtures("committed_db")
def test_restore_refuses_a_backup_of_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "newer.backup"
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('verification', '9999_later', CURRENT_TIMESTAMP)")
    is_written = _write_backup(path)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")
    if not is_written:
        return
    result = run_command("restore", path, "--force")
    assert (result.status, "this one does not know verification.9999_later" in result.err) == (2, True)


def test_restore_of_sqlite_gives_up_where_somebody_holds_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "PATIENCE_S", 0.5)
    path = tmp_path / "file"
    if not is_sqlite or not _write_backup(path):
        return
    held = tmp_path / "held.sqlite3"
    shutil.copy(path, held)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(held))
    with closing(sqlite3.connect(held, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(backups.BackupError, match="changed nothing: another process holds the database"):
            backups._load_sqlite(path)


def test_restore_refuses_what_is_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("SELECT 1;")
    assert "is no backup of ours" in run_command("restore", path, "--force").err
    path.write_bytes(b"")
    assert run_command("restore", path, "--force").status == 2
    missing = run_command("restore", tmp_path / "nowhere", "--force")
    assert (missing.status, "can't be read: No such file or directory." in missing.err) == (2, True)
    folder = run_command("restore", tmp_path, "--force")
    assert (folder.status, "can't be read: Is a directory." in folder.err) == (2, True)


def test_restore_refuses_another_program_s_database(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (id integer)")
    other.close()
    result = run_command("restore", path, "--force")
    expected = "is no backup of CausalFlow" if is_sqlite else "is a backup of SQLite, and this database is PostgreSQL."
    assert (result.status, expected in result.err) == (2, True)


def test_restore_refuses_an_archive_of_the_other_database(tmp_path: Path) -> None:
    path = tmp_path / "archive"
    path.write_bytes(b"PGDMP\x01\x0e\x00nothing more")
    result = run_command("restore", path, "--force")
    expected = "is a backup of PostgreSQL, and this database is SQLite." if is_sqlite else str(path)
    assert (result.status, expected in result.err) == (2 if is_sqlite or shutil.which("pg_restore") else 1, True)


def test_backup_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = run_command("backup", tmp_path / "no" / "file")
    assert (result.status, "can't be written: No such file or directory." in result.err) == (2, True)


def test_programs_that_are_missing_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run_command("backup", tmp_path / "file")
    if is_sqlite:
        assert result.status == 0
    else:
        assert (result.status, "pg_dump is not installed. Install PostgreSQL's client programs" in result.err) == (1, True)
        assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("committed_db")
def test_backup_is_consistent_while_others_write(tmp_path: Path) -> None:
    """What another transaction has not committed is not in it."""
    path = tmp_path / "file"
    other = connections.create_connection("default")
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("UPDATE auth_group SET name = 'unsaved' WHERE name = 'analyst'")
        is_written = _write_backup(path)
    finally:
        other.rollback()
        other.close()
    if is_written:
        assert run_command("restore", path, "--force").status == 0
        assert not Group.objects.filter(name="unsaved").exists()
