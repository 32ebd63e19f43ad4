"""Django admin: nodes, whitelist and documents are edited through their services; history is read-only."""

from verification.admin import corpus, history, nodes, whitelist

__all__ = ["corpus", "history", "nodes", "whitelist"]
