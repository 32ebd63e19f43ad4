"""The list of nodes by its pages, and the last states of the nodes on one."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from verification.composed import Composed
from verification.core.vocabulary import Badge
from verification.models import Node, NodeState
from verification.reads.nodes.nodes import NodeFilters, NodeSort, list_node_keys

NODES_PER_PAGE = 25
SPARK_STATES = 12


class StatePoint(NamedTuple):
    """What a sparkline shows of a state."""

    number: str
    badge: str


class NodePages(Paginator):  # type: ignore[type-arg]
    """Pages of node keys. ``counts`` of ``count_nodes`` already holds the total wherever at most one facet is chosen."""

    def __init__(self, *, filters: NodeFilters, counts: dict[str, int], now: datetime) -> None:
        facets = [filters.badge] * bool(filters.badge) + ["stale"] * filters.stale + ["conflict"] * filters.conflict
        is_counted = len(facets) < 2
        super().__init__(() if is_counted and not filters.q else list_node_keys(filters=filters, now=now), NODES_PER_PAGE)
        self._filters, self._now = filters, now
        if is_counted:
            self.count = counts[facets[0] if facets else "all"]

    def page(self, number: int | str) -> "Page[int]":
        if self._filters.q:
            return super().page(number)
        place = self.validate_number(number)
        first = (place - 1) * NODES_PER_PAGE
        filters = self._filters
        keys = _node_keys.between(
            range(first, first + NODES_PER_PAGE),
            now=self._now,
            group=filters.group or None,
            badge=Badge(filters.badge) if filters.badge else None,
            stale=filters.stale,
            conflict=filters.conflict,
            sort=NodeSort(filters.sort),
        )
        return Page(keys, place, self)


@Composed
def _node_keys(
    *, now: datetime, group: str | None, badge: Badge | None, stale: bool, conflict: bool, sort: NodeSort
) -> QuerySet[Node, int]:
    """``list_node_keys`` where no words are looked for."""
    filters = NodeFilters(badge=badge or "", group=group or "", stale=stale, conflict=conflict, sort=sort)
    return list_node_keys(filters=filters, now=now)


def list_recent_states(*, nodes: Iterable[Node]) -> dict[int, list[StatePoint]]:
    """The last states of each node, oldest first, at most ``SPARK_STATES``; one query for all of them."""
    found: dict[int, list[StatePoint]] = {}
    for node_id, number, badge in _recent_states(keys=tuple(node.pk for node in nodes)):
        found.setdefault(node_id, []).append(StatePoint(number, badge))
    return found


@Composed
def _recent_states(*, keys: tuple[int, ...]) -> QuerySet[NodeState, tuple[int, str, str]]:
    newest = Window(RowNumber(), partition_by="node_id", order_by=[F("created_at").desc(), F("id").desc()])
    states = NodeState.objects.filter(node__pk__in=keys).annotate(row=newest).filter(row__lte=SPARK_STATES)
    return states.order_by("created_at", "id").values_list("node_id", "number", "badge")
