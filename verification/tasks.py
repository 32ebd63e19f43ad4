"""What django-q2 calls: ids in, one service call."""

from verification.services import execution


def execute_run(run_id: int) -> str:
    """Execute a run that a page, the API or a schedule asked for; its status is the task's result."""
    return str(execution.execute_run(run_id=run_id).status)
