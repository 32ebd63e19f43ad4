"""Reviewers, or the findings, propose what the whitelist should be; an admin approves or refuses, once, and only what still fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.enums import ProposalKind, ProposalStatus
from verification.models import Listing, SourceGroup, WhitelistDomain, WhitelistProposal
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.whitelist.domains import check_new_domain, clean_domain, delete_domain, save_domain

FINDINGS = "findings"  # who proposed what no person did, in the audit trail


@dataclass(frozen=True, slots=True)
class WantedEntry:
    """An entry of the whitelist as it should be; ``groups`` are slugs."""

    owner: str = ""
    tier: int = 2
    authority: Decimal = Decimal("0.80")
    is_official: bool = False
    groups: tuple[str, ...] = ()


def draft_proposal(*, kind: str, domain: str, wanted: WantedEntry | None, is_confirmed: bool = False) -> WhitelistProposal:
    """A proposal as it would be, unsaved, without reason and proposer; ``Refused`` where there is nothing of the kind to do."""
    kind = ProposalKind(kind)
    host = check_new_domain(text=domain, is_confirmed=is_confirmed) if kind == ProposalKind.ADD else clean_domain(domain)
    base = None if kind == ProposalKind.ADD else _describe(_listed(host))
    target = None if kind == ProposalKind.REMOVE else _wanted_shape(wanted or WantedEntry())
    if base == target:
        raise Refused(_("The proposal changes nothing of “%(domain)s”.") % {"domain": host})
    if WhitelistProposal.objects.filter(domain=host, status=ProposalStatus.OPEN).exists():
        raise Refused(_is_waiting(host))
    return WhitelistProposal(kind=kind, domain=host, base=base, wanted=target)


def propose_change(
    *,
    kind: str,
    domain: str,
    wanted: WantedEntry | None,
    reason: str,
    proposed_by: User | None,
    is_confirmed: bool = False,
    evidence: Mapping[str, object] | None = None,
) -> WhitelistProposal:
    """Ask for an addition, change or removal; ``Refused`` as ``draft_proposal`` says.

    With ``is_confirmed`` the proposer vouches for a name that looks like a listed one; the admin still sees what it looks like.
    Without a proposer it is a suggestion of the findings, and ``evidence`` says which (``WhitelistProposal``).
    """
    if not reason.strip():
        raise Refused(_("Give the reason; the admin who decides will read it."))
    proposal = draft_proposal(kind=kind, domain=domain, wanted=wanted, is_confirmed=is_confirmed)
    proposal.reason, proposal.proposed_by, proposal.evidence = reason.strip(), proposed_by, evidence
    try:
        with transaction.atomic():
            proposal.save()
            after = {"kind": proposal.kind, "domain": proposal.domain, "wanted": proposal.wanted}
            record_audit(
                actor=proposed_by or FINDINGS,
                verb="proposal.create",
                subject=proposal,
                before=proposal.base,
                after=after,
                reason=proposal.reason,
            )
    except IntegrityError:
        raise Refused(_is_waiting(proposal.domain)) from None
    return proposal


def approve_proposal(*, proposal: WhitelistProposal, decided_by: User, reason: str = "") -> None:
    """Do what was proposed; ``Refused``, and nothing done, where it is decided, one's own, or the entry changed since."""
    with transaction.atomic():
        locked = _open(proposal)
        if locked.proposed_by_id == decided_by.pk:
            raise Refused(_("Another person has to approve your proposal."))
        if is_stale(locked):
            raise Refused(
                _("“%(domain)s” changed since this was proposed. Refuse it and ask for a new proposal.") % {"domain": locked.domain}
            )
        _carry_out(locked, decided_by)
        _decide(locked, ProposalStatus.APPROVED, decided_by, reason)


def refuse_proposal(*, proposal: WhitelistProposal, decided_by: User, reason: str) -> None:
    """Leave the whitelist as it is, and say why. Proposers may withdraw their own."""
    if not reason.strip():
        raise Refused(_("Give the reason; the proposer will read it."))
    with transaction.atomic():
        _decide(_open(proposal), ProposalStatus.REFUSED, decided_by, reason)


