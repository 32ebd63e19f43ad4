"""What days took: calls and runs added up, of days that are over once and for good, of all others when they are asked for."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Aggregate, Count, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Substr

from verification.core.vocabulary import Badge, CallStatus, RunStatus
from verification.models import ProviderCall, UsageDay, UsageSlice, VerificationRun

VERIFIED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED, Badge.HUMAN_RULED)
# Work that lay longer than an hour begins anew (gateway.recall): no call of a day changes after this.
SETTLED = timedelta(hours=2)
MOST_DAYS = 31
ONE_DAY = timedelta(days=1)
# The day of a call. Moments are kept in UTC, and both databases write them year first; SQLite would call Python for each row otherwise.
_DAY = Substr(Cast("created_at", TextField()), 1, 10)
_MADE = Q(is_cached=False)
_ANSWERED = Q(status=CallStatus.OK) & _MADE
_CALLS = {
    "calls": Count("pk"),
    "succeeded": Count("pk", filter=_ANSWERED),
    "failed": Count("pk", filter=Q(status=CallStatus.FAILED)),
    "refused": Count("pk", filter=Q(status=CallStatus.REFUSED)),
    "cached": Count("pk", filter=Q(is_cached=True)),
    "units": Sum("units"),
    "input_tokens": Sum("input_tokens"),
    "output_tokens": Sum("output_tokens"),
    "cost_usd": Sum("cost_usd"),
    "latency_ms": Sum("latency_ms", filter=_ANSWERED),
}
_RUNS = {
    "ended": Count("pk"),
    "verified": Count("pk", filter=Q(badge__in=VERIFIED)),
    "degraded": Count("pk", filter=Q(status=RunStatus.DEGRADED)),
    "needs_human": Count("pk", filter=Q(badge=Badge.NEEDS_HUMAN)),
    "failed": Count("pk", filter=Q(status=RunStatus.FAILED)),
    "cost_usd": Sum("cost_usd"),
}


class CallSums(NamedTuple):
    """The calls of one day to one provider for one purpose; ``sums`` by the names of ``UsageSlice``."""

    day: date
    kind: str
    provider: str
    purpose: str
    sums: Mapping[str, Any]


def list_call_sums(*, first: date, now: datetime) -> list[CallSums]:
    """The calls from ``first`` to ``now``: two queries, of which the second adds up the days that nobody has added up yet."""
    parts = ("kind", "provider", "purpose", *_CALLS)
    known = UsageDay.objects.filter(day__gte=first).order_by().values_list("day", *(f"slices__{part}" for part in parts))
    rows = list(known)
    kept = [_read(row) for row in rows if row[1] is not None]
    missing = _within(first, now, {row[0] for row in rows})
    calls = ProviderCall.objects.filter(missing, created_at__lte=now).order_by()
    added = calls.annotate(day=_DAY).values_list("day", *parts[:3]).annotate(**_renamed(_CALLS))
    return [*kept, *(_read((date.fromisoformat(row[0]), *row[1:])) for row in added)]


def sum_runs(*, first: date, now: datetime) -> dict[str, Any]:
    """The ended runs that were asked for from ``first`` on, by the names of ``UsageDay``; two queries."""
    known = UsageDay.objects.filter(day__gte=first).order_by().values_list("day", *_RUNS)
    rows = list(known)
    added = _ended().filter(_within(first, now, {row[0] for row in rows})).aggregate(**_renamed(_RUNS))
    sums = dict.fromkeys(_RUNS, 0)
    for row in (*(row[1:] for row in rows), added.values()):
        for name, amount in zip(_RUNS, row, strict=True):
            sums[name] += amount or 0
    return {**sums, "cost_usd": Decimal(sums["cost_usd"])}


def add_up_days(*, now: datetime) -> int:
    """Add up the days that are over and settled, as far back as a page reaches; how many. A day with a run that is still open waits."""
    last = (now - SETTLED).astimezone(UTC).date() - ONE_DAY
    days = [last - ONE_DAY * age for age in range(MOST_DAYS)]
    known = set(UsageDay.objects.filter(day__in=days).values_list("day", flat=True))
    return sum(_add_up(day) for day in reversed(days) if day not in known)


def _add_up(day: date) -> bool:
    within = _span(day, day + ONE_DAY)
    if VerificationRun.objects.filter(within, finished_at__isnull=True, is_replay=False).exists():
        return False
    runs = {name: amount or 0 for name, amount in zip(_RUNS, _ended().filter(within).aggregate(**_renamed(_RUNS)).values(), strict=True)}
    calls = ProviderCall.objects.filter(within).order_by().values_list("kind", "provider", "purpose").annotate(**_renamed(_CALLS))
    with transaction.atomic():
        row, is_new = UsageDay.objects.get_or_create(day=day, defaults=runs)
        if is_new:
            parts = [_read((day, *call)) for call in calls]
            UsageSlice.objects.bulk_create(
                UsageSlice(day=row, kind=part.kind, provider=part.provider, purpose=part.purpose, **part.sums) for part in parts
            )
    return is_new


def _ended() -> QuerySet[VerificationRun]:
    return VerificationRun.objects.filter(finished_at__isnull=False, is_replay=False).exclude(status=RunStatus.CANCELLED)


def _renamed(sums: Mapping[str, Aggregate]) -> dict[str, Aggregate]:
    """Under names that no column has."""
    return {f"sum_{name}": each for name, each in sums.items()}


def _read(row: Sequence[Any]) -> CallSums:
    """``row``: day, kind, provider, purpose, and the sums in their order; of no rows they are None."""
    day, kind, provider, purpose, *sums = row
    return CallSums(day, kind, provider, purpose, {name: amount or 0 for name, amount in zip(_CALLS, sums, strict=True)})


def _within(first: date, now: datetime, known: Collection[date]) -> Q:
    """From ``first`` on, without the days that are known; days that follow each other are one span."""
    today, found, day = now.astimezone(UTC).date(), Q(pk__in=()), first
    while day <= today:
        begin = day
        while day <= today and day not in known:
            day += ONE_DAY
        if begin < day:
            found |= _span(begin, day if day <= today else None)
        day += ONE_DAY
    return found


def _span(first: date, end: date | None) -> Q:
    since = Q(created_at__gte=_midnight(first))
    return since if end is None else since & Q(created_at__lt=_midnight(end))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
