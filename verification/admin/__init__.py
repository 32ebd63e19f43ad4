"""Django admin: nodes, whitelist and documents are edited through their services; history is read-only."""

from verification.admin import (
    bookkeeping,
    corpus,
    events,
    feedback,
    history,
    ledger,
    models,
    nodes,
    operation,
    proposals,
    second,
    verifications,
    whitelist,
)

__all__ = [
    "bookkeeping",
    "corpus",
    "events",
    "feedback",
    "history",
    "ledger",
    "models",
    "nodes",
    "operation",
    "proposals",
    "second",
    "verifications",
    "whitelist",
]
