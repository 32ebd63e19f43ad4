"""Nodes in the admin pages: checked like a file's, audited, never deleted with a history."""

import pytest
from bs4 import BeautifulSoup
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_q.models import OrmQ

from tests.factories import make_finished_run, make_node
from verification.models import AuditEntry, Node, NodeLink, VerificationRun

pytestmark = pytest.mark.django_db

LIST = "admin:verification_node_changelist"
FORM = {
    "slug": "fed",
    "label": "美联储利率",
    "aliases": "Fed funds rate\n\n Federal funds \n",
    "kind": "percent",
    "unit": "%",
    "group": "",
    "is_active": "on",
    "reference_period": "",
    "fresh_days": "30",
    "min_domains": "3",
    "independence": "stories",
    "tolerance": "",
    "query": "",
    "risk_level": "low",
    "schedule": "",
    "outgoing-TOTAL_FORMS": "0",
    "outgoing-INITIAL_FORMS": "0",
}


def _errors(response: object) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def test_add_saves_aliases_one_a_line_and_audits(admin_client: Client) -> None:
    response = admin_client.post(reverse("admin:verification_node_add"), FORM)
    assert response.status_code == 302
    node = Node.objects.get()
    assert (node.slug, node.aliases, node.search_text) == (
        "fed",
        ["Fed funds rate", "Federal funds"],
        "美联储利率\nfed funds rate\nfederal funds\nfed",
    )
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor_name, entry.after["label"]) == ("node.create", "charlie", "美联储利率")


def test_change_keeps_the_slug_and_audits_what_changed(admin_client: Client) -> None:
    node = make_node("fed", label="美联储利率", aliases=["Fed funds rate", "Federal funds"])
    admin_client.post(reverse("admin:verification_node_change", args=[node.pk]), {**FORM, "slug": "other", "group": "rates"})
    node.refresh_from_db()
    assert (node.slug, node.group) == ("fed", "rates")
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before, entry.after) == ("node.update", {"group": ""}, {"group": "rates"})


@pytest.mark.parametrize(
    "field, value",
    [("schedule", "soon"), ("reference_period", "May"), ("tolerance", "a bit"), ("min_domains", "2"), ("kind", "colour"), ("slug", "a b")],
)
def test_nonsense_is_refused_at_its_field(admin_client: Client, field: str, value: str) -> None:
    response = admin_client.post(reverse("admin:verification_node_add"), {**FORM, field: value})
    assert response.status_code == 200
    assert list(_errors(response)) == [field]
    assert not Node.objects.exists()


@pytest.mark.parametrize("lang", ["en", "zh-hans"])
def test_a_series_is_chosen_and_taken_away_in_the_admin(admin_client: Client, lang: str) -> None:
    node = make_node("fed", label="美联储利率", aliases=["Fed funds rate", "Federal funds"])
    address = reverse("admin:verification_node_change", args=[node.pk])
    field = BeautifulSoup(admin_client.get(address, headers={"accept-language": lang}).content, "html.parser").select_one("#id_series")
    assert (field["value"] if field.has_attr("value") else "", bool(field.find_next(class_="help").get_text(strip=True))) == ("", True)
    for key, due in (("us-fed-funds-upper", True), ("", False)):
        assert admin_client.post(address, {**FORM, "series": key}).status_code == 302
        node.refresh_from_db()
        assert (node.series, node.next_due_at is not None) == (key, due)
    entries = AuditEntry.objects.filter(verb="node.update").order_by("pk").values_list("before", "after")
    assert list(entries) == [({"series": ""}, {"series": "us-fed-funds-upper"}), ({"series": "us-fed-funds-upper"}, {"series": ""})]


@pytest.mark.parametrize(
    ("lang", "why", "question", "times"),
    [
        ("en", "The name says “US”, “unemployment rate”.", "seasonally adjusted or not", "After each release of its series"),
        ("zh-hans", "名称中有 “US”、“unemployment rate”。", "是否季调", "其序列每次公布之后"),
    ],
)
def test_series_are_suggested_at_their_field_until_one_is_chosen(
    admin_client: Client, lang: str, why: str, question: str, times: str
) -> None:
    node = make_node("jobs", label="US unemployment rate", unit="%")
    address = reverse("admin:verification_node_change", args=[node.pk])

    def shown() -> tuple[str, str]:
        page = BeautifulSoup(admin_client.get(address, headers={"accept-language": lang}).content, "html.parser")
        return page.select_one("#id_series").find_next(class_="help").get_text(" "), page.select_one(".field-next_times").get_text(" ")

    suggested, by_hand = shown()
    assert [text in suggested for text in ("us-unemployment-rate", why, question)] == [True, True, True]
    node.series = "us-unemployment-rate"
    node.save()
    chosen, after_releases = shown()
    assert ("us-unemployment-rate" in chosen, times in by_hand, times in after_releases) == (False, False, True)
    nothing = make_node("crabs", label="Price of crabs in Marren")
    page = admin_client.get(reverse("admin:verification_node_change", args=[nothing.pk])).content.decode()
    assert "The name says" not in page


