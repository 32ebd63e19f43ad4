"""A release runs beside the one before it for a while: that one can leave out what a migration adds, and what it uses stays."""

import pytest
from django.db import models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, DeleteModel, RemoveField, RenameField, RenameModel
from django.db.migrations.operations.base import Operation

pytestmark = pytest.mark.pure
# From these on.
FIRST = {"verification": "0096", "attribution": "0016"}
# What the release before no longer used, so that it could go: by migration.
SECOND_STEPS: frozenset[tuple[str, str]] = frozenset()


def later_migrations() -> list[Migration]:
    """Those of our own that the rule is for, read from their files: no database is asked."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    found = (loader.disk_migrations[key] for key in sorted(loader.disk_migrations) if key[0] in FIRST)
    return [one for one in found if one.name >= FIRST[one.app_label]]


def hindrance(operation: Operation) -> str:
    """Why the release before could not go on over what the operation leaves, or nothing."""
    if isinstance(operation, RemoveField | RenameField | RenameModel | DeleteModel):
        return "takes away what it uses"
    if isinstance(operation, AddField) and not operation.field.many_to_many:
        field = operation.field
        return "" if field.null or field.db_default is not models.NOT_PROVIDED else "adds a column that it does not fill"
    return ""


def test_the_release_before_goes_on_over_every_migration() -> None:
    told = [
        (migration.app_label, migration.name, hindrance(operation))
        for migration in later_migrations()
        if (migration.app_label, migration.name) not in SECOND_STEPS
        for operation in migration.operations
    ]
    assert [one for one in told if one[2]] == []


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (AddField("node", "note", models.TextField()), "adds a column that it does not fill"),
        (AddField("node", "note", models.TextField(default="")), "adds a column that it does not fill"),
        (AddField("node", "note", models.TextField(db_default="")), ""),
        (AddField("node", "note", models.TextField(null=True)), ""),
        (RemoveField("node", "note"), "takes away what it uses"),
        (RenameField("node", "note", "remark"), "takes away what it uses"),
        (DeleteModel("node"), "takes away what it uses"),
    ],
)
def test_what_hinders_the_release_before(operation: Operation, why: str) -> None:
    assert hindrance(operation) == why
