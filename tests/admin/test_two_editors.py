"""Two people with the same form open: what each changed is kept, and nobody overwrites a field unknowingly."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from bs4 import BeautifulSoup
from django.contrib.admin import site
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.databases import somebody_waits_for_us
from tests.factories import make_finished_run, make_node
from tests.faults.processes import wait_for
from verification.admin.base import EditedAdmin, EditedInline, EditForm
from verification.models import AuditEntry, EventRule, Limit, Listing, Node, SourceGroup, WhitelistDomain

pytestmark = pytest.mark.django_db


def _opened(client: Client, address: str) -> dict[str, str]:
    """The form as a browser would send it unchanged."""
    return _form_in(client.get(address))


def _form_in(response: HttpResponse) -> dict[str, str]:
    """What a browser would send of the form that a page holds."""
    form = BeautifulSoup(response.content, "html.parser").select_one("#content form[method=post]")
    sent = {}
    for field in form.select("input[name], textarea[name], select[name]"):
        kind = field.get("type", "")
        if kind in ("submit", "file") or "__prefix__" in field["name"] or (kind == "checkbox" and not field.has_attr("checked")):
            continue
        options = field.select("option[selected]")
        sent[field["name"]] = options[0]["value"] if options else field.get_text() if field.name == "textarea" else field.get("value", "")
    return sent


def _said(response: object) -> str:
    errors = BeautifulSoup(response.content, "html.parser").select(".errornote, .errorlist")
    return " ".join(each.get_text(" ", strip=True) for each in errors)


def test_changes_of_different_fields_are_both_kept(admin_client: Client) -> None:
    node = make_node("gold", label="Gold price", group="Metals", aliases=["spot gold", "XAU"])
    address = reverse("admin:verification_node_change", args=[node.pk])
    first, second = _opened(admin_client, address), _opened(admin_client, address)
    sent = {"group": "Prices", "aliases": "spot gold\r\nbullion", "is_active": "", "kind": "percent", "unit": "%"}
    assert admin_client.post(address, {**first, **sent}).status_code == 302
    assert admin_client.post(address, {**second, "label": "Spot gold price", "risk_level": "high"}).status_code == 302
    node.refresh_from_db()
    assert (node.label, node.risk_level) == ("Spot gold price", "high")
    assert (node.group, node.aliases, node.is_active, node.kind) == ("Prices", ["spot gold", "bullion"], False, "percent")
    assert AuditEntry.objects.order_by("pk").last().after == {"label": "Spot gold price", "risk_level": "high"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This was changed to “Prices” meanwhile. Save again to replace it."),
        ("zh-hans", "此项已被改为“Prices”。再次保存将以您的值取代。"),
    ],
)
def test_of_the_same_field_the_second_is_told_and_may_save_again(admin_client: Client, language: str, said: str) -> None:
    node = make_node("gold", label="Gold price", group="Metals")
    address = reverse("admin:verification_node_change", args=[node.pk])
    first, second = _opened(admin_client, address), _opened(admin_client, address)
    assert admin_client.post(address, {**first, "group": "Prices", "label": "Price of gold"}).status_code == 302
    admin_client.cookies["django_language"] = language
    refused = admin_client.post(address, {**second, "group": "Gold", "query": "gold price today"})
    assert (refused.status_code, said in _said(refused)) == (200, True)
    assert Node.objects.values_list("group", "query").get() == ("Prices", "")
    again = _form_in(refused)
    assert (again["group"], again["query"], again["label"]) == ("Gold", "gold price today", "Price of gold")
    assert admin_client.post(address, again).status_code == 302
    assert Node.objects.values_list("group", "query", "label").get() == ("Gold", "gold price today", "Price of gold")


@pytest.mark.parametrize(
    ("field", "theirs", "mine", "said"),
    [
        ("group", "", "Gold", "This was emptied meanwhile."),
        ("kind", "text", "percent", "This was changed to “text” meanwhile."),
        ("aliases", "bullion\nXAU", "gold bar", "This was changed to “bullion, XAU” meanwhile."),
    ],
)
def test_what_another_put_there_is_told_in_words(admin_client: Client, field: str, theirs: str, mine: str, said: str) -> None:
    node = make_node("gold", group="Metals", kind="number", unit="")
    address = reverse("admin:verification_node_change", args=[node.pk])
    first, second = _opened(admin_client, address), _opened(admin_client, address)
    assert admin_client.post(address, {**first, field: theirs}).status_code == 302
    assert said in _said(admin_client.post(address, {**second, field: mine}))


def test_a_box_that_another_ticked_stays_ticked(admin_client: Client) -> None:
    node = make_node("gold", is_active=False)
    address = reverse("admin:verification_node_change", args=[node.pk])
    first, second = _opened(admin_client, address), _opened(admin_client, address)
    assert admin_client.post(address, {**first, "is_active": "on"}).status_code == 302
    assert admin_client.post(address, {**second, "group": "Metals"}).status_code == 302
    assert Node.objects.values_list("is_active", "group").get() == (True, "Metals")


def test_what_a_run_found_meanwhile_is_in_nobody_s_way(admin_client: Client) -> None:
    node = make_node("gold")
    address = reverse("admin:verification_node_change", args=[node.pk])
    form = _opened(admin_client, address)
    make_finished_run(node)
    assert admin_client.post(address, {**form, "group": "Prices"}).status_code == 302
    assert Node.objects.get().group == "Prices"


def test_both_may_have_made_the_same_change(admin_client: Client) -> None:
    address = reverse("admin:verification_node_change", args=[make_node("gold").pk])
    form = _opened(admin_client, address)
    for _person in range(2):
        assert admin_client.post(address, {**form, "group": "Prices"}).status_code == 302
    assert AuditEntry.objects.filter(verb="node.update").count() == 1


def test_every_form_of_a_row_merges() -> None:
    edited = [one for one in site._registry.values() if isinstance(one, EditedAdmin)]
    inlines = [inline for one in edited for inline in one.inlines]
    assert (len(edited) > 9, [one for one in edited if not issubclass(one.form, EditForm)]) == (True, [])
    assert (len(inlines) > 2, [one for one in inlines if not issubclass(one, EditedInline)]) == (True, [])


def test_a_form_that_does_not_say_what_it_was_shown_with_is_saved(admin_client: Client) -> None:
    address = reverse("admin:verification_node_change", args=[make_node("gold").pk])
    form = {name: value for name, value in _opened(admin_client, address).items() if not name.startswith("initial-")}
    assert admin_client.post(address, {**form, "group": "Prices"}).status_code == 302
    assert Node.objects.get().group == "Prices"


@pytest.mark.parametrize("sent", ["", "nonsense", "{" * 5000])
def test_nonsense_about_what_it_was_shown_with_is_another_s_change(admin_client: Client, sent: str) -> None:
    node = make_node("gold", fresh_days=7)
    address = reverse("admin:verification_node_change", args=[node.pk])
    form = {**_opened(admin_client, address), "fresh_days": "9", "initial-fresh_days": sent}
    refused = admin_client.post(address, form)
    assert "This was changed to “7” meanwhile." in _said(refused)
    assert admin_client.post(address, _form_in(refused)).status_code == 302
    assert Node.objects.get().fresh_days == 9


def test_money_and_lists_are_merged_as_they_are_written(admin_client: Client) -> None:
    limit = Limit.objects.create(scope="usd", amount=25_000_000)
    rule = EventRule.objects.get(event_type="hack")
    EventRule.objects.filter(pk=rule.pk).update(signals=["hacked", "drained"], keywords=["hack"])
    for row, changed, other in ((limit, {"amount": "30.5"}, {}), (rule, {"signals": "hacked\r\nstolen"}, {"keywords": "hack\r\ntheft"})):
        address = reverse(f"admin:verification_{row._meta.model_name}_change", args=[row.pk])
        first, second = _opened(admin_client, address), _opened(admin_client, address)
        assert admin_client.post(address, {**first, **changed}).status_code == 302
        assert admin_client.post(address, {**second, **other}).status_code == 302
        row.refresh_from_db()
    assert limit.amount == 30_500_000
    assert (rule.signals, rule.keywords) == (["hacked", "stolen"], ["hack", "theft"])


class TestRows:
    @pytest.fixture
    def domain(self) -> WhitelistDomain:
        domain = WhitelistDomain.objects.create(domain="news.example.com", tier=2, authority="0.80")
        for position, slug in enumerate(("first", "second", "third")):
            Listing.objects.create(domain=domain, group=SourceGroup.objects.create(slug=slug), position=position)
        return domain

    @pytest.fixture
    def address(self, domain: WhitelistDomain) -> str:
        return reverse("admin:verification_whitelistdomain_change", args=[domain.pk])

    def _listed(self, domain: WhitelistDomain) -> list[tuple[str, int]]:
        return sorted(domain.listings.values_list("group__slug", "position"))

    def test_each_changes_another_row(self, admin_client: Client, domain: WhitelistDomain, address: str) -> None:
        places = self._places(admin_client, address)
        first, second = _opened(admin_client, address), _opened(admin_client, address)
        assert admin_client.post(address, {**first, f"listings-{places['first']}-position": "7"}).status_code == 302
        assert admin_client.post(address, {**second, f"listings-{places['second']}-position": "8"}).status_code == 302
        assert self._listed(domain) == [("first", 7), ("second", 8), ("third", 2)]

    def test_both_change_the_same_field_of_a_row(self, admin_client: Client, domain: WhitelistDomain, address: str) -> None:
        place = self._places(admin_client, address)["third"]
        first, second = _opened(admin_client, address), _opened(admin_client, address)
        assert admin_client.post(address, {**first, f"listings-{place}-position": "7"}).status_code == 302
        refused = admin_client.post(address, {**second, f"listings-{place}-position": "8"})
        assert "This was changed to “7” meanwhile." in _said(refused)
        assert admin_client.post(address, _form_in(refused)).status_code == 302
        assert self._listed(domain) == [("first", 0), ("second", 1), ("third", 8)]

    def test_a_group_that_another_chose_is_named(self, admin_client: Client, domain: WhitelistDomain, address: str) -> None:
        for slug in ("fourth", "fifth"):
            SourceGroup.objects.create(slug=slug)
        groups = dict(SourceGroup.objects.values_list("slug", "pk"))
        place = self._places(admin_client, address)["third"]
        first, second = _opened(admin_client, address), _opened(admin_client, address)
        assert admin_client.post(address, {**first, f"listings-{place}-group": groups["fourth"]}).status_code == 302
        assert "“fourth”" in _said(admin_client.post(address, {**second, f"listings-{place}-group": groups["fifth"]}))

    def test_a_row_that_another_removed_stays_removed(self, admin_client: Client, domain: WhitelistDomain, address: str) -> None:
        places = self._places(admin_client, address)
        first, second = _opened(admin_client, address), _opened(admin_client, address)
        assert admin_client.post(address, {**first, f"listings-{places['first']}-DELETE": "on"}).status_code == 302
        group = SourceGroup.objects.create(slug="new")
        added = {"listings-3-domain": domain.pk, "listings-3-id": "", "listings-3-group": group.pk, "listings-3-position": "9"}
        sent = {**second, **added, "listings-TOTAL_FORMS": "4", f"listings-{places['third']}-position": "8"}
        assert admin_client.post(address, sent).status_code == 302
        assert self._listed(domain) == [("new", 9), ("second", 1), ("third", 8)]

    def test_a_changed_row_that_another_removed_may_be_added_again(
        self, admin_client: Client, domain: WhitelistDomain, address: str
    ) -> None:
        place = self._places(admin_client, address)["first"]
        first, second = _opened(admin_client, address), _opened(admin_client, address)
        assert admin_client.post(address, {**first, f"listings-{place}-DELETE": "on"}).status_code == 302
        refused = admin_client.post(address, {**second, "owner": "Somebody", f"listings-{place}-position": "8"})
        assert "Another person removed a row that you changed. Save again to add it." in _said(refused)
        assert self._listed(domain) == [("second", 1), ("third", 2)]
        assert admin_client.post(address, _form_in(refused)).status_code == 302
        assert self._listed(domain) == [("first", 8), ("second", 1), ("third", 2)]

    def test_what_another_added_stays(self, admin_client: Client, domain: WhitelistDomain, address: str) -> None:
        form = _opened(admin_client, address)
        Listing.objects.create(domain=domain, group=SourceGroup.objects.create(slug="new"), position=9)
        assert admin_client.post(address, {**form, "owner": "Somebody"}).status_code == 302
        assert ("new", 9) in self._listed(domain)

    def _places(self, client: Client, address: str) -> dict[str, int]:
        form = _opened(client, address)
        names = {str(pk): slug for pk, slug in SourceGroup.objects.values_list("pk", "slug")}
        return {names[form[f"listings-{place}-group"]]: place for place in range(int(form["listings-INITIAL_FORMS"]))}


@pytest.mark.postgres("locks")
@pytest.mark.usefixtures("committed_db")
def test_who_saves_at_the_same_moment_is_told_too(admin_client: Client) -> None:
    group = SourceGroup.objects.create(slug="wires", description="Agencies")
    address = reverse("admin:verification_sourcegroup_change", args=[group.pk])
    form = _opened(admin_client, address)

    def save_elsewhere() -> str:
        try:
            return _said(admin_client.post(address, {**form, "description": "News agencies"}))
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            SourceGroup.objects.filter(pk=group.pk).update(description="Wire services")
            late = elsewhere.submit(save_elsewhere)
            wait_for(somebody_waits_for_us)
        assert "This was changed to “Wire services” meanwhile." in late.result(60)
    group.refresh_from_db()
    assert group.description == "Wire services"


def test_whoever_only_reads_is_given_no_form(analyst_client: Client, reviewer_client: Client) -> None:
    address = reverse("admin:verification_node_change", args=[make_node("gold").pk])
    page = reviewer_client.get(address)
    assert (page.status_code, b'name="initial-' in page.content) == (200, False)
