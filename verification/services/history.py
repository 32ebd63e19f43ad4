"""The one way past the append-only triggers (migration 0005)."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_SNAPSHOTS = 7_340_001  # the key of our advisory lock; any number that nothing else here uses


def hold_snapshots(*, for_deletion: bool = False) -> None:
    """Until the transaction ends, snapshots are either put to use, by many at once, or deleted, by one alone.

    Else a run could find its page's snapshot and lose it before its source points there. SQLite has one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock" + ("" if for_deletion else "_shared") + "(%s)", [_SNAPSHOTS])


@contextmanager
def unlock_history() -> Iterator[None]:
    """A transaction in which history may be deleted; the triggers hold again, for everybody, when it ends. For retention alone."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO verification_historykey (opened) VALUES (1)")
        yield
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM verification_historykey")
