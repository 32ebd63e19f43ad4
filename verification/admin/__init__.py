"""Django admin: nodes, whitelist and documents are edited through their services; history is read-only."""

from verification.admin import bookkeeping, corpus, feedback, history, nodes, proposals, whitelist

__all__ = ["bookkeeping", "corpus", "feedback", "history", "nodes", "proposals", "whitelist"]
