"""What programs are told of an attribution that was worked out."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from attribution.models import Attribution
from verification.core.vocabulary import RunStatus


def find_ended(*, keys: QuerySet[Any], most: int) -> dict[int, dict[str, object]]:
    """Of the attributions at ``keys`` those that have ended, at most so many: what is told of each."""
    ended = Attribution.objects.filter(pk__in=keys).exclude(status__in=(RunStatus.QUEUED, RunStatus.RUNNING)).order_by("pk")
    return {
        row.pk: {
            "attribution": row.pk,
            "reference": row.reference or None,
            "status": row.status,
            "sources": row.sources_count,
            "sentences": row.sentences_count,
            "supported": row.supported_count,
            "finished_at": row.finished_at.isoformat() if row.finished_at else None,
            "link": settings.SITE_URL + reverse("api:attribution", args=[row.pk]),
        }
        for row in ended.only("reference", "status", "sources_count", "sentences_count", "supported_count", "finished_at")[:most]
    }
