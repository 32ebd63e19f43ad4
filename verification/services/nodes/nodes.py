"""Nodes: saved by a person or a file, deleted while they have no history. Each write is audited."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from croniter import CroniterBadCronError, CroniterBadDateError, croniter
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.evidence import NodeSpec
from verification.core.periods.calendar import Grain
from verification.core.periods.reference import parse_reference_period
from verification.core.quantities.currencies import CODES
from verification.core.vocabulary import NodeKind
from verification.models import Node, NodeLink, NodeState, VerificationRun
from verification.schemas import NodeEntry
from verification.services.audit import Actor, AuditNote, changed_columns, record_audit, record_audits, snapshot_row
from verification.services.errors import Refused
from verification.services.nodes.series import check_series
from verification.services.nodes.summaries import SUMMARY

PERIOD = re.compile(r"(?:FY)?\d{4}(?:-Q[1-4]|-H[12])?|\d{4}-\d{2}(?:-(?P<day>\d{2})|\.\.\d{4}-\d{2})?", re.ASCII)
TOLERANCE = re.compile(r"\d{1,12}(?:\.\d{1,12})?%?")
INTERVAL = re.compile(r"(\d{1,3})\s?([mhd])", re.IGNORECASE | re.ASCII)
PERCENT_UNITS = ("%", "‰", "pp", "bp")
# Of a node's columns these follow from its runs and from clocks, which write them while somebody edits the others.
PLANNED = ("planned_schedule", "next_due_at")
FOLLOWING = ("id", "created_at", "state_id", *PLANNED, *SUMMARY)
NOT_AUDITED = ("updated_at", "search_text", *FOLLOWING)


@dataclass(frozen=True, slots=True)
class NodeFields:
    """A node as a file gives it; ``columns`` are the model's, ``links`` the slugs of the nodes it leads to."""

    slug: str
    columns: Mapping[str, object]
    links: tuple[str, ...] = ()


def spec_of(columns: Mapping[str, object]) -> NodeSpec:
    """The question of a node that is not there yet, as far as its series has to fit it."""
    period = str(columns.get("reference_period") or "")
    return NodeSpec(
        label=str(columns.get("label") or ""),
        kind=NodeKind(str(columns["kind"])),
        unit=str(columns.get("unit") or "") or None,
        reference_period=period or None,
    )


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
    """``Refused`` where a schedule, reference period or tolerance among ``columns`` is none. Empty ones are not asked about.

    A schedule is a cron expression, or an interval that ``expand_interval`` writes as one.
    """
    schedule, period, tolerance = (str(columns.get(name) or "") for name in ("schedule", "reference_period", "tolerance"))
    schedule = expand_interval(schedule)
    if schedule and (len(schedule.split()) != 5 or not croniter.is_valid(schedule)):
        raise Refused(_("“%(text)s” is no cron expression, such as 0 */6 * * *.") % {"text": schedule[:60]})
    if schedule and not _ever_comes(schedule):
        raise Refused(_("“%(text)s” never comes: there is no such day.") % {"text": schedule[:60]})
    if period and not _is_in_calendar(period):
        raise Refused(_("“%(text)s” is no reference period such as 2026-05 or 2026-01..2026-05.") % {"text": period[:60]})
    if tolerance and not TOLERANCE.fullmatch(tolerance):
        raise Refused(_("“%(text)s” is no tolerance such as 0.05 or 0.5%%.") % {"text": tolerance[:60]})


@lru_cache(maxsize=1000)
def _ever_comes(schedule: str) -> bool:
    """Whether the 30th of February, say, is not all that a schedule names. Many nodes share few schedules."""
    return bool(list_next_times(schedule=schedule, after=timezone.now(), count=1))


def _is_in_calendar(period: str) -> bool:
    """Whether a reference period is one, and its day, if it names one, is a day of its month."""
    written, read = PERIOD.fullmatch(period), parse_reference_period(period)
    return written is not None and read is not None and bool(written["day"]) == (read.grain == Grain.DAY)


def check_unit(*, kind: str, unit: str) -> None:
    """``Refused`` where a figure of ``kind`` never comes in ``unit``, so that nothing could ever answer the node."""
    if kind == NodeKind.PERCENT and unit and unit not in PERCENT_UNITS:
        raise Refused(_("“%(unit)s” is no unit of a percentage; expected %%, ‰, pp or bp, or nothing for %%.") % {"unit": unit[:30]})
    if kind == NodeKind.CURRENCY and unit and unit not in CODES:
        raise Refused(_("“%(unit)s” is no currency; expected an ISO code such as USD or CNY.") % {"unit": unit[:30]})


