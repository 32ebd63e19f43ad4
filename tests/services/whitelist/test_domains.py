"""Trust is given to domains alone; a typo never widens it."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from verification.models import AuditEntry, Listing, SourceGroup, WhitelistDomain
from verification.services.errors import Refused
from verification.services.whitelist.domains import (
    DomainEntry,
    GroupEntry,
    WhitelistFile,
    check_new_domain,
    clean_domain,
    delete_domain,
    delete_group,
    export_whitelist,
    import_whitelist,
    restore_domain,
    save_domain,
    save_group,
)
from verification.services.whitelist.trust import given_trust, load_trust, shipped_trust

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("locks")]


@pytest.mark.parametrize(
    "typed, domain",
    [
        ("reuters.com", "reuters.com"),
        (" Reuters.COM. ", "reuters.com"),
        ("https://www.reuters.com/markets/?a=1#b", "www.reuters.com"),
        ("http://例え.jp/", "xn--r8jz45g.jp"),
        ("stats.gov.cn", "stats.gov.cn"),
    ],
)
def test_domain_is_cleaned(typed: str, domain: str) -> None:
    assert clean_domain(typed) == domain


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "com",
        "com.cn",
        "gov.cn",
        "github.io",
        "localhost",
        "192.0.2.1",
        "https://[2001:db8::1]/",
        "2130706433",
        "reuters,com",
        "*.reuters.com",
        "reuters.com evil.example",
        "https://reuters.com@evil.example/",
        "ftp://reuters.com/",
        "a\\b.com",
    ],
)
def test_domain_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        clean_domain(typed)


def test_save_adds_and_audits(admin: User) -> None:
    save_domain(domain=WhitelistDomain(domain="https://news.example.com/a"), actor=admin)
    assert WhitelistDomain.objects.filter(domain="news.example.com").exists()
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.after["domain"], entry.actor_name) == ("whitelist.add", "news.example.com", "charlie")


def test_save_of_a_domain_that_is_there_is_refused(admin: User) -> None:
    with pytest.raises(Refused, match="already"):
        save_domain(domain=WhitelistDomain(domain="https://reuters.com/"), actor=admin)


def test_save_of_a_change_audits_what_changed(admin: User) -> None:
    domain = WhitelistDomain.objects.get(domain="reuters.com")
    domain.tier, domain.is_active = 3, False
    save_domain(domain=domain, actor=admin)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before, entry.after) == ("whitelist.update", {"tier": 1}, {"tier": 3})
    assert WhitelistDomain.objects.get(domain="reuters.com").is_active


def test_save_writes_what_was_changed_and_nothing_that_others_changed_meanwhile(admin: User) -> None:
    """Above all it trusts nobody again who was deleted while a form stood open."""
    read = WhitelistDomain.objects.get(domain="reuters.com")
    WhitelistDomain.objects.filter(pk=read.pk).update(owner="Thomson Reuters")
    delete_domain(domain=WhitelistDomain.objects.get(pk=read.pk), actor=admin)
    read.tier = 3
    saved = save_domain(domain=read, actor=admin, changed=["tier"])
    stored = WhitelistDomain.objects.get(pk=read.pk)
    assert (stored.tier, stored.owner, stored.is_active) == (3, "Thomson Reuters", False)
    assert (saved.owner, saved.is_active) == ("Thomson Reuters", False)
    entry = AuditEntry.objects.get(verb="whitelist.update")
    assert (entry.before, entry.after) == ({"tier": 1}, {"tier": 3})


def test_delete_audits_the_groups_too(admin: User) -> None:
    delete_domain(domain=WhitelistDomain.objects.get(domain="investing.com"), actor=admin)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before["groups"]) == ("whitelist.delete", ["broker_and_portals", "financial_aggregators"])
    assert Listing.objects.count() == 27
    assert not WhitelistDomain.objects.get(domain="investing.com").is_active


def test_delete_and_restore_happen_once_each(admin: User) -> None:
    domain = WhitelistDomain.objects.get(domain="investing.com")
    with pytest.raises(Refused, match="in the whitelist already"):
        restore_domain(domain=domain, actor=admin)
    delete_domain(domain=domain, actor=admin, reason="closed")
    assert "investing.com" not in load_trust().whitelist
    with pytest.raises(Refused, match="deleted already"):
        delete_domain(domain=domain, actor=admin)
    restore_domain(domain=domain, actor=admin, reason="open again")
    assert "investing.com" in load_trust().whitelist
    assert list(AuditEntry.objects.order_by("id").values_list("verb", "reason")) == [
        ("whitelist.delete", "closed"),
        ("whitelist.restore", "open again"),
    ]


def test_add_of_a_deleted_domain_is_refused(admin: User) -> None:
    WhitelistDomain.objects.filter(domain="reuters.com").update(is_active=False)
    with pytest.raises(Refused, match="restore it instead"):
        save_domain(domain=WhitelistDomain(domain="reuters.com"), actor=admin)


@pytest.mark.parametrize(
    "typed, reason",
    [
        ("rеuters.com", "“xn--ruters-3of.com” looks like reuters.com: letters were replaced by look-alikes. "),
        ("reutersl.com", "“reutersl.com” is one letter away from reuters.com."),
        ("notreuters.com", "“notreuters.com” contains the name of reuters.com, but is another domain."),
        ("reuters.com.evil.net", "“reuters.com.evil.net” starts with the name reuters.com, but has another owner."),
        ("reuters.co", "“reuters.co” is reuters.com with another ending, which anybody may have registered."),
        ("news.reuters.com", "“news.reuters.com” is trusted already: it belongs to reuters.com."),
        ("sina.com.cn", "“sina.com.cn” would also trust everything beside finance.sina.com.cn, which is listed by itself."),
    ],
)
def test_lookalike_is_refused_until_a_person_vouches_for_it_with_a_reason(admin: User, typed: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        save_domain(domain=WhitelistDomain(domain=typed), actor=admin)
    assert str(refusal.value).startswith(reason)
    with pytest.raises(Refused, match="Give the reason"):
        save_domain(domain=WhitelistDomain(domain=typed), actor=admin, is_confirmed=True, reason=" ")
    saved = save_domain(domain=WhitelistDomain(domain=typed), actor=admin, is_confirmed=True, reason="I know them")
    assert saved.pk is not None
    assert AuditEntry.objects.get().reason == "I know them"


def test_import_without_replace_keeps_places_and_descriptions() -> None:
    before = export_whitelist()
    import_whitelist(file=WhitelistFile(groups=(GroupEntry("china_media", "", ("yicai.com", "news.example.com")),)), actor="tests")
    after = export_whitelist()
    assert [(group.slug, group.description) for group in after.groups] == [(group.slug, group.description) for group in before.groups]
    assert after.groups[2].domains == (*before.groups[2].domains, "news.example.com")


def test_group_is_saved_and_deleted_with_audit_and_keeps_its_domains(admin: User) -> None:
    group = save_group(group=SourceGroup(slug="papers", description="Papers"), actor=admin)
    Listing.objects.create(group=group, domain=WhitelistDomain.objects.get(domain="ft.com"))
    delete_group(group=group, actor=admin)
    assert list(AuditEntry.objects.order_by("id").values_list("verb", flat=True)) == ["whitelist.group_add", "whitelist.group_delete"]
    assert WhitelistDomain.objects.filter(domain="ft.com").exists()


def test_import_of_the_export_changes_nothing() -> None:
    report = import_whitelist(file=export_whitelist(), actor="tests", replace=True)
    assert (report.added, report.changed, report.removed, report.unchanged) == ([], [], [], 26)
    assert not AuditEntry.objects.exists()


def test_import_adds_and_changes_and_leaves_the_rest() -> None:
    file = WhitelistFile(
        groups=(GroupEntry("tier1_media", "Papers", ("reuters.com", "news.example.com")),),
        domains={"reuters.com": DomainEntry(owner="Thomson Reuters", tier=1, authority=Decimal("0.95"))},
    )
    report = import_whitelist(file=file, actor="tests")
    assert (report.added, report.changed, report.removed) == (["news.example.com"], ["reuters.com"], [])
    assert WhitelistDomain.objects.count() == 27
    assert AuditEntry.objects.get().verb == "whitelist.import"


def test_import_that_replaces_deletes_what_the_file_does_not_name() -> None:
    file = WhitelistFile(groups=(GroupEntry("papers", "Papers", ("ft.com", "news.example.com")),))
    report = import_whitelist(file=file, actor="tests", replace=True)
    assert report.added == ["news.example.com"]
    assert report.changed == ["ft.com"]
    assert len(report.removed) == 25
    assert list(SourceGroup.objects.values_list("slug", flat=True)) == ["papers"]


def test_import_with_one_bad_domain_changes_nothing() -> None:
    file = WhitelistFile(groups=(GroupEntry("papers", "Papers", ("news.example.com", "co.uk")),))
    with pytest.raises(Refused):
        import_whitelist(file=file, actor="tests", replace=True)
    assert WhitelistDomain.objects.count() == 26


def test_trust_of_the_database_is_the_active_whitelist(django_assert_num_queries: object) -> None:
    WhitelistDomain.objects.filter(domain="reuters.com").update(is_active=False)
    with django_assert_num_queries(2):
        trust = load_trust()
    assert "reuters.com" not in trust.whitelist
    assert len(trust.whitelist) == 25
    assert trust.owners == {"ft.com": "Nikkei", "nikkei.com": "Nikkei", "wsj.com": "Dow Jones", "marketwatch.com": "Dow Jones"}


def test_trust_as_shipped_equals_the_database_as_migrated() -> None:
    assert shipped_trust() == load_trust()


def test_trust_of_a_request_never_asks_the_database(django_assert_num_queries: object) -> None:
    WhitelistDomain.objects.all().delete()
    with django_assert_num_queries(0):
        assert len(given_trust(whitelist=None, owners=None).whitelist) == 26
        assert given_trust(whitelist=["A.example.", ""], owners={"b.a.example": "One"}).whitelist == ("a.example",)


def test_trust_of_a_request_gives_owners_by_registrable_domain() -> None:
    assert given_trust(whitelist=[], owners={"news.one.com": "One"}).owners == {"one.com": "One"}


def test_punycode_is_refused_with_what_it_shows_until_a_person_vouches_for_it() -> None:
    with pytest.raises(Refused, match=r"shown as “fderalreserveʗ\.gov”"):
        check_new_domain(text="xn--fderalreserve-neg.gov")
    assert check_new_domain(text="xn--fderalreserve-neg.gov", is_confirmed=True) == "xn--fderalreserve-neg.gov"
