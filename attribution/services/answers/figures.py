"""How attribution is doing: time, support, accuracy by readers' marks, memory, failures (seed 004, 8.3). Reads alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg, Count, Q, QuerySet, Sum, Value

from attribution.models import Attribution, AttributionMark
from verification.composed import Composed
from verification.core.operations.health import OF_TRACING, TracingHealth
from verification.core.vocabulary import RunStatus
from verification.models import HealthAlert

DAYS = 30


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """Of the attributions asked for in the last ``days``. Shares from 0 to 1, None where there is nothing to measure."""

    days: int
    answers: int
    open: int
    failed: int
    cached: int
    sentences: int
    supported: int

    @property
    def supported_share(self) -> float | None:
        return _share(self.supported, self.sentences)

    @property
    def cache_hit_rate(self) -> float | None:
        return _share(self.cached, self.answers - self.open)

    @property
    def failure_rate(self) -> float | None:
        return _share(self.failed, self.answers - self.open)


@dataclass(frozen=True, slots=True)
class TracingFigures(AnswerFigures):
    """``mean_ms`` and ``p95_ms`` are of those worked out anew; ``accuracy`` is the share of ``marks`` that say "right"."""

    marks: int
    right: int
    mean_ms: int | None
    p95_ms: int | None

    @property
    def accuracy(self) -> float | None:
        return _share(self.right, self.marks)


def count_answers(*, now: datetime, days: int) -> AnswerFigures:
    """One query."""
    found = dict(zip(_SUMS, _sum_answers(since=now - timedelta(days=days))[0], strict=True))
    return AnswerFigures(days=days, **{name: found[name] for name in _COUNTED})


def measure_tracing(*, now: datetime, days: int = DAYS) -> TracingFigures:
    """Three queries."""
    since = now - timedelta(days=days)
    found = dict(zip(_SUMS, _sum_answers(since=since)[0], strict=True))
    marks, right = _count_marks(since=since)[0]
    place = _p95_place(found["worked"])
    took = _durations.between(range(place, place + 1), since=since)
    return TracingFigures(
        days=days,
        **{name: found[name] for name in _COUNTED},
        marks=marks,
        right=right,
        mean_ms=None if found["mean"] is None else round(found["mean"]),
        p95_ms=took[0] if took else None,
    )


_COUNTED = ("answers", "open", "failed", "cached", "sentences", "supported")
_WORKED = Q(status=RunStatus.FINISHED, is_cached=False)
_SUMS = {
    "answers": Count("pk"),
    "open": Count("pk", filter=Q(status__in=(RunStatus.QUEUED, RunStatus.RUNNING))),
    "failed": Count("pk", filter=Q(status=RunStatus.FAILED)),
    "cached": Count("pk", filter=Q(is_cached=True)),
    "sentences": Sum("sentences_count", default=0),
    "supported": Sum("supported_count", default=0),
    "worked": Count("pk", filter=_WORKED),
    "mean": Avg("duration_ms", filter=_WORKED),
}


def _answers(since: datetime) -> QuerySet[Attribution]:
    return Attribution.objects.filter(created_at__gte=since, is_disabled=False).order_by()


@Composed
def _sum_answers(*, since: datetime) -> QuerySet[Attribution, tuple[Any, ...]]:
    """One row."""
    return _answers(since).values(one=Value(1)).annotate(**_SUMS).values_list(*_SUMS)


@Composed
def _durations(*, since: datetime) -> QuerySet[Attribution, int]:
    return _answers(since).filter(_WORKED).order_by("duration_ms").values_list("duration_ms", flat=True)


@Composed
def _count_marks(*, since: datetime) -> QuerySet[AttributionMark, tuple[int, int]]:
    """One row."""
    marks = AttributionMark.objects.filter(created_at__gte=since).order_by().values(one=Value(1))
    return marks.annotate(marks=Count("pk"), right=Count("pk", filter=Q(is_right=True))).values_list("marks", "right")


def measure_outcomes(*, since: datetime) -> TracingHealth:
    """Of the answers whose tracing ended since then; two queries."""
    rows = Attribution.objects.filter(created_at__gte=since - timedelta(days=1), finished_at__gte=since, is_disabled=False).order_by()
    worked = Q(status=RunStatus.FINISHED, is_cached=False)
    found = rows.aggregate(ended=Count("pk"), failed=Count("pk", filter=Q(status=RunStatus.FAILED)), worked=Count("pk", filter=worked))
    return TracingHealth(**found, p95_s=(_p95_ms(rows.filter(worked), found["worked"]) or 0) / 1000)


def list_tracing_alerts() -> list[HealthAlert]:
    """What operators are told of the tracing now."""
    return list(HealthAlert.objects.filter(ended_at__isnull=True, trouble__in=OF_TRACING).order_by("began_at", "pk"))


def _p95_ms(worked: QuerySet[Attribution], count: int) -> int | None:
    """Of twenty nineteen took no longer; None where there is none."""
    place = _p95_place(count)
    return next(iter(worked.order_by("duration_ms").values_list("duration_ms", flat=True)[place : place + 1]), None)


def _p95_place(count: int) -> int:
    return max(0, -(-95 * count // 100) - 1)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole > 0 else None
