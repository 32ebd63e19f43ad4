"""Nodes in the admin pages: checked like a file's, audited, never deleted with a history."""

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_finished_run, make_node
from verification.models import AuditEntry, Node, NodeLink

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


def test_delete_with_a_history_is_refused(admin_client: Client) -> None:
    run = make_finished_run()
    response = admin_client.post(reverse("admin:verification_node_delete", args=[run.node_id]), {"post": "yes"})
    assert response.status_code == 200
    assert response.context["protected"]
    assert Node.objects.filter(pk=run.node_id).exists()


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
