"""Nodes: saved by a person or a file, deleted while they have no history. Each write is audited."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croniter import croniter
from django.db import transaction
from django.utils.translation import gettext as _

from verification.models import Node, NodeLink, NodeState, VerificationRun
from verification.schemas import NodeEntry
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused

_MONTH = r"\d{4}(?:-(?:\d{2}(?:-\d{2})?|Q[1-4]|H[12]))?"
PERIOD = re.compile(rf"{_MONTH}(?:\.\.{_MONTH})?")
TOLERANCE = re.compile(r"\d{1,12}(?:\.\d{1,12})?%?")
NOT_AUDITED = ("id", "created_at", "updated_at", "search_text", "state_id")


@dataclass(frozen=True, slots=True)
class NodeFields:
    """A node as a file gives it; ``columns`` are the model's, ``links`` the slugs of the nodes it leads to."""

    slug: str
    columns: Mapping[str, object]
    links: tuple[str, ...] = ()


def node_fields(entry: NodeEntry) -> NodeFields:
    """A checked entry of a file as the columns and links it stands for."""
    return NodeFields(slug=entry.slug, columns=entry.model_dump(mode="json", exclude={"slug", "links"}), links=tuple(entry.links))


@dataclass(slots=True)
class NodesReport:
    created: int = 0
    updated: int = 0
    unchanged: int = 0


class BadEntries(ValueError):
    """What is wrong with the entries of a file, one sentence each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


def check_fields(columns: Mapping[str, object]) -> None:
    """``Refused`` where a schedule, reference period or tolerance among ``columns`` is none. Empty ones are not asked about."""
    schedule, period, tolerance = (str(columns.get(name) or "") for name in ("schedule", "reference_period", "tolerance"))
    if schedule and (len(schedule.split()) != 5 or not croniter.is_valid(schedule)):
        raise Refused(_("“%(text)s” is no cron expression of five fields, such as 0 */6 * * *.") % {"text": schedule[:60]})
    if period and not PERIOD.fullmatch(period):
        raise Refused(_("“%(text)s” is no reference period such as 2026-05 or 2026-01..2026-05.") % {"text": period[:60]})
    if tolerance and not TOLERANCE.fullmatch(tolerance):
        raise Refused(_("“%(text)s” is no tolerance such as 0.05 or 0.5%%.") % {"text": tolerance[:60]})


def save_node(*, node: Node, actor: Actor, reason: str = "") -> Node:
    """Create or change one node; ``Refused`` where its schedule, reference period or tolerance is none."""
    check_fields(vars(node))
    with transaction.atomic():
        stored = Node.objects.filter(pk=node.pk).first() if node.pk else None
        before = snapshot_row(stored, skip=NOT_AUDITED) if stored else None
        node.save()
        after = snapshot_row(node, skip=NOT_AUDITED)
        if before is None:
            record_audit(actor=actor, verb="node.create", subject=node, after=after, reason=reason)
        elif before != after:
            old, new = changed_columns(before, after)
            record_audit(actor=actor, verb="node.update", subject=node, before=old, after=new, reason=reason)
    return node


def delete_node(*, node: Node, actor: Actor, reason: str = "") -> None:
    """Delete a node that nothing was ever verified of; ``Refused`` for one with a history, which can be made inactive instead."""
    with transaction.atomic():
        if VerificationRun.objects.filter(node=node).exists() or NodeState.objects.filter(node=node).exists():
            raise Refused(_("“%(slug)s” has a history, which is never deleted; make the node inactive instead.") % {"slug": node.slug})
        record_audit(actor=actor, verb="node.delete", subject=node, before=snapshot_row(node, skip=NOT_AUDITED), reason=reason)
        node.delete()


def load_nodes(*, entries: Sequence[NodeFields], actor: Actor) -> NodesReport:
    """Create or update nodes and replace their links; all or nothing, ``BadEntries`` names each bad entry."""
    report = NodesReport()
    with transaction.atomic():
        stored = {
            node.slug: node for node in Node.objects.filter(slug__in=[entry.slug for entry in entries]).prefetch_related("outgoing__target")
        }
        _check_entries(entries, stored)
        nodes = {entry.slug: stored.get(entry.slug) or Node(slug=entry.slug) for entry in entries}
        links_before = {slug: _linked(node) for slug, node in stored.items()}
        before = {slug: snapshot_row(node, skip=NOT_AUDITED) for slug, node in stored.items()}
        for entry in entries:
            node = nodes[entry.slug]
            for name, value in entry.columns.items():
                setattr(node, name, value)
            node.save()
        _replace_links(entries, nodes)
        for entry in entries:
            _audit_entry(entry, nodes[entry.slug], before.get(entry.slug), links_before.get(entry.slug, ()), actor, report)
    return report


def _check_entries(entries: Sequence[NodeFields], stored: Mapping[str, Node]) -> None:
    problems = [
        f"{slug}: the slug stands {count} times in the file"
        for slug, count in Counter(entry.slug for entry in entries).items()
        if count > 1
    ]
    known = {entry.slug for entry in entries}
    wanted = {slug for entry in entries for slug in entry.links} - known
    known |= set(Node.objects.filter(slug__in=wanted).values_list("slug", flat=True))
    for entry in entries:
        problems += [f"{entry.slug}: links to “{slug}”, which is no node" for slug in entry.links if slug not in known]
        if entry.slug in entry.links:
            problems.append(f"{entry.slug}: links to itself")
        try:
            check_fields(entry.columns)
        except Refused as error:
            problems.append(f"{entry.slug}: {error}")
    if problems:
        raise BadEntries(problems)


def _replace_links(entries: Sequence[NodeFields], nodes: Mapping[str, Node]) -> None:
    elsewhere = {slug for entry in entries for slug in entry.links} - set(nodes)
    targets = {**nodes, **{node.slug: node for node in Node.objects.filter(slug__in=elsewhere)}}
    for entry in entries:
        wanted = [targets[slug] for slug in dict.fromkeys(entry.links)]
        node = nodes[entry.slug]
        node.outgoing.exclude(target__in=wanted).delete()
        NodeLink.objects.bulk_create([NodeLink(source=node, target=target) for target in wanted], ignore_conflicts=True)


def _linked(node: Node) -> tuple[str, ...]:
    return tuple(sorted(link.target.slug for link in node.outgoing.all()))


def _audit_entry(
    entry: NodeFields, node: Node, before: dict[str, object] | None, links_before: tuple[str, ...], actor: Actor, report: NodesReport
) -> None:
    after = snapshot_row(node, skip=NOT_AUDITED) | {"links": sorted(set(entry.links))}
    if before is None:
        report.created += 1
        record_audit(actor=actor, verb="node.create", subject=node, after=after)
        return
    old, new = changed_columns(before | {"links": sorted(links_before)}, after)
    if not new:
        report.unchanged += 1
        return
    report.updated += 1
    record_audit(actor=actor, verb="node.update", subject=node, before=old, after=new)
