"""What the operations page lists. Everything is short by its nature, or cut."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet
from django_q.models import Task  # type: ignore[import-untyped]

from verification.composed import Composed
from verification.core.operations.health import Trouble
from verification.core.vocabulary import RunStatus
from verification.models import Chore, HealthAlert, Node, ProviderHealth, VerificationRun
from verification.services.operations.figures import OVERDUE, list_recent_runs

FAILED_TASKS = 20
MAX_ERROR = 300
OLDEST_RUNS = 10
OVERDUE_NODES = 10
ALERTS = 10
AGES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))


@dataclass(frozen=True, slots=True)
class FailedTask:
    """``error``: the last line of what was raised, at most ``MAX_ERROR`` characters; it may hold anything a page or a model wrote."""

    function: str
    stopped_at: datetime
    attempts: int
    error: str


@dataclass(frozen=True, slots=True)
class OpenRuns:
    """Runs that have not ended: ``by_age`` counts those no older than each of ``AGES``, and last those that are older still."""

    queued: int
    running: int
    by_age: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DayOfRuns:
    """Runs asked for within a day: how many there are, failed, and were taken up again after their worker had died."""

    total: int
    failed: int
    rescued: int


def list_failed_tasks() -> list[FailedTask]:
    rows = Task.objects.filter(success=False).order_by("-stopped").values_list("func", "stopped", "attempt_count", "result")
    return [FailedTask(func, stopped, attempts, _last_line(result)) for func, stopped, attempts, result in rows[:FAILED_TASKS]]


def count_open_runs(*, now: datetime) -> OpenRuns:
    runs = VerificationRun.objects.filter(finished_at__isnull=True).order_by()
    limits = {f"within_{place}": Count("pk", filter=Q(created_at__gte=now - age)) for place, age in enumerate(AGES)}
    found = runs.aggregate(total=Count("pk"), queued=Count("pk", filter=Q(status=RunStatus.QUEUED.value)), **limits)
    within = [found[name] for name in limits]
    by_age = [upper - lower for lower, upper in zip([0, *within], [*within, found["total"]], strict=True)]
    return OpenRuns(queued=found["queued"], running=found["total"] - found["queued"], by_age=tuple(by_age))


def list_oldest_runs() -> list[VerificationRun]:
    """The open runs that were asked for first."""
    runs = VerificationRun.objects.filter(finished_at__isnull=True).select_related("node")
    return list(runs.order_by("created_at", "pk")[:OLDEST_RUNS])


def count_day(*, now: datetime) -> DayOfRuns:
    found = (
        list_recent_runs(now=now)
        .order_by()
        .aggregate(
            total=Count("pk"), failed=Count("pk", filter=Q(status=RunStatus.FAILED.value)), rescued=Count("pk", filter=Q(attempts__gt=1))
        )
    )
    return DayOfRuns(**found)


def list_resting(*, now: datetime) -> list[ProviderHealth]:
    """Providers that are not asked now, or that have to answer one call first."""
    resting = Q(opened_at__isnull=False) | Q(open_until__gt=now)
    return list(ProviderHealth.objects.filter(resting).order_by(F("open_until").desc(nulls_last=True), "provider"))


def list_overdue(*, now: datetime) -> list[Node]:
    return list(Node.objects.filter(is_active=True, next_due_at__lt=now - OVERDUE).order_by("next_due_at", "pk")[:OVERDUE_NODES])


def list_alerts() -> list[HealthAlert]:
    """What is wrong now first, then what was."""
    return list(HealthAlert.objects.order_by(F("ended_at").desc(nulls_first=True), "-began_at", "-pk")[:ALERTS])


def list_open_alerts(*troubles: Trouble) -> list[HealthAlert]:
    """What is wrong now; of these kinds alone where some are named."""
    return _open_alerts(troubles=tuple(trouble.value for trouble in troubles) or None)


@Composed
def _open_alerts(*, troubles: tuple[str, ...] | None) -> QuerySet[HealthAlert]:
    rows = HealthAlert.objects.filter(ended_at__isnull=True).order_by("began_at", "pk")
    return rows if troubles is None else rows.filter(trouble__in=troubles)


def list_chores() -> list[Chore]:
    return list(Chore.objects.order_by("due_at", "name"))


def _last_line(result: object) -> str:
    """What was raised stands last in a traceback; a task that ran out of time left one line alone."""
    lines = [line.strip() for line in result.splitlines() if line.strip()] if isinstance(result, str) else []
    return lines[-1][:MAX_ERROR] if lines else ""
