"""How often a provider may be asked: its calls of the last minute, counted by the second in the database, over all workers.

Within any 60 seconds it is asked no more often than is set, also across the border of a minute. A call counts from before it is sent,
by the database's clock, and for ``WINDOW_S``: a second for the one that is counted in, the rest for its way to the provider.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.utils import timezone

from verification.core.operations.budget import RATE_WINDOW_S, second_of, seconds_until_free
from verification.models import Allowance

SCOPE = "rate:"
_RATES = 7_340_002  # the class of our advisory locks; any number that nothing else here uses

# The clock is read once the lock is ours: else two could count in a second that is over.
_LOCK = """
WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(%s, hashtext(%s)))
SELECT clock_timestamp() FROM held
"""
_TAKE = """
INSERT INTO verification_allowance (scope, period, used, reserved)
SELECT %s, %s, %s, 0 WHERE %s + coalesce((SELECT sum(used) FROM verification_allowance WHERE scope = %s AND period > %s), 0) <= %s
ON CONFLICT (scope, period) DO UPDATE SET used = verification_allowance.used + excluded.used
"""


@dataclass(frozen=True, slots=True)
class RateClaim:
    """``amount`` of the calls that ``scope`` allows in a minute, ``limit`` of them in all."""

    scope: str
    amount: int
    limit: int


class TooOften(Exception):
    """``seconds``: until the claim would be met; None where it never is, being larger than the limit."""

    def __init__(self, seconds: float | None) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def take_rate(claim: RateClaim) -> None:
    """Count a call that is about to be made; ``TooOften`` has to end the transaction that this is called in. Two queries.

    Until that ends, others with a claim of the scope wait. What was counted is not given back: nobody knows whether it was sent.
    """
    now = _hold_scope(claim.scope)
    since = second_of(now, -RATE_WINDOW_S)
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [claim.scope, second_of(now), claim.amount, claim.amount, claim.scope, since, claim.limit])
        if cursor.rowcount == 1:
            return
    counted = Allowance.objects.filter(scope=claim.scope, period__gt=since).order_by("period").values_list("period", "used")
    raise TooOften(seconds_until_free([(int(second), used) for second, used in counted], wanted=claim.amount, limit=claim.limit, at=now))


def forget_rates(*, now: datetime) -> int:
    """Delete what no claim counts any more; how many rows. An hour's leave is for clocks that disagree."""
    return Allowance.objects.filter(scope__startswith=SCOPE, period__lt=second_of(now, -3600)).delete()[0]


def _hold_scope(scope: str) -> datetime:
    """The moment from which the scope is ours until the transaction ends. SQLite has one writer, and one machine's clock."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [_RATES, scope])
        moment: datetime = cursor.fetchone()[0]
    return moment
