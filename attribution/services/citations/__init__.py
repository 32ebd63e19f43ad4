"""Citation reports: asked for, checked address by address, reviewed, checked again by the clock, and exported."""

from attribution.services.citations.annotation import annotate_report, correct_claim, list_feedback
from attribution.services.citations.checking import execute_report
from attribution.services.citations.disputes import dispute_citation
from attribution.services.citations.estimates import estimate_check
from attribution.services.citations.export import export_lines
from attribution.services.citations.lifecycle import (
    cancel_report,
    create_report,
    create_single,
    list_visible,
    previous_checks,
    recheck_report,
)
from attribution.services.citations.rechecks import set_rhythm

__all__ = [
    "annotate_report",
    "cancel_report",
    "correct_claim",
    "create_report",
    "create_single",
    "dispute_citation",
    "estimate_check",
    "execute_report",
    "export_lines",
    "list_feedback",
    "list_visible",
    "previous_checks",
    "recheck_report",
    "set_rhythm",
]
