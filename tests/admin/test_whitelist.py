"""The whitelist in the admin pages: no entry that silently widens trust, every write audited."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup, Tag
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.databases import somebody_waits_for_us
from tests.factories import make_finished_run, make_node, make_page, make_verdict
from tests.faults.processes import wait_for
from verification.admin.base import NODES_SHOWN, Impact
from verification.core.sources.domains import registrable_domain
from verification.core.vocabulary import Badge
from verification.enums import RulingDecision
from verification.models import AuditEntry, Listing, Node, ReviewItem, SourceGroup, WhitelistDomain
from verification.services.reviews.desk import PersonJudgement, rule_review, undo_ruling
from verification.services.reviews.feedback import flag_node
from verification.services.whitelist.supported_nodes import SupportedNode, count_supported_nodes, list_decided_nodes, list_supported_nodes

pytestmark = pytest.mark.django_db

DOMAINS = ["reuters.com", "ft.com", "a.example"]
NOBODY_KNOWS = PersonJudgement(RulingDecision.REJECT, reason="Nobody knows.")
ADD = "admin:verification_whitelistdomain_add"
FORM = {
    "domain": "news.example.com",
    "owner": "",
    "tier": "2",
    "authority": "0.80",
    "is_active": "on",
    "listings-TOTAL_FORMS": "0",
    "listings-INITIAL_FORMS": "0",
}


def _error(response: object) -> str:
    return response.context["adminform"].form.errors["domain"][0]


def test_pasted_address_becomes_its_host(admin_client: Client) -> None:
    response = admin_client.post(reverse(ADD), {**FORM, "domain": "https://News.Example.com/markets?a=1#b"})
    assert response.status_code == 302
    assert WhitelistDomain.objects.filter(domain="news.example.com").exists()
    assert AuditEntry.objects.get().verb == "whitelist.add"


@pytest.mark.parametrize(
    "typed, reason",
    [
        ("com.cn", "“com.cn” is a public suffix: everybody may register a name under it."),
        ("https://github.io/", "“github.io” is a public suffix: everybody may register a name under it."),
        ("192.0.2.1", "“192.0.2.1” is an IP address; only domains can be trusted."),
        ("reuters .com", "“reuters .com” is no domain; expected something like example.com."),
        (
            "https://www.reuters.com@evil.example/",
            "“https://www.reuters.com@evil.example/” is no domain; expected something like example.com.",
        ),
        ("https://reuters.com/", "“reuters.com” is in the whitelist already."),
    ],
)
def test_what_is_no_domain_is_refused_with_the_reason(admin_client: Client, typed: str, reason: str) -> None:
    response = admin_client.post(reverse(ADD), {**FORM, "domain": typed})
    assert response.status_code == 200
    assert _error(response) == reason
    assert WhitelistDomain.objects.count() == 26
    assert not AuditEntry.objects.exists()


def _form_of(client: Client, domain: WhitelistDomain) -> tuple[str, dict[str, str]]:
    """The page of a domain, and its form as a browser would send it, with what the page was shown with."""
    address = reverse("admin:verification_whitelistdomain_change", args=[domain.pk])
    page = BeautifulSoup(client.get(address).content, "html.parser")
    sent = {each["name"]: each.get("value", "on") for each in page.select("#whitelistdomain_form input[name]") if _is_sent(each)}
    sent |= {each.parent["name"]: each["value"] for each in page.select("#whitelistdomain_form select option[selected]")}
    return address, sent | {"is_seen": "on"}


def _is_sent(field: Tag) -> bool:
    return field.get("type") not in ("checkbox", "submit") or field.has_attr("checked")


def test_a_form_that_stood_open_takes_nothing_back(admin_client: Client) -> None:
    domain = WhitelistDomain.objects.get(domain="reuters.com")
    address, form = _form_of(admin_client, domain)
    WhitelistDomain.objects.filter(pk=domain.pk).update(owner="Thomson Reuters", is_official=True, is_active=False)
    assert admin_client.post(address, {**form, "tier": "3"}).status_code == 302
    domain.refresh_from_db()
    assert (domain.tier, domain.owner, domain.is_official, domain.is_active) == (3, "Thomson Reuters", True, False)
    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"tier": 1}, {"tier": 3})


def test_what_two_people_change_differently_is_asked_about(admin_client: Client) -> None:
    domain = WhitelistDomain.objects.get(domain="reuters.com")
    address, form = _form_of(admin_client, domain)
    WhitelistDomain.objects.filter(pk=domain.pk).update(tier=2)
    response = admin_client.post(address, {**form, "tier": "3"})
    assert response.status_code == 200
    said = "This was changed to “2” meanwhile. Save again to replace it."
    assert response.context["adminform"].form.errors == {"tier": [said]}
    domain.refresh_from_db()
    assert domain.tier == 2
    page = BeautifulSoup(response.content, "html.parser")
    again = form | {"tier": "3", "initial-tier": page.select_one("[name=initial-tier]")["value"]}
    assert admin_client.post(address, again).status_code == 302
    domain.refresh_from_db()
    assert domain.tier == 3


@pytest.mark.parametrize("tier", ["1", "3"])
def test_a_change_to_the_same_is_none(admin_client: Client, tier: str) -> None:
    domain = WhitelistDomain.objects.get(domain="reuters.com")
    address, form = _form_of(admin_client, domain)
    WhitelistDomain.objects.filter(pk=domain.pk).update(tier=3)
    assert admin_client.post(address, {**form, "tier": tier}).status_code == 302
    domain.refresh_from_db()
    assert domain.tier == 3
    assert not AuditEntry.objects.exists()


@pytest.mark.postgres("locks")
@pytest.mark.usefixtures("committed_db")
def test_a_form_takes_nothing_back_that_somebody_else_changes_meanwhile(admin_client: Client) -> None:
    domain = WhitelistDomain.objects.get(domain="reuters.com")
    address, form = _form_of(admin_client, domain)

    def save_elsewhere() -> int:
        try:
            return admin_client.post(address, {**form, "tier": "3"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            WhitelistDomain.objects.filter(pk=domain.pk).update(owner="Thomson Reuters", is_active=False)
            late = elsewhere.submit(save_elsewhere)
            wait_for(somebody_waits_for_us)
        assert late.result(60) == 302
    domain.refresh_from_db()
    assert (domain.tier, domain.owner, domain.is_active) == (3, "Thomson Reuters", False)


def test_change_is_audited(admin_client: Client) -> None:
    domain = WhitelistDomain.objects.get(domain="reuters.com")
    listing = domain.listings.get()
    form = {
        **FORM,
        "domain": "reuters.com",
        "tier": "1",
        "authority": "0.50",
        "listings-TOTAL_FORMS": "1",
        "listings-INITIAL_FORMS": "1",
        "listings-0-id": str(listing.pk),
        "listings-0-domain": str(domain.pk),
        "listings-0-group": str(listing.group_id),
        "listings-0-position": str(listing.position),
    }
    assert admin_client.post(reverse("admin:verification_whitelistdomain_change", args=[domain.pk]), form).status_code == 302
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before, entry.after) == ("whitelist.update", {"authority": "0.95"}, {"authority": "0.50"})


def test_new_listing_is_audited(admin_client: Client) -> None:
    group = SourceGroup.objects.get(slug="china_media")
    form = {**FORM, "listings-TOTAL_FORMS": "1", "listings-0-group": str(group.pk), "listings-0-position": "9"}
    assert admin_client.post(reverse(ADD), form).status_code == 302
    assert [entry.verb for entry in AuditEntry.objects.order_by("id")] == ["whitelist.add", "whitelist.groups"]
    assert Listing.objects.count() == 28


@pytest.mark.parametrize(
    "typed, reason",
    [
        ("reuter5.com", "“reuter5.com” looks like reuters.com: letters were replaced by look-alikes."),
        ("rеuters.com", "“xn--ruters-3of.com” looks like reuters.com: letters were replaced by look-alikes."),
        ("reutes.com", "“reutes.com” is one letter away from reuters.com."),
        ("https://notreuters.com/a", "“notreuters.com” contains the name of reuters.com, but is another domain."),
        ("reuters.com.evil.net", "“reuters.com.evil.net” starts with the name reuters.com, but has another owner."),
        ("news.reuters.com", "“news.reuters.com” is trusted already: it belongs to reuters.com."),
    ],
)
def test_lookalike_is_asked_about_and_saved_only_with_a_reason(admin_client: Client, typed: str, reason: str) -> None:
    assert _error(admin_client.post(reverse(ADD), {**FORM, "domain": typed})) == reason
    response = admin_client.post(reverse(ADD), {**FORM, "domain": typed, "is_confirmed": "on"})
    assert dict(response.context["adminform"].form.errors) == {"reason": ["Give the reason for which this look-alike is trusted."]}
    assert WhitelistDomain.objects.count() == 26
    response = admin_client.post(reverse(ADD), {**FORM, "domain": typed, "is_confirmed": "on", "reason": "Their own paper"})
    assert response.status_code == 302
    assert AuditEntry.objects.get().reason == "Their own paper"


def test_message_says_which_host_an_address_became(admin_client: Client) -> None:
    response = admin_client.post(reverse(ADD), {**FORM, "domain": "https://News.Example.com/markets"})
    assert "“https://News.Example.com/markets” was saved as news.example.com." in _messages(response)


def _messages(response: object) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def _page(client: Client, name: str, *arguments: object) -> str:
    return client.get(reverse(f"admin:verification_whitelistdomain_{name}", args=arguments)).content.decode()


def test_delete_is_soft_audited_and_restored(admin_client: Client) -> None:
    row = WhitelistDomain.objects.get(domain="reuters.com")
    url = reverse("admin:verification_whitelistdomain_delete", args=[row.pk])
    assert "No node rests on it." in admin_client.get(url).content.decode()
    assert WhitelistDomain.objects.get(pk=row.pk).is_active
    admin_client.post(url, {"post": "yes", "reason": "Sold"})
    assert not WhitelistDomain.objects.get(pk=row.pk).is_active
    assert "/restore/" in _page(admin_client, "change", row.pk)
    url = reverse("admin:verification_whitelistdomain_restore", args=[row.pk])
    assert admin_client.get(url).status_code == 200
    assert not WhitelistDomain.objects.get(pk=row.pk).is_active
    assert _messages(admin_client.post(url, {"post": "yes", "reason": "Bought back"})) == ["“reuters.com” was restored."]
    assert WhitelistDomain.objects.get(pk=row.pk).is_active
    assert list(AuditEntry.objects.order_by("id").values_list("verb", "reason")) == [
        ("whitelist.delete", "Sold"),
        ("whitelist.restore", "Bought back"),
    ]
    history = _page(admin_client, "history", row.pk)
    assert history.index("Bought back") < history.index("Sold")


def test_selected_are_deleted_and_restored_after_a_question(admin_client: Client) -> None:
    rows = list(WhitelistDomain.objects.order_by("domain")[:2])
    url = reverse("admin:verification_whitelistdomain_changelist")
    form = {"action": "delete_selected", "_selected_action": [str(row.pk) for row in rows]}
    assert admin_client.post(url, form).status_code == 200
    assert WhitelistDomain.objects.filter(is_active=True).count() == 26
    assert _messages(admin_client.post(url, {**form, "post": "yes"})) == ["2 rows were deleted."]
    assert WhitelistDomain.objects.filter(is_active=True).count() == 24
    form["action"] = "restore_selected"
    assert admin_client.post(url, form).status_code == 200
    assert _messages(admin_client.post(url, {**form, "post": "yes", "reason": "No"})) == ["2 rows were restored."]
    assert WhitelistDomain.objects.filter(is_active=True).count() == 26
    assert AuditEntry.objects.filter(verb="whitelist.restore", reason="No").count() == 2


def _verified(slug: str, *hosts: str, badge: Badge = Badge.WHITELIST_DIRECT, trusted: int = 1) -> None:
    """A node whose value the pages of ``hosts`` carry; the first ``trusted`` of them are whitelisted."""
    pages = tuple(make_page(f"https://{host}/1") for host in hosts)
    verdict = make_verdict(pages, accepted=len(pages), badge=badge)
    sources = tuple(
        replace(found, domain=registrable_domain(host) or "", is_whitelisted=place < trusted)
        for place, (found, host) in enumerate(zip(verdict.sources, hosts, strict=True))
    )
    make_finished_run(make_node(slug), replace(verdict, sources=sources), pages)


def test_support_is_counted_by_host_and_shown_before_a_delete(admin_client: Client) -> None:
    _verified("alone", "www.reuters.com")
    _verified("both", "reuters.com", "ft.com", trusted=2)
    _verified("votes", "reuters.com", "a.example", "b.example", badge=Badge.CROSS_VALIDATED)
    _verified("other", "finance.yahoo.com")
    _verified("not-listed", "sports.yahoo.com")
    rows = {row.domain: row for row in admin_client.get(reverse("admin:verification_whitelistdomain_changelist")).context["cl"].result_list}
    counts = {name: row.supported_nodes for name, row in rows.items() if row.supported_nodes}
    assert counts == {"reuters.com": 3, "ft.com": 1, "finance.yahoo.com": 1}
    assert {name for name, row in rows.items() if row.last_success} == set(counts)
    nodes = [(node.slug, node.pages, node.is_lost) for node in list_supported_nodes(domain="reuters.com")]
    assert nodes == [("alone", 1, True), ("both", 1, False), ("votes", 1, False)]
    page = _page(admin_client, "delete", rows["reuters.com"].pk)
    assert "3 nodes rest on it; 3 of its pages carry current values." in page
    assert "1 node rests on its word alone and must be verified again." in page
    assert page.count("loses its support") == 1
    assert "3 nodes rest on it" in _page(admin_client, "change", rows["reuters.com"].pk)


def test_only_the_current_state_counts_but_the_last_success_stays(admin_client: Client) -> None:
    _verified("moved", "reuters.com")
    run = make_finished_run(Node.objects.get())
    assert run.state.badge == "cross_validated"
    row = next(
        row
        for row in admin_client.get(reverse("admin:verification_whitelistdomain_changelist")).context["cl"].result_list
        if row.domain == "reuters.com"
    )
    assert row.supported_nodes == 0
    assert row.last_success is not None


def test_a_state_that_a_ruling_gave_back_rests_on_the_pages_of_its_run(admin_client: Client, reviewer: User) -> None:
    _verified("alone", "www.reuters.com")
    _verified("both", "reuters.com", "ft.com", trusted=2)
    _verified("votes", "a.example", "b.example", "c.example", badge=Badge.CROSS_VALIDATED, trusted=0)
    before = list_supported_nodes(domain="reuters.com"), list_decided_nodes(domain="a.example"), count_supported_nodes(domains=DOMAINS)
    assert [(node.slug, node.is_lost) for node in before[0]] == [("alone", True), ("both", False)]
    assert [node.slug for node in before[1]] == ["votes"]
    for node in Node.objects.order_by("slug"):
        item = flag_node(node=node, user=reviewer, reason="Wrong day.").review_item
        rule_review(item=item, user=reviewer, version=item.version, judgement=NOBODY_KNOWS)
        assert list_supported_nodes(domain="reuters.com") == [one for one in before[0] if one.slug > node.slug]
    for item in ReviewItem.objects.all():
        undo_ruling(item=item, user=reviewer)
    assert {node.state.restores_id is None for node in Node.objects.select_related("state")} == {False}
    assert before == (
        list_supported_nodes(domain="reuters.com"),
        list_decided_nodes(domain="a.example"),
        count_supported_nodes(domains=DOMAINS),
    )


def test_group_is_deleted_without_its_domains(admin_client: Client) -> None:
    group = SourceGroup.objects.get(slug="china_media")
    assert admin_client.post(reverse("admin:verification_sourcegroup_delete", args=[group.pk]), {"post": "yes"}).status_code == 302
    assert WhitelistDomain.objects.count() == 26
    assert AuditEntry.objects.get().verb == "whitelist.group_delete"


@pytest.mark.parametrize("model", ["whitelistdomain", "sourcegroup"])
def test_list_takes_as_many_queries_for_three_rows_as_for_one(admin_client: Client, model: str) -> None:
    url = reverse(f"admin:verification_{model}_changelist")
    kept = WhitelistDomain.objects.order_by("domain").values_list("pk", flat=True)
    admin_client.get(url)
    counts = []
    for wanted in (3, 1):
        WhitelistDomain.objects.exclude(pk__in=list(kept[:wanted])).delete()
        SourceGroup.objects.filter(domains=None).delete()
        with CaptureQueriesContext(connection) as queries:
            admin_client.get(url)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_impact_names_the_lost_first_and_counts_the_rest() -> None:
    nodes = tuple(SupportedNode(place, f"n{place:03}", "N", 1, is_lost=place == 150) for place in range(NODES_SHOWN + 51))
    impact = Impact(nodes=nodes)
    assert (len(impact.shown), impact.shown[0].slug, impact.hidden) == (NODES_SHOWN, "n150", 51)


def _make_voted(slug: str, *hosts: str) -> None:
    _verified(slug, *hosts, badge=Badge.CROSS_VALIDATED, trusted=0)
    Node.objects.filter(slug=slug).update(label=slug.title())


def test_trust_that_decides_nodes_is_shown_before_it_is_saved(admin_client: Client) -> None:
    _make_voted("bitcoin", "news.example.com", "b.example", "c.example")
    _make_voted("copper", "a.example", "b.example", "c.example")
    _make_voted("lookalike", "fakenews.example.com", "b.example", "c.example")
    asked = admin_client.post(reverse(ADD), FORM)
    assert (asked.status_code, WhitelistDomain.objects.filter(domain="news.example.com").exists()) == (200, False)
    assert asked.context["adminform"].form.errors["is_seen"] == [
        "Bitcoin would rest on one domain instead of 3.",
        "To save it all the same, tick this.",
    ]
    assert admin_client.post(reverse(ADD), {**FORM, "is_seen": "on"}).status_code == 302
    assert AuditEntry.objects.get().verb == "whitelist.add"


def test_impact_names_nodes_in_the_language_of_the_reader(admin_client: Client) -> None:
    _make_voted("bitcoin", "news.example.com", "b.example", "c.example")
    Node.objects.filter(slug="bitcoin").update(aliases=["比特币"])
    asked = admin_client.post(reverse(ADD), FORM, headers={"accept-language": "zh-hans"})
    assert asked.context["adminform"].form.errors["is_seen"][0].startswith("比特币 ")


def test_trust_that_decides_nothing_is_saved_at_once(admin_client: Client) -> None:
    _make_voted("copper", "a.example", "b.example", "c.example")
    assert admin_client.post(reverse(ADD), FORM).status_code == 302


def test_another_tier_is_shown_before_it_is_saved(admin_client: Client) -> None:
    domain = WhitelistDomain.objects.create(domain="news.example.com", tier=2, authority="0.80")
    _make_voted("bitcoin", "news.example.com", "b.example", "c.example")
    address = reverse("admin:verification_whitelistdomain_change", args=[domain.pk])
    same = admin_client.post(address, FORM)
    asked = admin_client.post(address, {**FORM, "tier": "1"})
    domain.refresh_from_db()
    assert (same.status_code, asked.status_code, domain.tier) == (302, 200, 2)
    assert asked.context["adminform"].form.errors["is_seen"] == [
        "Bitcoin rests on it and is weighed anew.",
        "To save it all the same, tick this.",
    ]
    assert admin_client.post(address, {**FORM, "tier": "1", "is_seen": "on"}).status_code == 302
    domain.refresh_from_db()
    assert domain.tier == 1
