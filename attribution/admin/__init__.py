"""Django admin: attributions and citation reports to read, settings to change through their service."""

from attribution.admin import attributions, citations, rechecks

__all__ = ["attributions", "citations", "rechecks"]
