"""The list of nodes by its pages: which nodes stand on one, and what its rows show of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, QuerySet, TextField
from django.db.models.sql.compiler import SQLCompiler

from verification.composed import Composed, Unmade
from verification.core.vocabulary import Badge
from verification.models import Node
from verification.reads.nodes.counts import Marked, keep_filtered
from verification.reads.nodes.names import holding
from verification.reads.nodes.nodes import WITH_STATE, NodeFilters, NodeSort, Place, annotated_nodes, list_node_keys

NODES_PER_PAGE = 25
SPARK_STATES = 12
# What a row of a list shows, by the table it stands in: half of a page's time went into columns that no row has.
_OF_NODES = ("slug", "label", "aliases", "kind", "unit", "fresh_days", "min_domains", "badge", "evidence_at", "last_run_failed", "state")
_OF_STATES = ("value", "number", "unit", "trend", "badge", "created_at", "run", "ruling", "kept_ruling", "restores", "standing")
_OF_RUNS = (
    "bound_by",
    "status",
    "reason",
    "badge",
    "value",
    "number",
    "unit",
    "domains_count",
    "stories_count",
    "conflicts",
    "trace",
    "finished_at",
)
IN_LISTS = (
    *_OF_NODES,
    *(f"state__{name}" for name in _OF_STATES),
    *(f"state__run__{name}" for name in _OF_RUNS),
    "state__ruling__decided_at",
    "state__ruling__decided_by__username",
    "state__kept_ruling__decided_at",
    "state__kept_ruling__decided_by__username",
)


class StatePoint(NamedTuple):
    """What a sparkline shows of a state."""

    number: str
    badge: str


class NodePages(Paginator):  # type: ignore[type-arg]
    """Pages of node keys. ``marked`` of ``survey_nodes`` says how many there are, and in which place of the order a page lies."""

    def __init__(self, *, filters: NodeFilters, marked: Sequence[Marked], now: datetime) -> None:
        self._filters, self._now = filters, now
        self._marked = keep_filtered(marked, filters=filters)
        self._words = filters.plain_words
        super().__init__(list_node_keys(filters=filters, now=now) if self._words is None else (), NODES_PER_PAGE)
        self.count = sum(each.number for each in self._marked)

    def page(self, number: int | str) -> "Page[int]":
        if self._words is None:
            return super().page(number)
        at = self.validate_number(number)
        filters = self._filters
        rows, place = self._find_place(range((at - 1) * NODES_PER_PAGE, at * NODES_PER_PAGE))
        keys = _node_keys.between(
            rows,
            now=self._now,
            words=self._words,
            group=filters.group or None,
            badge=Badge(filters.badge) if filters.badge else None,
            stale=filters.stale,
            conflict=filters.conflict,
            sort=NodeSort(filters.sort),
            place=place,
        )
        return Page(keys, at, self)

    def _find_place(self, rows: range) -> tuple[range, Place | None]:
        """The place in which all of these rows lie, and their numbers within it.

        By the name alone such a page is read from the index until it is full; across places all nodes are sorted.
        """
        before = 0
        for place in Place if self._filters.sort == NodeSort.VERIFIED else ():
            end = before + sum(each.number for each in self._marked if each.place == place)
            if before <= rows.start and min(rows.stop, self.count) <= end:
                return range(rows.start - before, rows.stop - before), place
            before = end
        return rows, None


@Composed
def _node_keys(
    *,
    now: datetime,
    words: tuple[str, ...],
    group: str | None,
    badge: Badge | None,
    stale: bool,
    conflict: bool,
    sort: NodeSort,
    place: Place | None,
) -> QuerySet[Node, int]:
    """``list_node_keys`` of plain words; those of one place alone."""
    order = sort if place is None else NodeSort.NAME
    filters = NodeFilters(badge=badge or "", group=group or "", stale=stale, conflict=conflict, sort=order)
    keys = holding(list_node_keys(filters=filters, now=now), words)
    return keys if place is None else keys.filter(place.holds())


class _RecentStates(Func):
    """Number and badge of a node's last states, newest first, as a text for ``read_states``.

    A join would read all states of each node, and neither Django nor SQLite knows a lateral one.
    """

    output_field = TextField()
    template = (
        "(SELECT %(join)s(recent.number || '|' || recent.badge, '\n') FROM (SELECT number, badge FROM verification_nodestate"
        " WHERE node_id = %(expressions)s ORDER BY created_at DESC, id DESC LIMIT %(most)s) recent)"
    )

    def as_sql(  # type: ignore[override]
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: object
    ) -> tuple[str, list[object]]:
        join = "STRING_AGG" if connection.vendor == "postgresql" else "GROUP_CONCAT"
        return super().as_sql(compiler, connection, join=join, most=SPARK_STATES)  # type: ignore[return-value]


def read_states(text: str | None) -> list[StatePoint]:
    """Oldest first, at most ``SPARK_STATES``."""
    parts = (line.rpartition("|") for line in (text or "").split("\n") if line)
    return [StatePoint(number, badge) for number, _bar, badge in parts][::-1]


def list_rows(*, keys: Iterable[int], now: datetime) -> list[Unmade[Node]]:
    """The nodes with these keys, in their order, as ``list_nodes`` gives them, for a list; with ``recent_states``."""
    wanted = tuple(keys)
    # The key is the first column of a node.
    found = {row.columns[0]: row for row in _nodes_in_lists.unmade(keys=wanted, now=now)}
    return [found[pk] for pk in wanted if pk in found]


@Composed
def _nodes_in_lists(*, keys: tuple[int, ...], now: datetime) -> QuerySet[Node]:
    nodes = annotated_nodes(now).annotate(recent_states=_RecentStates(F("pk")))
    return nodes.filter(pk__in=keys).select_related(*WITH_STATE).only(*IN_LISTS)
