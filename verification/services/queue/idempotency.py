"""One piece of work per ``Idempotency-Key``: the key, the work and its answer are one transaction."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from verification.models import IdempotencyRecord

REMEMBERED = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class RememberedAnswer:
    """What a request was answered: ``body`` as written; ``is_replay`` where the work had been done before."""

    status: int
    body: str
    location: str = ""
    is_replay: bool = False


class KeyReused(Exception):
    """The key stands for another request already."""


def find_answer(*, user: User, key: str, fingerprint: str) -> RememberedAnswer | None:
    """The first answer under this key, or None; ``KeyReused`` where it was another request."""
    record = IdempotencyRecord.objects.filter(user=user, key=key).first()
    return None if record is None else _replay(record, fingerprint)


def answer_once(*, user: User, key: str, fingerprint: str, work: Callable[[], RememberedAnswer]) -> RememberedAnswer:
    """Do ``work`` and keep its answer under ``key``, or give the answer that was kept.

    A second request that comes while the first is at work waits for it at the unique constraint. Work that raises leaves no trace, so that
    it can be tried again under the same key. Keys of more than a day ago are forgotten.
    """
    with transaction.atomic():
        IdempotencyRecord.objects.filter(user=user, created_at__lt=timezone.now() - REMEMBERED).delete()
        record, is_new = IdempotencyRecord.objects.get_or_create(user=user, key=key, defaults={"fingerprint": fingerprint})
        if not is_new:
            return _replay(record, fingerprint)
        answered = work()
        record.status, record.answer, record.location = answered.status, answered.body, answered.location
        record.save(update_fields=["status", "answer", "location"])
    return answered


def _replay(record: IdempotencyRecord, fingerprint: str) -> RememberedAnswer:
    if record.fingerprint != fingerprint:
        raise KeyReused
    return RememberedAnswer(status=record.status, body=record.answer, location=record.location, is_replay=True)
