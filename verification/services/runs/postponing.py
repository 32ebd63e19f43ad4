"""A run that an outage ended is asked for again when the provider may be asked again; the node keeps its last state meanwhile."""

from datetime import datetime, timedelta

from django.db.models import Min

from verification.core.vocabulary import Fault, Reason, RunStatus
from verification.enums import RunTrigger
from verification.models import ProviderHealth, VerificationRun

SPENT = (Fault.QUOTA_EXHAUSTED, Fault.BUDGET_EXHAUSTED)
AN_OUTAGE = (Reason.PROVIDER_FAILED, Reason.BUDGET_EXHAUSTED)
SOON, LONGEST = timedelta(seconds=30), timedelta(hours=24)
# Of one node in a row; then its own schedule, or a person, asks again.
MOST_IN_A_ROW = 20


def find_retry_at(*, now: datetime, is_spent: bool = False, asked: float | None = None) -> datetime:
    """When asking again may help: the end of the first rest, of the wait that was asked for, of the day where a budget is spent."""
    if is_spent:
        return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    resting = ProviderHealth.objects.filter(open_until__gt=now).aggregate(first=Min("open_until"))["first"]
    at = resting or now + SOON
    return min(max(at, now + timedelta(seconds=asked or 0.0)), now + LONGEST)


def postpone_run(*, run: VerificationRun, retry_at: datetime) -> VerificationRun | None:
    """A run of the same node that nobody takes before ``retry_at``; in the transaction that ended ``run``.

    None for a replay, for what a command executes itself, where another run waits already, and after ``MOST_IN_A_ROW``. The watch over
    lost work queues it (``services.queue.rescue``): a row that waits with a lease is left alone until that has run out.
    """
    if run.is_replay or run.trigger == RunTrigger.COMMAND:
        return None
    own = VerificationRun.objects.filter(node=run.node_id, is_replay=False)
    if own.filter(finished_at__isnull=True).exclude(pk=run.pk).exists():
        return None
    last = own.exclude(pk=run.pk).order_by("-pk").values_list("status", "reason")[:MOST_IN_A_ROW]
    if len(last) == MOST_IN_A_ROW and all(status == RunStatus.FAILED and reason in AN_OUTAGE for status, reason in last):
        return None
    return VerificationRun.objects.create(
        node_id=run.node_id,
        trigger=run.trigger,
        requested_by=run.requested_by,
        as_of=retry_at,
        from_stage=run.from_stage,
        extractor=run.extractor,
        status=RunStatus.QUEUED,
        lease_until=retry_at,
    )
