"""Django admin: nodes, whitelist and documents are edited through their services; history is read-only."""

from verification.admin import corpus, feedback, history, nodes, whitelist

__all__ = ["corpus", "feedback", "history", "nodes", "whitelist"]
