"""Nodes written by programs of admins: created, changed, retired, deleted, with the checks and the audit of the form in admin."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import BaseModel
from rest_framework.request import Request

from verification.api.calls.base import write_json
from verification.api.calls.problems import FieldError, refuse_fields
from verification.api.calls.validation import check_body
from verification.api.nodes.answers import NodeWritten
from verification.api.nodes.bodies import MAX_ALIASES, MAX_LINKS, OWN, NodeBody
from verification.models import Node
from verification.schemas import NodeEntry
from verification.services.nodes.changes import WrittenNode, entry_of, find_problems, write_node
from verification.services.queue.idempotency import RememberedAnswer

CREATED, DONE = 201, 200

Matching = Callable[[QuerySet[Node]], AbstractContextManager[None]]


def creating(request: Request, body: NodeBody) -> Callable[[], RememberedAnswer]:
    """The work that creates a node; 400 names each bad field before it."""
    entry = NodeEntry.model_validate(body.model_dump(exclude=OWN))
    _refuse_bad_fields(entry)

    def work() -> RememberedAnswer:
        written = write_node(
            entry=entry, is_active=body.is_active, is_new=True, actor=request.user, reason=body.reason, is_dry_run=body.dry_run
        )
        return _answer(written, is_dry_run=body.dry_run)

    return work


def changing(
    request: Request,
    node: Node,
    body: BaseModel,
    said: Mapping[str, Any],
    matching: Matching,
) -> Callable[[], RememberedAnswer]:
    """The work that changes a node; ``said`` is the body as it was sent, whose fields stand in the place of the node's own.

    Its own are those that it has under its lock: whatever somebody else changes meanwhile stays. ``matching`` takes the lock.
    """
    own = body.model_dump(include=OWN)

    def work() -> RememberedAnswer:
        with matching(Node.objects.filter(pk=node.pk)):
            locked = get_object_or_404(Node, pk=node.pk)
            entry = check_body(NodeEntry, entry_of(locked) | {name: value for name, value in said.items() if name not in OWN})
            _refuse_bad_fields(entry)
            is_active = locked.is_active if own["is_active"] is None else own["is_active"]
            written = write_node(
                entry=entry, is_active=is_active, is_new=False, actor=request.user, reason=own["reason"], is_dry_run=own["dry_run"]
            )
        return _answer(written, is_dry_run=own["dry_run"])

    return work


def _refuse_bad_fields(entry: NodeEntry) -> None:
    errors = [FieldError(name, "bad_value", said) for name, said in find_problems(entry).items()]
    for name, most in (("aliases", MAX_ALIASES), ("links", MAX_LINKS)):
        if len(getattr(entry, name)) > most:
            errors.append(FieldError(name, "too_long", _("expected at most %(max_length)s entries") % {"max_length": most}))
    if errors:
        raise refuse_fields(errors)


def _answer(written: WrittenNode, *, is_dry_run: bool) -> RememberedAnswer:
    is_made = written.outcome == "created" and not is_dry_run
    return RememberedAnswer(
        status=CREATED if is_made else DONE,
        body=write_json(NodeWritten.of(written, is_dry_run=is_dry_run).shape()),
        location=reverse("api:node", args=[written.slug]) if is_made else "",
    )
