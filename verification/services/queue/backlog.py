"""How many tasks wait for a worker, and for how long."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, Q, QuerySet, Value
from django_q.models import OrmQ  # type: ignore[import-untyped]

from verification.composed import Composed


@dataclass(frozen=True, slots=True)
class QueueFigures:
    """``due``: tasks that a worker may take now; ``taken``: those that one works on. ``oldest_due_s``: how long the oldest has been due."""

    due: int
    taken: int
    oldest_due_s: float

    @property
    def is_moving(self) -> bool:
        return self.oldest_due_s <= settings.QUEUE_MAX_AGE_SECONDS


def measure_queue(*, now: datetime) -> QueueFigures:
    """django-q2's table: ``lock`` is when a row is or was due; a taken row's lies in the future (its retry)."""
    due, taken, oldest = _counts(now=now)[0]
    return QueueFigures(due=due, taken=taken, oldest_due_s=(now - oldest).total_seconds() if oldest else 0.0)


@Composed
def _counts(*, now: datetime) -> QuerySet[Any, Any]:
    """One row."""
    is_due, is_taken = Q(lock__lte=now), Q(lock__gt=now)
    tasks = OrmQ.objects.order_by().values(one=Value(1))
    found = tasks.annotate(due=Count("pk", filter=is_due), taken=Count("pk", filter=is_taken), oldest=Min("lock", filter=is_due))
    rows: QuerySet[Any, Any] = found.values_list("due", "taken", "oldest")
    return rows
