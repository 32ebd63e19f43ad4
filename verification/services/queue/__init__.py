"""Queued work and who holds it: the broker, the backlog, workers, leases, work of the dead, and requests that come twice."""

from verification.services.queue.backlog import measure_queue
from verification.services.queue.broker import key_of
from verification.services.queue.idempotency import answer_once, find_answer
from verification.services.queue.leases import held, lease_from
from verification.services.queue.rescue import queue_again, rescue_all
from verification.services.queue.workers import list_workers

__all__ = [
    "answer_once",
    "find_answer",
    "held",
    "key_of",
    "lease_from",
    "list_workers",
    "measure_queue",
    "queue_again",
    "rescue_all",
]
