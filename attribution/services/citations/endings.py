"""What programs are told of a report that was checked."""

from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet
from django.urls import reverse

from attribution.models import Citation, CitationReport
from verification.core.vocabulary import OPEN


def find_ended(*, keys: QuerySet[Any], most: int) -> dict[int, dict[str, object]]:
    """Of the reports at ``keys`` those that have ended, at most so many: what is told of each."""
    reports = CitationReport.objects.filter(pk__in=keys).exclude(status__in=OPEN).defer("text").order_by("pk")
    found = {report.pk: tell_report(report) for report in reports[:most]}
    counts = Citation.objects.filter(report__in=list(found)).order_by().values_list("report", "status").annotate(count=Count("pk"))
    by_verdict: dict[int, dict[str, int]] = {pk: {} for pk in found}
    for pk, status, count in counts:
        by_verdict[pk][status] = count
    return {pk: {**told, "citations": by_verdict[pk]} for pk, told in found.items()}


def tell_report(report: CitationReport) -> dict[str, object]:
    """What every message about a report says."""
    return {
        "report": report.pk,
        "title": report.title,
        "status": report.status,
        "finished_at": report.finished_at.isoformat() if report.finished_at else None,
        "link": settings.SITE_URL + reverse("api:citation-report", args=[report.pk]),
    }
