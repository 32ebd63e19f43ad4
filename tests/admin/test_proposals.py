"""Proposals in the admin: reviewers make them, admins decide, each with just those rights."""

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests.factories import make_node
from verification.models import AuditEntry, WhitelistDomain, WhitelistProposal
from verification.services.whitelist.proposals import propose_change

pytestmark = pytest.mark.django_db

ADD = "admin:verification_whitelistproposal_add"
FORM = {
    "kind": "add",
    "domain": "https://News.example.com/a",
    "owner": "News plc",
    "tier": "1",
    "authority": "0.90",
    "reason": "They print the figures first",
}


def _errors(response: object) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def _decide(client: Client, proposal: WhitelistProposal, **form: str) -> object:
    return client.post(reverse("admin:verification_whitelistproposal_decide", args=[proposal.pk]), form)


def _messages(response: object) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_reviewer_proposes_and_admin_approves(reviewer: User, reviewer_client: Client, admin_client: Client) -> None:
    assert reviewer_client.get(reverse(ADD)).status_code == 200
    assert reviewer_client.post(reverse(ADD), FORM).status_code == 302
    proposal = WhitelistProposal.objects.get()
    assert (proposal.domain, proposal.proposed_by, proposal.status) == ("news.example.com", reviewer, "open")
    page = admin_client.get(reverse("admin:verification_whitelistproposal_change", args=[proposal.pk])).content.decode()
    assert "They print the figures first" in page
    assert 'name="approve"' in page
    assert _messages(_decide(admin_client, proposal, approve="1")) == ["Approved: the whitelist was changed."]
    row = WhitelistDomain.objects.get(domain="news.example.com")
    assert (row.owner, row.tier) == ("News plc", 1)
    assert _messages(_decide(admin_client, proposal, refuse="1", reason="No"))[-1] == "This proposal is decided already: approved."
    history = admin_client.get(reverse("admin:verification_whitelistproposal_history", args=[proposal.pk]))
    assert "They print the figures first" in history.content.decode()


def test_change_starts_from_what_is_listed(reviewer_client: Client) -> None:
    response = reviewer_client.get(reverse(ADD), {"kind": "change", "domain": "ft.com"})
    initial = response.context["adminform"].form.initial
    assert (initial["kind"], initial["owner"], initial["tier"], initial["authority"]) == ("change", "Nikkei", 1, "0.95")
    assert [group.slug for group in initial["groups"]] == ["tier1_media"]
    assert reviewer_client.get(reverse(ADD), {"kind": "<b>", "domain": "\ud7ff"}).status_code == 200


@pytest.mark.parametrize(
    "changes, field, reason",
    [
        ({"domain": "co.uk"}, "domain", "“co.uk” is a public suffix: everybody may register a name under it."),
        ({"domain": "notreuters.com"}, "domain", "“notreuters.com” contains the name of reuters.com, but is another domain."),
        ({"domain": "ft.com"}, "domain", "“ft.com” is in the whitelist already."),
        ({"kind": "remove"}, "domain", "“news.example.com” is not in the whitelist."),
        ({"reason": " "}, "reason", "This field is required."),
        ({"tier": "9"}, "tier", "Ensure this value is less than or equal to 3."),
    ],
)
def test_proposal_of_nothing_sensible_is_refused_at_its_field(
    reviewer_client: Client, changes: dict[str, str], field: str, reason: str
) -> None:
    assert _errors(reviewer_client.post(reverse(ADD), {**FORM, **changes})) == {field: [reason]}
    assert not WhitelistProposal.objects.exists()


def test_reviewer_decides_nothing_but_withdraws_the_own(reviewer: User, admin: User, reviewer_client: Client) -> None:
    others = propose_change(kind="remove", domain="ft.com", wanted=None, reason="Old", proposed_by=admin)
    own = propose_change(kind="remove", domain="wsj.com", wanted=None, reason="Old", proposed_by=reviewer)
    assert _decide(reviewer_client, others, approve="1").status_code == 403
    assert _decide(reviewer_client, others, refuse="1", reason="No").status_code == 403
    assert _decide(reviewer_client, own, approve="1").status_code == 403
    assert _decide(reviewer_client, own, refuse="1", reason="A slip").status_code == 302
    assert dict(WhitelistProposal.objects.values_list("domain", "status")) == {"ft.com": "open", "wsj.com": "refused"}


def test_own_proposal_of_an_admin_waits_for_another(admin: User, admin_client: Client) -> None:
    own = propose_change(kind="remove", domain="wsj.com", wanted=None, reason="Old", proposed_by=admin)
    page = admin_client.get(reverse("admin:verification_whitelistproposal_change", args=[own.pk])).content.decode()
    assert 'name="approve"' not in page
    assert "Withdraw" in page
    assert _messages(_decide(admin_client, own, approve="1")) == ["Another person has to approve your proposal."]


def test_stale_proposal_says_so_and_is_not_approved(reviewer: User, admin_client: Client) -> None:
    proposal = propose_change(kind="remove", domain="wsj.com", wanted=None, reason="Old", proposed_by=reviewer)
    WhitelistDomain.objects.filter(domain="wsj.com").update(tier=3)
    page = admin_client.get(reverse("admin:verification_whitelistproposal_change", args=[proposal.pk])).content.decode()
    assert "The entry has changed since" in page
    assert 'name="approve"' not in page
    assert _messages(_decide(admin_client, proposal, approve="1"))[0].startswith("“wsj.com” changed since")


