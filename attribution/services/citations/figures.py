"""How the checks of citations turn out."""

from datetime import datetime, timedelta

from django.db.models import Count, QuerySet

from attribution.models import Citation
from verification.composed import Composed

WINDOW = timedelta(days=1)


def count_verdicts(*, now: datetime) -> dict[str, int]:
    """Citations of the reports of the last day by their present verdict; one query."""
    return dict(_verdicts(since=now - WINDOW))


@Composed
def _verdicts(*, since: datetime) -> QuerySet[Citation, tuple[str, int]]:
    rows = Citation.objects.filter(report__created_at__gte=since).order_by()
    return rows.values_list("status").annotate(count=Count("pk"))
