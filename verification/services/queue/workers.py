"""Who works: signs of life, and tasks of the dead that are free again."""

from datetime import datetime, timedelta

from django.db.models import F
from django_q.models import OrmQ  # type: ignore[import-untyped]

from verification.models import Worker
from verification.services.queue.broker import mark_of

ALIVE = timedelta(seconds=20)
FORGOTTEN = timedelta(days=1)


def register_worker(*, name: str, now: datetime) -> None:
    """Enter a worker that starts. Those silent for a day are forgotten."""
    Worker.objects.filter(beat_at__lt=now - FORGOTTEN).delete()
    Worker.objects.update_or_create(name=name, defaults={"started_at": now, "beat_at": now, "restarts": 0, "processes": 0})


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


def free_tasks(*, now: datetime, name: str) -> int:
    """Make tasks due that the worker's cluster, which is dead, took and never ended; how many."""
    mark = mark_of(name)
    return _free(now, [pk for pk, lock in _list_taken(now) if lock.microsecond == mark])


def free_orphans(*, now: datetime) -> int:
    """Make tasks due that nobody who lives has taken: their worker died with its machine, or lost the database for long."""
    marks = {mark_of(worker.name) for worker, is_alive in list_workers(now=now) if is_alive}
    return _free(now, [pk for pk, lock in _list_taken(now) if lock.microsecond not in marks])


def _list_taken(now: datetime) -> list[tuple[int, datetime]]:
    """No more than what the clusters hold in their hands."""
    return list(OrmQ.objects.filter(lock__gt=now).values_list("pk", "lock"))


def _free(now: datetime, keys: list[int]) -> int:
    if not keys:
        return 0
    freed: int = OrmQ.objects.filter(pk__in=keys, lock__gt=now).update(lock=now)
    return freed
