"""What the findings would change in the whitelist: proposed once, decided by an admin, and not again before there is news."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.factories import make_finished_run, make_node, make_page, make_verdict
from tests.views.desk import make_dispute
from verification.core.evidence import Page
from verification.enums import RulingDecision
from verification.models import AuditEntry, Ruling, SiteJudgement, WhitelistDomain, WhitelistProposal
from verification.services.errors import Refused
from verification.services.whitelist.proposals import WantedEntry, approve_proposal, propose_change, refuse_proposal
from verification.services.whitelist.suggestions import suggest_changes

pytestmark = pytest.mark.django_db


NAMES = ("harbour", "meridian", "journal")


def _pages() -> tuple[Page, ...]:
    return tuple(make_page(f"https://{name}.example/1") for name in NAMES)


def _carry(count: int) -> None:
    """That many nodes, each answered by the same three domains."""
    for _node in range(count):
        make_finished_run(make_node(), make_verdict(_pages(), accepted=3), _pages())


def _judge(domain: str, user: User, *, right: int = 0, wrong: int = 0) -> None:
    """Each by a ruling of its own."""
    item = make_dispute(f"node-{domain}-{Ruling.objects.count()}".replace(".", "-"))
    for number in range(right + wrong):
        ruling = Ruling.objects.create(review_item=item, decided_by=user, decision=RulingDecision.ACCEPT, value="$66.90")
        SiteJudgement.objects.create(domain=domain, is_right=number < right, ruling=ruling, judged_at=timezone.now())


def _suggest() -> list[tuple[str, str]]:
    """What is proposed anew."""
    before = set(WhitelistProposal.objects.values_list("pk", flat=True))
    count = suggest_changes(now=timezone.now())
    new = WhitelistProposal.objects.exclude(pk__in=before).order_by("domain")
    assert count == len(new)
    return [(row.kind, row.domain) for row in new]


def test_nothing_known_suggests_nothing() -> None:
    _carry(7)
    assert _suggest() == []


def test_a_domain_that_carried_many_answers_is_put_forward(admin: User) -> None:
    WhitelistDomain.objects.create(domain="meridian.example")
    _carry(8)
    assert _suggest() == [("add", "harbour.example"), ("add", "journal.example")]
    row = WhitelistProposal.objects.get(domain="harbour.example")
    assert (row.proposed_by, row.evidence["carried"], row.evidence["contradicted"], len(row.evidence["examples"])) == (None, 8, 0, 6)
    assert row.evidence["examples"][0]["url"] == "https://harbour.example/1"
    assert AuditEntry.objects.filter(verb="proposal.create").first().actor_name == "findings"
    approve_proposal(proposal=row, decided_by=admin)
    assert (WhitelistDomain.objects.get(domain="harbour.example").authority, _suggest()) == (Decimal("0.80"), [])


def test_one_answer_counts_once_however_often_it_is_verified() -> None:
    node = make_node()
    for _run in range(9):
        make_finished_run(node, make_verdict(_pages(), accepted=3), _pages())
    assert _suggest() == []


@pytest.mark.postgres("dates")
def test_a_lookalike_of_a_listed_name_is_never_put_forward() -> None:
    WhitelistDomain.objects.create(domain="papers.example")
    pages = (make_page("https://paper.example/1"),)
    for _node in range(8):
        make_finished_run(make_node(), make_verdict(pages, accepted=1), pages)
    assert _suggest() == []


@pytest.mark.postgres("search")
def test_what_is_wrong_too_often_is_demoted_or_removed(reviewer: User, admin: User) -> None:
    for domain in ("fair.example", "poor.example", "few.example"):
        WhitelistDomain.objects.create(domain=domain, authority=Decimal("0.90"), tier=2)
    _judge("fair.example", reviewer, right=6, wrong=6)
    _judge("poor.example", reviewer, wrong=6)
    _judge("few.example", reviewer, wrong=4)
    assert _suggest() == [("change", "fair.example"), ("remove", "poor.example")]
    demotion = WhitelistProposal.objects.get(domain="fair.example")
    assert (demotion.wanted["authority"], demotion.wanted["tier"]) == ("0.50", 3)
    approve_proposal(proposal=demotion, decided_by=admin)
    approve_proposal(proposal=WhitelistProposal.objects.get(domain="poor.example"), decided_by=admin)
    rows = {row.domain: (row.authority, row.tier, row.is_active) for row in WhitelistDomain.objects.filter(domain__endswith=".example")}
    assert rows["fair.example"] == (Decimal("0.50"), 3, True)
    assert rows["poor.example"][2] is False
    assert _suggest() == []


def test_what_was_refused_comes_back_with_news_alone(reviewer: User, admin: User) -> None:
    WhitelistDomain.objects.create(domain="poor.example", authority=Decimal("0.90"))
    _judge("poor.example", reviewer, wrong=6)
    assert _suggest() == [("remove", "poor.example")]
    assert _suggest() == []
    refuse_proposal(proposal=WhitelistProposal.objects.get(), decided_by=admin, reason="They have a new editor.")
    assert _suggest() == []
    _judge("poor.example", reviewer, wrong=4)
    assert _suggest() == []
    _judge("poor.example", reviewer, wrong=1)
    assert _suggest() == [("remove", "poor.example")]


def test_what_somebody_proposed_waits_for_its_decision(reviewer: User) -> None:
    WhitelistDomain.objects.create(domain="poor.example", authority=Decimal("0.90"))
    _judge("poor.example", reviewer, wrong=6)
    propose_change(kind="change", domain="poor.example", wanted=WantedEntry(owner="House"), reason="Sold", proposed_by=reviewer)
    assert _suggest() == []


def test_old_findings_say_nothing_any_more(reviewer: User) -> None:
    WhitelistDomain.objects.create(domain="poor.example", authority=Decimal("0.90"))
    _judge("poor.example", reviewer, wrong=6)
    assert suggest_changes(now=timezone.now() + timedelta(days=1200)) == 0


def test_an_admin_decides_a_suggestion_once(reviewer: User, admin: User) -> None:
    WhitelistDomain.objects.create(domain="poor.example", authority=Decimal("0.90"))
    _judge("poor.example", reviewer, wrong=6)
    _suggest()
    row = WhitelistProposal.objects.get()
    approve_proposal(proposal=row, decided_by=admin)
    with pytest.raises(Refused):
        approve_proposal(proposal=row, decided_by=admin)


@pytest.mark.postgres("constraints")
def test_a_proposal_is_of_a_person_or_of_findings(reviewer: User) -> None:
    for proposer, evidence in ((None, None), (reviewer, {"n": 1})):
        with pytest.raises(IntegrityError), transaction.atomic():
            WhitelistProposal.objects.create(kind="add", domain="x.example", reason="r", proposed_by=proposer, evidence=evidence)


def test_a_domain_that_was_never_wrong_is_not_questioned_whatever_its_weight(admin: User) -> None:
    WhitelistDomain.objects.create(domain="meridian.example", authority=Decimal("1.00"))
    _judge("meridian.example", admin, right=5)
    assert _suggest() == []
    _judge("meridian.example", admin, wrong=1)
    assert _suggest() == [("change", "meridian.example")]
