"""Nodes that are verified by the clock: who is due, asked for in batches, each missed time made up for once."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import cast

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.utils.module_loading import import_string
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.vocabulary import RiskLevel, RunStatus, Stage
from verification.enums import RunTrigger
from verification.models import Node, VerificationRun
from verification.services.gateway.model_profiles import default_extractor
from verification.services.nodes.nodes import list_next_times
from verification.services.queue.basket import AT_ONCE, Basket
from verification.services.queue.broker import Lane

TASK = "verification.tasks.execute_runs"
# Other work that comes by the clock; each asks for its own that is due, and answers how much that was.
CLOCKS = ("attribution.services.citations.rechecks.follow_clock",)
MOST_SPREAD = timedelta(minutes=5)
SHARE_SPREAD = 10
WITHOUT_CALENDAR = timedelta(days=1)
RISKIEST_FIRST = (RiskLevel.CRITICAL, RiskLevel.HIGH, RiskLevel.MEDIUM, RiskLevel.LOW)
URGENCY = Case(
    *(When(risk_level=level, then=Value(place)) for place, level in enumerate(RISKIEST_FIRST)),
    default=Value(len(RISKIEST_FIRST)),
    output_field=IntegerField(),
)


def plan_nodes(*, now: datetime) -> int:
    """Find the next time of each node whose schedule is new or was changed; how many."""
    changed = Node.objects.exclude(planned_schedule=F("schedule")).only("pk", "slug", "schedule", "series")[:AT_ONCE]
    nodes = list(changed)
    _set_next(nodes, after=now)
    for node in nodes:
        node.planned_schedule = node.schedule
    Node.objects.bulk_update(nodes, ["planned_schedule", "next_due_at"], batch_size=200)
    return len(nodes)


def enqueue_due(*, now: datetime) -> int:
    """Ask for a run of every node that is due, the riskiest and longest due first; how many.

    A node that is being verified already is not asked for again. However many times were missed, one run makes up for them. No query
    is made for a single node; the runs go to the workers in batches that share their connections.
    """
    count = 0
    while asked := _enqueue_some(now):
        count += asked
    return count


def follow_clocks(*, now: datetime) -> int:
    """Have everything else that comes by the clock ask for what is due; how much was asked for."""
    return sum(cast(Callable[..., int], import_string(path))(now=now) for path in CLOCKS)


def order_by_urgency(nodes: QuerySet[Node]) -> QuerySet[Node]:
    """Nodes that are asked for by hand: the riskiest first, of equals those whose last check is longest ago; never checked is longest."""
    return nodes.order_by(URGENCY, F("checked_at").asc(nulls_first=True), "pk")


def urgency_of(node: Node) -> tuple[int, float, int]:
    """What sorts nodes that are at hand as ``order_by_urgency`` does."""
    return RISKIEST_FIRST.index(RiskLevel(node.risk_level)), node.checked_at.timestamp() if node.checked_at else 0.0, node.pk


def _set_next(nodes: Sequence[Node], *, after: datetime) -> None:
    """Many nodes share few schedules, and to read one takes longer than everything else.

    A node with an official series comes by the publisher's calendar, which the run that looks at it finds out; until then in a day.
    """
    moments = {schedule: list_next_times(schedule=schedule, after=after, count=2) for schedule in {node.schedule for node in nodes}}
    for node in nodes:
        node.next_due_at = after + WITHOUT_CALENDAR if node.series else spread_out(node.slug, moments[node.schedule])


def spread_out(slug: str, moments: Sequence[datetime]) -> datetime | None:
    """The first of a schedule's next two times, moved by up to a tenth of its interval so that nodes don't come all at once.

    The move is the node's own and stays the same, so intervals stay even. None for a schedule that never comes.
    """
    if not moments:
        return None
    interval = moments[1] - moments[0] if len(moments) > 1 else MOST_SPREAD
    spread = min(MOST_SPREAD, interval / SHARE_SPREAD)
    place = int.from_bytes(hashlib.sha256(slug.encode()).digest()[:4], "big") / 2**32
    return moments[0] + spread * place


def _enqueue_some(now: datetime) -> int:
    with transaction.atomic():
        nodes = list(_lock(_due(now))[:AT_ONCE])
        if not nodes:
            return 0
        _set_next(nodes, after=now)
        Node.objects.bulk_update(nodes, ["next_due_at"], batch_size=200)
        open_runs = VerificationRun.objects.filter(finished_at__isnull=True, is_replay=False)
        busy = set(open_runs.filter(node__in=nodes).values_list("node_id", flat=True))
        wanted = [node for node in nodes if node.pk not in busy]
        enqueue_runs([run.pk for run in make_runs(nodes=wanted, trigger=RunTrigger.SCHEDULE, now=now)], lane=Lane.CLOCK)
    return len(nodes)


def _due(now: datetime) -> QuerySet[Node]:
    known = Q(planned_schedule=F("schedule"), is_active=True)
    return Node.objects.filter(known, next_due_at__lte=now).order_by(URGENCY, "next_due_at", "pk").only("pk", "slug", "schedule", "series")


def _lock(nodes: QuerySet[Node]) -> QuerySet[Node]:
    """Two schedulers share the nodes; SQLite has one writer anyway."""
    return nodes.select_for_update(skip_locked=True) if connection.features.has_select_for_update_skip_locked else nodes


def make_runs(
    *,
    nodes: Sequence[Node],
    trigger: RunTrigger,
    now: datetime,
    requested_by: User | None = None,
    as_of: datetime | None = None,
    from_stage: Stage = Stage.WHITELIST,
    extractor: str | None = None,
) -> list[VerificationRun]:
    """A queued run for each node, in their order, with a query for every thousand; the nodes are the caller's to lock.

    With ``as_of`` they are replays; ``extractor`` None: the default one.
    """
    fields = {
        "trigger": trigger,
        "requested_by": requested_by,
        "as_of": as_of or now,
        "is_replay": as_of is not None,
        "from_stage": from_stage.value,
        "extractor": extractor or default_extractor(),
        "status": RunStatus.QUEUED,
    }
    return VerificationRun.objects.bulk_create([VerificationRun(node=node, **fields) for node in nodes], batch_size=AT_ONCE)


def enqueue_runs(runs: Sequence[int], *, lane: Lane) -> None:
    """Queue runs in batches that share their connections; ``lane`` says who waits for them.

    As many in a task as are under way at once: one round of them ends within a run's deadline.
    """
    basket = Basket(lane)
    for first in range(0, len(runs), settings.SEARCH_CONCURRENCY):
        async_task(TASK, list(runs[first : first + settings.SEARCH_CONCURRENCY]), broker=basket)
    basket.empty()
