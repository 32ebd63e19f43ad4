"""One node created or changed by a program, with the checks and the audit of the form in admin; tried first without being kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from verification.models import Node
from verification.schemas import NodeEntry
from verification.services.audit import Actor, changed_columns, snapshot_row
from verification.services.errors import Refused
from verification.services.nodes.nodes import (
    NOT_AUDITED,
    NodeFields,
    check_fields,
    check_unit,
    load_nodes,
    node_fields,
    spec_of,
)
from verification.services.nodes.series import check_series

CHECKED_ALONE = ("schedule", "reference_period", "tolerance")


class NodeOutcome(StrEnum):
    """What became of a node, or would."""

    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class WrittenNode:
    """``before`` and ``after`` hold the columns that differ; of a new node ``before`` is empty and ``after`` has all."""

    slug: str
    outcome: NodeOutcome
    before: Mapping[str, object] = field(default_factory=dict)
    after: Mapping[str, object] = field(default_factory=dict)


def entry_of(node: Node) -> dict[str, object]:
    """A stored node as ``NodeEntry`` takes it, to be changed in part."""
    names = [name for name in NodeEntry.model_fields if name != "links"]
    return {name: getattr(node, name) for name in names} | {"links": _links_of(node)}


def find_problems(entry: NodeEntry) -> dict[str, str]:
    """What is wrong with fields that are well-formed by themselves: the field's name to one sentence."""
    found: dict[str, str] = {}
    fields = node_fields(entry)
    for name in CHECKED_ALONE:
        try:
            check_fields({name: fields.columns[name]})
        except Refused as refusal:
            found[name] = str(refusal)
    try:
        check_unit(kind=entry.kind, unit=entry.unit)
    except Refused as refusal:
        found["unit"] = str(refusal)
    try:
        check_series(key=entry.series, spec=spec_of(fields.columns))
    except Refused as refusal:
        found["series"] = str(refusal)
    known = set(Node.objects.filter(slug__in=entry.links).values_list("slug", flat=True))
    if unknown := [slug for slug in entry.links if slug not in known or slug == entry.slug]:
        found["links"] = _("“%(slug)s” is no other node.") % {"slug": unknown[0]}
    return found


def write_node(*, entry: NodeEntry, is_active: bool, is_new: bool, actor: Actor, reason: str = "", is_dry_run: bool = False) -> WrittenNode:
    """Create the node, or change it to ``entry``; a dry run does all of it and takes it back. ``entry`` has no problems any more.

    ``Refused`` where the slug of a new node is taken.
    """
    given = node_fields(entry)
    fields = replace(given, columns={**given.columns, "is_active": is_active})
    try:
        with transaction.atomic():
            written = _write(fields, is_new=is_new, actor=actor, reason=reason)
            transaction.set_rollback(is_dry_run)
    except IntegrityError:
        if not is_new:
            raise
        raise _taken(entry.slug) from None
    return written


def _write(fields: NodeFields, *, is_new: bool, actor: Actor, reason: str) -> WrittenNode:
    stored = Node.objects.select_for_update().filter(slug=fields.slug).first()
    if is_new and stored is not None:
        raise _taken(fields.slug)
    before = _described(stored) if stored is not None else {}
    load_nodes(entries=[fields], actor=actor, reason=reason)
    after = _described(Node.objects.get(slug=fields.slug))
    if stored is None:
        return WrittenNode(fields.slug, NodeOutcome.CREATED, {}, after)
    old, new = changed_columns(before, after)
    return WrittenNode(fields.slug, NodeOutcome.CHANGED if new else NodeOutcome.UNCHANGED, old, new)


def _taken(slug: str) -> Refused:
    return Refused(_("There is a node “%(slug)s” already; change it instead.") % {"slug": slug})


def _described(node: Node) -> dict[str, object]:
    return snapshot_row(node, skip=NOT_AUDITED) | {"links": _links_of(node)}


def _links_of(node: Node) -> list[str]:
    return sorted(node.outgoing.values_list("target__slug", flat=True))
