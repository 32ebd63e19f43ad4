"""Who works: signs of life, who is alone, and tasks of the dead that are free again."""

from datetime import datetime, timedelta

from django.db.models import F
from django_q.models import OrmQ  # type: ignore[import-untyped]

from verification.models import Worker

ALIVE = timedelta(seconds=20)
FORGOTTEN = timedelta(days=1)


def register_worker(*, name: str, now: datetime) -> bool:
    """Enter a worker that starts; whether it is the only one. Those silent for a day are forgotten."""
    Worker.objects.filter(beat_at__lt=now - FORGOTTEN).delete()
    Worker.objects.update_or_create(name=name, defaults={"started_at": now, "beat_at": now, "restarts": 0, "processes": 0})
    return is_alone(name=name, now=now)


def note_beat(*, name: str, processes: int, now: datetime) -> None:
    if not Worker.objects.filter(name=name).update(beat_at=now, processes=processes):
        Worker.objects.create(name=name, started_at=now, beat_at=now, processes=processes)


def note_restart(*, name: str, reason: str, now: datetime) -> None:
    Worker.objects.filter(name=name).update(restarts=F("restarts") + 1, last_restart_at=now, last_restart_reason=reason)


def leave(*, name: str) -> None:
    """A worker that ends in peace is no longer listed."""
    Worker.objects.filter(name=name).delete()


def list_workers(*, now: datetime) -> list[tuple[Worker, bool]]:
    """Each worker, and whether it lives."""
    return [(worker, worker.beat_at >= now - ALIVE) for worker in Worker.objects.all()]


def is_alone(*, name: str, now: datetime) -> bool:
    return not Worker.objects.filter(beat_at__gte=now - ALIVE).exclude(name=name).exists()


def free_tasks(*, now: datetime) -> int:
    """Make tasks due that a cluster took and never ended. Only where no other cluster works: they might be its own."""
    freed: int = OrmQ.objects.filter(lock__gt=now).update(lock=now)
    return freed
