"""Many nodes verified with one request."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.vocabulary import OPEN, Stage
from verification.enums import RunTrigger
from verification.models import Node, VerificationBatch, VerificationRun
from verification.notice_kinds import AwaitedKind
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.notices.endings import await_end
from verification.services.queue.broker import Lane
from verification.services.runs.lifecycle import cancel_run
from verification.services.runs.schedules import enqueue_runs, make_runs, urgency_of

MAX_NODES = 1_000


def request_batch(
    *, nodes: Iterable[Node], requested_by: User, query: str = "", trigger: RunTrigger = RunTrigger.PAGE, callback_url: str = ""
) -> VerificationBatch:
    """Ask for a run of each node, all or none; ``query`` says how they were chosen. The number of queries doesn't grow with the nodes.

    They are queued by risk, of equals those checked longest ago first, in a lane of their own (``queue_broker``). A node that is being
    verified already is joined. One that became inactive meanwhile is left out; ``Refused`` where none is left, or where there are more
    than ``MAX_NODES``.
    """
    wanted = [node.pk for node in nodes]
    if len(wanted) > MAX_NODES:
        raise Refused(_("A batch holds at most %(count)d nodes.") % {"count": MAX_NODES})
    now = timezone.now()
    with transaction.atomic():
        locked = _lock_active(wanted)
        if not locked:
            raise Refused(_("No active node matches, so there is nothing to verify."))
        waiting = VerificationRun.objects.filter(node__in=list(locked), status__in=OPEN, is_replay=False).order_by("-created_at", "-pk")
        joined = dict(waiting.values_list("node_id", "pk"))
        batch = VerificationBatch.objects.create(requested_by=requested_by, query=query)
        free = sorted((node for pk, node in locked.items() if pk not in joined), key=urgency_of)
        begun = [run.pk for run in make_runs(nodes=free, trigger=trigger, now=now, requested_by=requested_by)]
        enqueue_runs(begun, lane=Lane.BATCH)
        # The batch is new, so that none of its runs has to be looked up first.
        members = VerificationBatch.runs.through
        members.objects.bulk_create([members(verificationbatch=batch, verificationrun_id=pk) for pk in {*joined.values(), *begun}])
        after = {"query": query, "runs": len(locked), "begun": begun}
        record_audit(actor=requested_by, verb="batch.create", subject=batch, after=after)
        await_end(kind=AwaitedKind.BATCH, key=batch.pk, user=requested_by, callback_url=callback_url)
    return batch


def request_runs(
    *,
    nodes: Sequence[Node],
    trigger: RunTrigger,
    as_of: datetime | None = None,
    from_stage: Stage = Stage.WHITELIST,
    extractor: str | None = None,
) -> list[VerificationRun]:
    """Ask for a run of each node that the caller executes itself: all or none, in the order of the nodes.

    As ``request_run`` without ``enqueue``: no open run is joined, and with ``as_of`` they are replays. ``Refused`` where a node became
    inactive. The number of queries doesn't grow with the nodes.
    """
    with transaction.atomic():
        locked = _lock_active([node.pk for node in nodes])
        for node in nodes:
            if node.pk not in locked:
                raise Refused(_("“%(slug)s” is inactive and is not verified.") % {"slug": node.slug})
        wanted = [locked[node.pk] for node in nodes]
        return make_runs(nodes=wanted, trigger=trigger, now=timezone.now(), as_of=as_of, from_stage=from_stage, extractor=extractor)


def _lock_active(keys: Sequence[int]) -> dict[int, Node]:
    """In one order everywhere: two batches over the same nodes then wait for each other, and never in a circle."""
    nodes = Node.objects.select_for_update().filter(pk__in=keys, is_active=True).order_by("pk")
    return {node.pk: node for node in nodes}


def cancel_batch(*, batch: VerificationBatch, actor: Actor) -> int:
    """Cancel the open runs that the batch began; how many. Runs that it joined belong to others and go on.

    ``Refused`` where none was left.
    """
    with transaction.atomic():
        begun = batch.runs.filter(status__in=OPEN, created_at__gte=batch.created_at).order_by("pk")
        cancelled = 0
        for run in begun:
            try:
                cancel_run(run=run, actor=actor)
            except Refused:  # it ended a moment ago
                continue
            cancelled += 1
        if not cancelled:
            raise Refused(_("No run of this batch was left to cancel."))
        VerificationBatch.objects.filter(pk=batch.pk).update(cancelled_at=timezone.now())
        record_audit(actor=actor, verb="batch.cancel", subject=batch, after={"cancelled": cancelled})
    return cancelled
