"""What django-q2 calls: ids in, one service call."""

from verification.core.vocabulary import Badge
from verification.reads.verifications.webhooks import message_shape
from verification.services.events import analysis as event_analysis
from verification.services.notices import alerts, webhooks
from verification.services.runs import execution
from verification.services.verifications import verifying


def execute_run(run_id: int) -> str:
    """Execute a run that a page, the API or a schedule asked for; its status is the task's result."""
    return str(execution.execute_run(run_id=run_id).status)


def execute_runs(run_ids: list[int]) -> str:
    """Execute runs that a schedule asked for together; how many ended with a verdict is the task's result."""
    runs = execution.execute_runs(run_ids=run_ids)
    return f"{sum(run.badge != Badge.FAILED for run in runs)} of {len(runs)}"


def send_alert(state_id: int, before_id: int | None, user_id: int) -> str:
    """Write to one person that a node's verdict changed; what became of it is the task's result."""
    return "sent" if alerts.send_alert(state_id=state_id, before_id=before_id, user_id=user_id) else "not wanted"


def analyse_event(event_id: int) -> str:
    """Analyse an event that a page or the API asked for; its status is the task's result."""
    return str(event_analysis.analyse_event(event_id=event_id).status)


def execute_verification(verification_id: int) -> str:
    """Work out what a program wants verified; the decision is the task's result."""
    return str(verifying.execute_verification(verification_id=verification_id).decision)


def deliver_webhook(delivery_id: int) -> str:
    """Make one attempt at a webhook; what became of it is the task's result."""
    delivery = webhooks.deliver(delivery_id=delivery_id, write=message_shape)
    return str(delivery.status) if delivery else "not due"
