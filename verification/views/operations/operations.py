"""How the installation is doing: queue, workers, schedules, what failed, and what is wrong; for those who run it."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from causalflow.logs import hide_secrets
from verification.core.vocabulary import Fault
from verification.enums import label_of
from verification.models import ProviderHealth, Worker
from verification.reads.operations import operations as operation_queries
from verification.services.notices.alert_channels import describe_alert
from verification.services.operations.figures import WorkerFigures, measure_schedules, measure_workers
from verification.services.operations.supervision import Restart
from verification.services.queue.backlog import QueueFigures, measure_queue
from verification.services.queue.workers import ALIVE, list_workers
from verification.views.access import needs

RESTARTS = {
    Restart.ENDED.value: gettext_lazy("its cluster ended"),
    Restart.PROCESS_LOST.value: gettext_lazy("one of its processes died"),
    Restart.NOTHING_MOVES.value: gettext_lazy("work was due and nothing moved"),
    Restart.CLOCK_WRONG.value: gettext_lazy("its clock differs from the database's"),
}
AGE_LABELS = (
    gettext_lazy("up to a minute"),
    gettext_lazy("up to 5 minutes"),
    gettext_lazy("up to 30 minutes"),
    gettext_lazy("more than 30 minutes"),
)


@dataclass(frozen=True, slots=True)
class WorkerRow:
    worker: Worker
    is_alive: bool
    why: str


@dataclass(frozen=True, slots=True)
class RestingRow:
    health: ProviderHealth
    fault: str
    is_resting: bool


@needs("view_worker")
@require_safe
def show_operations(request: HttpRequest) -> HttpResponse:
    return render(request, "operations/operations.html", _measure())


@needs("view_worker")
@require_safe
def show_operations_live(request: HttpRequest) -> HttpResponse:
    """The part that changes, asked for every few seconds."""
    response = render(request, "fragments/operations_live.html", _measure())
    response["Cache-Control"] = "private, no-store"
    return response


def _measure() -> dict[str, object]:
    now = timezone.now()
    queue, workers = measure_queue(now=now), measure_workers(now=now)
    open_runs = operation_queries.count_open_runs(now=now)
    return {
        "now": now,
        "queue": queue,
        "figures": workers,
        "warning": _warn(queue, workers),
        "workers": [_worker_row(worker, is_alive) for worker, is_alive in list_workers(now=now)],
        "schedules": measure_schedules(now=now),
        "overdue": operation_queries.list_overdue(now=now),
        "open_runs": open_runs,
        "ages": list(zip(AGE_LABELS, open_runs.by_age, strict=True)),
        "oldest": operation_queries.list_oldest_runs(),
        "day": operation_queries.count_day(now=now),
        "tasks": [replace(task, error=hide_secrets(task.error)) for task in operation_queries.list_failed_tasks()],
        "resting": [_resting_row(health, now) for health in operation_queries.list_resting(now=now)],
        "alerts": [(alert, describe_alert(alert)) for alert in operation_queries.list_alerts()],
        "chores": operation_queries.list_chores(),
    }


def _warn(queue: QueueFigures, workers: WorkerFigures) -> str:
    """One sentence where work waits for nobody; "" where somebody is there or nothing waits."""
    if workers.alive or queue.oldest_due_s <= ALIVE.total_seconds():
        return ""
    return gettext("Work is due and no worker is running. Start one: manage.py worker.")


def _worker_row(worker: Worker, is_alive: bool) -> WorkerRow:
    return WorkerRow(worker, is_alive, str(RESTARTS.get(worker.last_restart_reason, worker.last_restart_reason)))


def _resting_row(health: ProviderHealth, now: datetime) -> RestingRow:
    fault = label_of(Fault, health.last_fault)
    return RestingRow(health, fault, is_resting=health.open_until is not None and health.open_until > now)