def is_stale(proposal: WhitelistProposal) -> bool:
    """Whether the entry is no longer what the proposer saw."""
    stored = WhitelistDomain.objects.filter(domain=proposal.domain).first()
    if proposal.kind == ProposalKind.ADD:
        return stored is not None
    return stored is None or not stored.is_active or _describe(stored) != proposal.base


def describe_entry(*, domain: str) -> dict[str, object]:
    """A listed domain as proposals describe it, for the form's initial values; ``Refused`` where it is not listed."""
    return _describe(_listed(clean_domain(domain)))


def _is_waiting(host: str) -> str:
    return _("A proposal for “%(domain)s” is waiting already; it has to be decided first.") % {"domain": host}


def _open(proposal: WhitelistProposal) -> WhitelistProposal:
    """The proposal, locked. On SQLite the transaction itself is the lock, as it began with IMMEDIATE."""
    locked = WhitelistProposal.objects.select_for_update().get(pk=proposal.pk)
    if locked.status != ProposalStatus.OPEN:
        raise Refused(_("This proposal is decided already: %(status)s.") % {"status": locked.get_status_display()})
    return locked


def _listed(host: str) -> WhitelistDomain:
    stored = WhitelistDomain.objects.filter(domain=host, is_active=True).first()
    if stored is None:
        raise Refused(_("“%(domain)s” is not in the whitelist.") % {"domain": host})
    return stored


def _describe(row: WhitelistDomain) -> dict[str, object]:
    groups: Sequence[str] = sorted(row.listings.values_list("group__slug", flat=True))
    return _wanted_shape(WantedEntry(row.owner, row.tier, row.authority, row.is_official, tuple(groups)))


def _wanted_shape(entry: WantedEntry) -> dict[str, object]:
    return {
        "owner": entry.owner,
        "tier": entry.tier,
        "authority": f"{entry.authority:.2f}",
        "is_official": entry.is_official,
        "groups": sorted(entry.groups),
    }


def _carry_out(proposal: WhitelistProposal, actor: User) -> None:
    reason = f"{proposal} · {proposal.reason}"
    if proposal.kind == ProposalKind.REMOVE:
        delete_domain(domain=WhitelistDomain.objects.get(domain=proposal.domain), actor=actor, reason=reason)
        return
    wanted = proposal.wanted or {}
    row = WhitelistDomain.objects.filter(domain=proposal.domain).first() or WhitelistDomain(domain=proposal.domain)
    row.owner, row.tier, row.is_official = wanted["owner"], wanted["tier"], wanted["is_official"]
    row.authority = Decimal(wanted["authority"])
    # The proposer vouched for a look-alike, and the admin saw what it looks like.
    save_domain(domain=row, actor=actor, reason=reason, is_confirmed=True)
    _put_into_groups(row, wanted["groups"], actor, reason)


def _put_into_groups(row: WhitelistDomain, slugs: Sequence[str], actor: User, reason: str) -> None:
    groups = {group.slug: group for group in SourceGroup.objects.filter(slug__in=slugs)}
    if missing := sorted(set(slugs) - groups.keys()):
        raise Refused(_("The group %(slug)s is gone. Refuse the proposal and ask for a new one.") % {"slug": missing[0]})
    before = sorted(row.listings.values_list("group__slug", flat=True))
    if before == sorted(slugs):
        return
    row.listings.exclude(group__in=groups.values()).delete()
    for slug in slugs:
        if slug not in before:
            Listing.objects.create(domain=row, group=groups[slug], position=groups[slug].listings.count())
    record_audit(
        actor=actor, verb="whitelist.groups", subject=row, before={"groups": before}, after={"groups": sorted(slugs)}, reason=reason
    )


def _decide(proposal: WhitelistProposal, status: ProposalStatus, decided_by: User, reason: str) -> None:
    proposal.status, proposal.decided_by, proposal.decided_at = status, decided_by, timezone.now()
    proposal.decision_reason = reason.strip()
    proposal.save(update_fields=["status", "decided_by", "decided_at", "decision_reason"])
    verb = "proposal.approve" if status == ProposalStatus.APPROVED else "proposal.refuse"
    record_audit(actor=decided_by, verb=verb, subject=proposal, before={"status": "open"}, after={"status": status.value}, reason=reason)
