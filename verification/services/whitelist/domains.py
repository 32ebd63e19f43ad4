"""The whitelist: one domain checked, added, changed or deleted; a whole file imported or exported. Each write is audited."""

import ipaddress
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from verification.core.sources.domains import host_of, registrable_domain
from verification.core.sources.lookalikes import NameLikeness, find_lookalikes, foreign_letters_in
from verification.models import Listing, SourceGroup, WhitelistDomain
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused

NOT_AUDITED = ("created_at",)
# Whether a domain is trusted is changed by ``delete_domain`` and ``restore_domain`` alone.
EDITED = ("domain", "owner", "tier", "authority", "is_official")


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group of an imported file, with its domains in their order."""

    slug: str
    description: str
    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DomainEntry:
    """What a file says of one domain."""

    owner: str = ""
    tier: int = 2
    authority: Decimal = Decimal("0.80")
    is_official: bool = False
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class WhitelistFile:
    groups: tuple[GroupEntry, ...]
    domains: Mapping[str, DomainEntry] = field(default_factory=dict)


@dataclass(slots=True)
class ImportReport:
    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    unchanged: int = 0


def clean_domain(text: str) -> str:
    """The host that a typed domain or a pasted address names; ``Refused`` says what is wrong with anything else.

    A public suffix (com, com.cn, github.io) would trust everybody under it, an IP address names nobody.
    """
    typed = text.strip()
    host = host_of(typed if "://" in typed else f"https://{typed}")
    if host is None:
        raise Refused(_("“%(text)s” is no domain; expected something like example.com.") % {"text": typed[:100]})
    if _is_address(host):
        raise Refused(_("“%(host)s” is an IP address; only domains can be trusted.") % {"host": host})
    if registrable_domain(host) is None:
        raise Refused(_("“%(host)s” is a public suffix: everybody may register a name under it.") % {"host": host})
    return host


def describe_lookalikes(*, host: str, beside: Iterable[str] = ()) -> list[str]:
    """Why a cleaned host that is not listed yet needs a second look, one sentence each; empty for most.

    It is compared with the active whitelist and with the names ``beside`` it, such as the rest of a file.
    """
    sentences = {
        NameLikeness.CONFUSABLE: _("“%(host)s” looks like %(listed)s: letters were replaced by look-alikes."),
        NameLikeness.MIXED_SCRIPTS: _("“%(host)s” mixes Latin letters with look-alikes of another script."),
        NameLikeness.EMBEDDED: _("“%(host)s” starts with the name %(listed)s, but has another owner."),
        NameLikeness.OTHER_ENDING: _("“%(host)s” is %(listed)s with another ending, which anybody may have registered."),
        NameLikeness.NEIGHBOUR: _("“%(host)s” is one letter away from %(listed)s."),
        NameLikeness.CONTAINED: _("“%(host)s” contains the name of %(listed)s, but is another domain."),
        NameLikeness.NESTED: _("“%(host)s” is trusted already: it belongs to %(listed)s."),
        NameLikeness.COVERS: _("“%(host)s” would also trust everything beside %(listed)s, which is listed by itself."),
    }
    listed = WhitelistDomain.objects.filter(is_active=True).values_list("domain", flat=True)
    found = [sentences[one.likeness] % {"host": host, "listed": one.listed} for one in find_lookalikes(host, [*listed, *beside])]
    if shown := foreign_letters_in(host):
        found.append(_("“%(host)s” is shown as “%(shown)s”, with an unusual letter.") % {"host": host, "shown": shown})
    return found


def check_new_domain(*, text: str, is_confirmed: bool = False) -> str:
    """The host under which ``text`` may join; ``Refused`` for what is none, is listed, or looks like another and nobody confirmed it."""
    host = clean_domain(text)
    stored = WhitelistDomain.objects.filter(domain=host).first()
    if stored is not None and stored.is_active:
        raise Refused(_("“%(domain)s” is in the whitelist already.") % {"domain": host})
    if stored is not None:
        raise Refused(_("“%(domain)s” was deleted; restore it instead.") % {"domain": host})
    if not is_confirmed and (concerns := describe_lookalikes(host=host)):
        raise Refused(" ".join(concerns))
    return host


def save_domain(
    *, domain: WhitelistDomain, actor: Actor, reason: str = "", is_confirmed: bool = False, changed: Collection[str] = EDITED
) -> WhitelistDomain:
    """Add one domain, or write the ``changed`` columns of one that is there; whatever else somebody changed meanwhile stays.

    ``Refused`` as ``check_new_domain`` says. With ``is_confirmed`` a person vouches for a look-alike.
    """
    with transaction.atomic():
        stored = WhitelistDomain.objects.select_for_update().filter(pk=domain.pk).first() if domain.pk else None
        if stored is None or clean_domain(domain.domain) != stored.domain:
            domain.domain = check_new_domain(text=domain.domain, is_confirmed=is_confirmed)
        if is_confirmed and not reason.strip():
            raise Refused(_("Give the reason for which this look-alike is trusted."))
        before = snapshot_row(stored, skip=NOT_AUDITED) if stored else None
        _store(domain, changed)
        after = snapshot_row(domain, skip=NOT_AUDITED)
        if before is None:
            record_audit(actor=actor, verb="whitelist.add", subject=domain, after=after, reason=reason)
        elif before != after:
            old, new = changed_columns(before, after)
            record_audit(actor=actor, verb="whitelist.update", subject=domain, before=old, after=new, reason=reason)
    return domain


def _store(domain: WhitelistDomain, changed: Collection[str]) -> None:
    """Two people may add one domain at once."""
    is_new = domain.pk is None
    try:
        with transaction.atomic():
            domain.save(update_fields=None if is_new else [name for name in EDITED if name in changed])
    except IntegrityError:
        raise Refused(_("“%(domain)s” is in the whitelist already.") % {"domain": domain.domain}) from None
    if not is_new:
        domain.refresh_from_db()


def delete_domain(*, domain: WhitelistDomain, actor: Actor, reason: str = "") -> None:
    """Trust a domain no more. Its entry stays, with its groups, so that it can be restored."""
    _switch_domain(domain, actor, reason, is_active=False)


def restore_domain(*, domain: WhitelistDomain, actor: Actor, reason: str = "") -> None:
    """Trust a deleted domain again."""
    _switch_domain(domain, actor, reason, is_active=True)


def _switch_domain(domain: WhitelistDomain, actor: Actor, reason: str, *, is_active: bool) -> None:
    with transaction.atomic():
        locked = WhitelistDomain.objects.select_for_update().get(pk=domain.pk)
        if locked.is_active == is_active:
            wrong = _("“%(domain)s” is in the whitelist already.") if is_active else _("“%(domain)s” is deleted already.")
            raise Refused(wrong % {"domain": locked.domain})
        WhitelistDomain.objects.filter(pk=locked.pk).update(is_active=is_active)
        verb = "whitelist.restore" if is_active else "whitelist.delete"
        state = {"domain": locked.domain, "groups": _groups_of(locked)}
        before, after = {**state, "is_active": locked.is_active}, {**state, "is_active": is_active}
        record_audit(actor=actor, verb=verb, subject=locked, before=before, after=after, reason=reason)
    domain.is_active = is_active


def save_group(*, group: SourceGroup, actor: Actor, reason: str = "") -> SourceGroup:
    """Add or change a group of the whitelist."""
    with transaction.atomic():
        stored = SourceGroup.objects.filter(pk=group.pk).first() if group.pk else None
        before = snapshot_row(stored) if stored else {}
        group.save()
        old, new = changed_columns(before, snapshot_row(group))
        if new:
            verb = "whitelist.group_update" if stored else "whitelist.group_add"
            record_audit(actor=actor, verb=verb, subject=group, before=old if stored else None, after=new, reason=reason)
    return group


def delete_group(*, group: SourceGroup, actor: Actor, reason: str = "") -> None:
    """Delete a group; its domains stay in the whitelist."""
    with transaction.atomic():
        before = snapshot_row(group) | {"domains": sorted(group.listings.values_list("domain__domain", flat=True))}
        record_audit(actor=actor, verb="whitelist.group_delete", subject=group, before=before, reason=reason)
        group.delete()


def import_whitelist(
    *, file: WhitelistFile, actor: Actor, replace: bool = False, reason: str = "", is_confirmed: bool = False
) -> ImportReport:
    """Add and update what the file names, all or nothing; with ``replace`` what it does not name is deleted.

    ``Refused`` where a new name looks like a trusted one, unless somebody has looked (``is_confirmed``).
    """
    names = [clean_domain(name) for group in file.groups for name in group.domains]
    report = ImportReport()
    with transaction.atomic():
        before = _whole()
        if not is_confirmed:
            _refuse_lookalikes([name for name in dict.fromkeys(names) if name not in before])
        _delete_absent(set(names), {group.slug for group in file.groups}, report, replace)
        rows = {name: _put_domain(name, file.domains.get(name, DomainEntry()), before, report) for name in dict.fromkeys(names)}
        for position, group in enumerate(file.groups):
            _put_group(group, position, rows, replace)
        after = _whole()
        # A domain whose groups alone changed has changed too.
        for name in names:
            if name in before and before[name] != after[name] and name not in report.changed:
                report.changed.append(name)
        report.unchanged = len(set(names)) - len(report.added) - len(report.changed)
        if report.added or report.changed or report.removed:
            old, new = changed_columns(
                {name: before.get(name) for name in before | after}, {name: after.get(name) for name in before | after}
            )
            record_audit(actor=actor, verb="whitelist.import", subject=("whitelistdomain", "*"), before=old, after=new, reason=reason)
    return report


def _refuse_lookalikes(names: list[str]) -> None:
    """Each new name beside the whitelist and those before it in the file."""
    concerns = [sentence for place, name in enumerate(names) for sentence in describe_lookalikes(host=name, beside=names[:place])]
    if concerns:
        raise Refused(" ".join(concerns))


def export_whitelist() -> WhitelistFile:
    """The whole whitelist, groups and listings in their order."""
    groups = SourceGroup.objects.prefetch_related("listings__domain").order_by("position", "slug")
    return WhitelistFile(
        groups=tuple(
            GroupEntry(group.slug, group.description, tuple(listing.domain.domain for listing in _in_order(group))) for group in groups
        ),
        domains={
            row.domain: DomainEntry(row.owner, row.tier, row.authority, row.is_official, row.is_active)
            for row in WhitelistDomain.objects.order_by("domain")
        },
    )


def _in_order(group: SourceGroup) -> Sequence[Listing]:
    return sorted(group.listings.all(), key=lambda listing: (listing.position, listing.pk))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit()
    return True


def _groups_of(domain: WhitelistDomain) -> list[str]:
    return sorted(domain.listings.values_list("group__slug", flat=True))


def _whole() -> dict[str, object]:
    """Every domain with its columns and groups, as the audit trail compares them."""
    rows = WhitelistDomain.objects.prefetch_related("listings__group")
    return {
        row.domain: snapshot_row(row, skip=("id", *NOT_AUDITED)) | {"groups": sorted(listing.group.slug for listing in row.listings.all())}
        for row in rows
    }


def _delete_absent(names: set[str], groups: set[str], report: ImportReport, replace: bool) -> None:
    if not replace:
        return
    gone = WhitelistDomain.objects.exclude(domain__in=names)
    report.removed = sorted(gone.values_list("domain", flat=True))
    gone.delete()
    SourceGroup.objects.exclude(slug__in=groups).delete()


def _put_domain(name: str, entry: DomainEntry, before: Mapping[str, object], report: ImportReport) -> WhitelistDomain:
    columns = {
        "owner": entry.owner,
        "tier": entry.tier,
        "authority": entry.authority,
        "is_official": entry.is_official,
        "is_active": entry.is_active,
    }
    if name not in before:
        report.added.append(name)
    return WhitelistDomain.objects.update_or_create(domain=name, defaults=columns)[0]


def _put_group(entry: GroupEntry, position: int, rows: Mapping[str, WhitelistDomain], replace: bool) -> None:
    """A file that does not replace leaves what it says nothing of: other groups' order, a description, the other domains' places."""
    group = SourceGroup.objects.filter(slug=entry.slug).first()
    if group is None:
        last = SourceGroup.objects.aggregate(last=Max("position"))["last"]
        place = position if replace or last is None else last + 1
        group = SourceGroup.objects.create(slug=entry.slug, description=entry.description, position=place)
    elif replace or entry.description:
        group.description = entry.description
        group.position = position if replace else group.position
        group.save()
    listed = [rows[clean_domain(name)] for name in dict.fromkeys(entry.domains)]
    if replace:
        group.listings.exclude(domain__in=listed).delete()
    known = {} if replace else dict(group.listings.values_list("domain_id", "position"))
    following = max(known.values(), default=-1) + 1
    for place, domain in enumerate(listed, following):
        if domain.pk not in known:
            Listing.objects.update_or_create(domain=domain, group=group, defaults={"position": place})
