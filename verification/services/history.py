"""The one way past the append-only triggers (migration 0005)."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def unlock_history() -> Iterator[None]:
    """A transaction in which history may be deleted; the triggers hold again, for everybody, when it ends. For retention alone."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO verification_historykey (opened) VALUES (1)")
        yield
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM verification_historykey")
