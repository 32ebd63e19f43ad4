"""Verification runs: asked for, claimed, investigated, heard by a panel where there is risk, and saved with their results."""

from verification.services.runs.batches import cancel_batch, request_batch, request_runs
from verification.services.runs.decisions import decision_columns, firing_shape
from verification.services.runs.execution import execute_runs
from verification.services.runs.investigation import load_history
from verification.services.runs.lifecycle import cancel_run, failure_shape, request_run
from verification.services.runs.replay import replay_runs
from verification.services.runs.results import code_shape
from verification.services.runs.schedules import enqueue_due, follow_clocks, order_by_urgency, plan_nodes
from verification.services.runs.seen_pages import read_pages

__all__ = [
    "cancel_batch",
    "cancel_run",
    "code_shape",
    "decision_columns",
    "enqueue_due",
    "execute_runs",
    "failure_shape",
    "firing_shape",
    "follow_clocks",
    "load_history",
    "order_by_urgency",
    "plan_nodes",
    "read_pages",
    "replay_runs",
    "request_batch",
    "request_run",
    "request_runs",
]