def test_refusal_needs_a_reason(reviewer: User, admin_client: Client) -> None:
    proposal = propose_change(kind="remove", domain="wsj.com", wanted=None, reason="Old", proposed_by=reviewer)
    assert _messages(_decide(admin_client, proposal, refuse="1")) == ["Give the reason; the proposer will read it."]
    assert WhitelistProposal.objects.get().status == "open"


def test_decision_is_a_post(reviewer: User, admin_client: Client) -> None:
    proposal = propose_change(kind="remove", domain="wsj.com", wanted=None, reason="Old", proposed_by=reviewer)
    assert admin_client.get(reverse("admin:verification_whitelistproposal_decide", args=[proposal.pk])).status_code == 405


PEOPLE = ("stranger", "analyst", "reviewer", "admin")
MATRIX = {
    ("index", "get"): (403, 200, 200, 200),
    ("whitelistdomain_changelist", "get"): (403, 200, 200, 200),
    ("whitelistdomain_csv", "get"): (403, 200, 200, 200),
    ("whitelistdomain_json", "get"): (403, 200, 200, 200),
    ("whitelistdomain_import", "get"): (403, 403, 403, 200),
    ("whitelistdomain_import", "post"): (403, 403, 403, 200),
    ("whitelistdomain_add", "get"): (403, 403, 403, 200),
    ("whitelistdomain_change", "get"): (403, 200, 200, 200),
    ("whitelistdomain_change", "post"): (403, 403, 403, 200),
    ("whitelistdomain_history", "get"): (403, 200, 200, 200),
    ("whitelistdomain_delete", "get"): (403, 403, 403, 200),
    ("whitelistdomain_delete", "post"): (403, 403, 403, 302),
    ("whitelistdomain_restore", "get"): (403, 403, 403, 200),
    ("whitelistdomain_restore", "post"): (403, 403, 403, 302),
    ("whitelistproposal_changelist", "get"): (403, 403, 200, 200),
    ("whitelistproposal_add", "get"): (403, 403, 200, 200),
    ("whitelistproposal_change", "get"): (403, 403, 200, 200),
    ("whitelistproposal_change", "post"): (403, 403, 403, 403),
    ("whitelistproposal_delete", "post"): (403, 403, 403, 403),
    ("whitelistproposal_decide", "post"): (403, 403, 302, 302),
    ("node_changelist", "get"): (403, 200, 200, 200),
    ("node_add", "get"): (403, 403, 403, 200),
    ("node_change", "get"): (403, 200, 200, 200),
    ("node_change", "post"): (403, 403, 403, 200),
    ("node_history", "get"): (403, 200, 200, 200),
    ("node_delete", "get"): (403, 403, 403, 200),
    ("node_delete", "post"): (403, 403, 403, 302),
    ("sourcegroup_changelist", "get"): (403, 200, 200, 200),
    ("sourcegroup_delete", "post"): (403, 403, 403, 302),
}


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("name, method", MATRIX)
@pytest.mark.share(4)
def test_who_may_do_what(request: pytest.FixtureRequest, reviewer: User, name: str, method: str, person: str) -> None:
    client: Client = request.getfixturevalue(f"{person}_client")
    model, _, page = name.partition("_")
    rows = {
        "whitelistdomain": WhitelistDomain.objects.get(domain="ft.com").pk,
        "sourcegroup": WhitelistDomain.objects.get(domain="ft.com").listings.get().group_id,
        "node": make_node().pk,
        "whitelistproposal": propose_change(kind="remove", domain="wsj.com", wanted=None, reason="Old", proposed_by=reviewer).pk,
    }
    arguments = [rows[model]] if page in ("change", "delete", "history", "restore", "decide") else []
    address = reverse("admin:index" if name == "index" else f"admin:verification_{name}", args=arguments)
    form = {"post": "yes"} if page in ("delete", "restore") else {"tier": "nonsense"}
    response = (
        client.get(address, follow=person == "stranger") if method == "get" else client.post(address, form, follow=person == "stranger")
    )
    assert response.status_code == MATRIX[name, method][PEOPLE.index(person)]


@pytest.mark.parametrize(
    "action, people",
    [
        ("delete_selected", ("admin",)),
        ("activate_selected", ("admin",)),
        ("deactivate_selected", ("admin",)),
        ("verify_selected", ("analyst", "reviewer", "admin")),
    ],
)
@pytest.mark.parametrize("person", PEOPLE[1:])
def test_who_may_start_which_action(request: pytest.FixtureRequest, action: str, people: tuple[str, ...], person: str) -> None:
    client: Client = request.getfixturevalue(f"{person}_client")
    node = make_node(is_active=action != "activate_selected")
    form = {"action": action, "_selected_action": [str(node.pk)], "post": "yes"}
    client.post(reverse("admin:verification_node_changelist"), form)
    assert AuditEntry.objects.exists() == (person in people)
