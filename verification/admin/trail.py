"""The audit trail of one row as its history page shows it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from verification.models import AuditEntry, WhitelistDomain

VERBS = {
    "document.delete": _("Document deleted"),
    "limit.add": _("Added"),
    "limit.delete": _("Deleted"),
    "limit.update": _("Changed"),
    "node.activate": _("Made active"),
    "node.create": _("Added"),
    "node.deactivate": _("Made inactive"),
    "node.delete": _("Deleted"),
    "node.links": _("Links changed"),
    "node.update": _("Changed"),
    "node.verify": _("Verification asked for"),
    "proposal.approve": _("Approved"),
    "proposal.create": _("Proposed"),
    "proposal.refuse": _("Refused"),
    "provider.reset": _("Asked again"),
    "search.add": _("Added"),
    "search.delete": _("Deleted"),
    "search.update": _("Changed"),
    "series.add": _("Added"),
    "series.update": _("Changed"),
    "whitelist.add": _("Added"),
    "whitelist.delete": _("Deleted"),
    "whitelist.group_add": _("Group added"),
    "whitelist.group_delete": _("Group deleted"),
    "whitelist.group_domains": _("Domains of the group changed"),
    "whitelist.group_update": _("Group changed"),
    "whitelist.groups": _("Groups changed"),
    "whitelist.import": _("Import"),
    "whitelist.restore": _("Restored"),
    "whitelist.update": _("Changed"),
}


def list_entries(row: Model) -> QuerySet[AuditEntry]:
    """What was done to a row, newest first. An import is one entry of many domains, by name."""
    kind = str(row._meta.model_name)  # noqa: SLF001 - Django's documented model API
    entries = Q(subject_kind=kind, subject_id=str(row.pk))
    if isinstance(row, WhitelistDomain):
        entries |= Q(subject_kind=kind, subject_id="*", after__has_key=row.domain)
    return AuditEntry.objects.filter(entries).order_by("-at", "-pk")


def list_changes(entry: AuditEntry, row: Model) -> list[tuple[str, str, str]]:
    """(column, before, after) of what an entry changed of ``row``."""
    return list_columns(_of_row(entry.before, entry, row), _of_row(entry.after, entry, row))


def list_columns(before: Mapping[str, object], after: Mapping[str, object]) -> list[tuple[str, str, str]]:
    """(column, before, after) of the columns that differ, as people read them."""
    names = [name for name in {**before, **after} if name not in ("id", "created_at", "updated_at")]
    return [(name, _written(before.get(name)), _written(after.get(name))) for name in names if before.get(name) != after.get(name)]


def _of_row(columns: Any, entry: AuditEntry, row: Model) -> Mapping[str, object]:
    if entry.subject_id == "*" and isinstance(row, WhitelistDomain):
        columns = (columns or {}).get(row.domain)
    return columns if isinstance(columns, dict) else {}


def _written(value: object) -> str:
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "—"
    return str(value)
