"""The life of a verification run: asked for, claimed by one worker, stepped through, and ended once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, DateTimeField, F, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import OPEN, Badge, Reason, RunStatus, Stage
from verification.enums import RunTrigger, StepName, StepStatus
from verification.models import Node, RunStep, VerificationRun
from verification.notice_kinds import AwaitedKind
from verification.providers.base import Failure
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.gateway.model_profiles import default_extractor
from verification.services.gateway.recall import RESUMABLE
from verification.services.nodes.summaries import lock_nodes, summarise_nodes
from verification.services.notices.endings import await_end
from verification.services.queue.leases import lease_from
from verification.services.runs.postponing import postpone_run
from verification.services.runs.steps import StepLog, stop_steps, take_up_steps

TASK = "verification.tasks.execute_run"
MAX_ERROR = 500


@dataclass(frozen=True, slots=True)
class RunClaim:
    """The right to work on a run: it holds as long as nobody claimed the run again, ended or cancelled it."""

    run: VerificationRun
    attempt: int
    steps: StepLog


@dataclass(frozen=True, slots=True)
class RunSpending:
    """What a run asked of the outside, and in vain."""

    failures: tuple[Failure, ...] = ()
    calls: int = 0
    cost_usd: Decimal = Decimal(0)


NOTHING = RunSpending()


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
    callback_url: str = "",
) -> VerificationRun:
    """Ask for a verification of ``node``. With ``as_of`` it is a replay, which never changes the node's state or history.

    With ``enqueue`` a worker executes it: the task is queued in the same transaction, and a run of the node that is still open is
    answered instead of a second one. Without, the caller executes it itself. A request by a person is audited.
    """
    with transaction.atomic():
        locked = Node.objects.select_for_update().get(pk=node.pk)
        if not locked.is_active:
            raise Refused(_("“%(slug)s” is inactive and is not verified.") % {"slug": locked.slug})
        if enqueue and as_of is None and (waiting := _find_open(locked)) is not None:
            await_end(kind=AwaitedKind.RUN, key=waiting.pk, user=requested_by, callback_url=callback_url)
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
            await_end(kind=AwaitedKind.RUN, key=run.pk, user=requested_by, callback_url=callback_url)
        if enqueue:
            async_task(TASK, run.pk)
    return run


def _find_open(node: Node) -> VerificationRun | None:
    return VerificationRun.objects.filter(node=node, status__in=OPEN, is_replay=False).order_by("created_at", "id").first()


def claim_run(*, run_id: int) -> RunClaim | None:
    """Take a run that waits, or whose worker's lease ran out; None where there is nothing to take.

    The conditional UPDATE is committed before the work: of two workers one wins. A run that was tried too often ends as failed.

    A run whose worker died goes on behind its last finished step, for the moment at which it was begun; one that lay for longer than
    ``RESUMABLE`` begins anew.
    """
    now = timezone.now()
    free = Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=now)
    waiting = VerificationRun.objects.filter(free, pk=run_id)
    with transaction.atomic():
        untired = waiting.filter(attempts__lt=settings.RUN_MAX_ATTEMPTS)
        if untired.update(status=RunStatus.RUNNING, attempts=F("attempts") + 1, lease_until=lease_from(now), **_moments_of_start(now)):
            run = VerificationRun.objects.select_related("node").get(pk=run_id)
            return RunClaim(run=run, attempt=run.attempts, steps=take_up_steps(run, now))
        lost = waiting.filter(attempts__gte=settings.RUN_MAX_ATTEMPTS)
        if nodes := lock_nodes(keys=lost.values_list("node", flat=True)):
            error = _("Given up: its worker died in each of %(count)s attempts.") % {"count": settings.RUN_MAX_ATTEMPTS}
            stop_steps(run_id, now)
            lost.update(status=RunStatus.FAILED, badge=Badge.FAILED, error=error, finished_at=now, lease_until=None)
            summarise_nodes(keys=nodes)
    return None


def _moments_of_start(now: datetime) -> dict[str, Case]:
    """A run that waited is judged for the moment at which it starts; a replay keeps its own, and so does a run that goes on."""
    goes_on = Q(started_at__gt=now - RESUMABLE)
    moment = Value(now, output_field=DateTimeField())
    return {
        "started_at": Case(When(goes_on, then=F("started_at")), default=moment),
        "as_of": Case(When(Q(is_replay=True) | goes_on, then=F("as_of")), default=moment),
    }


def begin_step(*, claim: RunClaim, name: StepName) -> RunStep:
    """Record that a step starts, and extend the lease; ``LostClaim`` where the run is no longer ours.

    A step that an earlier attempt finished is answered as it stands.
    """
    now = timezone.now()
    with transaction.atomic():
        hold_claim(claim=claim, now=now)
        step = claim.steps.begin(name, now)
        claim.steps.write(step if step.pk is None else None)
    return step


def end_step(*, claim: RunClaim, step: RunStep, detail: Mapping[str, object], status: StepStatus = StepStatus.DONE) -> None:
    """Note what a step came to, without a query: it is written with what the run writes next."""
    claim.steps.end(step, detail=detail, status=status, now=timezone.now())


def note_step(*, claim: RunClaim, name: StepName, detail: Mapping[str, object]) -> None:
    """Note a step that asks nothing of the outside, begun and ended at once, as ``end_step`` does."""
    now = timezone.now()
    claim.steps.end(claim.steps.begin(name, now), detail=detail, status=StepStatus.DONE, now=now)


def extend_claim(*, claim: RunClaim) -> None:
    """Extend the lease alone; ``LostClaim`` where the run is no longer ours."""
    with transaction.atomic():
        hold_claim(claim=claim, now=timezone.now())


def hold_claim(*, claim: RunClaim, now: datetime) -> None:
    """Extend the lease, locking the run's row until the transaction ends; ``LostClaim`` where it is no longer ours."""
    ours = VerificationRun.objects.filter(pk=claim.run.pk, status=RunStatus.RUNNING, attempts=claim.attempt)
    if not ours.update(lease_until=lease_from(now)):
        raise LostClaim


