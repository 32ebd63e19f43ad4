"""The audit trail: every write by a person leaves an entry in the same transaction."""

import json
from collections.abc import Mapping

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from verification.models import AuditEntry

# A person, or the name of the command that a person ran.
Actor = AbstractBaseUser | AnonymousUser | str


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
    kind, pk = subject if isinstance(subject, tuple) else (str(subject._meta.model_name), str(subject.pk))  # noqa: SLF001 - Django's documented model API
    is_person = not isinstance(actor, str) and actor.is_authenticated
    return AuditEntry.objects.create(
        actor_id=actor.pk if is_person and not isinstance(actor, str) else None,
        actor_name=(actor if isinstance(actor, str) else actor.get_username())[:150],
        verb=verb,
        subject_kind=kind,
        subject_id=pk,
        before=_plain(before),
        after=_plain(after),
        reason=reason,
    )


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
