"""How many nodes the list would show under each filter, and the groups to choose from."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db import connections
from django.db.models import Count, QuerySet

from verification.composed import Composed
from verification.core.vocabulary import Badge
from verification.enums import codes_of
from verification.models import Node
from verification.planned import fetch_all
from verification.reads.nodes.names import holding
from verification.reads.nodes.nodes import NodeFilters, Place, find, marked_nodes

# The same on both databases, and what Django can't say.
_GROUPS = """
WITH RECURSIVE found(name) AS (
    SELECT MIN("group") FROM verification_node WHERE is_active AND "group" > ''
    UNION ALL
    SELECT (SELECT MIN("group") FROM verification_node WHERE is_active AND "group" > found.name) FROM found WHERE found.name IS NOT NULL
) SELECT name FROM found WHERE name IS NOT NULL ORDER BY name"""


class Marked(NamedTuple):
    """How many nodes bear the same marks."""

    badge: str
    has_failed: bool
    is_conflict: bool
    is_stale: bool
    number: int

    @property
    def place(self) -> Place:
        return Place.of(self.badge, is_stale=bool(self.is_stale))

    @property
    def facets(self) -> set[str]:
        marks = {"failed": self.has_failed, "conflict": self.is_conflict, "stale": self.is_stale}
        return {"all", *([self.badge] if self.badge else []), *(name for name, is_set in marks.items() if is_set)}


def survey_nodes(*, filters: NodeFilters, now: datetime) -> list[Marked]:
    """The nodes of these words and this group by their marks, whatever else is filtered."""
    words = filters.plain_words
    rows = _counted(filters, now) if words is None else _counts(group=filters.group or None, words=words, now=now)
    return [Marked(*row) for row in rows]


def widen_filters(*, filters: NodeFilters, now: datetime) -> NodeFilters:
    """What the list shows of these filters: where no name holds the words, those that are spelled almost like them."""
    is_found = not filters.q or filters.is_near or survey_nodes(filters=filters, now=now)
    return filters if is_found else replace(filters, is_near=True)


def count_facets(marked: Sequence[Marked]) -> dict[str, int]:
    """How many nodes each badge, ``stale``, ``conflict`` and ``all`` would show."""
    counts = dict.fromkeys(("all", "stale", "conflict", *codes_of(Badge)), 0)
    for each in marked:
        for facet in each.facets:
            counts[facet] += each.number
    return counts


def keep_filtered(marked: Sequence[Marked], *, filters: NodeFilters) -> list[Marked]:
    """Those that the filters show."""
    facets = {"stale": filters.stale, "conflict": filters.conflict, filters.badge: bool(filters.badge)}
    wanted = {facet for facet, is_set in facets.items() if is_set}
    return [each for each in marked if wanted <= each.facets]


def _counted(filters: NodeFilters, now: datetime, words: tuple[str, ...] = ()) -> QuerySet[Node, tuple[str, bool, bool, bool, int]]:
    marks = ("badge", "last_run_failed", "is_conflict", "is_stale")
    # Of rows, not of keys: the index of marks holds all that is asked then.
    return holding(find(marked_nodes(now), filters), words).order_by().values_list(*marks).annotate(number=Count("*"))


@Composed
def _counts(*, group: str | None, words: tuple[str, ...], now: datetime) -> QuerySet[Node, tuple[str, bool, bool, bool, int]]:
    return _counted(NodeFilters(group=group or ""), now, words)


def list_groups() -> list[str]:
    """The groups of active nodes, sorted: each is looked up behind the one before, so that its thousand nodes are not read."""
    return [name for (name,) in fetch_all(connections[Node.objects.db], _GROUPS, [])]
