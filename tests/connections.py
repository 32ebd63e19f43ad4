"""The connections to the database that other threads open, kept as long as the product keeps them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# The tests' own are closed with each request, which would hide one that is left open.
KEPT_S = 60


@contextmanager
def watch_connections() -> Iterator[list[BaseDatabaseWrapper]]:
    """Those that are opened meanwhile; one that is closed has no ``connection``."""
    opened: list[BaseDatabaseWrapper] = []

    def note(connection: BaseDatabaseWrapper, **_told: object) -> None:
        opened.append(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connections.settings["default"], "CONN_MAX_AGE", KEPT_S)
        connection_created.connect(note)
        try:
            yield opened
        finally:
            connection_created.disconnect(note)
