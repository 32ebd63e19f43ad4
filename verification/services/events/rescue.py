"""Events whose worker died are asked for again (``verification.services.queue.rescue`` calls this)."""

from datetime import datetime

from django.db.models import Q

from verification.enums import RunTrigger
from verification.models import Event
from verification.services.events.lifecycle import TASK
from verification.services.queue.rescue import queue_again


def rescue_events(*, now: datetime, dead: str = "") -> int:
    """Finished steps are kept; what a command analyses itself is in no queue."""
    return queue_again(Event.objects.all(), task=TASK, now=now, dead=dead, in_queue=Q(trigger__in=(RunTrigger.PAGE, RunTrigger.API)))
