"""What the API answers about events, for the schema."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from verification.api.calls.answers import Listed
from verification.core.events.vocabulary import EventAction
from verification.core.vocabulary import OPEN, RunStatus
from verification.models import Event, EventBatch
from verification.reads.answers import Answer, Moment, local
from verification.reads.events.answers import EventAnswer, Share


class EventPage(Listed):
    items: list[EventAnswer]


class EventBatchEntry(Answer):
    """One event of a batch in short; `events/{event_id}/` has all of it."""

    event_id: int
    status: RunStatus
    action: EventAction | None
    confidence: Share | None

    @classmethod
    def of(cls, event: Event) -> "EventBatchEntry":
        return cls(
            event_id=event.pk,
            status=RunStatus(event.status),
            action=EventAction(event.action) if event.action else None,
            confidence=float(event.confidence) if event.confidence is not None else None,
        )


class EventBatchAnswer(Answer):
    """Messages handed in together; an event that was open already is joined and counts too."""

    batch: int
    created_at: Moment
    is_over: bool
    total: int
    queued: int
    running: int
    ended: int
    failed: int
    cancelled: int
    actions: Annotated[dict[str, int], Field(description="What the analysed events propose.")]
    calls: int
    items: Annotated[list[EventBatchEntry], Field(description="In the order of the messages, each event once.")]

    @classmethod
    def of(cls, batch: EventBatch, events: Sequence[Event]) -> "EventBatchAnswer":
        count = Counter(RunStatus(event.status) for event in events)
        waiting = sum(count[status] for status in OPEN)
        analysed = [event for event in events if event.status in (RunStatus.FINISHED, RunStatus.DEGRADED)]
        return cls(
            batch=batch.pk,
            created_at=local(batch.created_at),
            is_over=not waiting,
            total=len(events),
            queued=count[RunStatus.QUEUED],
            running=count[RunStatus.RUNNING],
            ended=len(events) - waiting,
            failed=count[RunStatus.FAILED],
            cancelled=count[RunStatus.CANCELLED],
            actions=dict(sorted(Counter(event.action for event in analysed if event.action).items())),
            calls=sum(event.calls for event in events),
            items=[EventBatchEntry.of(event) for event in events],
        )
