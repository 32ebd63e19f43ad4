"""Figures in Prometheus' text format: requests as this web server counts them, everything else as the database has it.

Several web processes add up their counts in files where ``PROMETHEUS_MULTIPROC_DIR`` names a folder; without it each process answers for
itself, which is right for one process alone.
"""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from attribution.services.answers.figures import measure_tracing
from causalflow.work_metrics import read_work
from verification.services.operations import figures as operation
from verification.services.operations.spending import measure_month
from verification.services.queue import backlog

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
            families = [*_read_database(), *_read_attribution(), *read_work(timezone.now())]
        except DatabaseError:
            families = []
        yield GaugeMetricFamily("causalflow_database_up", "1 where the database answers and has its tables.", value=bool(families))
        yield from families


def _read_database() -> Iterator[Metric]:
    now = timezone.now()
    queue = backlog.measure_queue(now=now)
    yield GaugeMetricFamily("causalflow_queue_due", "Tasks that wait for a worker.", value=queue.due)
    yield GaugeMetricFamily("causalflow_queue_taken", "Tasks that a worker has taken.", value=queue.taken)
    yield GaugeMetricFamily(
        "causalflow_queue_oldest_due_seconds", "Seconds since the oldest waiting task was due.", value=queue.oldest_due_s
    )
    workers = operation.measure_workers(now=now)
    yield GaugeMetricFamily("causalflow_workers", "Workers that live.", value=workers.alive)
    yield GaugeMetricFamily("causalflow_worker_restarts", "How often these began their processes anew.", value=workers.restarts)
    overdue = operation.measure_schedules(now=now).overdue
    yield GaugeMetricFamily(
        "causalflow_scheduled_overdue", "Scheduled nodes whose time is over and whose run nobody asked for.", value=overdue
    )
    alerts = GaugeMetricFamily("causalflow_alerts", "What is wrong now, as operators are told of it.", labels=["trouble"])
    for trouble, count in operation.count_alerts().items():
        alerts.add_metric([trouble], count)
    yield alerts
    yield GaugeMetricFamily("causalflow_reviews_open", "Verdicts that wait for a person.", value=operation.count_open_reviews())
    runs = GaugeMetricFamily("causalflow_runs_last_day", "Runs asked for in the last 24 hours.", labels=["status", "badge"])
    for (status, badge), count in sorted(operation.count_runs(now=now).items()):
        runs.add_metric([status, badge], count)
    yield runs
    nodes = GaugeMetricFamily("causalflow_nodes", "Active nodes by the badge of their state.", labels=["badge"])
    for badge, count in sorted(operation.count_nodes_by_badge().items()):
        nodes.add_metric([badge], count)
    yield nodes
    yield from _read_ledger(now)
    took = operation.measure_durations(now=now, bounds=RUN_BOUNDS)
    yield HistogramMetricFamily(
        "causalflow_run_duration_seconds_last_day",
        "How long the runs of the last 24 hours took.",
        buckets=[*((str(bound), count) for bound, count in took.buckets), ("+Inf", took.count)],
        sum_value=took.total_s,
    )


def _read_attribution() -> Iterator[Metric]:
    """Answers traced to their documents in the last day; a share is absent where there is nothing to measure."""
    found = measure_tracing(now=timezone.now(), days=1)
    answers = GaugeMetricFamily("causalflow_attributions_last_day", "Answers to be traced in the last 24 hours.", labels=["status"])
    for status, count in (("open", found.open), ("failed", found.failed), ("finished", found.answers - found.open - found.failed)):
        answers.add_metric([status], count)
    yield answers
    yield GaugeMetricFamily("causalflow_attributions_cached_last_day", "Those that were found in memory.", value=found.cached)
    yield GaugeMetricFamily("causalflow_attribution_sentences_last_day", "Sentences of traced answers.", value=found.sentences)
    yield GaugeMetricFamily("causalflow_attribution_sentences_supported_last_day", "Those that a passage carries.", value=found.supported)
    marks = GaugeMetricFamily("causalflow_attribution_marks_last_day", "What readers said of sources.", labels=["mark"])
    marks.add_metric(["right"], found.right)
    marks.add_metric(["wrong"], found.marks - found.right)
    yield marks
    if found.mean_ms is not None:
        yield GaugeMetricFamily(
            "causalflow_attribution_mean_seconds_last_day", "How long those took that were worked out anew.", value=found.mean_ms / 1000
        )
    if found.p95_ms is not None:
        help_text = "Of twenty that were worked out anew, nineteen took no longer."
        yield GaugeMetricFamily("causalflow_attribution_p95_seconds_last_day", help_text, value=found.p95_ms / 1000)


def _read_ledger(now: datetime) -> Iterator[Metric]:
    calls = GaugeMetricFamily(
        "causalflow_provider_calls_last_day", "Calls to the outside in the last 24 hours.", labels=["kind", "provider", "status"]
    )
    cost = GaugeMetricFamily(
        "causalflow_provider_cost_usd_last_day", "What the calls of the last 24 hours cost.", labels=["kind", "provider", "status"]
    )
    for labels, (count, usd) in sorted(operation.count_calls(now=now).items()):
        calls.add_metric(labels, count)
        cost.add_metric(labels, float(usd))
    yield calls
    yield cost
    month = measure_month(now=now)
    yield GaugeMetricFamily("causalflow_budget_usd", "What may be spent this month (UTC).", value=float(month.spending.budget_usd))
    yield GaugeMetricFamily("causalflow_spent_usd", "What was spent this month (UTC).", value=float(month.spending.spent_usd))
    yield GaugeMetricFamily("causalflow_reserved_usd", "What calls under way may still take.", value=float(month.reserved_usd))


def write_metrics() -> bytes:
    """Everything in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Database())
    if not settings.PROMETHEUS_MULTIPROC_DIR:
        return generate_latest(_process) + generate_latest(registry)
    MultiProcessCollector(registry, path=settings.PROMETHEUS_MULTIPROC_DIR)
    return generate_latest(registry)
