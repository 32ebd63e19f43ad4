"""How the installation is doing, in figures: what probes and metrics show. Reads alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Min, Q, QuerySet, Sum

from verification.composed import Composed
from verification.core.operations.health import Trouble
from verification.enums import ReviewStatus
from verification.models import HealthAlert, Node, ProviderCall, ReviewItem, RunStep, VerificationRun, Worker
from verification.services.queue.workers import ALIVE

WINDOW = timedelta(days=1)
# The schedule is looked at every ten seconds.
OVERDUE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class WorkerFigures:
    """``alive``: workers that told of themselves lately; ``restarts``: how often those that are listed began their cluster anew."""

    alive: int
    restarts: int


@dataclass(frozen=True, slots=True)
class ScheduleFigures:
    """``scheduled``: active nodes with a time to come; ``overdue``: those whose time was more than ``OVERDUE`` ago."""

    scheduled: int
    overdue: int
    next_due_at: datetime | None


@dataclass(frozen=True, slots=True)
class DurationFigures:
    """Finished runs by duration: ``buckets`` holds (upper bound in seconds, how many took no longer), ``total_s`` their sum."""

    buckets: tuple[tuple[float, int], ...]
    count: int
    total_s: float


def measure_steps(*, now: datetime) -> dict[str, float]:
    """Mean seconds of each step of the last day's runs; one query."""
    return {name: mean.total_seconds() for name, mean in _step_means(since=now - WINDOW)}


@Composed
def _step_means(*, since: datetime) -> QuerySet[RunStep, tuple[str, timedelta]]:
    steps = RunStep.objects.filter(run__created_at__gte=since, finished_at__isnull=False).order_by()
    took = Avg(ExpressionWrapper(F("finished_at") - F("started_at"), output_field=DurationField()))
    return steps.values_list("name").annotate(mean=took)


def measure_workers(*, now: datetime) -> WorkerFigures:
    found = Worker.objects.aggregate(alive=Count("pk", filter=Q(beat_at__gte=now - ALIVE)), restarts=Sum("restarts"))
    return WorkerFigures(alive=found["alive"], restarts=found["restarts"] or 0)


def measure_schedules(*, now: datetime) -> ScheduleFigures:
    nodes = Node.objects.filter(is_active=True, next_due_at__isnull=False).order_by()
    found = nodes.aggregate(scheduled=Count("pk"), overdue=Count("pk", filter=Q(next_due_at__lt=now - OVERDUE)), next=Min("next_due_at"))
    return ScheduleFigures(scheduled=found["scheduled"], overdue=found["overdue"], next_due_at=found["next"])


def count_runs(*, now: datetime) -> dict[tuple[str, str], int]:
    """Runs asked for within ``WINDOW`` by (status, badge); the badge of an open run is empty."""
    rows = list_recent_runs(now=now).order_by().values_list("status", "badge").annotate(count=Count("pk"))
    return {(status, badge): count for status, badge, count in rows}


def measure_durations(*, now: datetime, bounds: Sequence[float]) -> DurationFigures:
    """How long the runs within ``WINDOW`` took, ``bounds`` in seconds, ascending."""
    timed = list_recent_runs(now=now).filter(duration_ms__isnull=False)
    within = {f"b{place}": Count("pk", filter=Q(duration_ms__lte=round(bound * 1000))) for place, bound in enumerate(bounds)}
    found = timed.aggregate(count=Count("pk"), total=Sum("duration_ms"), **within)
    buckets = tuple((bound, found[f"b{place}"]) for place, bound in enumerate(bounds))
    return DurationFigures(buckets=buckets, count=found["count"], total_s=(found["total"] or 0) / 1000)


def count_open_reviews() -> int:
    return ReviewItem.objects.filter(status=ReviewStatus.OPEN).count()


def count_alerts() -> dict[str, int]:
    """How often each trouble is open now; 0 for those that are not."""
    rows = HealthAlert.objects.filter(ended_at__isnull=True).order_by().values_list("trouble").annotate(count=Count("pk"))
    return dict.fromkeys((trouble.value for trouble in Trouble), 0) | dict(rows)


def count_nodes_by_badge() -> dict[str, int]:
    """Active nodes by the badge of their present state; the empty badge is a node that was never verified."""
    rows = Node.objects.filter(is_active=True).order_by().values_list("state__badge").annotate(count=Count("pk"))
    return {badge or "": count for badge, count in rows}


def count_calls(*, now: datetime) -> dict[tuple[str, str, str], tuple[int, Decimal]]:
    """Calls to the outside within ``WINDOW`` by (kind, provider, status): how many, and what they cost in USD."""
    calls = ProviderCall.objects.filter(created_at__gte=now - WINDOW).order_by()
    rows = calls.values_list("kind", "provider", "status").annotate(count=Count("pk"), cost=Sum("cost_usd"))
    return {(kind, provider, status): (count, Decimal(cost)) for kind, provider, status, count, cost in rows}


def list_unapplied_migrations() -> list[str]:
    """The migrations of the code that the database lacks, as ``app.name``."""
    if not _migrations_of_code() - set(MigrationRecorder(connection).applied_migrations()):
        return []
    # Asked with the database at hand, the loader knows which migrations another one replaces.
    loader = MigrationLoader(connection, ignore_no_migrations=True)
    return sorted(f"{app}.{name}" for app, name in loader.graph.nodes if (app, name) not in loader.applied_migrations)


@cache
def _migrations_of_code() -> frozenset[tuple[str, str]]:
    """Read once: the code of a process does not change, and a probe asks every few seconds."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).graph.nodes)


def list_recent_runs(*, now: datetime) -> QuerySet[VerificationRun]:
    """Runs asked for within ``WINDOW``.

    Keys grow with time, so the first key of the window is found from the newest backwards, and a million older runs are not read."""
    older = VerificationRun.objects.filter(created_at__lt=now - WINDOW).order_by("-pk").values_list("pk", flat=True)
    return VerificationRun.objects.filter(pk__gt=older.first() or 0)
