"""django-q2's own broker, and who took a task: so that what a dead cluster held is due again at once, and not after ``retry`` seconds."""

from datetime import datetime
from zlib import crc32

from django_q.brokers.orm import ORM  # type: ignore[import-untyped]

from causalflow.env import env_text

# The supervisor tells its cluster for whom it works.
OWNER = "CAUSALFLOW_WORKER"
MARKS = 1_000_000


def mark_of(name: str) -> int:
    """The microseconds that a worker's locks end on."""
    return crc32(name.encode()) % MARKS


class OwnedBroker(ORM):  # type: ignore[misc]
    """A task is locked until its retry, to the second; the fraction of that second says who took it. No query is needed for that."""

    def timeout(self, task: object) -> datetime:
        until: datetime = super().timeout(task)
        return until.replace(microsecond=mark_of(env_text(OWNER)))
