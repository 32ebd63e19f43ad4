"""What days took: calls and runs added up, of days that are over once and for good, of all others when they are asked for."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Aggregate, Count, Q, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Substr

from verification.composed import Composed
from verification.core.vocabulary import Badge, CallStatus, RunStatus
from verification.models import ProviderCall, UsageDay, UsageSlice, VerificationRun

VERIFIED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED, Badge.HUMAN_RULED)
# Work that lay longer than an hour begins anew (gateway.recall): no call of a day changes after this.
SETTLED = timedelta(hours=2)
MOST_DAYS = 31
ONE_DAY = timedelta(days=1)
_NEVER = datetime(9000, 1, 1, tzinfo=UTC)
_PARTS = ("kind", "provider", "purpose")
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
    rows = _known_calls(first=first)
    kept = [_read(row) for row in rows if row[1] is not None]
    begins, ends = _missing(first, now, {row[0] for row in rows})
    added = _added_calls(begins=begins, ends=ends, now=now)
    return [*kept, *(_read((date.fromisoformat(row[0]), *row[1:])) for row in added)]


@Composed
def _known_calls(*, first: date) -> QuerySet[UsageDay, tuple[Any, ...]]:
    parts = (f"slices__{part}" for part in (*_PARTS, *_CALLS))
    return UsageDay.objects.filter(day__gte=first).order_by().values_list("day", *parts)


@Composed
def _added_calls(*, begins: tuple[datetime, ...], ends: tuple[datetime, ...], now: datetime) -> QuerySet[ProviderCall, tuple[Any, ...]]:
    calls = ProviderCall.objects.filter(_in_spans(begins, ends), created_at__lte=now).order_by()
    return calls.annotate(day=_DAY).values_list("day", *_PARTS).annotate(**_renamed(_CALLS))


def sum_runs(*, first: date, now: datetime) -> dict[str, Any]:
    """The ended runs that were asked for from ``first`` on, by the names of ``UsageDay``; two queries."""
    rows = _known_runs(first=first)
    begins, ends = _missing(first, now, {row[0] for row in rows})
    sums = dict.fromkeys(_RUNS, 0)
    for row in (*(row[1:] for row in rows), *_added_runs(begins=begins, ends=ends)):
        for name, amount in zip(_RUNS, row, strict=True):
            sums[name] += amount or 0
    return {**sums, "cost_usd": Decimal(sums["cost_usd"])}


@Composed
def _known_runs(*, first: date) -> QuerySet[UsageDay, tuple[Any, ...]]:
    return UsageDay.objects.filter(day__gte=first).order_by().values_list("day", *_RUNS)


@Composed
def _added_runs(*, begins: tuple[datetime, ...], ends: tuple[datetime, ...]) -> QuerySet[VerificationRun, tuple[Any, ...]]:
    """One row."""
    sums = _renamed(_RUNS)
    return _ended().filter(_in_spans(begins, ends)).order_by().values(one=Value(1)).annotate(**sums).values_list(*sums)


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


def _missing(first: date, now: datetime, known: Collection[date]) -> tuple[tuple[datetime, ...], tuple[datetime, ...]]:
    """Where the spans from ``first`` on begin and end that hold no known day; days that follow each other are one span."""
    today, day = now.astimezone(UTC).date(), first
    begins, ends = [], []
    while day <= today:
        begin = day
        while day <= today and day not in known:
            day += ONE_DAY
        if begin < day:
            begins.append(_midnight(begin))
            ends.append(_midnight(day) if day <= today else _NEVER)
        day += ONE_DAY
    return tuple(begins), tuple(ends)


def _in_spans(begins: Iterable[datetime], ends: Iterable[datetime]) -> Q:
    spans = (Q(created_at__gte=begin, created_at__lt=end) for begin, end in zip(begins, ends, strict=True))
    return reduce(or_, spans, Q(pk__in=()))


def _span(first: date, end: date) -> Q:
    return Q(created_at__gte=_midnight(first), created_at__lt=_midnight(end))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
