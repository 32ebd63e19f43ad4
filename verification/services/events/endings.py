"""What programs are told of events, and batches of them, whose analysis has ended."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from verification.core.vocabulary import OPEN
from verification.models import Event, EventBatch
from verification.services.queue.batches import count_ended


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
    return {
        pk: {
            "event_batch": pk,
            "total": sum(events.values()),
            "events": events,
            "link": settings.SITE_URL + reverse("api:event-batch", args=[pk]),
        }
        for pk, events in count_ended(EventBatch.objects.filter(pk__in=keys), "events", most=most).items()
    }
