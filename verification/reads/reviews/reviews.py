"""Reads for the review desk: the queue in its order and filters, an item with its record, and what a person did today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet, Value

from verification.composed import Composed
from verification.enums import ReviewStatus
from verification.models import AuditEntry, ReviewItem, Ruling
from verification.models.review import BY_RISK
from verification.services.reviews.desk import FINAL

PER_PAGE = 25
RECORD_SHOWN = 50
MOST_MEASURED = 500
_CLAIMS = ("review.claim", "review.take_over")


class Queue(StrEnum):
    """Which items a list holds; ``NEXT`` is what a person may work on: unclaimed items and their own."""

    UNCLAIMED = "unclaimed"
    MINE = "mine"
    ESCALATED = "escalated"
    OPEN = "open"
    DECIDED = "decided"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class QueuePage:
    """``after`` is the key of the item behind which the next page begins, None on the last."""

    items: list[ReviewItem]
    after: int | None


@dataclass(frozen=True, slots=True)
class Workday:
    """What a person ruled today, and the median time from claim to ruling in seconds; None where nothing was claimed first."""

    ruled: int
    median_seconds: float | None


def list_reviews(*, queue: Queue | None, user: User, now: datetime) -> QuerySet[ReviewItem]:
    """The items of a queue: open ones by risk, then the longest wait first; decided ones newest first. None: all, as the open ones."""
    return _in_queue(queue, user.pk, now)


def _in_queue(queue: Queue | None, user: int, now: datetime) -> QuerySet[ReviewItem]:
    items = ReviewItem.objects.select_related("node__state", "claimed_by").annotate(risk=BY_RISK)
    if queue == Queue.DECIDED:
        return items.filter(status=ReviewStatus.RULED).order_by("-closed_at", "-pk")
    if queue is None:
        return items.order_by("risk", "created_at", "pk")
    return items.filter(status=ReviewStatus.OPEN).filter(_which(queue, user, now)).order_by("risk", "created_at", "pk")


def read_page(*, queue: Queue, user: User, now: datetime, after: int | None, size: int = PER_PAGE) -> QueuePage:
    """A page behind the item ``after``, as fast at any depth; from the top where there is no such item."""
    last = ReviewItem.objects.annotate(risk=BY_RISK).filter(pk=after).first() if after else None
    if last is not None:
        found = list(list_reviews(queue=queue, user=user, now=now).filter(_behind(last, queue))[: size + 1])
    else:
        found = _first_items.between(range(size + 1), queue=queue, user=user.pk, now=now)
    return QueuePage(found[:size], found[size - 1].pk if len(found) > size else None)


@Composed
def _first_items(*, queue: Queue, user: int, now: datetime) -> QuerySet[ReviewItem]:
    return _in_queue(queue, user, now)


def find_next(*, item: ReviewItem, queue: Queue, user: User, now: datetime) -> ReviewItem | None:
    """The item behind ``item`` in the queue's order."""
    return list_reviews(queue=queue, user=user, now=now).filter(_behind(_with_risk(item), queue)).first()


def find_previous(*, item: ReviewItem, queue: Queue, user: User, now: datetime) -> ReviewItem | None:
    """The item before ``item``."""
    placed = _with_risk(item)
    items = list_reviews(queue=queue, user=user, now=now).exclude(pk=item.pk).exclude(_behind(placed, queue))
    return items.reverse().first()


def count_queues(*, user: User, now: datetime) -> dict[Queue, int]:
    """How many open items each queue holds; decided ones are not counted, they may be many."""
    return dict(zip(_COUNTED, _count_open(user=user.pk, now=now)[0], strict=True))


@Composed
def _count_open(*, user: int, now: datetime) -> QuerySet[ReviewItem, tuple[int, ...]]:
    """One row."""
    counted = {queue.value: Count("pk", filter=_which(queue, user, now)) for queue in _COUNTED}
    items = ReviewItem.objects.filter(status=ReviewStatus.OPEN).order_by()
    return items.values(one=Value(1)).annotate(**counted).values_list(*counted)


def get_review(*, pk: int) -> ReviewItem | None:
    items = ReviewItem.objects.select_related("node__state__ruling__review_item", "claimed_by")
    return items.filter(pk=pk).first()


def list_record(*, item: ReviewItem) -> list[AuditEntry]:
    """What was done to an item, newest first."""
    return list(AuditEntry.objects.filter(subject_kind="reviewitem", subject_id=str(item.pk)).order_by("-pk")[:RECORD_SHOWN])


def list_rulings(*, items: Sequence[ReviewItem]) -> dict[int, Ruling]:
    """The ruling that stands on each item, by the item's key."""
    standing = Ruling.objects.filter(review_item__in=[item.pk for item in items], decision__in=FINAL, undone_by=None)
    return {ruling.review_item_id: ruling for ruling in standing.select_related("decided_by").order_by("pk")}


def measure_workday(*, user: User, since: datetime) -> Workday:
    """Two queries. A ruling that was taken back does not count."""
    ruled = _ruled_since.between(range(MOST_MEASURED), user=user.pk, since=since)
    keys = [str(item) for item, _at in ruled]
    entries = AuditEntry.objects.filter(subject_kind="reviewitem", subject_id__in=keys, actor_id=user.pk, verb__in=_CLAIMS, at__gte=since)
    claims: dict[int, list[datetime]] = {}
    for item, at in entries.values_list("subject_id", "at"):
        claims.setdefault(int(item), []).append(at)
    took = [_since_claim(claims.get(item, []), at) for item, at in ruled]
    known = [span.total_seconds() for span in took if span is not None]
    return Workday(len(ruled), median(known) if known else None)


@Composed
def _ruled_since(*, user: int, since: datetime) -> QuerySet[Ruling, tuple[int, datetime]]:
    today = Ruling.objects.filter(decided_by=user, decided_at__gte=since, decision__in=FINAL, undone_by=None)
    return today.order_by("-decided_at").values_list("review_item_id", "decided_at")


_COUNTED = (Queue.UNCLAIMED, Queue.MINE, Queue.ESCALATED, Queue.OPEN)


def _which(queue: Queue, user: int, now: datetime) -> Q:
    mine = Q(claimed_by=user, lease_until__gt=now)
    free = Q(claimed_by=None) | Q(lease_until__lte=now)
    return {
        Queue.UNCLAIMED: free,
        Queue.MINE: mine,
        Queue.ESCALATED: Q(is_escalated=True),
        Queue.OPEN: Q(status=ReviewStatus.OPEN),
        Queue.NEXT: free | mine,
    }[queue]


def _behind(item: ReviewItem, queue: Queue) -> Q:
    """``a <= x and (a < x or …)``: the form that an index serves at any depth."""
    if queue == Queue.DECIDED:
        return Q(closed_at__lte=item.closed_at) & (Q(closed_at__lt=item.closed_at) | Q(pk__lt=item.pk)) if item.closed_at else Q()
    later = Q(created_at__gte=item.created_at) & (Q(created_at__gt=item.created_at) | Q(pk__gt=item.pk))
    return Q(risk__gte=item.risk) & (Q(risk__gt=item.risk) | later)  # type: ignore[attr-defined]


def _with_risk(item: ReviewItem) -> ReviewItem:
    return ReviewItem.objects.annotate(risk=BY_RISK).get(pk=item.pk)


def _since_claim(claims: Sequence[datetime], at: datetime) -> timedelta | None:
    before = [claim for claim in claims if claim <= at]
    return at - max(before) if before else None
