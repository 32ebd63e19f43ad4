"""Events whose worker died are asked for again (``verification.services.rescue`` calls this)."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import RunStatus
from verification.enums import RunTrigger
from verification.models import Event
from verification.services.events import TASK
from verification.services.operation import measure_queue
from verification.services.rescue import LOST_AFTER, MOST


def rescue_events(*, now: datetime) -> int:
    """Queue again the events whose lease ran out, and those that wait though the queue is empty; how many. Finished steps are kept."""
    lost = Q(status=RunStatus.RUNNING, lease_until__lt=now)
    if not measure_queue(now=now).due:
        waiting = Q(lease_until__isnull=True, created_at__lt=now - LOST_AFTER) | Q(lease_until__lt=now)
        # What a command analyses itself is in no queue.
        lost |= Q(status=RunStatus.QUEUED, trigger__in=(RunTrigger.PAGE, RunTrigger.API)) & waiting
    found = Event.objects.filter(lost, finished_at__isnull=True)
    rescued = 0
    for pk in list(found.order_by("pk").values_list("pk", flat=True)[:MOST]):
        with transaction.atomic():
            if found.filter(pk=pk).update(status=RunStatus.QUEUED, lease_until=now + LOST_AFTER):
                async_task(TASK, pk)
                rescued += 1
    return rescued
