"""Reports whose worker died are asked for again (``verification.services.queue.rescue`` calls this)."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from attribution.enums import RecheckOutcome
from attribution.models import CitationReport, ScheduledCheck
from attribution.services.citations.lifecycle import TASK
from verification.services.queue.rescue import queue_again


def rescue_reports(*, now: datetime, dead: str = "") -> int:
    """Verdicts of before are kept. What a command executes itself is in no queue; what the clock asked for is."""
    by_clock = Exists(ScheduledCheck.objects.filter(report=OuterRef("pk"), outcome=RecheckOutcome.OPEN))
    in_queue = Q(trigger__in=("page", "api")) | Q(by_clock)
    return queue_again(CitationReport.objects.all(), task=TASK, now=now, dead=dead, in_queue=in_queue)
