"""Documents of the local corpus: read, written and taken out."""

from verification.api.documents.documents import Documents, DocumentView

__all__ = [
    "DocumentView",
    "Documents",
]
