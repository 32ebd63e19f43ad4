"""The audit trail: every write by a person leaves an entry in the same transaction, chained to the entry before it."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC
from typing import NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from verification.core.operations.audit_chain import GENESIS, ChainLink, ChainReport, check_chain, digest_entry
from verification.models import AuditEntry, AuditHead

# A person, or the name of the command that a person ran.
Actor = AbstractBaseUser | AnonymousUser | str
CHUNK = 1_000


class AuditNote(NamedTuple):
    """What was done (``node.update``) to a row or to (kind, id)."""

    verb: str
    subject: Model | tuple[str, str]
    before: Mapping[str, object] | None = None
    after: Mapping[str, object] | None = None


def record_audit(
    *,
    actor: Actor,
    verb: str,
    subject: Model | tuple[str, str],
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Record that ``actor`` did ``verb`` (``node.update``) to ``subject``, a row or (kind, id). Call it inside the write's transaction."""
    [entry] = record_audits(actor=actor, notes=[AuditNote(verb, subject, before, after)], reason=reason)
    return entry


def record_audits(*, actor: Actor, notes: Iterable[AuditNote], reason: str = "") -> list[AuditEntry]:
    """Record all that one write did, in its order.

    The head is read and written once: within one transaction PostgreSQL keeps every former version of its row, and goes through all of
    them for each entry.
    """
    entries = [_make_entry(actor, note, reason) for note in notes]
    if not entries:
        return []
    with transaction.atomic():
        # The head's row is locked until the write is committed: entries stand in the order of their chain.
        head = AuditHead.objects.select_for_update().filter(pk=1).first() or AuditHead.objects.create(pk=1)
        digest = head.digest or GENESIS
        for entry in entries:
            entry.digest = digest = digest_entry(digest, content_of(entry))
        AuditEntry.objects.bulk_create(entries, batch_size=CHUNK)
        AuditHead.objects.filter(pk=head.pk).update(count=head.count + len(entries), digest=digest)
    return entries


def _make_entry(actor: Actor, note: AuditNote, reason: str) -> AuditEntry:
    subject = note.subject
    kind, pk = subject if isinstance(subject, tuple) else (str(subject._meta.model_name), str(subject.pk))  # noqa: SLF001 - Django's documented model API
    is_person = not isinstance(actor, str) and actor.is_authenticated
    return AuditEntry(
        at=timezone.now(),
        actor_id=actor.pk if is_person and not isinstance(actor, str) else None,
        actor_name=(actor if isinstance(actor, str) else actor.get_username())[:150],
        verb=note.verb,
        subject_kind=kind,
        subject_id=pk,
        before=_plain(note.before),
        after=_plain(note.after),
        reason=reason,
    )


def content_of(entry: AuditEntry) -> dict[str, object]:
    """What the digest of an entry covers: everything but its key."""
    return {
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor_id": entry.actor_id,
        "actor_name": entry.actor_name,
        "verb": entry.verb,
        "subject_kind": entry.subject_kind,
        "subject_id": entry.subject_id,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
    }


def check_audit(*, marks: Collection[int] = ()) -> ChainReport:
    """Whether the trail is whole: no entry changed, none taken out, none cut off at the end. ``marks`` are counts to tell the digest at.

    In one transaction, for people go on working meanwhile.
    """
    with transaction.atomic():
        # The head's row is held, so that no entry is written between its reading and the walk.
        head = AuditHead.objects.select_for_update().filter(pk=1).first()
        return check_chain(_links(), count=head.count if head else 0, digest=head.digest if head else "", marks=marks)


def read_head() -> tuple[int, str]:
    """How many entries the trail has and the digest of the last, to be kept where the database's owner can't write."""
    head = AuditHead.objects.filter(pk=1).first()
    return (head.count, head.digest or GENESIS) if head else (0, GENESIS)


def _links() -> Iterator[ChainLink]:
    for entry in AuditEntry.objects.order_by("pk").iterator(chunk_size=1000):
        yield ChainLink(key=entry.pk, content=content_of(entry), digest=entry.digest)


def snapshot_row(row: Model, *, skip: tuple[str, ...] = ()) -> dict[str, object]:
    """The columns of a row as an audit entry keeps them; ``skip`` leaves out what is derived."""
    return {
        field.attname: field.value_from_object(row)
        for field in row._meta.concrete_fields  # noqa: SLF001 - Django's documented model API
        if field.attname not in skip
    }


def changed_columns(before: dict[str, object], after: dict[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Only what differs, as (before, after)."""
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}


def _plain(value: Mapping[str, object] | None) -> dict[str, object] | None:
    if value is None:
        return None
    plain: dict[str, object] = json.loads(json.dumps(value, cls=DjangoJSONEncoder))
    return plain
