"""Reads of what was known of a node, and when. One query each unless it says otherwise."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from verification.composed import Composed
from verification.core.vocabulary import RunStatus
from verification.models import Node, NodeState, VerificationRun
from verification.reads.nodes import watches as watch_queries

POINTS_SHOWN = 80
TURNS_SHOWN = 200
CHANGES_SHOWN = 20
EXPORT_CHUNK = 500
# What a chart and its table say of a point: of its run nothing but the reason, for a run's columns are many and some of them long.
_OF_POINTS = (
    *(field.name for field in NodeState._meta.concrete_fields),  # noqa: SLF001 (Django documents it)
    "run__reason",
    *(f"{ruling}__{name}" for ruling in ("ruling", "kept_ruling") for name in ("reason", "decided_at", "decided_by__username")),
)
# What a line of a node's history tells of a run.
RUN_COLUMNS = (
    "status", "badge", "value", "number", "unit", "trend", "reason", "stage", "domains_count", "stories_count",
    "as_of", "is_replay", "trigger", "created_at", "finished_at", "duration_ms", "calls",
)  # fmt: skip


def _told(states: QuerySet[NodeState]) -> QuerySet[NodeState]:
    """What speaks for states that restore another one is fetched for all of them at once."""
    told = ("run", "ruling__decided_by", "ruling__review_item", "kept_ruling__decided_by", "kept_ruling__review_item")
    return states.select_related(*told).prefetch_related(*(f"restores__{path}" for path in told))


def list_points(*, node: Node, since: datetime | None) -> Sequence[NodeState]:
    """The states of a node from ``since`` on, oldest first, with the one that held before, each with what was before it.

    Above ``POINTS_SHOWN`` they are thinned evenly, but the first, the last and each state whose badge differs from the one before (its
    ``before_badge``) stay, the newest ``TURNS_SHOWN`` of them.
    """
    return list(_points.between(range(POINTS_SHOWN + TURNS_SHOWN), node=node.pk, since=since))[::-1]


@Composed
def _points(*, node: int, since: datetime | None) -> QuerySet[NodeState]:
    """From the newest on."""
    states = NodeState.objects.filter(node=node)
    if since is not None:
        held = states.filter(created_at__lt=since).order_by("-created_at", "-pk").values("pk")[:1]
        states = states.filter(Q(created_at__gte=since) | Q(pk__in=held))
    place = Window(RowNumber(), order_by=[F("created_at").asc(), F("id").asc()])
    marked = watch_queries.mark_changes(states).annotate(place=place, total=Window(Count("pk")))
    turns = Q(before_badge__isnull=True) | ~Q(before_badge=F("badge")) | Q(place=F("total"))
    marked = marked.annotate(rest=F("place") % ((F("total") + POINTS_SHOWN - 1) / POINTS_SHOWN)).filter(turns | Q(rest=0))
    return marked.select_related("run", "ruling__decided_by", "kept_ruling__decided_by").only(*_OF_POINTS).order_by("-created_at", "-pk")


def find_changes(*, node: Node, points: Sequence[NodeState], first_at: datetime | None) -> list[NodeState]:
    """The newest changes of the verdict, each with what was before, its run and its ruling.

    Out of ``points`` where these are all states of the node, whose first was written at ``first_at``; else a query of their own.
    """
    if not points:
        return []
    if points[0].created_at == first_at and len(points) == vars(points[-1])["total"]:
        return [state for state in reversed(points) if watch_queries.is_change(state)][:CHANGES_SHOWN]
    return watch_queries.list_node_changes(node=node)[:CHANGES_SHOWN]


def get_first_moment(*, node: Node) -> datetime | None:
    """When the node's first state was written."""
    return NodeState.objects.filter(node=node).order_by("created_at", "id").values_list("created_at", flat=True).first()


def get_state_at(*, node: Node, moment: datetime) -> NodeState | None:
    """What was known at a moment: the newest state written before it."""
    return _told(NodeState.objects.filter(node=node, created_at__lt=moment)).order_by("-created_at", "-pk").first()


def list_states(*, node: Node, since: datetime | None, until: datetime | None) -> QuerySet[NodeState]:
    """Every state written from ``since`` on and before ``until``, to be sorted and cut by whoever asks."""
    states = _told(NodeState.objects.filter(node=node))
    if since is not None:
        states = states.filter(created_at__gte=since)
    return states if until is None else states.filter(created_at__lt=until)


def iterate_states(*, node: Node) -> Iterator[NodeState]:
    """Every state of a node, oldest first."""
    states = _told(NodeState.objects.filter(node=node)).order_by("created_at", "pk")
    return states.iterator(chunk_size=EXPORT_CHUNK)


def list_pair(*, node: Node, ids: tuple[int, int]) -> tuple[VerificationRun, VerificationRun] | None:
    """Two ended runs of one node in the order of ``ids``, with their pages (two queries); None where one of them is not there."""
    found = VerificationRun.objects.filter(node=node, pk__in=ids, finished_at__isnull=False).prefetch_related("sources").in_bulk()
    first, second = found.get(ids[0]), found.get(ids[1])
    return (first, second) if first and second else None


def find_node_key(*, slug: str) -> int | None:
    """The key of a node, active or not; None where there is none."""
    return next(iter(_node_keys(slug=slug)), None)


@Composed
def _node_keys(*, slug: str) -> QuerySet[Node, int]:
    return Node.objects.filter(slug=slug).order_by().values_list("pk", flat=True)


def list_run_rows(
    *, node: int, status: RunStatus | None, is_replay: bool | None, behind: tuple[datetime, int] | None, limit: int
) -> list[VerificationRun]:
    """At most ``limit`` of a node's runs, newest first, behind that moment and key: what a list tells of them and nothing else."""
    at, key = behind or (None, None)
    return _run_rows.between(range(limit), node=node, status=status, is_replay=is_replay, at=at, key=key)


@Composed
def _run_rows(
    *, node: int, status: RunStatus | None, is_replay: bool | None, at: datetime | None, key: int | None
) -> QuerySet[VerificationRun]:
    """What the engine noted of a run is long, and each of its columns would be read as JSON."""
    runs = VerificationRun.objects.filter(node=node)
    if status is not None:
        runs = runs.filter(status=status.value)
    if is_replay is not None:
        runs = runs.filter(is_replay=is_replay)
    if at is not None:
        runs = runs.filter(created_at__lte=at).filter(Q(created_at__lt=at) | Q(pk__lt=key))
    return runs.only(*RUN_COLUMNS).order_by("-created_at", "-pk")
