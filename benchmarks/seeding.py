"""Nodes, runs and sources in any number, made fast: what the pages are measured on."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Subquery

from verification.models import Node, NodeState, PageSnapshot, Source, VerificationRun

BATCH = 1000
GROUPS = 9
BADGES = ("cross_validated", "whitelist_direct", "unknown", "needs_human")


@dataclass(frozen=True, slots=True)
class Amounts:
    """How many nodes, how many runs each has, and how many pages each run read."""

    nodes: int
    runs: int
    sources: int


def seed(amounts: Amounts, now: datetime) -> None:
    """Fill an empty database; the same rows each time. Runs are a day apart, the oldest first; every ninth node ended with a failed run."""
    chance = random.Random(7)  # noqa: S311 - no secret
    snapshot = PageSnapshot.objects.create(sha256=hashlib.sha256(b"seed").hexdigest(), title="Rates", text="The policy rate is 3.5%.")
    numbers = range(1, amounts.nodes + 1)
    for chunk in _chunks(list(numbers)):
        Node.objects.bulk_create([_node(number) for number in chunk])
    keys = list(Node.objects.order_by("pk").values_list("pk", flat=True))
    for age in range(amounts.runs - 1, -1, -1):
        for chunk in _chunks(keys):
            with transaction.atomic():
                _verify(chunk, now - timedelta(days=age, hours=chance.randint(1, 20)), amounts.sources, snapshot, chance)
    latest = NodeState.objects.filter(node=OuterRef("pk")).order_by("-created_at", "-pk").values("pk")[:1]
    Node.objects.update(state=Subquery(latest))
    failed = [_run(pk, now, status="failed", badge="failed", reason="provider_failed", finished_at=now) for pk in keys[::9]]
    VerificationRun.objects.bulk_create(failed, batch_size=BATCH)


def _chunks(keys: list[int]) -> Iterator[list[int]]:
    return (keys[place : place + BATCH] for place in range(0, len(keys), BATCH))


def _node(number: int) -> Node:
    label = f"Rate of market {number}"
    return Node(
        slug=f"rate-{number}",
        label=label,
        aliases=[f"市场{number}利率"],
        kind="percent",
        unit="%",
        group=f"Group {number % GROUPS}",
        fresh_days=(7, 30, None)[number % 3],
        search_text=f"{label}\n市场{number}利率\nrate-{number}".lower(),
    )


def _run(node_id: int, at: datetime, **fields: object) -> VerificationRun:
    return VerificationRun(node_id=node_id, as_of=at, started_at=at, **fields)


def _verify(keys: list[int], at: datetime, sources: int, snapshot: PageSnapshot, chance: random.Random) -> None:
    """One run of each node with its pages, and the state that follows; a run takes pages only while it is open."""
    runs = VerificationRun.objects.bulk_create([_run(pk, at, status="running") for pk in keys])
    Source.objects.bulk_create([_source(run, position, snapshot, at) for run in runs for position in range(sources)], batch_size=BATCH)
    for badge in BADGES:
        meant = [run.pk for run in runs if BADGES[run.node_id % len(BADGES)] == badge]
        is_known = badge in BADGES[:2]
        values = {"value": "3.5%", "number": "3.5"} if is_known else {"value": "unknown", "number": ""}
        reason = {"unknown": "too_few_domains", "needs_human": "values_disagree"}.get(badge, "accepted")
        VerificationRun.objects.filter(pk__in=meant).update(
            status="finished",
            badge=badge,
            reason=reason,
            unit="%",
            confidence="cross_validated",
            domains_count=3,
            stories_count=3,
            finished_at=at,
            created_at=at,
            duration_ms=100,
            **values,
        )
        NodeState.objects.bulk_create(
            NodeState(
                node_id=run.node_id,
                run_id=run.pk,
                unit="%",
                confidence="cross_validated",
                badge=badge,
                as_of=at,
                evidence_at=at - timedelta(days=chance.randint(0, 20)),
                **values,
            )
            for run in runs
            if BADGES[run.node_id % len(BADGES)] == badge
        )


def _source(run: VerificationRun, position: int, snapshot: PageSnapshot, at: datetime) -> Source:
    return Source(
        run=run,
        position=position,
        is_accepted=position < 3,
        stage="2",
        url=f"https://site{position}.example/{run.pk}",
        domain=f"site{position}.example",
        title="Rates",
        snapshot=snapshot,
        published_at=at,
        stance="supports",
        why={"code": "bound_in_sentence", "params": {}},
        field="content",
        passage="The policy rate is 3.5%.",
        start=0,
        end=24,
        figure_start=19,
        figure_end=23,
        value="3.5%",
        number="3.5",
    )