@pytest.mark.parametrize("key", ["no-such", "eur-usd", "cn-population", "x" * 200])
def test_a_series_that_can_not_answer_is_refused_at_its_field(admin_client: Client, key: str) -> None:
    node = make_node("fed", label="美联储利率", aliases=["Fed funds rate", "Federal funds"])
    response = admin_client.post(reverse("admin:verification_node_change", args=[node.pk]), {**FORM, "series": key})
    assert (response.status_code, list(_errors(response))) == (200, ["series"])
    node.refresh_from_db()
    assert node.series == ""


def test_links_are_saved_and_audited(admin_client: Client) -> None:
    node, target = make_node("fed", label="美联储利率", aliases=["Fed funds rate", "Federal funds"]), make_node("cpi")
    form = {
        **FORM,
        "outgoing-TOTAL_FORMS": "1",
        "outgoing-0-source": str(node.pk),
        "outgoing-0-target": str(target.pk),
    }
    assert admin_client.post(reverse("admin:verification_node_change", args=[node.pk]), form).status_code == 302
    assert NodeLink.objects.get().target == target
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before, entry.after) == ("node.links", {"links": []}, {"links": ["cpi"]})


def test_delete_is_audited(admin_client: Client) -> None:
    node = make_node("fed")
    assert admin_client.post(reverse("admin:verification_node_delete", args=[node.pk]), {"post": "yes"}).status_code == 302
    assert not Node.objects.exists()
    assert AuditEntry.objects.get().verb == "node.delete"


def test_delete_with_a_history_is_refused_and_says_what_to_do(admin_client: Client) -> None:
    run = make_finished_run(make_node("held"))
    url = reverse("admin:verification_node_delete", args=[run.node_id])
    page = admin_client.get(url).content.decode()
    assert "1 of its runs is kept." in page
    assert "make the node inactive instead" in page
    assert 'value="Delete"' not in page
    response = admin_client.post(url, {"post": "yes"})
    messages = [str(message) for message in get_messages(response.wsgi_request)]
    assert messages == ["“held” has a history, which is never deleted; make the node inactive instead."]
    assert Node.objects.filter(pk=run.node_id).exists()


def test_delete_shows_the_links_that_go_with_it_and_keeps_the_reason(admin_client: Client) -> None:
    node, before, after = make_node("middle"), make_node("before"), make_node("after")
    NodeLink.objects.create(source=before, target=node)
    NodeLink.objects.create(source=node, target=after)
    url = reverse("admin:verification_node_delete", args=[node.pk])
    assert "Its links go with it: before → after." in admin_client.get(url).content.decode()
    admin_client.post(url, {"post": "yes", "reason": "Twice"})
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.reason) == ("node.delete", "Twice")


@pytest.mark.parametrize(
    "typed, saved",
    [
        ("30m", "*/30 * * * *"),
        ("6h", "0 */6 * * *"),
        ("1h", "0 * * * *"),
        ("60m", "0 * * * *"),
        ("24 h", "0 0 * * *"),
        ("1d", "0 0 * * *"),
        ("1m", "* * * * *"),
        ("0 9 * * 1-5", "0 9 * * 1-5"),
        ("", ""),
    ],
)
def test_interval_becomes_a_cron_expression(admin_client: Client, typed: str, saved: str) -> None:
    assert admin_client.post(reverse("admin:verification_node_add"), {**FORM, "schedule": typed}).status_code == 302
    assert Node.objects.get().schedule == saved


@pytest.mark.parametrize(
    "changes, field, reason",
    [
        ({"schedule": "7h"}, "schedule", "“7h” is no even part of an hour or a day; expected such as 15m, 30m, 2h, 6h, 12h or 1d."),
        ({"schedule": "* * * * * *"}, "schedule", "“* * * * * *” is no cron expression, such as 0 */6 * * *."),
        ({"schedule": "0 9 30 2 *"}, "schedule", "“0 9 30 2 *” never comes: there is no such day."),
        ({"unit": "USD"}, "unit", "“USD” is no unit of a percentage; expected %, ‰, pp or bp, or nothing for %."),
        ({"kind": "currency", "unit": "usd"}, "unit", "“usd” is no currency; expected an ISO code such as USD or CNY."),
        ({"fresh_days": "99999999"}, "fresh_days", "Ensure this value is less than or equal to 36500."),
        ({"tolerance": "1 %"}, "tolerance", "“1 %” is no tolerance such as 0.05 or 0.5%."),
        ({"aliases": "a" * 301}, "aliases", f"“{'a' * 40}…” is longer than 300 characters."),
        ({"aliases": "\n".join(map(str, range(51)))}, "aliases", "51 aliases; expected at most 50."),
    ],
)
def test_refusal_names_what_is_right(admin_client: Client, changes: dict[str, str], field: str, reason: str) -> None:
    response = admin_client.post(reverse("admin:verification_node_add"), {**FORM, **changes})
    assert _errors(response) == {field: [reason]}