def fail_run(
    *, claim: RunClaim, error: str, reason: Reason | None = None, spending: RunSpending = NOTHING, retry_at: datetime | None = None
) -> bool:
    """End a run as failed; the node keeps its last state. False where the run is no longer ours.

    With ``retry_at`` it is asked for again then.
    """
    now = timezone.now()
    with transaction.atomic():
        nodes = lock_nodes(keys=[claim.run.node_id])
        try:
            hold_claim(claim=claim, now=now)
        except LostClaim:
            return False
        claim.steps.write()
        stop_steps(claim.run.pk, now)
        VerificationRun.objects.filter(pk=claim.run.pk).update(
            status=RunStatus.FAILED,
            badge=Badge.FAILED,
            reason=reason or "",
            error=error[:MAX_ERROR],
            failures=[failure_shape(failure) for failure in spending.failures],
            calls=spending.calls,
            cost_usd=spending.cost_usd,
            lease_until=None,
            finished_at=end_of(claim=claim, now=now),
            duration_ms=elapsed_ms(claim=claim, now=now),
        )
        summarise_nodes(keys=nodes)
        if retry_at is not None:
            postpone_run(run=claim.run, retry_at=retry_at)
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
        stop_steps(run.pk, now)
        VerificationRun.objects.filter(pk=run.pk).update(
            status=RunStatus.CANCELLED, reason=Reason.CANCELLED, lease_until=None, finished_at=now
        )
        record_audit(actor=actor, verb="run.cancel", subject=run)
    run.refresh_from_db()
    return run


def end_of(*, claim: RunClaim, now: datetime) -> datetime:
    """When the run ends: not before it began, though the clock was set back meanwhile."""
    return max(now, claim.run.started_at or now)


def elapsed_ms(*, claim: RunClaim, now: datetime) -> int:
    """Milliseconds since the run was claimed."""
    return round((end_of(claim=claim, now=now) - (claim.run.started_at or now)) / timedelta(milliseconds=1))
