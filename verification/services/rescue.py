"""Work whose worker died is asked for again: by the lease in its own row, whatever became of the queue's."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import cast

from django.db import transaction
from django.db.models import Q
from django.utils.module_loading import import_string
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import RunStatus
from verification.models import VerificationRun
from verification.services.operation import measure_queue
from verification.services.runs import TASK

MOST = 500
LOST_AFTER = timedelta(seconds=60)

# Every kind of work that keeps a lease in its row; each looks for its own and answers how much it asked for again.
RESCUERS = (
    "verification.services.rescue.rescue_runs",
    "verification.services.verifications.rescue_verifications",
    "verification.services.webhooks.rescue_deliveries",
    "verification.services.event_rescue.rescue_events",
    "attribution.services.rescue.rescue_reports",
)


def rescue_all(*, now: datetime) -> int:
    return sum(cast(Callable[..., int], import_string(path))(now=now) for path in RESCUERS)


def rescue_runs(*, now: datetime) -> int:
    """Queue again the runs whose lease ran out, and those that wait though the queue is empty. A run tried too often ends when claimed.

    The conditional UPDATE lets one of several workers do it; a run that is queued twice is still claimed once.
    """
    lost = Q(status=RunStatus.RUNNING, lease_until__lt=now)
    if not measure_queue(now=now).due:
        # A worker took its task and died before it claimed the run.
        waiting = Q(lease_until__isnull=True, created_at__lt=now - LOST_AFTER) | Q(lease_until__lt=now)
        lost |= Q(status=RunStatus.QUEUED) & waiting
    found = VerificationRun.objects.filter(lost, finished_at__isnull=True)
    rescued = 0
    for pk in list(found.order_by("pk").values_list("pk", flat=True)[:MOST]):
        with transaction.atomic():
            # The lease of a queued run says until when nobody need look again.
            if found.filter(pk=pk).update(status=RunStatus.QUEUED, lease_until=now + LOST_AFTER):
                async_task(TASK, pk)
                rescued += 1
    return rescued
