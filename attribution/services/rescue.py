"""Reports whose worker died are asked for again (``verification.services.rescue`` calls this)."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django_q.tasks import async_task  # type: ignore[import-untyped]

from attribution.models import CitationReport, ScheduledCheck
from attribution.recheck_enums import RecheckOutcome
from attribution.services.reports import TASK
from verification.core.vocabulary import RunStatus
from verification.services.operation import measure_queue
from verification.services.rescue import LOST_AFTER, MOST


def rescue_reports(*, now: datetime) -> int:
    """Queue again the reports whose lease ran out, and those that wait though the queue is empty; how many.

    Verdicts of before are kept. A report that was tried too often ends when it is claimed.
    """
    lost = Q(status=RunStatus.RUNNING, lease_until__lt=now)
    if not measure_queue(now=now).due:
        waiting = Q(lease_until__isnull=True, created_at__lt=now - LOST_AFTER) | Q(lease_until__lt=now)
        # What a command executes itself is in no queue; what the clock asked for is.
        by_clock = Exists(ScheduledCheck.objects.filter(report=OuterRef("pk"), outcome=RecheckOutcome.OPEN))
        lost |= Q(status=RunStatus.QUEUED) & (Q(trigger__in=("page", "api")) | by_clock) & waiting
    found = CitationReport.objects.filter(lost, finished_at__isnull=True)
    rescued = 0
    for pk in list(found.order_by("pk").values_list("pk", flat=True)[:MOST]):
        with transaction.atomic():
            if found.filter(pk=pk).update(status=RunStatus.QUEUED, lease_until=now + LOST_AFTER):
                async_task(TASK, pk)
                rescued += 1
    return rescued
