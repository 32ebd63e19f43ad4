"""Many nodes verified with one request."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.enums import RunTrigger
from verification.models import Node, VerificationBatch, VerificationRun
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.runs import OPEN, cancel_run
from verification.services.schedules import enqueue_runs, make_runs

MAX_NODES = 500


def request_batch(*, nodes: Iterable[Node], requested_by: User, query: str = "") -> VerificationBatch:
    """Ask for a run of each node, all or none; ``query`` says how they were chosen. The number of queries doesn't grow with the nodes.

    A node that is being verified already is joined. One that became inactive meanwhile is left out; ``Refused`` where none is left, or
    where there are more than ``MAX_NODES``.
    """
    # In one order everywhere: two batches over the same nodes then wait for each other, and never in a circle.
    wanted = sorted(nodes, key=lambda node: node.pk)
    if len(wanted) > MAX_NODES:
        raise Refused(_("A batch holds at most %(count)d nodes.") % {"count": MAX_NODES})
    now = timezone.now()
    with transaction.atomic():
        locked = list(Node.objects.select_for_update().filter(pk__in=[node.pk for node in wanted], is_active=True).order_by("pk"))
        if not locked:
            raise Refused(_("No active node matches, so there is nothing to verify."))
        waiting = VerificationRun.objects.filter(node__in=locked, status__in=OPEN, is_replay=False).order_by("-created_at", "-pk")
        joined = dict(waiting.values_list("node_id", "pk"))
        batch = VerificationBatch.objects.create(requested_by=requested_by, query=query)
        free = [node for node in locked if node.pk not in joined]
        begun = [run.pk for run in make_runs(nodes=free, trigger=RunTrigger.PAGE, now=now, requested_by=requested_by)]
        enqueue_runs(begun)
        batch.runs.set([*joined.values(), *begun])
        after = {"query": query, "runs": len(locked), "begun": begun}
        record_audit(actor=requested_by, verb="batch.create", subject=batch, after=after)
    return batch


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
