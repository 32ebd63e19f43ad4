"""Runs: one, one that is waited for, many at once, and the verdict on results that a program brings."""

from verification.api.runs.batches import BatchCancel, Batches, BatchView
from verification.api.runs.consensus import ConsensusView
from verification.api.runs.runs import RunCancel, RunView

__all__ = [
    "BatchCancel",
    "BatchView",
    "Batches",
    "ConsensusView",
    "RunCancel",
    "RunView",
]
