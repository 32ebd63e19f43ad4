"""SQLite as it is today, not as Django still takes it for: 999 values in a statement, where it takes at least 32,766 since 2020."""

import sqlite3

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# A thousand rows of everything we store; some are built for more (Debian's takes 250,000), but longer statements save nothing.
MOST_VALUES = 100_000


def take_long_statements(*, connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """A thousand runs are then written with one statement instead of thirty-six."""
    if connection.vendor == "sqlite":
        limit = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = min(limit, MOST_VALUES)


connection_created.connect(take_long_statements, dispatch_uid="causalflow.sqlite")
