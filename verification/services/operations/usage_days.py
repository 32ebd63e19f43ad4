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
_KINDS = (*_PARTS, "status", "is_cached")
_AMOUNTS = ("units", "input_tokens", "output_tokens", "cost_usd", "latency_ms")
_CALLS = ("calls", "succeeded", "failed", "refused", "cached", *_AMOUNTS)
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
    kept = [_sums_of(row[:4], dict(zip(_CALLS, row[4:], strict=True))) for row in rows if row[1] is not None]
    begins, ends = _missing(first, now, {row[0] for row in rows})
    # Mostly today alone is missing: then nobody needs to look at the day of each call.
    one_day = begins[0].date() if begins and begins[0] + ONE_DAY > now else None
    added = _added_calls(begins=begins, ends=ends, now=now, is_one_day=one_day is not None)
    return [*kept, *_fold([(one_day, *row) if one_day else (date.fromisoformat(row[0]), *row[1:]) for row in added])]


@Composed
def _known_calls(*, first: date) -> QuerySet[UsageDay, tuple[Any, ...]]:
    parts = (f"slices__{part}" for part in (*_PARTS, *_CALLS))
    return UsageDay.objects.filter(day__gte=first).order_by().values_list("day", *parts)


@Composed
def _added_calls(
    *, begins: tuple[datetime, ...], ends: tuple[datetime, ...], now: datetime, is_one_day: bool
) -> QuerySet[ProviderCall, tuple[Any, ...]]:
    calls = ProviderCall.objects.filter(_in_spans(begins, ends), created_at__lte=now).order_by()
    return _grouped(calls) if is_one_day else _grouped(calls.annotate(day=_DAY), "day")


def _grouped(calls: QuerySet[ProviderCall], *days: str) -> QuerySet[ProviderCall, tuple[Any, ...]]:
    """``_KINDS``, how many, and ``_AMOUNTS``; what counts as what is for ``_fold`` to say, once for each group and not for each call."""
    return calls.values_list(*days, *_KINDS).annotate(number=Count("*"), **{f"sum_{name}": Sum(name) for name in _AMOUNTS})


def _fold(rows: Iterable[Sequence[Any]]) -> list[CallSums]:
    """``rows``: days and then the columns of ``_grouped``; of no rows the sums are None. Answers alone have a latency."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for day, kind, provider, purpose, status, is_cached, number, *amounts in rows:
        is_answer = status == CallStatus.OK and not is_cached
        counted = (number, number * is_answer, number * (status == CallStatus.FAILED), number * (status == CallStatus.REFUSED))
        *priced, latency = (amount or 0 for amount in amounts)
        sums = found.setdefault((day, kind, provider, purpose), dict.fromkeys(_CALLS, 0))
        for name, amount in zip(_CALLS, (*counted, number * bool(is_cached), *priced, latency * is_answer), strict=True):
            sums[name] += amount
    return [_sums_of(key, sums) for key, sums in found.items()]


def _sums_of(key: Sequence[Any], sums: Mapping[str, Any]) -> CallSums:
    day, kind, provider, purpose = key
    return CallSums(day, kind, provider, purpose, sums)


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
    calls = _grouped(ProviderCall.objects.filter(within).order_by())
    with transaction.atomic():
        row, is_new = UsageDay.objects.get_or_create(day=day, defaults=runs)
        if is_new:
            parts = _fold((day, *call) for call in calls)
            UsageSlice.objects.bulk_create(
                UsageSlice(day=row, kind=part.kind, provider=part.provider, purpose=part.purpose, **part.sums) for part in parts
            )
    return is_new


def _ended() -> QuerySet[VerificationRun]:
    return VerificationRun.objects.filter(finished_at__isnull=False, is_replay=False).exclude(status=RunStatus.CANCELLED)


def _renamed(sums: Mapping[str, Aggregate]) -> dict[str, Aggregate]:
    """Under names that no column has."""
    return {f"sum_{name}": each for name, each in sums.items()}


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
