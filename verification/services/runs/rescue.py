"""Runs whose worker died are asked for again (``verification.services.queue.rescue`` calls this)."""

from datetime import datetime

from django.db.models import Q

from verification.enums import RunTrigger
from verification.models import VerificationRun
from verification.services.queue.rescue import queue_again
from verification.services.runs.lifecycle import TASK


def rescue_runs(*, now: datetime, dead: str = "") -> int:
    """Runs; what a command executes itself is in no queue."""
    return queue_again(VerificationRun.objects.all(), task=TASK, now=now, dead=dead, in_queue=~Q(trigger=RunTrigger.COMMAND))