def test_a_schedule_that_comes_seldom_is_one(admin_client: Client) -> None:
    assert admin_client.post(reverse("admin:verification_node_add"), {**FORM, "schedule": "0 9 29 2 *"}).status_code == 302
    assert Node.objects.get().schedule == "0 9 29 2 *"


def test_next_times_are_shown_in_the_time_zone(admin_client: Client) -> None:
    node = make_node(schedule="0 9 * * *")
    page = admin_client.get(reverse("admin:verification_node_change", args=[node.pk])).content.decode()
    assert page.count(" 09:00<") == 3
    assert "Times in Asia/Shanghai" in page


def test_schedule_that_never_comes_says_so(admin_client: Client) -> None:
    node = make_node(schedule="0 0 30 2 *")
    page = admin_client.get(reverse("admin:verification_node_change", args=[node.pk])).content.decode()
    assert "None: this schedule never comes." in page


def test_history_shows_reason_and_change(admin_client: Client) -> None:
    node = make_node("fed", label="美联储利率", aliases=["Fed funds rate", "Federal funds"])
    url = reverse("admin:verification_node_change", args=[node.pk])
    admin_client.post(url, {**FORM, "group": "rates", "reason": "Sorted <b>"})
    page = admin_client.get(reverse("admin:verification_node_history", args=[node.pk])).content.decode()
    assert "<code>group</code>: — → rates" in page
    assert "Sorted &lt;b&gt;" in page


def _act(client: Client, action: str, *nodes: Node) -> list[str]:
    form = {"action": action, "_selected_action": [str(node.pk) for node in nodes]}
    return [str(message) for message in get_messages(client.post(reverse(LIST), form).wsgi_request)]


def test_selected_are_made_inactive_and_active_again_and_audited(admin_client: Client) -> None:
    first, second = make_node("a"), make_node("b", is_active=False)
    assert _act(admin_client, "deactivate_selected", first, second) == ["1 node was made inactive."]
    assert _act(admin_client, "activate_selected", first, second)[-1:] == ["2 nodes were made active."]
    assert set(Node.objects.values_list("is_active", flat=True)) == {True}
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["node.deactivate", "node.activate", "node.activate"]


def test_selected_are_verified_but_not_the_inactive(admin_client: Client) -> None:
    first, second = make_node("a"), make_node("b", is_active=False)
    assert _act(admin_client, "verify_selected", first, second) == [
        "“b” is inactive and is not verified.",
        "1 verification is queued.",
    ]
    run = VerificationRun.objects.get()
    assert (run.node, run.trigger, run.requested_by.username) == (first, "page", "charlie")
    assert OrmQ.objects.count() == 1


def test_delete_selected_asks_first_and_then_audits_each(admin_client: Client) -> None:
    nodes = [make_node(slug) for slug in "ab"]
    form = {"action": "delete_selected", "_selected_action": [str(node.pk) for node in nodes]}
    question = admin_client.post(reverse(LIST), form)
    assert (question.status_code, Node.objects.count()) == (200, 2)
    answer = admin_client.post(reverse(LIST), {**form, "post": "yes"})
    assert (answer.status_code, Node.objects.count()) == (302, 0)
    assert list(AuditEntry.objects.values_list("verb", flat=True)) == ["node.delete", "node.delete"]
    assert [str(message) for message in get_messages(answer.wsgi_request)] == ["2 rows were deleted."]


def test_delete_selected_says_what_it_refuses_and_deletes_the_rest(admin_client: Client) -> None:
    run, free = make_finished_run(make_node("held")), make_node("free")
    form = {"action": "delete_selected", "_selected_action": [str(run.node_id), str(free.pk)], "post": "yes"}
    answer = admin_client.post(reverse(LIST), form)
    assert list(Node.objects.values_list("slug", flat=True)) == ["held"]
    messages = [str(message) for message in get_messages(answer.wsgi_request)]
    assert messages == ["“held” has a history, which is never deleted; make the node inactive instead.", "1 row was deleted."]


@pytest.mark.parametrize("words, found", [("利率", ["fed"]), ("FUNDS", ["fed"]), ("rate of cpi", ["cpi"]), ("nothing", [])])
def test_search_finds_labels_and_aliases(admin_client: Client, words: str, found: list[str]) -> None:
    make_node("fed", label="美联储利率", aliases=["Fed funds rate"])
    make_node("cpi")
    response = admin_client.get(reverse(LIST), {"q": words})
    assert [node.slug for node in response.context["cl"].result_list] == found


def test_list_takes_as_many_queries_for_three_nodes_as_for_one(admin_client: Client) -> None:
    counts = []
    for wanted in (1, 3):
        while Node.objects.count() < wanted:
            make_finished_run(make_node())
        admin_client.get(reverse(LIST))
        with CaptureQueriesContext(connection) as queries:
            admin_client.get(reverse(LIST))
        counts.append(len(queries))
    assert counts[0] == counts[1]
