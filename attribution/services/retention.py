"""Which citation reports and attributions may go once they are old (``verification.services.operations.retention`` deletes them)."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, Model, OuterRef, QuerySet

from attribution.models import Attribution, Citation, CitationReport
from verification.enums import SubjectKind
from verification.models import ReviewItem


def list_old(*, now: datetime) -> list[tuple[str, QuerySet[Model]]]:
    """Ended reports and attributions past their days."""
    return [*_old_reports(now), *_old_attributions(now)]


def _old_reports(now: datetime) -> list[tuple[str, QuerySet[Model]]]:
    """Ended reports older than ``RETENTION_RUN_DAYS``; one with a citation that was brought before a person stays."""
    if not settings.RETENTION_RUN_DAYS:
        return []
    reviewed = ReviewItem.objects.filter(subject_kind=SubjectKind.CITATION, subject_id=OuterRef("pk"))
    disputed = Citation.objects.filter(Exists(reviewed), report=OuterRef("pk"))
    ended = CitationReport.objects.filter(finished_at__lt=now - timedelta(days=settings.RETENTION_RUN_DAYS))
    return [("citation reports", ended.filter(~Exists(disputed)))]


def _old_attributions(now: datetime) -> list[tuple[str, QuerySet[Model]]]:
    """Attributions hold whole documents, so they have days of their own; their marks go with them."""
    if not settings.RETENTION_ATTRIBUTION_DAYS:
        return []
    return [("attributions", Attribution.objects.filter(finished_at__lt=now - timedelta(days=settings.RETENTION_ATTRIBUTION_DAYS)))]
