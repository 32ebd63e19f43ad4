"""Runs: one and its progress, two side by side, many at once, and what would help a node without a value."""

from verification.views.runs.batches import list_batches, propose_batch, show_batch, show_batch_live, stop_batch
from verification.views.runs.compare import compare_runs
from verification.views.runs.runs import show_run, show_run_live, stop_run

__all__ = [
    "compare_runs",
    "list_batches",
    "propose_batch",
    "show_batch",
    "show_batch_live",
    "show_run",
    "show_run_live",
    "stop_batch",
    "stop_run",
]
