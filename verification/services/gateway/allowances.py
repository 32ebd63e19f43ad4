"""How much may still be spent: set aside before a call, settled after it, and given back where nobody came to settle.

A conditional UPDATE sets aside, so that of any number of processes those alone get something for whom there is something left. Allowances
are taken and settled in the order of their scopes, so that two calls wait for each other and never in a circle.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F

from verification.core.vocabulary import CallStatus, Fault
from verification.models import Allowance, ProviderCall, Reservation

BUDGET = "usd"
EVENT_TOOLS = "event:tools"
# A reservation outlives the longest call, and comes back within ten minutes of a process that died.
LONGEST_HOLD = timedelta(minutes=9)

# One statement makes the rows or takes from them, in the order given, and answers those alone in which enough was left.
_TAKE = """
INSERT INTO verification_allowance (scope, period, used, reserved) VALUES {rows}
ON CONFLICT (scope, period) DO UPDATE SET reserved = verification_allowance.reserved + excluded.reserved
WHERE verification_allowance.used + verification_allowance.reserved + excluded.reserved
    <= CASE verification_allowance.scope {limits} END
RETURNING scope, id
"""
# The rows are there; inserting them again is what keeps the order.
_SETTLE = """
INSERT INTO verification_allowance (scope, period, used, reserved) VALUES {rows}
ON CONFLICT (scope, period) DO UPDATE
SET used = verification_allowance.used + excluded.used, reserved = verification_allowance.reserved - excluded.reserved
"""


@dataclass(frozen=True, slots=True)
class SpendingClaim:
    """``amount`` of a scope in a period, of which no more than ``limit`` may be spent; ``fault`` is what its end is called."""

    scope: str
    period: str
    amount: int
    limit: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class Hold:
    """What is set aside for one call, and the reservation that keeps it."""

    scope: str
    period: str
    amount: int
    reservation_id: int


class Exhausted(Exception):
    """Too little is left of the claim's scope; nothing was set aside."""

    def __init__(self, claim: SpendingClaim) -> None:
        super().__init__(claim.scope)
        self.claim = claim


def take(claims: Iterable[SpendingClaim]) -> list[tuple[SpendingClaim, int]]:
    """Take all claims, each with its allowance's id; one query. ``Exhausted`` has to end the transaction that this is called in."""
    wanted = sorted(claims, key=lambda claim: claim.scope)
    if not wanted:
        return []
    for claim in wanted:
        if claim.amount > claim.limit:
            raise Exhausted(claim)
    rows = [value for claim in wanted for value in (claim.scope, claim.period, claim.amount)]
    limits = [value for claim in wanted for value in (claim.scope, claim.limit)]
    statement = _TAKE.format(rows=", ".join(["(%s, %s, 0, %s)"] * len(wanted)), limits=" ".join(["WHEN %s THEN %s"] * len(wanted)))
    with connection.cursor() as cursor:
        cursor.execute(statement, [*rows, *limits])
        ids = dict(cursor.fetchall())
    for claim in wanted:
        if claim.scope not in ids:
            raise Exhausted(claim)
    return [(claim, int(ids[claim.scope])) for claim in wanted]


def hold(*, taken: Sequence[tuple[SpendingClaim, int]], call: ProviderCall | None, expires_at: datetime) -> tuple[Hold, ...]:
    """Keep what was taken until it is settled or ``expires_at``; one query."""
    rows = Reservation.objects.bulk_create(
        Reservation(allowance_id=allowance_id, call=call, amount=claim.amount, expires_at=expires_at) for claim, allowance_id in taken
    )
    return tuple(
        Hold(scope=claim.scope, period=claim.period, amount=claim.amount, reservation_id=row.pk)
        for (claim, _allowance_id), row in zip(taken, rows, strict=True)
    )


def reserve(*, claims: Iterable[SpendingClaim], call: ProviderCall | None = None, expires_at: datetime) -> tuple[Hold, ...]:
    """Set all claims aside, or none: ``Exhausted``."""
    with transaction.atomic():
        return hold(taken=take(claims), call=call, expires_at=expires_at)


def settle(*, holds: Sequence[Hold], spent: Mapping[str, int]) -> None:
    """Write down what was really ``spent`` of each scope; what a scope does not name was not needed. Two queries.

    What was set aside may have been given back meanwhile; then only what was spent is written.
    """
    if not holds:
        return
    ordered = sorted(holds, key=lambda held: held.scope)
    with transaction.atomic(savepoint=False):
        is_held = bool(Reservation.objects.filter(pk__in=[held.reservation_id for held in holds]).delete()[0])
        rows = [value for held in ordered for value in (held.scope, held.period, spent.get(held.scope, 0), held.amount if is_held else 0)]
        with connection.cursor() as cursor:
            cursor.execute(_SETTLE.format(rows=", ".join(["(%s, %s, %s, %s)"] * len(ordered))), rows)


def reclaim_expired(*, now: datetime) -> int:
    """Give back what nobody settled in time, and end those calls; how many reservations. One query where there is none."""
    with transaction.atomic():
        expired = Reservation.objects.select_for_update(skip_locked=True)
        rows = list(expired.filter(expires_at__lt=now).order_by("pk"))
        if not rows:
            return 0
        Reservation.objects.filter(pk__in=[row.pk for row in rows]).delete()
        back: Counter[int] = Counter()
        for row in rows:
            back[row.allowance_id] += row.amount
        for pk, _scope in sorted(Allowance.objects.filter(pk__in=back).values_list("pk", "scope"), key=lambda pair: pair[1]):
            Allowance.objects.filter(pk=pk).update(reserved=F("reserved") - back[pk])
        lost = ProviderCall.objects.filter(pk__in=[row.call_id for row in rows if row.call_id], status=CallStatus.PENDING)
        lost.update(status=CallStatus.FAILED, fault=Fault.FAILED)
    return len(rows)
