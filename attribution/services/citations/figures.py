"""How the checks of citations turn out."""

from datetime import datetime, timedelta

from django.db.models import Count

from attribution.models import Citation

WINDOW = timedelta(days=1)


def count_verdicts(*, now: datetime) -> dict[str, int]:
    """Citations of the reports of the last day by their present verdict; one query."""
    rows = Citation.objects.filter(report__created_at__gte=now - WINDOW).order_by()
    return dict(rows.values_list("status").annotate(count=Count("pk")))
