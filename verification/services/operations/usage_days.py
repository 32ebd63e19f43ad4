"""What days took: calls and runs added up, of days that are over once and for good.

A day that is not over is added up again and again until a moment before which nothing changes any more; what came since is added up when
it is asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
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
from verification.models import ProviderCall, UsageDay, UsageSlice, UsageSoFar, VerificationRun

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


class Known(NamedTuple):
    """What has been added up: of days that are over the run figures and the calls, by day; of others what they took so far."""

    runs: Mapping[date, Sequence[Any]]
    calls: Sequence[CallSums]
    so_far: Sequence[UsageSoFar]

    def missing(self, first: date, now: datetime) -> tuple[tuple[datetime, ...], tuple[datetime, ...]]:
        """Where the spans from ``first`` on begin and end that nobody has added up; those that touch are one."""
        begins = {part.day: part.until for part in self.so_far}
        spans: list[tuple[datetime, datetime]] = []
        day, today = first, now.astimezone(UTC).date()
        while day <= today:
            begin, end = begins.get(day, _midnight(day)), _midnight(day + ONE_DAY)
            if day not in self.runs and begin < end:
                is_next = bool(spans) and spans[-1][1] == begin
                spans.append((spans.pop()[0] if is_next else begin, end))
            day += ONE_DAY
        return tuple(begin for begin, _end in spans), tuple(end if end <= _midnight(today) else _NEVER for _begin, end in spans)


def read_known(*, first: date) -> Known:
    """What has been added up from ``first`` on; two queries."""
    runs: dict[date, Sequence[Any]] = {}
    calls = []
    width = len(_RUNS) + 1
    for day, *figures in _known(first=first):
        runs.setdefault(day, figures[: width - 1])
        if figures[width - 1] is not None:
            calls.append(_sums_of((day, *figures[width - 1 : width + 2]), dict(zip(_CALLS, figures[width + 2 :], strict=True))))
    return Known(runs, calls, [part for part in _so_far(first=first) if part.day not in runs])


@Composed
def _known(*, first: date) -> QuerySet[UsageDay, tuple[Any, ...]]:
    parts = (f"slices__{part}" for part in (*_PARTS, *_CALLS))
    return UsageDay.objects.filter(day__gte=first).order_by().values_list("day", *_RUNS, *parts)


@Composed
def _so_far(*, first: date) -> QuerySet[UsageSoFar]:
    return UsageSoFar.objects.filter(day__gte=first).order_by("day")


def list_call_sums(*, first: date, now: datetime, known: Known | None = None) -> list[CallSums]:
    """The calls from ``first`` to ``now``; three queries, or one beside what is ``known``, which adds up what nobody has added up yet."""
    known = read_known(first=first) if known is None else known
    begins, ends = known.missing(first, now)
    # Mostly today alone is missing: then nobody needs to look at the day of each call.
    one_day = begins[0].date() if begins and begins[0].date() == now.astimezone(UTC).date() else None
    added = _added_calls(begins=begins, ends=ends, now=now, is_one_day=one_day is not None)
    rows = [(one_day, *row) if one_day else (date.fromisoformat(row[0]), *row[1:]) for row in added]
    kept = [part for part in known.calls if part.day >= first]
    return [*kept, *_fold(rows, [part for row in known.so_far if row.day >= first for part in _read_calls(row)])]


@Composed
def _added_calls(
    *, begins: tuple[datetime, ...], ends: tuple[datetime, ...], now: datetime, is_one_day: bool
) -> QuerySet[ProviderCall, tuple[Any, ...]]:
    calls = ProviderCall.objects.filter(_in_spans(begins, ends), created_at__lte=now).order_by()
    return _grouped(calls) if is_one_day else _grouped(calls.annotate(day=_DAY), "day")


def _grouped(calls: QuerySet[ProviderCall], *days: str) -> QuerySet[ProviderCall, tuple[Any, ...]]:
    """``_KINDS``, how many, and ``_AMOUNTS``; what counts as what is for ``_fold`` to say, once for each group and not for each call."""
    return calls.values_list(*days, *_KINDS).annotate(number=Count("*"), **{f"sum_{name}": Sum(name) for name in _AMOUNTS})


def _fold(rows: Iterable[Sequence[Any]], so_far: Iterable[CallSums] = ()) -> list[CallSums]:
    """``rows``: days and then the columns of ``_grouped``; of no rows the sums are None. Answers alone have a latency."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {part[:4]: dict(part.sums) for part in so_far}
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


