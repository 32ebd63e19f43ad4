"""The API's description of itself: its pages, how they are made readable, and what differs between two versions."""

from verification.api.schema.pages import Nowhere, SchemaView, show_docs

__all__ = [
    "Nowhere",
    "SchemaView",
    "show_docs",
]
