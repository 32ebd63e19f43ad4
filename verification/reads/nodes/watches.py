"""Reads about watched nodes: who watches what, and which verdicts changed. One query each."""

from django.contrib.auth.models import User
from django.db.models import CharField, F, Q, QuerySet, Value, Window
from django.db.models.functions import Coalesce, Lag, NullIf

from verification.composed import Composed
from verification.models import Node, NodeState, NodeWatch, UserProfile

CHANGES_SHOWN = 50
WATCHES_SHOWN = 200


def is_watching(*, user: User, node: Node) -> bool:
    return NodeWatch.objects.filter(user=user, node=node).exists()


def list_watches(*, user: User) -> list[NodeWatch]:
    """What a person watches, newest first, each with its node and the node's state."""
    return list(NodeWatch.objects.filter(user=user).select_related("node__state")[:WATCHES_SHOWN])


def find_feed_owner(*, token: str) -> User | None:
    profile = UserProfile.objects.filter(feed_token=token).select_related("user").first()
    return profile.user if profile else None


def list_node_changes(*, node: Node) -> list[NodeState]:
    """The newest ``CHANGES_SHOWN`` states of a node whose verdict differs from the one before, with their runs and rulings."""
    return _node_changes.between(range(CHANGES_SHOWN), node=node.pk)


@Composed
def _node_changes(*, node: int) -> QuerySet[NodeState]:
    states = NodeState.objects.filter(node=node)
    return _changes(states.select_related("run", "ruling__decided_by", "kept_ruling__decided_by"))


def list_watched_changes(*, user: User) -> list[NodeState]:
    """The same for every node that a person watches."""
    return list(_changes(NodeState.objects.filter(node__watches__user=user))[:CHANGES_SHOWN])


def _changes(states: QuerySet[NodeState]) -> QuerySet[NodeState]:
    """The states that differ from their predecessor, newest first. The rule is the same as ``services.alerts.is_change``."""
    same = Q(before_badge=F("badge"), before_figure=F("figure"), before_unit=F("unit"))
    changed = mark_changes(states).filter(Q(before_badge__isnull=True) | ~same)
    return changed.select_related("node").order_by("-created_at", "-pk")


def is_change(state: NodeState) -> bool:
    """The same rule for a state that ``mark_changes`` has marked."""
    marks = vars(state)
    before = (marks["before_badge"], marks["before_figure"], marks["before_unit"])
    return before[0] is None or before != (state.badge, marks["figure"], state.unit)


def mark_changes(states: QuerySet[NodeState]) -> QuerySet[NodeState]:
    """Each with ``figure`` and, of the state before it among these, badge, value, unit and figure (None for a first one)."""
    empty = Value("", output_field=CharField())
    figure = Coalesce(NullIf(F("number"), empty), F("value"), output_field=CharField())
    return states.annotate(figure=figure).annotate(
        before_badge=_before("badge"), before_value=_before("value"), before_unit=_before("unit"), before_figure=_before("figure")
    )


def _before(column: str) -> Window:
    order = [F("created_at").asc(), F("id").asc()]
    return Window(Lag(column), partition_by="node_id", order_by=order)
