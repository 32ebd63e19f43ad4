"""Many nodes verified with one request."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.enums import RunTrigger
from verification.models import Node, VerificationBatch
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.runs import OPEN, cancel_run, request_run

MAX_NODES = 500


def request_batch(*, nodes: Iterable[Node], requested_by: User, query: str = "") -> VerificationBatch:
    """Ask for a run of each node, all or none; ``query`` says how they were chosen.

    A node that is being verified already is joined. One that became inactive meanwhile is left out; ``Refused`` where none is left, or
    where there are more than ``MAX_NODES``.
    """
    # In one order everywhere: two batches over the same nodes then wait for each other, and never in a circle.
    wanted = sorted(nodes, key=lambda node: node.pk)
    if len(wanted) > MAX_NODES:
        raise Refused(_("A batch holds at most %(count)d nodes.") % {"count": MAX_NODES})
    with transaction.atomic():
        batch = VerificationBatch.objects.create(requested_by=requested_by, query=query)
        runs = []
        for node in wanted:
            try:
                runs.append(request_run(node=node, trigger=RunTrigger.PAGE, requested_by=requested_by))
            except Refused:
                continue
        if not runs:
            raise Refused(_("No active node matches, so there is nothing to verify."))
        batch.runs.set(runs)
        record_audit(actor=requested_by, verb="batch.create", subject=batch, after={"query": query, "runs": len(runs)})
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
