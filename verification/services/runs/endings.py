"""What programs are told of runs and batches that have ended."""

from typing import Any

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from verification.models import VerificationBatch, VerificationRun
from verification.services.runs.lifecycle import OPEN


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
    waiting = Count("runs", filter=Q(runs__status__in=OPEN))
    over = list(VerificationBatch.objects.filter(pk__in=keys).annotate(waiting=waiting).filter(waiting=0).order_by("pk")[:most])
    counts: dict[int, dict[str, int]] = {batch.pk: {} for batch in over}
    rows = VerificationBatch.objects.filter(pk__in=list(counts), runs__isnull=False).order_by("pk", "runs__status")
    for pk, status, count in rows.values_list("pk", "runs__status").annotate(count=Count("runs")):
        counts[pk][status] = count
    return {
        pk: {
            "batch": pk,
            "total": sum(runs.values()),
            "runs": runs,
            "link": settings.SITE_URL + reverse("api:verification-batch", args=[pk]),
        }
        for pk, runs in counts.items()
    }
