"""Answers traced to their documents: settings, sizes, results, and what readers say of the sources."""

from attribution.services.answers.figures import measure_tracing
from attribution.services.answers.marks import mark_source
from attribution.services.answers.results import read_documents, read_result
from attribution.services.answers.settings import apply_overrides, change_settings, read_overrides, read_settings
from attribution.services.answers.tracing import keep_attribution, switch_mode, trace_answer

__all__ = [
    "apply_overrides",
    "change_settings",
    "keep_attribution",
    "mark_source",
    "measure_tracing",
    "read_documents",
    "read_overrides",
    "read_result",
    "read_settings",
    "switch_mode",
    "trace_answer",
]
