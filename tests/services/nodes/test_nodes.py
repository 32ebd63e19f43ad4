"""Nodes are saved with an audit entry, loaded all or nothing, and never deleted once they have a history."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.databases import somebody_waits_for_us
from tests.factories import make_finished_run, make_node
from tests.faults.processes import wait_for
from tests.views.rows import make_state, make_verified
from verification.models import AuditEntry, Node, NodeLink
from verification.services.audit import check_audit
from verification.services.errors import Refused
from verification.services.nodes.nodes import BadEntries, NodeFields, NodesReport, check_fields, delete_node, load_nodes, save_node
from verification.services.nodes.summaries import list_wrong_summaries

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("upserts")]


def _fields(slug: str, *links: str, **columns: object) -> NodeFields:
    return NodeFields(slug=slug, columns={"label": f"Rate of {slug}", "kind": "percent", **columns}, links=links)


def test_save_of_a_new_node_is_audited_with_its_columns(admin: User) -> None:
    node = save_node(node=Node(slug="a", label="Rate", kind="percent"), actor=admin)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor_name, entry.subject_id, entry.before, entry.after["label"]) == (
        "node.create",
        "charlie",
        str(node.pk),
        None,
        "Rate",
    )


def test_save_of_a_change_is_audited_with_what_changed_alone(admin: User) -> None:
    node = make_node("a", group="rates")
    node.group = "prices"
    save_node(node=node, actor=admin, reason="Moved")
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before, entry.after, entry.reason) == ("node.update", {"group": "rates"}, {"group": "prices"}, "Moved")


def test_save_takes_no_state_back_that_a_run_found_meanwhile(admin: User) -> None:
    """Whoever fills a form in saw the node as it was; its value and its next time are not theirs to write."""
    seen = make_verified("a")
    state = make_state(Node.objects.get(pk=seen.pk), number="4.5", value="4.5%")
    due = timezone.now()
    Node.objects.update(next_due_at=due)
    seen.label = "Key rate"
    save_node(node=seen, actor=admin)
    found = Node.objects.get()
    assert (found.label, found.state, found.next_due_at, "key rate" in found.search_text) == ("Key rate", state, due, True)
    assert not list_wrong_summaries().exists()


def test_save_without_a_change_leaves_no_entry(admin: User) -> None:
    save_node(node=make_node("a"), actor=admin)
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    "columns",
    [
        {"schedule": "every day"},
        {"schedule": "0 25 * * *"},
        {"schedule": "* * * * * *"},
        {"reference_period": "May"},
        {"reference_period": "2026-05.."},
        {"reference_period": "FY2027-05"},
        {"tolerance": "-1"},
        {"tolerance": "a bit"},
    ],
)
def test_fields_that_are_none_are_refused(columns: dict[str, object]) -> None:
    with pytest.raises(Refused):
        check_fields(columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"schedule": "0 */6 * * *"},
        {"reference_period": "2026-05"},
        {"reference_period": "2026-01..2026-05"},
        {"reference_period": "2026-Q2"},
        {"reference_period": "FY2027-Q1"},
        {"reference_period": None, "tolerance": "0.5%", "schedule": ""},
    ],
)
def test_fields_that_are_right_pass(columns: dict[str, object]) -> None:
    check_fields(columns)


def test_delete_of_a_node_without_history_is_audited(admin: User) -> None:
    delete_node(node=make_node("a"), actor=admin)
    assert not Node.objects.exists()
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.before["slug"]) == ("node.delete", "a")


def test_delete_of_a_node_with_history_is_refused(admin: User) -> None:
    run = make_finished_run()
    with pytest.raises(Refused, match="make the node inactive instead"):
        delete_node(node=run.node, actor=admin)
    assert Node.objects.count() == 1


def test_load_creates_updates_and_counts() -> None:
    assert load_nodes(entries=[_fields("a"), _fields("b")], actor="tests").created == 2
    report = load_nodes(entries=[_fields("a", group="x"), _fields("b"), _fields("c")], actor="tests")
    assert (report.created, report.updated, report.unchanged) == (1, 1, 1)
    assert Node.objects.get(slug="a").group == "x"
    assert list(AuditEntry.objects.order_by("id").values_list("verb", flat=True)) == ["node.create"] * 2 + ["node.update", "node.create"]


def test_load_replaces_links_also_forward_and_to_stored_nodes() -> None:
    make_node("stored")
    load_nodes(entries=[_fields("a", "b", "stored"), _fields("b")], actor="tests")
    assert set(NodeLink.objects.values_list("source__slug", "target__slug")) == {("a", "b"), ("a", "stored")}
    report = load_nodes(entries=[_fields("a", "b")], actor="tests")
    assert list(NodeLink.objects.values_list("source__slug", "target__slug")) == [("a", "b")]
    assert (report.updated, report.unchanged) == (1, 0)
    assert load_nodes(entries=[_fields("a", "b")], actor="tests").unchanged == 1


def test_load_with_bad_entries_changes_nothing_and_names_each() -> None:
    entries = [_fields("a"), _fields("a"), _fields("b", "b"), _fields("c", "nowhere"), _fields("d", schedule="soon")]
    with pytest.raises(BadEntries) as caught:
        load_nodes(entries=entries, actor="tests")
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["a", "b", "c", "d"]
    assert not Node.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_file_of_nodes_reads_and_writes_the_end_of_the_record_once() -> None:
    """For each node by itself it took 13 minutes for ten thousand, on PostgreSQL."""
    told = {}
    for number in (1, 3):
        entries = [_fields(f"n{number}-{place}") for place in range(number)]
        with CaptureQueriesContext(connection) as queries:
            assert load_nodes(entries=entries, actor="file").created == number
        told[number] = sum("verification_audithead" in query["sql"] for query in queries)
        changed = [_fields(f"n{number}-{place}", label="Renamed") for place in range(number)]
        assert load_nodes(entries=[*changed[:1], *entries[1:]], actor="file") == NodesReport(updated=1, unchanged=number - 1)
    assert told[3] == 2
    verbs = list(AuditEntry.objects.order_by("pk").values_list("verb", "actor_name"))
    assert verbs == [(verb, "file") for verb in ("node.create", "node.update", *["node.create"] * 3, "node.update")]
    report = check_audit()
    assert (report.problem, report.count) == (None, 6)


@pytest.mark.usefixtures("committed_db")
def test_file_takes_no_state_back_that_a_run_found_while_it_was_loaded() -> None:
    """Thousands of nodes take minutes, and the workers go on."""
    node = make_verified("a")

    def load_elsewhere() -> NodesReport:
        try:
            return load_nodes(entries=[_fields("a")], actor="load_nodes")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            state = make_state(Node.objects.select_for_update().get(pk=node.pk), number="4.5", value="4.5%")
            loading = elsewhere.submit(load_elsewhere)
            wait_for(somebody_waits_for_us)
        assert loading.result(timeout=60) == NodesReport(updated=1)
    node.refresh_from_db()
    assert (node.label, node.state) == ("Rate of a", state)
    assert not list_wrong_summaries().exists()
