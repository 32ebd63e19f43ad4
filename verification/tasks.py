"""What django-q2 calls: ids in, one service call."""

from verification.services import alerts, execution


def execute_run(run_id: int) -> str:
    """Execute a run that a page, the API or a schedule asked for; its status is the task's result."""
    return str(execution.execute_run(run_id=run_id).status)


def send_alert(state_id: int, before_id: int | None, user_id: int) -> str:
    """Write to one person that a node's verdict changed; what became of it is the task's result."""
    return "sent" if alerts.send_alert(state_id=state_id, before_id=before_id, user_id=user_id) else "not wanted"
