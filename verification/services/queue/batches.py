"""Work asked for together: which batches are over, and how their members ended."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from verification.core.vocabulary import OPEN


def count_ended(batches: QuerySet[Any], members: str, *, most: int) -> dict[int, dict[str, int]]:
    """Of ``batches`` those of which no member is open, at most so many: how many members came to which status.

    ``members`` names what a batch is of, such as runs or events.
    """
    status = f"{members}__status"
    waiting = Count(members, filter=Q(**{f"{status}__in": OPEN}))
    over = batches.annotate(waiting=waiting).filter(waiting=0).order_by("pk").values_list("pk", flat=True)[:most]
    counts: dict[int, dict[str, int]] = {pk: {} for pk in over}
    ended = batches.model.objects.filter(pk__in=list(counts), **{f"{members}__isnull": False}).order_by("pk", status)
    for pk, name, count in ended.values_list("pk", status).annotate(count=Count(members)):
        counts[pk][name] = count
    return counts
