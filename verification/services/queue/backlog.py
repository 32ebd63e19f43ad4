"""How many tasks wait for a worker, and for how long."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Min, Q
from django_q.models import OrmQ  # type: ignore[import-untyped]


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
    found = OrmQ.objects.aggregate(
        due=Count("pk", filter=Q(lock__lte=now)), taken=Count("pk", filter=Q(lock__gt=now)), oldest=Min("lock", filter=Q(lock__lte=now))
    )
    age = (now - found["oldest"]).total_seconds() if found["oldest"] else 0.0
    return QueueFigures(due=found["due"], taken=found["taken"], oldest_due_s=age)
