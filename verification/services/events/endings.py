"""What programs are told of events, and batches of them, whose analysis has ended."""

from typing import Any

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from verification.models import Event, EventBatch
from verification.services.events.lifecycle import OPEN


def find_ended(*, keys: QuerySet[Any], most: int) -> dict[int, dict[str, object]]:
    """Of the events at ``keys`` those that have ended, at most so many: what is told of each."""
    events = Event.objects.filter(pk__in=keys).exclude(status__in=OPEN).order_by("pk")
    return {
        event.pk: {
            "event_id": event.pk,
            "status": event.status,
            "event_type": event.event_type or None,
            "asset": event.asset or None,
            "direction": event.direction or None,
            "action": event.action or None,
            "confidence": float(event.confidence) if event.confidence is not None else None,
            "finished_at": event.finished_at.isoformat() if event.finished_at else None,
            "link": settings.SITE_URL + reverse("api:event", args=[event.pk]),
        }
        for event in events[:most]
    }


def find_ended_batches(*, keys: QuerySet[Any], most: int) -> dict[int, dict[str, object]]:
    """Of the batches at ``keys`` those of which no event is open, at most so many: how many events came to which status."""
    waiting = Count("events", filter=Q(events__status__in=OPEN))
    over = list(EventBatch.objects.filter(pk__in=keys).annotate(waiting=waiting).filter(waiting=0).order_by("pk")[:most])
    counts: dict[int, dict[str, int]] = {batch.pk: {} for batch in over}
    rows = EventBatch.objects.filter(pk__in=list(counts), events__isnull=False).order_by("pk", "events__status")
    for pk, status, count in rows.values_list("pk", "events__status").annotate(count=Count("events")):
        counts[pk][status] = count
    return {
        pk: {
            "event_batch": pk,
            "total": sum(events.values()),
            "events": events,
            "link": settings.SITE_URL + reverse("api:event-batch", args=[pk]),
        }
        for pk, events in counts.items()
    }
