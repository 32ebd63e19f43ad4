"""Scheduled checks as the API's JSON."""

from attribution.models import CitationReport
from attribution.reads.reports import find_schedule, list_scheduled
from verification.reads.answers import Shape


def schedule_shape(report: CitationReport) -> Shape:
    """How often a report is checked again, and what that brought; two queries."""
    schedule = find_schedule(report=report)
    return {
        "rhythm": schedule.rhythm if schedule else None,
        "next_at": schedule.next_at.isoformat() if schedule and schedule.next_at else None,
        "is_stopped": bool(schedule and schedule.is_stopped),
        "failures": schedule.failures if schedule else 0,
        "checks": [
            {
                "asked_at": check.asked_at.isoformat(),
                "ended_at": check.ended_at.isoformat() if check.ended_at else None,
                "outcome": check.outcome,
                "changes": [{"official": [], **change} for change in check.changes],
            }
            for check in list_scheduled(report=report)
        ],
    }
