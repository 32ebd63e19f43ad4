"""What programs are told of runs and batches that have ended."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from verification.core.vocabulary import OPEN
from verification.models import VerificationBatch, VerificationRun
from verification.services.queue.batches import count_ended


def find_ended_runs(*, keys: QuerySet[Any], most: int) -> dict[int, dict[str, object]]:
    """Of the runs at ``keys`` those that have ended, at most so many: what is told of each."""
    runs = VerificationRun.objects.filter(pk__in=keys).exclude(status__in=OPEN).select_related("node").order_by("pk")
    return {
        run.pk: {
            "run": run.pk,
            "node": run.node.slug,
            "status": run.status,
            "badge": run.badge or None,
            "value": run.value,
            "number": run.number or None,
            "unit": run.unit or None,
            "finished_at": run.finished_at.isoformat() if run.finished_at else None,
            "link": settings.SITE_URL + reverse("api:run", args=[run.pk]),
        }
        for run in runs[:most]
    }


def find_ended_batches(*, keys: QuerySet[Any], most: int) -> dict[int, dict[str, object]]:
    """Of the batches at ``keys`` those of which no run is open, at most so many: how many runs came to which status."""
    return {
        pk: {
            "batch": pk,
            "total": sum(runs.values()),
            "runs": runs,
            "link": settings.SITE_URL + reverse("api:verification-batch", args=[pk]),
        }
        for pk, runs in count_ended(VerificationBatch.objects.filter(pk__in=keys), "runs", most=most).items()
    }
