"""django-q2's own broker, with three things that it lacks.

Who took a task is known, so that what a dead cluster held is due again at once, and not after ``retry`` seconds. What waits is taken in
turn from three lanes, so that nobody who asks for one node waits behind the five hundred of somebody else, or behind those of the clock.
And one process of each cluster is left to those who ask for one: the parts of batches and of the clock are long, and hold the others.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from time import sleep
from zlib import crc32

from django.db.models import Case, IntegerField, Value, When
from django.utils import timezone
from django_q.brokers.orm import ORM  # type: ignore[import-untyped]
from django_q.conf import Conf  # type: ignore[import-untyped]

from causalflow.env import env_text

# The supervisor tells its cluster for whom it works.
OWNER = "CAUSALFLOW_WORKER"
MARKS = 1_000_000
# Between two looks while only the kept process is free: a part that ends is followed by the next at once.
HELD_BACK_S = 0.1


class Lane(StrEnum):
    """Who waits for a task; kept in the key of its row. ``ALONE`` is the key that django-q2 itself writes."""

    ALONE = ""
    BATCH = "/batch"
    CLOCK = "/clock"


PARTS = (Lane.BATCH, Lane.CLOCK)


def key_of(lane: Lane, cluster: str) -> str:
    return f"{cluster}{lane.value}"


def mark_of(name: str) -> int:
    """The microseconds that a worker's locks end on."""
    return crc32(name.encode()) % MARKS


class OwnedBroker(ORM):  # type: ignore[misc]
    """A task is locked until its retry, to the second; the fraction of that second says who took it. No query is needed for that."""

    _turns: Sequence[Lane] = tuple(Lane)

    def timeout(self, task: object) -> datetime:
        until: datetime = super().timeout(task)
        return until.replace(microsecond=mark_of(env_text(OWNER)))

    def dequeue(self) -> list[tuple[int, str]] | None:
        """Take the task that is due: of the lane that was served longest ago, the first that was asked for. One, whatever ``bulk`` says.

        A list of its key and payload, empty where another cluster was faster; None, after a pause, where nothing is due. A task that is
        free again after its cluster died keeps its place, before all that was asked for later.
        """
        lanes = self._turns if self._may_take_parts() else (Lane.ALONE,)
        keys = [key_of(lane, self.list_key) for lane in lanes]
        turn = Case(*(When(key=key, then=Value(place)) for place, key in enumerate(keys)), output_field=IntegerField())
        row = self.get_connection().filter(key__in=keys, lock__lt=timezone.now()).order_by(turn, "pk").first()
        if row is None:
            sleep(Conf.POLL if lanes is self._turns else min(Conf.POLL, HELD_BACK_S))
            return None
        served = lanes[keys.index(row.key)]
        self._turns = (*(lane for lane in self._turns if lane != served), served)
        is_ours = self.get_connection().filter(pk=row.pk, lock=row.lock).update(lock=self.timeout(row))
        return [(row.pk, row.payload)] if is_ours else []

    def _may_take_parts(self) -> bool:
        """Whether one of our processes is left over when we take another part; a cluster of one takes whatever comes."""
        parts = [key_of(lane, self.list_key) for lane in PARTS]
        taken = self.get_connection().filter(key__in=parts, lock__gt=timezone.now()).values_list("lock", flat=True)
        ours = [lock for lock in taken if lock.microsecond == mark_of(env_text(OWNER))]
        most: int = max(1, Conf.WORKERS - 1)
        return len(ours) < most
