"""Empty databases take a short way, and whoever has begun on the long one goes on there: both end alike."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from tests.databases import migrate
from tests.environment import PROJECT
from tests.models.schemas import list_schema

SHORT_WAY = {"verification": "0001_squashed_0090_runs_by_moment", "attribution": "0001_squashed_0013_parts_of_claims"}
# Version 0.1, two that have passed the squashed migrations of one app only, and the last without any.
FORMER_STATES = {
    "0.1": ("0034_plain_words", "0010_embeddings"),
    "verification is ahead": ("0092_volumes", "0012_verdicts_that_stand"),
    "attribution is ahead": ("0089_other_names_seen", "0014_official_figures_of_claims"),
    "latest": ("0102_states_restored", "0017_kinds_of_numbered_works"),
}
# What a release without the squashed migrations does, with rows of its own; version 0.1 gives a token no scopes yet.
FORMER = """
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

load = MigrationLoader.load_disk

def load_former(loader):
    load(loader)
    loader.disk_migrations = {key: one for key, one in loader.disk_migrations.items() if not one.replaces}

MigrationLoader.load_disk = load_former
state = {"verification": VERIFICATION, "attribution": ATTRIBUTION}
for app, name in state.items():
    call_command("migrate", app, name, verbosity=0)
apps = MigrationExecutor(connection).loader.project_state(list(state.items())).apps
user = apps.get_model("auth", "User").objects.create(username="alice", password="!")
user.groups.add(apps.get_model("auth", "Group").objects.get(name="reviewer"))
Token = apps.get_model("verification", "ApiToken")
given = {"scopes": "read"} if hasattr(Token, "scopes") else {}
Token.objects.create(user=user, name="sheet", sha256="0" * 64, prefix="abc", **given)
apps.get_model("verification", "Node").objects.create(slug="cpi", label="CPI", kind="percent")
"""
OURS = {"auth_user", "auth_user_groups", "verification_apitoken", "verification_node"}
# Numbered as they came: the rows are told by what they name.
NUMBERED = {
    "django_migrations": "SELECT app, name FROM django_migrations",
    "django_content_type": "SELECT app_label, model FROM django_content_type",
    "auth_permission": """
        SELECT t.app_label, p.codename, p.name FROM auth_permission p JOIN django_content_type t ON t.id = p.content_type_id""",
    "auth_group_permissions": """
        SELECT g.name, t.app_label, p.codename FROM auth_group_permissions h JOIN auth_group g ON g.id = h.group_id
        JOIN auth_permission p ON p.id = h.permission_id JOIN django_content_type t ON t.id = p.content_type_id""",
}
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


def list_rows(database: BaseDatabaseWrapper) -> set[tuple[object, ...]]:
    """(table, value, …) for every row, without moments."""
    with database.cursor() as cursor:
        tables = database.introspection.django_table_names(only_existing=True, include_views=False)
        rows: set[tuple[object, ...]] = set()
        for table in tables:
            columns = ", ".join(sorted(f'"{column.name}"' for column in database.introspection.get_table_description(cursor, table)))
            cursor.execute(NUMBERED.get(table, f'SELECT {columns} FROM "{table}"'))  # noqa: S608 (Django's own names)
            rows |= {(table, *(repr(value) for value in row if not is_moment(value))) for row in cursor.fetchall()}
        return rows


def is_moment(value: object) -> bool:
    return isinstance(value, datetime) or (isinstance(value, str) and MOMENT.match(value) is not None)


@contextmanager
def second_database(folder: Path) -> Iterator[tuple[str, BaseDatabaseWrapper]]:
    """An empty database beside that of the tests: its address, and a connection to it."""
    second = connection.copy()
    if connection.vendor == "sqlite":
        second.settings_dict["NAME"] = str(folder / "second.sqlite3")
        yield f"sqlite:///{folder / 'second.sqlite3'}", second
        second.close()
        return
    name, given = f"causalflow_second_{os.getpid()}", connection.get_connection_params()
    second.settings_dict["NAME"] = name
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        try:
            password = f":{given['password']}" if given.get("password") else ""
            yield f"postgres://{given['user']}{password}@{given.get('host', '')}:{given.get('port', 5432)}/{name}", second
        finally:
            second.close()
            cursor.execute(f"DROP DATABASE {name}")


def migrate_as_former(url: str, state: tuple[str, str], folder: Path) -> None:
    program = FORMER.replace("VERIFICATION", repr(state[0])).replace("ATTRIBUTION", repr(state[1]))
    variables = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "causalflow.settings"}
    subprocess.run([sys.executable, "manage.py", "shell", "-v0", "-c", program], cwd=PROJECT, env=variables, check=True)


@pytest.mark.pure
@pytest.mark.parametrize("app", ["verification", "attribution"])
def test_empty_database_takes_the_short_way_which_leaves_no_migration_out(app: str) -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    short = loader.disk_migrations[app, SHORT_WAY[app]]
    replaced = [name for _app, name in short.replaces]
    last = SHORT_WAY[app].removeprefix("0001_squashed_")
    assert replaced == sorted(name for label, name in loader.disk_migrations if label == app and name <= last and name != short.name)
    assert (app, short.name) in loader.graph.nodes
    assert [name for name in replaced if (app, name) in loader.graph.nodes] == []


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.postgres("migrations")
@pytest.mark.parametrize("state", FORMER_STATES)
def test_former_release_is_migrated_to_what_an_empty_database_becomes(state: str, tmp_path: Path) -> None:
    with second_database(tmp_path) as (url, upgraded):
        migrate_as_former(url, FORMER_STATES[state], tmp_path)
        migrate(url)
        rows, shipped = list_rows(upgraded), list_rows(connection)
        assert list_schema(upgraded) == list_schema(connection)
        assert shipped - rows == set()
        assert {row[0] for row in rows - shipped} == OURS
        (token,) = (row for row in rows if row[0] == "verification_apitoken")
        assert ("'read'" in token, "'read verify submit rule'" in token) == (state != "0.1", state == "0.1")


@pytest.mark.django_db
@pytest.mark.postgres("migrations")
def test_schemas_of_which_one_lacks_an_index_are_told_apart() -> None:
    before = list_schema(connection)
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX node_group_slug")
    assert {name.partition(".")[0] for _kind, name, _definition in before - list_schema(connection)} == {"node_group_slug"}
