"""Every migration can be taken back and run again."""

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.factories import make_finished_run
from verification.models import Document, RunStep, Source, WhitelistDomain

pytestmark = pytest.mark.postgres("migrations")

LATEST = 3


def names_of(app: str) -> list[str]:
    """The migrations of an app, in their order."""
    return sorted(name for label, name in MigrationLoader(connection).disk_migrations if label == app)


@pytest.mark.parametrize("app", ["verification", "attribution"])
@pytest.mark.usefixtures("committed_db")
def test_the_latest_migrations_can_be_taken_back_and_run_again(app: str) -> None:
    names = names_of(app)
    before = connection.introspection.table_names()
    call_command("migrate", app, names[-1 - LATEST], verbosity=0)
    assert MigrationRecorder.Migration.objects.filter(app=app).order_by("name").last().name == names[-1 - LATEST]
    call_command("migrate", verbosity=0)
    assert connection.introspection.table_names() == before
    assert MigrationRecorder.Migration.objects.filter(app=app).count() == len(names)


@pytest.mark.usefixtures("committed_db")
def test_evidence_goes_into_volumes_and_back_as_it_is_and_is_counted_on() -> None:
    run = make_finished_run()
    rows = [list(model.objects.order_by("pk").values()) for model in (Source, RunStep)]
    assert (len(rows[0]), len(rows[1])) == (3, 1)
    # One further than the volumes: into what the squashed migration stands for.
    for target in (["verification", "0089_other_names_seen"], []):
        call_command("migrate", *target, verbosity=0)
        assert [list(model.objects.order_by("pk").values()) for model in (Source, RunStep)] == rows
        with pytest.raises(IntegrityError, match="immutable"):
            Source.objects.filter(run=run).update(stance="past")
    later = make_finished_run()
    assert min(later.sources.values_list("pk", flat=True)) > max(row["id"] for row in rows[0])
    assert later.steps.get().pk > rows[1][0]["id"]


@pytest.mark.long
@pytest.mark.usefixtures("committed_db")
def test_migrations_can_be_taken_back_and_run_again() -> None:
    call_command("migrate", "verification", "zero", verbosity=0)
    assert [name for name in connection.introspection.table_names() if name.startswith("verification_")] == []
    assert not Group.objects.exists()
    call_command("migrate", verbosity=0)
    assert WhitelistDomain.objects.count() == 26
    assert Document.objects.count() == 0
