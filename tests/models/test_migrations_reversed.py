"""Every migration can be taken back and run again."""

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection

from verification.models import Document, WhitelistDomain


@pytest.mark.usefixtures("committed_db")
def test_migrations_can_be_taken_back_and_run_again() -> None:
    call_command("migrate", "verification", "zero", verbosity=0)
    assert [name for name in connection.introspection.table_names() if name.startswith("verification_")] == []
    assert not Group.objects.exists()
    call_command("migrate", verbosity=0)
    assert WhitelistDomain.objects.count() == 26
    assert Document.objects.count() == 0
