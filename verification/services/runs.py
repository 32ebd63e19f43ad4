"""The life of a verification run: asked for, claimed by one worker, stepped through, and ended once."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import takewhile

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, DateTimeField, F, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import Badge, Reason, RunStatus, Stage
from verification.enums import RunTrigger, StepName, StepStatus
from verification.models import Node, RunStep, VerificationRun
from verification.providers.base import Failure
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.model_profiles import default_extractor
from verification.services.node_summaries import lock_nodes, summarise_nodes
from verification.services.recall import RESUMABLE

OPEN = (RunStatus.QUEUED.value, RunStatus.RUNNING.value)
TASK = "verification.tasks.execute_run"
MAX_ERROR = 500


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on a run: it holds as long as nobody claimed the run again, ended or cancelled it.

    ``finished``: the steps that earlier attempts did and that were not gone through again yet, in order.
    """

    run: VerificationRun
    attempt: int
    finished: list[RunStep] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Spending:
    """What a run asked of the outside, and in vain."""

    failures: tuple[Failure, ...] = ()
    calls: int = 0
    cost_usd: Decimal = Decimal(0)


NOTHING = Spending()


class LostClaim(Exception):
    """The run was ended, cancelled or claimed by another worker meanwhile; what was worked out is dropped."""


def request_run(
    *,
    node: Node,
    trigger: str,
    requested_by: User | None = None,
    as_of: datetime | None = None,
    from_stage: Stage = Stage.WHITELIST,
    extractor: str | None = None,
    enqueue: bool = True,
) -> VerificationRun:
    """Ask for a verification of ``node``. With ``as_of`` it is a replay, which never changes the node's state or history.

    With ``enqueue`` a worker executes it: the task is queued in the same transaction, and a run of the node that is still open is
    answered instead of a second one. Without, the caller executes it itself. A request by a person is audited.
    """
    with transaction.atomic():
        locked = Node.objects.select_for_update().get(pk=node.pk)
        if not locked.is_active:
            raise Refused(_("“%(slug)s” is inactive and is not verified.") % {"slug": locked.slug})
        if enqueue and as_of is None:
            waiting = VerificationRun.objects.filter(node=locked, status__in=OPEN, is_replay=False).order_by("created_at", "id").first()
            if waiting is not None:
                return waiting
        run = VerificationRun.objects.create(
            node=locked,
            trigger=RunTrigger(trigger),
            requested_by=requested_by,
            as_of=as_of or timezone.now(),
            is_replay=as_of is not None,
            from_stage=from_stage.value,
            extractor=extractor or default_extractor(),
        )
        if requested_by is not None:
            after = {"run": run.pk, "as_of": run.as_of, "trigger": run.trigger}
            record_audit(actor=requested_by, verb="node.verify", subject=locked, after=after)
        if enqueue:
            async_task(TASK, run.pk)
    return run


def claim_run(*, run_id: int) -> Claim | None:
    """Take a run that waits, or whose worker's lease ran out; None where there is nothing to take.

    The conditional UPDATE is committed before the work: of two workers one wins. A run that was tried too often ends as failed.

    A run whose worker died goes on behind its last finished step, for the moment at which it was begun; one that lay for longer than
    ``RESUMABLE`` begins anew.
    """
    now = timezone.now()
    free = Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=now)
    waiting = VerificationRun.objects.filter(free, pk=run_id)
    with transaction.atomic():
        lost = waiting.filter(attempts__gte=settings.RUN_MAX_ATTEMPTS).values_list("node", flat=True)
        if nodes := lock_nodes(keys=lost):
            error = _("Given up: its worker died in each of %(count)s attempts.") % {"count": settings.RUN_MAX_ATTEMPTS}
            _stop_steps(run_id, now)
            waiting.update(status=RunStatus.FAILED, badge=Badge.FAILED, error=error, finished_at=now, lease_until=None)
            summarise_nodes(keys=nodes)
            return None
        taken = waiting.update(status=RunStatus.RUNNING, attempts=F("attempts") + 1, lease_until=_lease(now), **_moments_of_start(now))
        if not taken:
            return None
        run = VerificationRun.objects.select_related("node").get(pk=run_id)
        finished = _keep_finished(run, now) if run.attempts > 1 else []
    return Claim(run=run, attempt=run.attempts, finished=finished)


def _moments_of_start(now: datetime) -> dict[str, Case]:
    """A run that waited is judged for the moment at which it starts; a replay keeps its own, and so does a run that goes on."""
    goes_on = Q(started_at__gt=now - RESUMABLE)
    moment = Value(now, output_field=DateTimeField())
    return {
        "started_at": Case(When(goes_on, then=F("started_at")), default=moment),
        "as_of": Case(When(Q(is_replay=True) | goes_on, then=F("as_of")), default=moment),
    }


