"""What the migrations put into the database."""

import pytest
from django.contrib.auth.models import Group

from verification.models import Listing, SourceGroup, WhitelistDomain

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("migrations")]

CHANGED_BY_ADMINS = ("node", "nodelink", "sourcegroup", "whitelistdomain", "listing")
HISTORY = ("nodestate", "verificationrun", "runstep", "source", "pagesnapshot", "reviewitem", "ruling", "auditentry")
MODELS = {*CHANGED_BY_ADMINS, *HISTORY, "document"}


def _codenames(role: str) -> set[str]:
    """The role's permissions on the models of this migration; later ones may add models of their own."""
    codenames = Group.objects.get(name=role).permissions.values_list("codename", flat=True)
    return {name for name in codenames if name.partition("_")[2] in MODELS}


def test_whitelist_has_27_listings_of_26_domains_in_5_groups() -> None:
    assert Listing.objects.count() == 27
    assert WhitelistDomain.objects.count() == 26
    assert list(SourceGroup.objects.values_list("slug", flat=True)) == [
        "tier1_media",
        "financial_aggregators",
        "china_media",
        "official_institutions",
        "broker_and_portals",
    ]
    assert not SourceGroup.objects.filter(description="").exists()


def test_whitelist_domain_of_two_groups_is_one_row() -> None:
    domain = WhitelistDomain.objects.get(domain="investing.com")
    assert sorted(domain.groups.values_list("slug", flat=True)) == ["broker_and_portals", "financial_aggregators"]
    assert domain.tier == 2


def test_whitelist_officials_are_the_institutions() -> None:
    official = WhitelistDomain.objects.filter(is_official=True).values_list("domain", flat=True)
    listed = Listing.objects.filter(group__slug="official_institutions").values_list("domain__domain", flat=True)
    assert sorted(official) == sorted(listed)


def test_whitelist_domains_of_one_company_share_an_owner() -> None:
    owners = dict(WhitelistDomain.objects.exclude(owner="").values_list("domain", "owner"))
    assert owners == {"ft.com": "Nikkei", "nikkei.com": "Nikkei", "wsj.com": "Dow Jones", "marketwatch.com": "Dow Jones"}


def test_roles_analyst_reads_and_asks_for_runs_only() -> None:
    codenames = _codenames("analyst")
    assert {name for name in codenames if not name.startswith("view_")} == {"add_verificationrun"}
    assert {"view_whitelistdomain", "view_reviewitem", "view_ruling"} <= codenames
    assert "view_nodeflag" not in codenames


def test_roles_reviewer_sees_the_whitelist_and_rules() -> None:
    codenames = _codenames("reviewer")
    assert codenames > _codenames("analyst")
    assert {"view_reviewitem", "view_ruling", "view_whitelistdomain", "view_listing", "view_sourcegroup"} <= codenames
    assert {name for name in codenames if not name.startswith("view_")} == {"add_verificationrun", "add_ruling"}


def test_roles_admin_changes_nodes_and_whitelist_and_no_history() -> None:
    codenames = _codenames("admin")
    written = {name for name in codenames if not name.startswith("view_")}
    assert written == {"add_verificationrun", "add_ruling", "add_document", "delete_document"} | {
        f"{verb}_{model}" for verb in ("add", "change", "delete") for model in CHANGED_BY_ADMINS
    }
    assert "view_auditentry" in codenames