def expand_interval(text: str) -> str:
    """The cron expression of a plain interval (30m, 6h, 1d); anything else as it is.

    ``Refused`` for an interval that does not part the hour or the day evenly, which cron can't say.
    """
    match = INTERVAL.fullmatch(text.strip())
    if match is None:
        return text.strip()
    count, word = int(match[1]), match[2].lower()
    whole = {"m": 60, "h": 24, "d": 1}[word]
    if not 1 <= count <= whole or whole % count:
        raise Refused(
            _("“%(text)s” is no even part of an hour or a day; expected such as 15m, 30m, 2h, 6h, 12h or 1d.") % {"text": text[:60]}
        )
    if word == "d" or (word == "h" and count == 24):
        return "0 0 * * *"
    if word == "h" or count == 60:
        return "0 * * * *" if word == "m" or count == 1 else f"0 */{count} * * *"
    return "* * * * *" if count == 1 else f"*/{count} * * * *"


def list_next_times(*, schedule: str, after: datetime, count: int = 3) -> list[datetime]:
    """The next moments of a cron expression in ``TIME_ZONE``; fewer, or none, where it never comes again."""
    if not schedule:
        return []
    try:
        moments = croniter(schedule, timezone.localtime(after, timezone.get_default_timezone()))
        return [moments.get_next(datetime) for _place in range(count)]
    except (CroniterBadCronError, CroniterBadDateError):
        return []


def switch_nodes(*, nodes: Iterable[Node], is_active: bool, actor: Actor, reason: str = "") -> int:
    """Make nodes active or inactive, all or nothing; answers how many were not so before."""
    verb = "node.activate" if is_active else "node.deactivate"
    with transaction.atomic():
        changed = Node.objects.select_for_update().filter(pk__in=[node.pk for node in nodes]).exclude(is_active=is_active)
        rows = list(changed.order_by("pk"))
        for row in rows:
            row.is_active = is_active
            row.save(update_fields=["is_active", "updated_at"])
            record_audit(
                actor=actor, verb=verb, subject=row, before={"is_active": not is_active}, after={"is_active": is_active}, reason=reason
            )
    return len(rows)


def save_node(*, node: Node, actor: Actor, reason: str = "") -> Node:
    """Create or change one node; ``Refused`` where its schedule, reference period or tolerance is none."""
    check_fields(vars(node))
    check_series(key=node.series, spec=node.spec())
    node.schedule = expand_interval(node.schedule)
    with transaction.atomic():
        stored = Node.objects.filter(pk=node.pk).first() if node.pk else None
        planned = _plan_series(node, stored.series if stored else "")
        before = snapshot_row(stored, skip=NOT_AUDITED) if stored else None
        _save_edited(node, planned)
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


def load_nodes(*, entries: Sequence[NodeFields], actor: Actor, reason: str = "") -> NodesReport:
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
            series = node.series
            for name, value in entry.columns.items():
                setattr(node, name, value)
            node.schedule = expand_interval(node.schedule)
            _save_edited(node, _plan_series(node, series))
        _replace_links(entries, nodes)
        notes = [_note(entry, nodes[entry.slug], before.get(entry.slug), links_before.get(entry.slug, ()), report) for entry in entries]
        record_audits(actor=actor, notes=filter(None, notes), reason=reason)
    return report


def _save_edited(node: Node, planned: Sequence[str]) -> None:
    """Write what a person or a file says of a node, and what of its plan changes with that; nothing that a run may have found meanwhile."""
    if node._state.adding:  # noqa: SLF001 - Django's documented model API
        node.save(force_insert=True)
        return
    columns = [field.attname for field in node._meta.concrete_fields]  # noqa: SLF001 - Django's documented model API
    node.save(update_fields=[*(name for name in columns if name not in FOLLOWING), *planned])


def _plan_series(node: Node, before: str) -> Sequence[str]:
    """A series that was chosen just now is looked at soon, which finds its calendar; one that was taken away leaves the schedule.

    The columns that change with it.
    """
    if node.series == before:
        return ()
    node.next_due_at = timezone.now() if node.series else None
    node.planned_schedule = "" if not node.series else node.schedule
    return PLANNED


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
            check_series(key=str(entry.columns.get("series") or ""), spec=spec_of(entry.columns))
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


def _note(
    entry: NodeFields, node: Node, before: dict[str, object] | None, links_before: tuple[str, ...], report: NodesReport
) -> AuditNote | None:
    """What became of the node, counted; None where nothing did."""
    after = snapshot_row(node, skip=NOT_AUDITED) | {"links": sorted(set(entry.links))}
    if before is None:
        report.created += 1
        return AuditNote("node.create", node, after=after)
    old, new = changed_columns(before | {"links": sorted(links_before)}, after)
    if not new:
        report.unchanged += 1
        return None
    report.updated += 1
    return AuditNote("node.update", node, old, new)
