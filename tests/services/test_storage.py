"""A full disk and a database that is only read are said as such, by commands, API and pages; nothing half is left."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.core.management import CommandError, call_command
from django.db import Error, connection, transaction
from django.test import Client
from django.utils import translation

from tests.api.conftest import program_of
from verification.models import AuditEntry, Document, Event
from verification.services.storage import StorageFault, describe_trouble, find_storage_fault

pytestmark = pytest.mark.django_db

LONG = "The central bank left its rate at 3.5%. " * 20_000
SAID = {
    "storage_full": "The disk of the database is full. Nothing was stored; make room there and try again.",
    "storage_read_only": "The database can be read and not written. Nothing was stored; make it writable and try again.",
}
TITLES = {
    "storage_full": ("The disk is full", "磁盘已满"),
    "storage_read_only": ("Nothing can be stored now", "目前无法保存任何内容"),
}


@contextlib.contextmanager
def _full() -> Iterator[None]:
    """SQLite may not grow; PostgreSQL refuses each new row as it does where its disk is full."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # Pages that earlier tests left free would take a row without growing.
            free = cursor.execute("PRAGMA freelist_count").fetchone()[0]
            size = cursor.execute("PRAGMA page_size").fetchone()[0]
            cursor.execute("CREATE TABLE filler (content BLOB)")
            cursor.execute("INSERT INTO filler VALUES (zeroblob(%s))", [(free + 2) * size])
            assert cursor.execute("PRAGMA freelist_count").fetchone()[0] == 0
            pages = cursor.execute("PRAGMA page_count").fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count = {pages}")
        else:
            cursor.execute(
                "CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"
            )
            for model in (Event, Document):
                table = model._meta.db_table
                cursor.execute(f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION pg_temp.refuse()")
    try:
        yield
    finally:
        if connection.vendor == "sqlite":
            connection.connection.execute("PRAGMA max_page_count = 1073741823")


@contextlib.contextmanager
def _read_only() -> Iterator[None]:
    is_sqlite = connection.vendor == "sqlite"
    connection.check_constraints()  # which locks rows, and that is writing
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON" if is_sqlite else "SET TRANSACTION READ ONLY")
    try:
        yield
    finally:
        if is_sqlite:
            connection.connection.execute("PRAGMA query_only = OFF")


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    yield
    translation.deactivate()


@pytest.fixture(params=["storage_full", "storage_read_only"])
def fault(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def breaking(fault: str) -> Callable[[], contextlib.AbstractContextManager[None]]:
    return {"storage_full": _full, "storage_read_only": _read_only}[fault]


Breaking = Callable[[], contextlib.AbstractContextManager[None]]


def test_faults_are_told_from_other_trouble(fault: str, breaking: Breaking) -> None:
    with breaking(), pytest.raises(Error) as caught, transaction.atomic():
        Event.objects.create(text=LONG, digest="x")
    assert find_storage_fault(caught.value) == StorageFault(fault)
    assert find_storage_fault(ValueError("disk full")) is None
    assert find_storage_fault(None) is None


def test_other_trouble_of_a_database_is_none() -> None:
    with pytest.raises(Error) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT absent FROM nowhere")
    assert find_storage_fault(caught.value) is None


def test_commands_say_it(tmp_path: Path, fault: str, breaking: Breaking) -> None:
    (tmp_path / "news.jsonl").write_text(
        f'{{"title": "Rate", "text": "{LONG}", "url": "https://a.example/1", "published_at": "2026-01-01"}}\n', encoding="utf-8"
    )
    with breaking(), pytest.raises(CommandError) as caught:
        call_command("load_corpus", tmp_path / "news.jsonl")
    assert (str(caught.value), caught.value.returncode) == (SAID[fault], 1)


def test_api_says_it(analyst: object, fault: str, breaking: Breaking) -> None:
    program = program_of(analyst)
    assert program.get("/api/v1/events/").status_code == 200
    audited = AuditEntry.objects.count()
    with breaking():
        response = program.post(
            "/api/v1/events/", {"text": LONG[:9_900]}, content_type="application/json", headers={"Idempotency-Key": "k"}
        )
        assert (response.status_code, response["Content-Type"]) == (503, "application/problem+json")
        said = response.json()
        assert (said["code"], said["status"], said["detail"]) == (fault, 503, SAID[fault])
        assert said["type"].endswith(f"#{fault}")
    assert (Event.objects.count(), AuditEntry.objects.count()) == (0, audited)


def test_programs_read_on_where_nothing_can_be_written(analyst: object) -> None:
    """When a token was last used is no reason to refuse it."""
    program = program_of(analyst)
    with _read_only():
        assert program.get("/api/v1/events/").status_code == 200


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_pages_say_it(analyst_client: Client, fault: str, breaking: Breaking, language: str) -> None:
    analyst_client.raise_request_exception = False
    with breaking():
        response = analyst_client.post("/events/", {"text": LONG[:9_900]}, headers={"Accept-Language": language})
    page = BeautifulSoup(response.content, "html.parser")
    assert (response.status_code, response["Cache-Control"]) == (503, "no-store")
    assert page.h1.get_text() == TITLES[fault][language != "en"]
    assert page.select_one("main a.main")["href"] == "/"
    assert Event.objects.count() == 0


@pytest.mark.parametrize("statement", ["SELECT * FROM nowhere", "SELECT absent FROM verification_node"])
def test_the_log_says_that_the_database_is_not_migrated(statement: str) -> None:
    """A worker that is started before the tables are made waits for them, and somebody reads why."""
    with pytest.raises(Error) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    said = describe_trouble(caught.value)
    assert said == f"{type(caught.value).__name__}: a table or column is not there; migrate the database (manage.py migrate)."
    with pytest.raises(Error) as other, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 +")
    assert describe_trouble(other.value) == f"{type(other.value).__name__}."
