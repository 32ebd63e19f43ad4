"""Spans of work for OpenTelemetry: runs, what is asked of the outside, and what the engine makes of what it read.

Off unless ``OTEL_EXPORTER_OTLP_ENDPOINT`` names a receiver: then nothing is imported, measured or sent. Spans say who was asked, for which
run and how it ended; questions, addresses of pages and answers stand in the ledger and are no attributes.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_OFF: AbstractContextManager[object] = nullcontext()
# Before the queues of the process are closed.
FIRST = 100


def span(name: str, **said: str | int) -> AbstractContextManager[object]:
    """A span around what is done within, below the span that this is done in; ``said`` are its attributes, after ``causalflow.``.

    What ends by an exception is a span with the status of an error and the exception's words.
    """
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return _OFF
    attributes = {f"causalflow.{key}": value for key, value in said.items()}
    return _tracer().start_as_current_span(name, attributes=attributes, record_exception=False)


@cache
def _tracer() -> Tracer:
    """One for the process, made with its first span: a server that forks has none before, and every process sends its own."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # What the environment says of the service (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES) comes before our name.
    resource = Resource({SERVICE_NAME: "causalflow"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces")))
    # Processes of the queue end without ``atexit``; what was not sent yet goes out nevertheless.
    Finalize(None, provider.shutdown, exitpriority=FIRST)
    return provider.get_tracer("causalflow")
