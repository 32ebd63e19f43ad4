"""An import of the whitelist as a person sees it first: what each row would do, or why it stays out. Only what was seen is saved."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils.translation import gettext as _

from verification.models import SourceGroup, WhitelistDomain
from verification.services.audit import Actor
from verification.services.errors import Refused
from verification.services.whitelist.domains import (
    DomainEntry,
    GroupEntry,
    ImportReport,
    WhitelistFile,
    clean_domain,
    describe_lookalikes,
    import_whitelist,
)

Status = Literal["added", "changed", "unchanged", "refused"]


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One row of a file. ``given`` holds only the fields of ``DomainEntry`` that it says; ``problem`` why it can't be read."""

    number: int
    domain: str = ""
    group: str = ""
    description: str = ""
    given: Mapping[str, object] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What becomes of a row: ``changes`` are (column, before, after), ``reason`` says why it is refused."""

    number: int
    domain: str
    group: str
    status: Status
    changes: tuple[tuple[str, str, str], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """``digest`` changes with what would be done, so it pins what was seen."""

    rows: tuple[PlannedRow, ...]
    file: WhitelistFile
    digest: str

    def count(self, status: Status) -> int:
        return sum(row.status == status for row in self.rows)


@dataclass(slots=True)
class _Draft:
    """The whitelist as it is, and the file's accepted part so far."""

    stored: dict[str, DomainEntry]
    groups_of: dict[str, set[str]]
    descriptions: dict[str, str]
    entries: dict[str, DomainEntry] = field(default_factory=dict)
    listings: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


def plan_import(*, rows: Sequence[ImportRow]) -> ImportPlan:
    """What an import of ``rows`` would do now. Nothing is saved. What a row does not say of a listed domain stays as it is."""
    draft = _draft()
    planned = tuple(_plan_row(row, draft) for row in rows)
    groups = tuple(GroupEntry(slug, draft.texts.get(slug, ""), tuple(names)) for slug, names in draft.listings.items())
    file = WhitelistFile(groups=groups, domains=draft.entries)
    seen = [[(row.number, row.domain, row.group, row.status, row.changes) for row in planned], asdict(file)]
    digest = hashlib.sha256(json.dumps(seen, cls=DjangoJSONEncoder, sort_keys=True).encode()).hexdigest()
    return ImportPlan(rows=planned, file=file, digest=digest)


def apply_import(*, rows: Sequence[ImportRow], digest: str, actor: Actor, reason: str = "") -> ImportReport:
    """Import what a plan with ``digest`` showed, without its refused rows; ``Refused`` where it would do something else by now."""
    with transaction.atomic():
        # Nobody else imports or regroups meanwhile.
        list(SourceGroup.objects.select_for_update().order_by("pk"))
        plan = plan_import(rows=rows)
        if plan.digest != digest:
            raise Refused(_("The whitelist changed since this was shown. Nothing was imported; look at the rows again."))
        if not plan.count("added") + plan.count("changed"):
            raise Refused(_("There is nothing to import."))
        return import_whitelist(file=plan.file, actor=actor, reason=reason)


def _draft() -> _Draft:
    domains = list(WhitelistDomain.objects.prefetch_related("listings__group"))
    return _Draft(
        stored={row.domain: DomainEntry(row.owner, row.tier, row.authority, row.is_official, row.is_active) for row in domains},
        groups_of={row.domain: {listing.group.slug for listing in row.listings.all()} for row in domains},
        descriptions=dict(SourceGroup.objects.values_list("slug", "description")),
    )


def _plan_row(row: ImportRow, draft: _Draft) -> PlannedRow:
    try:
        host, entry = _check_row(row, draft)
    except Refused as refusal:
        return PlannedRow(row.number, row.domain[:253], row.group[:100], "refused", reason=str(refusal))
    draft.entries[host] = entry
    draft.listings.setdefault(row.group, []).append(host)
    draft.numbers.setdefault(host, row.number)
    if row.description:
        draft.texts.setdefault(row.group, row.description)
    changes = _changes(host, row, entry, draft)
    if host not in draft.stored:
        return PlannedRow(row.number, host, row.group, "added", changes)
    return PlannedRow(row.number, host, row.group, "changed" if changes else "unchanged", changes)


def _check_row(row: ImportRow, draft: _Draft) -> tuple[str, DomainEntry]:
    """The host and what it would become; ``Refused`` says why the row stays out."""
    if row.problem:
        raise Refused(row.problem)
    host = clean_domain(row.domain)
    if host in draft.listings.get(row.group, ()):
        raise Refused(_("“%(domain)s” stands in this group already, in row %(row)s.") % {"domain": host, "row": draft.numbers[host]})
    if host not in draft.stored and host not in draft.entries and (concerns := describe_lookalikes(host=host, beside=draft.entries)):
        raise Refused(" ".join([*concerns, _("If it is right, add it by hand with a reason.")]))
    known = draft.entries.get(host) or draft.stored.get(host, DomainEntry())
    entry = replace(known, **row.given)  # type: ignore[arg-type]
    if host in draft.entries and entry != draft.entries[host]:
        raise Refused(_("“%(domain)s” is described differently in row %(row)s.") % {"domain": host, "row": draft.numbers[host]})
    return host, entry


def _changes(host: str, row: ImportRow, entry: DomainEntry, draft: _Draft) -> tuple[tuple[str, str, str], ...]:
    before = draft.stored.get(host)
    old, new = asdict(before) if before else {}, asdict(entry)
    changes = [(name, str(old.get(name, "")), str(value)) for name, value in new.items() if old.get(name, "") != value]
    if row.group not in draft.groups_of.get(host, set()):
        changes.append(("group", "", row.group))
    if row.description and row.description != draft.descriptions.get(row.group, ""):
        changes.append(("description", draft.descriptions.get(row.group, ""), row.description))
    return tuple(changes)
