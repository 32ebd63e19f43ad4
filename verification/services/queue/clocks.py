"""Whether this machine's clock may be trusted.

Leases, locks and signs of life are moments that machines compare with each other: a worker that is an hour behind would lose every run that
it takes, and one that is ahead would take what others hold. The database's clock is everybody's.
"""

from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

MOST_SKEW = timedelta(seconds=5)
NO_SKEW = timedelta()


def measure_skew() -> timedelta:
    """How far our clock is ahead of the database's, by one query; nothing on SQLite, which has none of its own."""
    if connection.vendor != "postgresql":
        return NO_SKEW
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        theirs = datetime.fromtimestamp(float(cursor.fetchone()[0]), UTC)
    after = timezone.now()
    # The database was asked somewhere between: what an answer takes is no fault of a clock.
    if before <= theirs <= after:
        return NO_SKEW
    return before - theirs if theirs < before else after - theirs


def is_right(skew: timedelta) -> bool:
    return abs(skew) <= MOST_SKEW