def sum_runs(*, first: date, now: datetime, known: Known | None = None) -> dict[str, Any]:
    """The ended runs asked for from ``first`` on, by the names of ``UsageDay``; three queries, or one beside what is ``known``."""
    known = read_known(first=first) if known is None else known
    begins, ends = known.missing(first, now)
    rows = [figures for day, figures in known.runs.items() if day >= first]
    rows += [_read_runs(part) for part in known.so_far if part.day >= first]
    sums = dict.fromkeys(_RUNS, 0)
    for row in (*rows, *_added_runs(begins=begins, ends=ends)):
        for name, amount in zip(_RUNS, row, strict=True):
            sums[name] += amount or 0
    return {**sums, "cost_usd": Decimal(sums["cost_usd"])}


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


def add_up_so_far(*, now: datetime) -> None:
    """Add up what today, and yesterday where it waits, have taken up to the moment before which all of it is settled."""
    today = now.astimezone(UTC).date()
    for day in (today - ONE_DAY, today):
        _add_up_until(day, min(_midnight(day + ONE_DAY), now - SETTLED))


def _add_up(day: date) -> bool:
    within = _span(_midnight(day), _midnight(day + ONE_DAY))
    if _open_runs().filter(within).exists():
        return False
    runs, calls = _sum_within(within)
    with transaction.atomic():
        row, is_new = UsageDay.objects.get_or_create(day=day, defaults=runs)
        if is_new:
            parts = _fold((day, *call) for call in calls)
            UsageSlice.objects.bulk_create(
                UsageSlice(day=row, kind=part.kind, provider=part.provider, purpose=part.purpose, **part.sums) for part in parts
            )
        UsageSoFar.objects.filter(day__lte=day).delete()
    return is_new


def _add_up_until(day: date, until: datetime) -> None:
    """Up to the first run that is still open, where that was asked for earlier."""
    begin = _midnight(day)
    if until <= begin or UsageDay.objects.filter(day=day).exists():
        return
    waiting = _open_runs().filter(_span(begin, until)).order_by("created_at").values_list("created_at", flat=True).first()
    end = until if waiting is None else waiting
    runs, calls = _sum_within(_span(begin, end))
    told = [[*part[1:4], *(_write(part.sums[name]) for name in _CALLS)] for part in _fold((day, *call) for call in calls)]
    written = {name: _write(amount) for name, amount in runs.items()}
    UsageSoFar.objects.update_or_create(day=day, defaults={"until": end, "runs": written, "calls": told})


def _sum_within(within: Q) -> tuple[dict[str, Any], QuerySet[ProviderCall, tuple[Any, ...]]]:
    """The figures of the runs, and of the calls what ``_fold`` takes."""
    sums = _ended().filter(within).aggregate(**_renamed(_RUNS)).values()
    return {name: amount or 0 for name, amount in zip(_RUNS, sums, strict=True)}, _grouped(ProviderCall.objects.filter(within).order_by())


def _write(amount: Decimal | int) -> str | int:
    return str(amount) if isinstance(amount, Decimal) else amount


def _read(name: str, written: str | int) -> Decimal | int:
    return Decimal(written) if name == "cost_usd" else int(written)


def _read_calls(row: UsageSoFar) -> list[CallSums]:
    return [
        _sums_of((row.day, *told[:3]), {name: _read(name, amount) for name, amount in zip(_CALLS, told[3:], strict=True)})
        for told in row.calls
    ]


def _read_runs(row: UsageSoFar) -> list[Decimal | int]:
    return [_read(name, row.runs[name]) for name in _RUNS]


def _open_runs() -> QuerySet[VerificationRun]:
    return VerificationRun.objects.filter(finished_at__isnull=True, is_replay=False)


def _ended() -> QuerySet[VerificationRun]:
    return VerificationRun.objects.filter(finished_at__isnull=False, is_replay=False).exclude(status=RunStatus.CANCELLED)


def _renamed(sums: Mapping[str, Aggregate]) -> dict[str, Aggregate]:
    """Under names that no column has."""
    return {f"sum_{name}": each for name, each in sums.items()}


def _in_spans(begins: Iterable[datetime], ends: Iterable[datetime]) -> Q:
    spans = (Q(created_at__gte=begin, created_at__lt=end) for begin, end in zip(begins, ends, strict=True))
    return reduce(or_, spans, Q(pk__in=()))


def _span(begin: datetime, end: datetime) -> Q:
    return Q(created_at__gte=begin, created_at__lt=end)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
