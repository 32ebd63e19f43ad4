"""Reviewers propose, admins decide: once, never their own, and only what still fits."""

import threading
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection

from verification.models import AuditEntry, WhitelistDomain, WhitelistProposal
from verification.services.errors import Refused
from verification.services.whitelist.domains import save_domain
from verification.services.whitelist.proposals import (
    WantedEntry,
    approve_proposal,
    describe_entry,
    is_stale,
    propose_change,
    refuse_proposal,
)

pytestmark = pytest.mark.postgres("races")

REUTERS = WantedEntry(owner="Thomson Reuters", tier=1, authority=Decimal("0.90"), groups=("tier1_media", "china_media"))


def _propose(person: User, kind: str = "change", domain: str = "reuters.com", **other: object) -> WhitelistProposal:
    given = {"wanted": REUTERS, "reason": "They changed hands", **other}
    return propose_change(kind=kind, domain=domain, proposed_by=person, **given)


@pytest.mark.django_db
def test_change_is_made_when_it_is_approved(reviewer: User, admin: User) -> None:
    proposal = _propose(reviewer)
    assert describe_entry(domain="reuters.com")["owner"] == ""
    approve_proposal(proposal=proposal, decided_by=admin)
    assert describe_entry(domain="reuters.com") == {
        "owner": "Thomson Reuters",
        "tier": 1,
        "authority": "0.90",
        "is_official": False,
        "groups": ["china_media", "tier1_media"],
    }
    assert [(entry.verb, entry.actor_name) for entry in AuditEntry.objects.order_by("id")] == [
        ("proposal.create", "bob"),
        ("whitelist.update", "charlie"),
        ("whitelist.groups", "charlie"),
        ("proposal.approve", "charlie"),
    ]


@pytest.mark.django_db
def test_addition_and_removal_are_carried_out(reviewer: User, admin: User) -> None:
    approve_proposal(proposal=_propose(reviewer, "add", "https://news.example.com/a"), decided_by=admin)
    assert WhitelistDomain.objects.get(domain="news.example.com").is_active
    approve_proposal(proposal=_propose(reviewer, "remove"), decided_by=admin)
    assert not WhitelistDomain.objects.get(domain="reuters.com").is_active


@pytest.mark.django_db
def test_refused_proposal_changes_nothing_and_says_why(reviewer: User, admin: User) -> None:
    proposal = _propose(reviewer, "remove")
    with pytest.raises(Refused, match="Give the reason"):
        refuse_proposal(proposal=proposal, decided_by=admin, reason=" ")
    refuse_proposal(proposal=proposal, decided_by=admin, reason="No ground")
    proposal.refresh_from_db()
    assert (proposal.status, proposal.decision_reason, proposal.decided_by) == ("refused", "No ground", admin)
    assert WhitelistDomain.objects.get(domain="reuters.com").is_active


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kind, domain, other, reason",
    [
        ("change", "reuters.com", {"reason": " "}, "Give the reason"),
        ("add", "reuters.com", {}, "in the whitelist already"),
        ("add", "notreuters.com", {}, "contains the name of reuters.com"),
        ("add", "co.uk", {}, "public suffix"),
        ("change", "news.example.com", {}, "is not in the whitelist"),
        ("remove", "news.example.com", {}, "is not in the whitelist"),
    ],
)
def test_proposal_of_nothing_sensible_is_refused(reviewer: User, kind: str, domain: str, other: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        _propose(reviewer, kind, domain, **other)
    assert not WhitelistProposal.objects.exists()


@pytest.mark.django_db
def test_proposal_that_changes_nothing_is_refused(reviewer: User) -> None:
    entry = describe_entry(domain="reuters.com")
    same = WantedEntry(str(entry["owner"]), 1, Decimal("0.95"), is_official=False, groups=("tier1_media",))
    with pytest.raises(Refused, match="changes nothing"):
        _propose(reviewer, wanted=same)


@pytest.mark.django_db
def test_second_proposal_of_a_domain_waits_for_the_first(reviewer: User, admin: User) -> None:
    first = _propose(reviewer)
    with pytest.raises(Refused, match="waiting already"):
        _propose(reviewer, "remove")
    refuse_proposal(proposal=first, decided_by=admin, reason="No")
    assert _propose(reviewer, "remove").pk


@pytest.mark.django_db
def test_own_proposal_is_not_approved_but_may_be_withdrawn(admin: User) -> None:
    proposal = _propose(admin)
    with pytest.raises(Refused, match="Another person"):
        approve_proposal(proposal=proposal, decided_by=admin)
    refuse_proposal(proposal=proposal, decided_by=admin, reason="Withdrawn")


@pytest.mark.django_db
def test_stale_proposal_is_not_approved(reviewer: User, admin: User) -> None:
    proposal = _propose(reviewer)
    row = WhitelistDomain.objects.get(domain="reuters.com")
    row.authority = Decimal("0.10")
    save_domain(domain=row, actor=admin)
    assert is_stale(proposal)
    with pytest.raises(Refused, match="changed since"):
        approve_proposal(proposal=proposal, decided_by=admin)
    assert WhitelistDomain.objects.get(domain="reuters.com").authority == Decimal("0.10")


@pytest.mark.django_db
def test_addition_of_what_was_added_meanwhile_is_stale(reviewer: User, admin: User) -> None:
    proposal = _propose(reviewer, "add", "news.example.com")
    save_domain(domain=WhitelistDomain(domain="news.example.com"), actor=admin)
    with pytest.raises(Refused, match="changed since"):
        approve_proposal(proposal=proposal, decided_by=admin)


@pytest.mark.django_db
def test_approval_is_whole_or_nothing(reviewer: User, admin: User) -> None:
    proposal = _propose(reviewer, wanted=WantedEntry(tier=3, groups=("no_such_group",)))
    with pytest.raises(Refused, match="no_such_group is gone"):
        approve_proposal(proposal=proposal, decided_by=admin)
    proposal.refresh_from_db()
    assert proposal.status == "open"
    assert WhitelistDomain.objects.get(domain="reuters.com").tier == 1


def _race(works: list[Callable[[], None]]) -> list[str]:
    """What became of each, all at once: empty where it was done."""
    barrier, ends = threading.Barrier(len(works)), []

    def run(work: Callable[[], None]) -> None:
        barrier.wait()
        try:
            work()
            ends.append("")
        except Refused as refusal:
            ends.append(str(refusal))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(ends)


@pytest.mark.usefixtures("committed_db")
def test_of_eight_decisions_at_once_one_holds(reviewer: User, admin: User) -> None:
    proposal = _propose(reviewer, "remove")
    works: list[Callable[[], None]] = []
    for _ in range(4):
        works.append(lambda: approve_proposal(proposal=proposal, decided_by=admin))
        works.append(lambda: refuse_proposal(proposal=proposal, decided_by=admin, reason="No"))
    ends = _race(works)
    assert len(ends) == 8
    assert ends.count("") == 1
    assert {end.partition(":")[0] for end in ends if end} == {"This proposal is decided already"}
    decisions = AuditEntry.objects.filter(verb__in=("proposal.approve", "proposal.refuse"))
    assert decisions.count() == 1
    proposal.refresh_from_db()
    assert WhitelistDomain.objects.get(domain="reuters.com").is_active == (proposal.status == "refused")


@pytest.mark.usefixtures("committed_db")
def test_of_four_proposals_at_once_one_waits(reviewer: User) -> None:
    ends = _race([lambda: _propose(reviewer, "remove") and None] * 4)
    assert len(ends) == 4
    assert ends.count("") == 1
    assert WhitelistProposal.objects.count() == 1
