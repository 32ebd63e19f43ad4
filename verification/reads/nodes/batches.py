"""Reads for the pages of batches: each function is one query unless it says otherwise."""

from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from verification.core.vocabulary import Badge, RunStatus
from verification.enums import codes_of
from verification.models import Event, EventBatch, RunStep, VerificationBatch, VerificationRun
from verification.reads.nodes.nodes import OPEN_RUN

BATCHES_SHOWN = 50
RUNNING_SHOWN = 10
FAILED_SHOWN = 50
DONE_SHOWN = 50


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is: runs by status, what the finished ones found by badge, and the calls they made."""

    total: int = 0
    queued: int = 0
    running: int = 0
    failed: int = 0
    cancelled: int = 0
    calls: int = 0
    badges: dict[str, int] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return not (self.queued or self.running)

    @property
    def ended(self) -> int:
        return self.total - self.queued - self.running

    @property
    def found(self) -> int:
        return sum(self.badges.values())


def get_batch(*, pk: int) -> VerificationBatch | None:
    return VerificationBatch.objects.filter(pk=pk).select_related("requested_by").first()


def list_batches() -> list[VerificationBatch]:
    """The newest batches, with ``total``, ``open`` and ``failed`` runs."""
    counts = {
        "total": Count("runs"),
        "open": Count("runs", filter=Q(runs__status__in=OPEN_RUN)),
        "failed": Count("runs", filter=Q(runs__status=RunStatus.FAILED)),
    }
    return list(VerificationBatch.objects.select_related("requested_by").annotate(**counts).order_by("-created_at", "-pk")[:BATCHES_SHOWN])


def measure_progress(*, batch: VerificationBatch) -> BatchProgress:
    rows = list(batch.runs.order_by().values_list("status", "badge").annotate(count=Count("pk"), made=Sum("calls")))

    def count(*statuses: str) -> int:
        return sum(found for status, _badge, found, _calls in rows if status in statuses)

    badges: dict[str, int] = {}
    for badge in codes_of(Badge):
        verdicts = sum(
            found for status, given, found, _calls in rows if given == badge and status in (RunStatus.FINISHED, RunStatus.DEGRADED)
        )
        if verdicts:
            badges[badge] = verdicts
    return BatchProgress(
        total=sum(found for _status, _badge, found, _calls in rows),
        queued=count(RunStatus.QUEUED),
        running=count(RunStatus.RUNNING),
        failed=count(RunStatus.FAILED),
        cancelled=count(RunStatus.CANCELLED),
        calls=sum(calls or 0 for _status, _badge, _found, calls in rows),
        badges=badges,
    )


def list_batch_running(*, batch: VerificationBatch) -> list[VerificationRun]:
    """The runs at work, each with its steps so far as ``steps_so_far``; two queries."""
    steps = Prefetch("steps", queryset=RunStep.objects.order_by("position"), to_attr="steps_so_far")
    return list(_runs(batch).filter(status=RunStatus.RUNNING).prefetch_related(steps).order_by("started_at", "pk")[:RUNNING_SHOWN])


def list_batch_failed(*, batch: VerificationBatch) -> list[VerificationRun]:
    return list(_runs(batch).filter(status=RunStatus.FAILED).order_by("pk")[:FAILED_SHOWN])


def list_batch_done(*, batch: VerificationBatch) -> list[VerificationRun]:
    """The runs that came to a verdict, newest first."""
    done = _runs(batch).filter(status__in=(RunStatus.FINISHED, RunStatus.DEGRADED))
    return list(done.order_by("-finished_at", "-pk")[:DONE_SHOWN])


def _runs(batch: VerificationBatch) -> QuerySet[VerificationRun]:
    return batch.runs.select_related("node")


def get_event_batch(*, user: User | AnonymousUser, pk: int) -> EventBatch | None:
    """One's own; everybody's for those who rule."""
    batches = EventBatch.objects.all() if user.has_perm("verification.add_ruling") else EventBatch.objects.filter(requested_by=user.pk)
    return batches.filter(pk=pk).first()


def list_batch_events(*, batch: EventBatch) -> list[Event]:
    """The events of a batch in the order of its messages, each once; what was deleted meanwhile is left out."""
    found = {event.pk: event for event in batch.events.only("pk", "status", "event_type", "asset", "action", "confidence", "calls")}
    return [found[pk] for pk in dict.fromkeys(batch.asked) if pk in found]
