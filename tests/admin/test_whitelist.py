"""The whitelist in the admin pages: no entry that silently widens trust, every write audited."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from verification.models import AuditEntry, Listing, SourceGroup, WhitelistDomain

pytestmark = pytest.mark.django_db

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
        ("https://reuters.com/", "Whitelist domain with this Domain already exists."),
    ],
)
def test_what_is_no_domain_is_refused_with_the_reason(admin_client: Client, typed: str, reason: str) -> None:
    response = admin_client.post(reverse(ADD), {**FORM, "domain": typed})
    assert response.status_code == 200
    assert _error(response) == reason
    assert WhitelistDomain.objects.count() == 26
    assert not AuditEntry.objects.exists()


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


def test_delete_and_delete_selected_are_audited(admin_client: Client) -> None:
    first, second = WhitelistDomain.objects.order_by("domain")[:2]
    admin_client.post(reverse("admin:verification_whitelistdomain_delete", args=[first.pk]), {"post": "yes"})
    form = {"action": "delete_selected", "_selected_action": [str(second.pk)], "post": "yes"}
    admin_client.post(reverse("admin:verification_whitelistdomain_changelist"), form)
    assert WhitelistDomain.objects.count() == 24
    assert list(AuditEntry.objects.values_list("verb", flat=True)) == ["whitelist.delete", "whitelist.delete"]


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
        SourceGroup.objects.exclude(pk__in=list(SourceGroup.objects.values_list("pk", flat=True)[:wanted])).delete()
        with CaptureQueriesContext(connection) as queries:
            admin_client.get(url)
        counts.append(len(queries))
    assert counts[0] == counts[1]