def _keep_finished(run: VerificationRun, now: datetime) -> list[RunStep]:
    """The steps behind which the run goes on; those after them, and all of one that begins anew, are deleted."""
    finished: list[RunStep] = []
    if run.started_at is not None and run.started_at < now:
        finished = list(takewhile(lambda step: step.status == StepStatus.DONE, run.steps.order_by("position")))
    RunStep.objects.filter(run=run, position__gt=len(finished)).delete()
    return finished


def begin_step(*, claim: Claim, name: StepName) -> RunStep:
    """Record that a step starts, and extend the lease; ``LostClaim`` where the run is no longer ours.

    A step that an earlier attempt finished is answered as it stands. Where the run takes another way now, what followed then is deleted.
    """
    now = timezone.now()
    with transaction.atomic():
        hold_claim(claim=claim, now=now)
        if claim.finished and claim.finished[0].name == name:
            return claim.finished.pop(0)
        if claim.finished:
            RunStep.objects.filter(pk__in=[step.pk for step in claim.finished]).delete()
            claim.finished.clear()
        position = RunStep.objects.filter(run=claim.run).count() + 1
        return RunStep.objects.create(run=claim.run, position=position, name=name, started_at=now)


def end_step(*, claim: Claim, step: RunStep, detail: dict[str, object], status: StepStatus = StepStatus.DONE) -> None:
    """Record what a step came to; one that was finished before stays as it is."""
    if step.status == StepStatus.DONE:
        return
    with transaction.atomic():
        now = timezone.now()
        hold_claim(claim=claim, now=now)
        step.status, step.detail, step.finished_at = status, detail, now
        step.save(update_fields=["status", "detail", "finished_at"])


def extend_claim(*, claim: Claim) -> None:
    """Extend the lease alone; ``LostClaim`` where the run is no longer ours."""
    with transaction.atomic():
        hold_claim(claim=claim, now=timezone.now())


def hold_claim(*, claim: Claim, now: datetime) -> None:
    """Extend the lease, locking the run's row until the transaction ends; ``LostClaim`` where it is no longer ours."""
    ours = VerificationRun.objects.filter(pk=claim.run.pk, status=RunStatus.RUNNING, attempts=claim.attempt)
    if not ours.update(lease_until=_lease(now)):
        raise LostClaim


def fail_run(*, claim: Claim, error: str, reason: Reason | None = None, spending: Spending = NOTHING) -> bool:
    """End a run as failed; the node keeps its last state. False where the run is no longer ours."""
    now = timezone.now()
    with transaction.atomic():
        nodes = lock_nodes(keys=[claim.run.node_id])
        try:
            hold_claim(claim=claim, now=now)
        except LostClaim:
            return False
        _stop_steps(claim.run.pk, now)
        VerificationRun.objects.filter(pk=claim.run.pk).update(
            status=RunStatus.FAILED,
            badge=Badge.FAILED,
            reason=reason or "",
            error=error[:MAX_ERROR],
            failures=[failure_shape(failure) for failure in spending.failures],
            calls=spending.calls,
            cost_usd=spending.cost_usd,
            lease_until=None,
            finished_at=now,
            duration_ms=elapsed_ms(claim=claim, now=now),
        )
        summarise_nodes(keys=nodes)
    return True


def failure_shape(failure: Failure) -> dict[str, str]:
    """A provider that failed, as JSON keeps it."""
    return {"provider": failure.provider, "kind": failure.kind.value, "fault": failure.fault.value}


def cancel_run(*, run: VerificationRun, actor: Actor) -> VerificationRun:
    """End a run that still waits or works; its worker drops what it has. ``Refused`` once it has ended."""
    now = timezone.now()
    with transaction.atomic():
        locked = VerificationRun.objects.select_for_update().get(pk=run.pk)
        if locked.is_final:
            raise Refused(_("This run has ended already."))
        _stop_steps(run.pk, now)
        VerificationRun.objects.filter(pk=run.pk).update(
            status=RunStatus.CANCELLED, reason=Reason.CANCELLED, lease_until=None, finished_at=now
        )
        record_audit(actor=actor, verb="run.cancel", subject=run)
    run.refresh_from_db()
    return run


def elapsed_ms(*, claim: Claim, now: datetime) -> int:
    """Milliseconds since the run was claimed."""
    started_at = claim.run.started_at or now
    return max(0, round((now - started_at) / timedelta(milliseconds=1)))


def _stop_steps(run_id: int, now: datetime) -> None:
    RunStep.objects.filter(run_id=run_id, status=StepStatus.RUNNING).update(status=StepStatus.FAILED, finished_at=now)


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.RUN_LEASE_SECONDS)
