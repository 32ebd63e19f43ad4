"""``/healthz``, ``/readyz`` and ``/metrics``: for machines, without log-in, and saying nothing that a stranger could use."""

import ipaddress
import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from causalflow import metrics
from verification.services.operations import figures as operation
from verification.services.queue import backlog, clocks
from verification.services.queue.workers import ALIVE

logger = logging.getLogger(__name__)

# Whoever forwards a request says so in one of these; then the address that we see is the forwarder's.
_FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via")


def answer_health(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return _uncached(JsonResponse({"status": "ok"}))


def answer_readiness(request: HttpRequest) -> HttpResponse:
    """200 where database, migrations, clock, queue and the files of the pages are in order; else 503 with ``problems`` in plain words."""
    problems: list[str] = []
    shape: dict[str, object] = {"database": False}
    try:
        unapplied = operation.list_unapplied_migrations()
        shape |= {"database": True, "migrations_unapplied": len(unapplied)}
        if unapplied:
            problems.append(f"{len(unapplied)} migrations are not applied; run manage.py migrate.")
        now = timezone.now()
        queue, workers = backlog.measure_queue(now=now), operation.measure_workers(now=now)
        shape |= {"queue_due": queue.due, "queue_oldest_due_seconds": round(queue.oldest_due_s, 1), "workers_alive": workers.alive}
        problems += _judge_queue(queue, workers)
        if not clocks.is_right(skew := clocks.measure_skew()):
            problems.append(f"Our clock differs by {skew.total_seconds():.0f} s from the database's; set it by NTP.")
    except DatabaseError as error:
        # What exactly went wrong may name hosts and users: that is for the log.
        logger.warning("Not ready: the database can't be used: %s", error)
        if not problems:
            problems.append("The database does not answer." if not shape["database"] else "The queue can't be read.")
    if not are_files_collected():
        problems.append("The pages' files are not collected; run manage.py collectstatic.")
    status = 503 if problems else 200
    return _uncached(JsonResponse({"status": "not_ready" if problems else "ready", "problems": problems, **shape}, status=status))


def _judge_queue(queue: backlog.QueueFigures, workers: operation.WorkerFigures) -> list[str]:
    """A worker that restarts leaves what is due for a few seconds; that is no reason to send traffic elsewhere."""
    if not workers.alive and queue.oldest_due_s > ALIVE.total_seconds():
        return [f"{queue.due} tasks are due and no worker is running; run manage.py worker."]
    if queue.is_moving:
        return []
    waited, most = f"{queue.oldest_due_s:.0f} s", f"{settings.QUEUE_MAX_AGE_SECONDS} s"
    return [f"The oldest waiting task has been due for {waited}, longer than {most}; is a worker running?"]


def are_files_collected() -> bool:
    """A storage that names files by their content knows none before ``collectstatic``, and then no page can be shown."""
    return bool(getattr(staticfiles_storage, "hashed_files", True))


def answer_metrics(request: HttpRequest) -> HttpResponse:
    if not may_read_metrics(request):
        refused = HttpResponse("Metrics need the bearer token METRICS_TOKEN.\n", status=401, content_type="text/plain; charset=utf-8")
        refused["WWW-Authenticate"] = 'Bearer realm="metrics"'
        return _uncached(refused)
    return _uncached(HttpResponse(metrics.write_metrics(), content_type=metrics.CONTENT_TYPE))


def may_read_metrics(request: HttpRequest) -> bool:
    """Whoever holds ``METRICS_TOKEN``; without a token set, this machine itself, where no proxy stands between."""
    if settings.METRICS_TOKEN:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return scheme.lower() == "bearer" and constant_time_compare(token.strip(), settings.METRICS_TOKEN)
    if settings.BEHIND_PROXY or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _uncached(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response


def _reads_only(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def probe(request: HttpRequest) -> HttpResponse:
        return answer(request) if request.method in ("GET", "HEAD") else HttpResponseNotAllowed(["GET", "HEAD"])

    return probe


PROBES = {"/healthz": _reads_only(answer_health), "/readyz": _reads_only(answer_readiness), "/metrics": _reads_only(answer_metrics)}
