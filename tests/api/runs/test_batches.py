"""Many nodes with one request: asked for as one, progress exact, ended together."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_q.models import OrmQ

from tests.views.rows import make_node, make_open_run
from verification.models import Node, VerificationBatch, VerificationRun
from verification.services.operations.tokens import create_token, find_token
from verification.services.runs.batches import request_batch
from verification.services.runs.execution import execute_run
from verification.services.runs.schedules import order_by_urgency

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("grouping")]

BATCHES = "/api/v1/verification-batches/"
MOST = 1_000
MOST_QUERIES = 10


def post(client: Client, body: Any, path: str = "", **headers: str) -> Any:
    return client.post(f"{BATCHES}{path}", body, content_type="application/json", headers=headers)


def test_batch_is_asked_for_and_its_progress_is_exact(program: Client) -> None:
    nodes = [make_node(f"rate-{number}") for number in range(4)]
    joined = make_open_run(nodes[3])
    asked = post(program, {"slugs": [node.slug for node in nodes]}, Idempotency_Key="k")
    again = post(program, {"slugs": [node.slug for node in nodes]}, Idempotency_Key="k")
    batch = VerificationBatch.objects.get()
    assert (asked.status_code, asked["Location"], again.content) == (202, f"{BATCHES}{batch.pk}/", asked.content)
    assert (asked.json()["total"], asked.json()["queued"], asked.json()["is_over"]) == (4, 4, False)
    assert set(batch.runs.exclude(pk=joined.pk).values_list("trigger", flat=True)) == {"api"}
    execute_run(run_id=batch.runs.get(node=nodes[0]).pk)
    VerificationRun.objects.filter(node=nodes[1]).update(status="running")
    found = program.get(f"{BATCHES}{batch.pk}/").json()
    counted = {name: found[name] for name in ("total", "queued", "running", "ended", "failed", "cancelled")}
    assert counted == {"total": 4, "queued": 2, "running": 1, "ended": 1, "failed": 1, "cancelled": 0}


def test_cancelled_batch_leaves_what_it_joined(program: Client) -> None:
    nodes = [make_node("one"), make_node("two")]
    joined = make_open_run(nodes[1])
    batch = post(program, {"slugs": ["one", "two"]}).json()["batch"]
    ended = post(program, {}, f"{batch}/cancel/").json()
    joined.refresh_from_db()
    assert (ended["cancelled"], ended["queued"], joined.status) == (1, 1, "queued")
    assert post(program, {}, f"{batch}/cancel/").status_code == 409


@pytest.mark.parametrize(
    "slugs, field",
    [
        ([], "slugs"),
        (["nowhere"], "slugs.0"),
        (["policy-rate", "policy-rate"], "slugs.1"),
        (["policy-rate", "retired"], "slugs.1"),
        (["policy-rate", 7], "slugs.1"),
        ("policy-rate", "slugs"),
        (["x"] * (MOST + 1), "slugs"),
        ([f"rate-{number}" for number in range(100_000)], None),
    ],
)
def test_bad_slug_is_named_and_nothing_is_asked_for(program: Client, slugs: Any, field: str | None) -> None:
    make_node()
    make_node("retired", is_active=False)
    refused = post(program, {"slugs": slugs})
    assert refused.status_code == 400
    assert field is None or refused.json()["errors"][0]["field"] == field
    assert (VerificationBatch.objects.count(), VerificationRun.objects.count(), OrmQ.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("is_escaped", [False, True])
def test_a_thousand_of_the_longest_slugs_are_read(program: Client, is_escaped: bool) -> None:
    slugs = [f"{'x' * 96}{number:04}" for number in range(MOST)]
    body = json.dumps({"slugs": slugs})
    refused = program.post(BATCHES, body.replace("x", "\\u0078") if is_escaped else body, content_type="application/json")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "slugs.0")
    Node.objects.bulk_create([Node(slug=slug, label=slug, kind="percent") for slug in slugs])
    assert post(program, {"slugs": slugs}).json()["total"] == MOST


def test_batch_that_is_not_there(program: Client) -> None:
    assert program.get(f"{BATCHES}9/").status_code == 404


def test_a_thousand_nodes_are_queued_with_few_queries_and_counted_one_by_one(analyst: AbstractBaseUser, program: Client) -> None:
    Node.objects.bulk_create([Node(slug=f"rate-{number}", label=f"Rate {number}", kind="percent") for number in range(MOST)])
    nodes = list(Node.objects.all())
    token = find_token(secret=create_token(user=analyst, name="a program").secret)
    assert token is not None
    with CaptureQueriesContext(connection) as queries:
        batch = request_batch(nodes=nodes, requested_by=token.user)
    spent = [query for query in queries if "SAVEPOINT" not in query["sql"]]
    assert batch.runs.count() == MOST
    assert len(spent) <= MOST_QUERIES
    over = VerificationRun.objects.filter(pk__in=batch.runs.order_by("pk").values("pk")[:337])
    VerificationRun.objects.filter(pk__in=list(over.values_list("pk", flat=True))).update(status="cancelled", finished_at=timezone.now())
    found = program.get(f"{BATCHES}{batch.pk}/").json()
    assert (found["total"], found["queued"], found["cancelled"], found["is_over"]) == (MOST, MOST - 337, 337, False)


def test_batch_is_queued_in_the_order_of_a_list_by_urgency(analyst: AbstractBaseUser) -> None:
    levels = ("low", "critical", "medium", "high", "low")
    for number, level in enumerate(levels):
        make_node(f"rate-{number}", risk_level=level, checked_at=timezone.now() - timedelta(days=number) if number % 2 else None)
    batch = request_batch(nodes=Node.objects.all(), requested_by=analyst)
    queued = list(batch.runs.order_by("pk").values_list("node__slug", flat=True))
    assert queued == list(order_by_urgency(Node.objects.all()).values_list("slug", flat=True))
