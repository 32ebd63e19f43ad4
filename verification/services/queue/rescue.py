"""Work whose worker died is asked for again: by the lease in its own row, whatever became of the queue's."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar, cast

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils.module_loading import import_string
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import RunStatus
from verification.services.queue.backlog import measure_queue
from verification.services.queue.broker import mark_of

MOST = 500
# Then a task that is in no queue was lost; whoever works off its own, as a command does, is gone after the longer time.
LOST_AFTER, LEFT_AFTER = timedelta(seconds=60), timedelta(hours=1)

# Every kind of work that keeps a lease in its row; each looks for its own and answers how much it asked for again.
RESCUERS = (
    "verification.services.runs.rescue.rescue_runs",
    "verification.services.verifications.lifecycle.rescue_verifications",
    "verification.services.notices.webhooks.rescue_deliveries",
    "verification.services.events.rescue.rescue_events",
    "attribution.services.citations.rescue.rescue_reports",
)

RowT = TypeVar("RowT", bound=Model)


def rescue_all(*, now: datetime, dead: str = "") -> int:
    """How much was asked for again; ``dead`` names a worker whose cluster was just killed, so that nobody waits for its leases."""
    return sum(cast(Callable[..., int], import_string(path))(now=now, dead=dead) for path in RESCUERS)


def queue_again(rows: QuerySet[RowT], *, task: str, now: datetime, dead: str, in_queue: Q | None = None) -> int:
    """Queue rows again whose lease ran out or is that of a dead worker, and those that wait though their task is gone; how many.

    ``in_queue``: which of those that wait a task was queued for. What was tried too often ends when it is claimed.
    """
    lost = Q(status=RunStatus.RUNNING, lease_until__lt=now)
    if dead:
        held = rows.filter(status=RunStatus.RUNNING, lease_until__gt=now).values_list("pk", "lease_until")
        lost |= Q(status=RunStatus.RUNNING, pk__in=[pk for pk, until in held if until.microsecond == mark_of(dead)])
    if not measure_queue(now=now).due:
        # A worker took its task and died before it claimed the row. While others wait its task may be among theirs.
        task_is_lost = Q(lease_until__isnull=True, created_at__lt=now - LOST_AFTER) | Q(lease_until__lt=now)
        is_ours = in_queue | Q(created_at__lt=now - LEFT_AFTER) if in_queue else Q()
        lost |= Q(status=RunStatus.QUEUED) & task_is_lost & is_ours
    found = rows.filter(lost, finished_at__isnull=True)
    rescued = 0
    for pk in list(found.order_by("pk").values_list("pk", flat=True)[:MOST]):
        with transaction.atomic():
            # The conditional UPDATE lets one of several workers do it; what is queued twice is still claimed once. The lease of a queued
            # row says until when nobody need look again.
            if found.filter(pk=pk).update(status=RunStatus.QUEUED, lease_until=now + LOST_AFTER):
                async_task(task, pk)
                rescued += 1
    return rescued
