"""What django-q2 calls: ids in, one service call."""

from attribution.services.answers import tracing
from attribution.services.citations import checking, recheck_notices


def execute_report(report_id: int) -> str:
    """Check a report that a page or the API asked for; its status is the task's result."""
    return str(checking.execute_report(report_id=report_id).status)


def trace_attribution(attribution_id: int) -> str:
    """Work out an attribution that was too large to wait for; its status is the task's result."""
    done = tracing.execute_attribution(attribution_id=attribution_id)
    return str(done.status) if done is not None else "nothing to do"


def send_recheck_notice(check_id: int, user_id: int) -> str:
    """Write to one person what a scheduled check found; what became of it is the task's result."""
    return "sent" if recheck_notices.send_notice(check_id=check_id, user_id=user_id) else "not wanted"
