"""Figures in Prometheus' text format: requests as this web server counts them, everything else as the database has it.

Several web processes add up their counts in files where ``PROMETHEUS_MULTIPROC_DIR`` names a folder; without it each process answers for
itself, which is right for one process alone.
"""

from collections.abc import Iterator

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from verification.services import operation

CONTENT_TYPE = CONTENT_TYPE_LATEST
RUN_BOUNDS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

_process = CollectorRegistry()
_requests = Counter("causalflow_http_requests", "Requests answered.", ["method", "route", "status"], registry=_process)
_seconds = Histogram(
    "causalflow_http_request_duration_seconds",
    "Time to answer a request.",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
    registry=_process,
)


def count_request(request: HttpRequest, response: HttpResponse, seconds: float) -> str:
    """Count one request under its route's name, never its address: a label has few values. Answers the name."""
    match = request.resolver_match
    route = match.view_name if match and match.view_name else "other"
    method = request.method if request.method in _METHODS else "other"
    _requests.labels(method, route, str(response.status_code)).inc()
    _seconds.labels(route).observe(seconds)
    return route


class _Database:
    """Figures that all processes share; ``causalflow_database_up`` alone where the database does not answer."""

    def collect(self) -> Iterator[Metric]:
        try:
            families = list(_read_database())
        except DatabaseError:
            families = []
        yield GaugeMetricFamily("causalflow_database_up", "1 where the database answers and has its tables.", value=bool(families))
        yield from families


def _read_database() -> Iterator[Metric]:
    now = timezone.now()
    queue = operation.measure_queue(now=now)
    yield GaugeMetricFamily("causalflow_queue_due", "Tasks that wait for a worker.", value=queue.due)
    yield GaugeMetricFamily("causalflow_queue_taken", "Tasks that a worker has taken.", value=queue.taken)
    yield GaugeMetricFamily(
        "causalflow_queue_oldest_due_seconds", "Seconds since the oldest waiting task was due.", value=queue.oldest_due_s
    )
    yield GaugeMetricFamily("causalflow_reviews_open", "Verdicts that wait for a person.", value=operation.count_open_reviews())
    runs = GaugeMetricFamily("causalflow_runs_last_day", "Runs asked for in the last 24 hours.", labels=["status", "badge"])
    for (status, badge), count in sorted(operation.count_runs(now=now).items()):
        runs.add_metric([status, badge], count)
    yield runs
    nodes = GaugeMetricFamily("causalflow_nodes", "Active nodes by the badge of their state.", labels=["badge"])
    for badge, count in sorted(operation.count_nodes_by_badge().items()):
        nodes.add_metric([badge], count)
    yield nodes
    took = operation.measure_durations(now=now, bounds=RUN_BOUNDS)
    yield HistogramMetricFamily(
        "causalflow_run_duration_seconds_last_day",
        "How long the runs of the last 24 hours took.",
        buckets=[*((str(bound), count) for bound, count in took.buckets), ("+Inf", took.count)],
        sum_value=took.total_s,
    )


def write_metrics() -> bytes:
    """Everything in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Database())
    if not settings.PROMETHEUS_MULTIPROC_DIR:
        return generate_latest(_process) + generate_latest(registry)
    MultiProcessCollector(registry, path=settings.PROMETHEUS_MULTIPROC_DIR)
    return generate_latest(registry)
