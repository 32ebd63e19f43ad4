"""Nodes written by programs of admins: the checks and the audit of the form in admin, tried first, done once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection, transaction
from django.test import Client

from tests.api.conftest import program_of
from tests.databases import somebody_waits_for_us
from tests.faults.processes import wait_for
from tests.views.rows import make_node, make_verified
from verification.core.vocabulary import Scope
from verification.models import AuditEntry, Node
from verification.services.operations.tokens import create_token

pytestmark = pytest.mark.django_db

NODES = "/api/v1/nodes/"
NEW = {"slug": "utopia-rate", "label": "Policy rate of Utopia", "kind": "percent", "unit": "%"}


@pytest.fixture
def program(admin: AbstractBaseUser) -> Client:
    return program_of(admin)


def send(client: Client, method: str, path: str, body: dict[str, Any], **headers: str) -> tuple[int, dict[str, Any]]:
    response = getattr(client, method)(f"{NODES}{path}", body, content_type="application/json", headers=headers)
    return response.status_code, response.json()


def trail() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.filter(verb__startswith="node.").order_by("pk").values_list("verb", "reason"))


def test_node_is_created_with_aliases_and_links_and_audited(program: Client) -> None:
    make_node("bank-rate")
    body = NEW | {"aliases": ["乌托邦政策利率"], "links": ["bank-rate"], "schedule": "6h", "reason": "asked for by the desk"}
    status, written = send(program, "post", "", body)
    assert (status, written["slug"], written["outcome"], written["before"]) == (201, "utopia-rate", "created", {})
    assert (written["after"]["schedule"], written["after"]["links"]) == ("0 */6 * * *", ["bank-rate"])
    node = Node.objects.get(slug="utopia-rate")
    assert (node.aliases, "乌托邦政策利率" in node.search_text, node.is_active) == (["乌托邦政策利率"], True, True)
    assert trail() == [("node.create", "asked for by the desk")]
    assert program.get(f"{NODES}?q=乌托邦").json()["items"][0]["slug"] == "utopia-rate"


def test_dry_run_says_what_would_be_and_keeps_nothing(program: Client) -> None:
    make_node()
    created = send(program, "post", "", NEW | {"dry_run": True})
    changed = send(program, "patch", "policy-rate/", {"label": "Key rate", "dry_run": True})
    assert [(status, said["outcome"], said["is_dry_run"]) for status, said in (created, changed)] == [
        (200, "created", True),
        (200, "changed", True),
    ]
    assert (changed[1]["before"], changed[1]["after"]) == ({"label": "Policy rate"}, {"label": "Key rate"})
    assert (list(Node.objects.values_list("slug", "label")), trail()) == ([("policy-rate", "Policy rate")], [])


def test_key_creates_one_node(program: Client) -> None:
    first, again = (send(program, "post", "", NEW, Idempotency_Key="k") for _ in range(2))
    assert (first, Node.objects.count()) == (again, 1)
    status, problem = send(program, "post", "", NEW)
    assert (status, problem["code"], problem["detail"]) == (409, "refused", "There is a node “utopia-rate” already; change it instead.")


def test_change_leaves_what_it_does_not_name(program: Client) -> None:
    make_node("bank-rate")
    node = make_node(aliases=["key rate"], fresh_days=7, tolerance="0.05")
    send(program, "patch", "policy-rate/", {"links": ["bank-rate"]})
    status, written = send(
        program, "patch", "policy-rate/", {"aliases": ["key rate", "政策利率"], "fresh_days": None, "reason": "both languages"}
    )
    node.refresh_from_db()
    assert (status, written["outcome"], written["before"]["fresh_days"]) == (200, "changed", 7)
    assert (node.aliases, node.fresh_days, node.tolerance) == (["key rate", "政策利率"], None, "0.05")
    assert list(node.links.values_list("slug", flat=True)) == ["bank-rate"]
    assert trail()[-1] == ("node.update", "both languages")
    assert send(program, "patch", "policy-rate/", {"fresh_days": None})[1]["outcome"] == "unchanged"
    assert len(trail()) == 2


def test_node_is_retired_and_brought_back(program: Client) -> None:
    node = make_verified()
    for is_active in (False, True):
        assert send(program, "patch", f"{node.slug}/", {"is_active": is_active})[1]["after"] == {"is_active": is_active}
        node.refresh_from_db()
        assert node.is_active is is_active


def test_node_with_a_history_is_never_deleted(program: Client) -> None:
    make_node("new")
    old = make_verified()
    assert program.delete(f"{NODES}new/?reason=a+test").status_code == 204
    refused = program.delete(f"{NODES}{old.slug}/")
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    assert (list(Node.objects.values_list("slug", flat=True)), trail()) == ([old.slug], [("node.delete", "a test")])


@pytest.mark.parametrize(
    "change, field",
    [
        ({"slug": "no slug"}, "slug"),
        ({"label": " "}, "label"),
        ({"label": None}, "label"),
        ({"kind": "colour"}, "kind"),
        ({"unit": "kg"}, "unit"),
        ({"schedule": "often"}, "schedule"),
        ({"reference_period": "2026-02-30"}, "reference_period"),
        ({"tolerance": "some"}, "tolerance"),
        ({"min_domains": 2}, "min_domains"),
        ({"aliases": ["x"] * 51}, "aliases"),
        ({"aliases": "x"}, "aliases"),
        ({"links": ["nowhere"]}, "links"),
        ({"links": ["utopia-rate"]}, "links"),
        ({"state": 1}, "state"),
        ({"dry_run": "yes"}, "dry_run"),
    ],
)
def test_bad_field_is_named_and_nothing_is_kept(program: Client, change: dict[str, Any], field: str) -> None:
    status, problem = send(program, "post", "", NEW | change)
    assert (status, {error["field"].split(".")[0] for error in problem["errors"]}) == (400, {field})
    assert (Node.objects.count(), trail()) == (0, [])
    make_node("utopia-rate")
    if field != "slug":
        status, problem = send(program, "patch", "utopia-rate/", change)
        assert (status, problem["errors"][0]["field"].split(".")[0]) == (400, field)
    assert trail() == []


def test_slug_is_an_address_and_never_changes(program: Client) -> None:
    make_node()
    status, problem = send(program, "patch", "policy-rate/", {"slug": "other"})
    assert (status, problem["errors"][0]["code"]) == (400, "unknown_field")


def test_writing_nodes_takes_the_role_and_the_scope(admin: AbstractBaseUser, reviewer: AbstractBaseUser) -> None:
    make_node()
    secret = create_token(user=admin, name="x", scopes=[Scope.READ, Scope.VERIFY]).secret
    narrow = Client(headers={"Authorization": f"Bearer {secret}"})
    for client, code in ((narrow, "missing_scope"), (program_of(reviewer), "forbidden")):
        for method, path, body in (("post", "", NEW), ("patch", "policy-rate/", {"label": "x"}), ("delete", "policy-rate/", {})):
            status, problem = send(client, method, path, body)
            assert (status, problem["code"]) == (403, code)
    assert Node.objects.count() == 1


@pytest.mark.postgres("locks")
@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}], ids=["without a key", "with a key"])
def test_change_takes_nothing_back_that_somebody_else_changes_meanwhile(program: Client, key: dict[str, str]) -> None:
    """What the body does not name is the node's own when it is written, not when it was looked at."""
    node = make_node()

    def change_elsewhere() -> int:
        try:
            return send(program, "patch", "policy-rate/", {"label": "Key rate"}, **key)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            Node.objects.filter(pk=node.pk).update(tolerance="0.5", is_active=False, aliases=["政策利率"])
            late = elsewhere.submit(change_elsewhere)
            wait_for(somebody_waits_for_us)
        assert late.result(timeout=60) == 200
    node.refresh_from_db()
    assert (node.label, node.tolerance, node.is_active, node.aliases) == ("Key rate", "0.5", False, ["政策利率"])
