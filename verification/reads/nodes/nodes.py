"""Reads for the pages: each function is one query unless it says otherwise, with what its page shows already joined."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    BooleanField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Length
from django.db.models.sql.compiler import SQLCompiler

from verification.composed import Composed
from verification.core.vocabulary import Badge, RunStatus
from verification.enums import ReviewStatus
from verification.models import Node, NodeLink, NodeName, NodeState, NodeWatch, ReviewItem, Source, VerificationRun, WhitelistDomain
from verification.reads.nodes.links import links_as_text
from verification.reads.nodes.names import named, plain_words
from verification.services.reviews.evidence import find_run_key

RUNS_PER_PAGE = 10
WITH_STATE = ("state__run", "state__ruling__decided_by", "state__kept_ruling__decided_by")
# Few states restore one: what speaks for these is fetched for all of them at once, and without any nothing is asked.
_WITH_RESTORED = tuple(f"state__restores__{path.removeprefix('state__')}" for path in WITH_STATE)
VERIFIED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED, Badge.HUMAN_RULED)
OPEN_RUN = (RunStatus.QUEUED, RunStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class NodeFilters:
    """What the dashboard was asked for. Empty strings and False ask for nothing; ``sort`` is one of ``SORTS``.

    ``is_near``: each word may have one letter wrong.
    """

    q: str = ""
    badge: str = ""
    group: str = ""
    stale: bool = False
    conflict: bool = False
    sort: str = "verified"
    is_near: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.q or self.badge or self.group or self.stale or self.conflict)

    @property
    def query(self) -> str:
        """The filter as the address carries it; empty where nothing was asked for. The order is no part of it."""
        flags = {name: "1" for name, is_set in (("stale", self.stale), ("conflict", self.conflict)) if is_set}
        words = {"q": self.q, "badge": self.badge, "group": self.group}
        return urlencode({name: text for name, text in words.items() if text} | flags)

    @property
    def plain_words(self) -> tuple[str, ...] | None:
        """The words asked for where they ask for nothing but themselves; None where other names or writings count as well."""
        return None if self.is_near else plain_words(self.q)


class NodeSort(StrEnum):
    VERIFIED = "verified"
    ATTENTION = "attention"
    NAME = "name"
    NEWEST = "newest"
    OLDEST = "oldest"


SORTS: dict[str, tuple[object, ...]] = {
    NodeSort.VERIFIED: ("place", "label", "pk"),
    NodeSort.ATTENTION: ("attention", "label", "pk"),
    NodeSort.NAME: ("label", "pk"),
    NodeSort.NEWEST: (F("checked_at").desc(nulls_last=True), "pk"),
    NodeSort.OLDEST: (F("checked_at").asc(nulls_first=True), "pk"),
}


class _IsPast(Func):
    """Whether a moment plus a column of whole days lies before another moment; NULL where there is no limit.

    In the database's own arithmetic: Django's, on SQLite, calls back into Python for every row.
    """

    output_field = BooleanField()

    def as_sql(  # type: ignore[override]
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: object
    ) -> tuple[str, list[object]]:
        parts = [compiler.compile(expression) for expression in self.get_source_expressions()]
        moment, days, now = (sql for sql, _params in parts)
        if connection.vendor == "postgresql":
            statement = f"({moment} + {days} * interval '1 day' < {now})"
        else:
            statement = f"(julianday({moment}) + {days} < julianday({now}))"
        return statement, [param for _sql, params in parts for param in params]


def marked_nodes(now: datetime) -> QuerySet[Node]:
    """Nodes with ``is_stale``: older than the node's own limit, or than the day that a ruling set."""
    is_past = _IsPast(F("evidence_at"), F("fresh_days"), now)
    is_stale = Case(When(is_past, then=Value(True)), When(expires_at__lte=now, then=Value(True)), default=Value(False))
    return Node.objects.annotate(is_stale=is_stale)


def annotated_nodes(now: datetime) -> QuerySet[Node]:
    """Marked nodes with ``is_running`` as well."""
    # Few runs are open, so that set is found once, not looked for in every node's history.
    running = Q(pk__in=VerificationRun.objects.filter(finished_at__isnull=True, is_replay=False).values("node"))
    return marked_nodes(now).annotate(is_running=ExpressionWrapper(running, output_field=BooleanField()))


def _attention() -> Case:
    """Of marked nodes, 0 is most urgent."""
    return Case(
        When(badge=Badge.NEEDS_HUMAN, then=Value(0)),
        When(last_run_failed=True, then=Value(1)),
        When(badge=Badge.UNKNOWN, then=Value(2)),
        When(state__isnull=True, then=Value(3)),
        When(is_stale=True, then=Value(4)),
        default=Value(5),
    )


class Place(IntEnum):
    """In which order the verified come first: fresh and stale ones, then what a person can settle, what lacks evidence, and the rest."""

    FRESH = 0
    STALE = 1
    NEEDS_HUMAN = 2
    UNKNOWN = 3
    REST = 4

    @classmethod
    def of(cls, badge: str, *, is_stale: bool) -> "Place":
        if badge in VERIFIED:
            return cls.STALE if is_stale else cls.FRESH
        return {Badge.NEEDS_HUMAN.value: cls.NEEDS_HUMAN, Badge.UNKNOWN.value: cls.UNKNOWN}.get(badge, cls.REST)

    def holds(self) -> Q:
        """The same of marked nodes."""
        return {
            Place.FRESH: Q(badge__in=VERIFIED, is_stale=False),
            Place.STALE: Q(badge__in=VERIFIED, is_stale=True),
            Place.NEEDS_HUMAN: Q(badge=Badge.NEEDS_HUMAN),
            Place.UNKNOWN: Q(badge=Badge.UNKNOWN),
            Place.REST: ~Q(badge__in=(*VERIFIED, Badge.NEEDS_HUMAN, Badge.UNKNOWN)),
        }[self]


def _verified_first() -> Case:
    """Of marked nodes, the number of their place."""
    return Case(*(When(place.holds(), then=Value(place.value)) for place in Place))


def find(nodes: QuerySet[Node], filters: NodeFilters) -> QuerySet[Node]:
    """Active nodes where every word stands in label, aliases or slug, in any order and case."""
    nodes = named(nodes.filter(is_active=True), filters.q, is_near=filters.is_near)
    return nodes.filter(group=filters.group) if filters.group else nodes


def list_nodes(*, filters: NodeFilters, now: datetime) -> QuerySet[Node]:
    """The nodes that match, sorted, each with its state and the run or ruling that speaks for it."""
    return _chosen(annotated_nodes(now), filters).select_related(*WITH_STATE).prefetch_related(*_WITH_RESTORED)


def list_node_keys(*, filters: NodeFilters, now: datetime) -> QuerySet[Node, int]:
    """The primary keys of ``list_nodes`` alone: thousands are sorted fast where nothing else is carried along."""
    return _chosen(marked_nodes(now), filters).values_list("pk", flat=True)


def _chosen(nodes: QuerySet[Node], filters: NodeFilters) -> QuerySet[Node]:
    """Those of the marked nodes that match, sorted."""
    nodes = find(nodes, filters)
    if filters.sort == "attention":
        nodes = nodes.annotate(attention=_attention())
    elif filters.sort == "verified":
        nodes = nodes.annotate(place=_verified_first())
    if filters.badge == Badge.FAILED:
        nodes = nodes.filter(last_run_failed=True)
    elif filters.badge:
        nodes = nodes.filter(badge=filters.badge)
    if filters.stale:
        nodes = nodes.filter(is_stale=True)  # type: ignore[misc]
    if filters.conflict:
        nodes = nodes.filter(is_conflict=True)
    return nodes.order_by(*SORTS[filters.sort])  # type: ignore[arg-type]


def suggest_nodes(*, words: str, limit: int) -> list[Node]:
    """The nodes whose label, aliases or slug hold every word; those whose label begins with them first, then the shortest.

    Where there is none, those that hold words with one letter wrong; two queries then.
    """
    begins = Case(When(search_text__startswith=words.lower(), then=Value(0)), default=Value(1))
    order = (begins, Length("label"), "label", "pk")
    ranked = Node.objects.filter(is_active=True).order_by(*order)

    def look(*, is_near: bool) -> list[Node]:
        # Thousands may match: they are sorted by their keys alone, and only those that are shown meet their states.
        keys = named(ranked, words, is_near=is_near).values("pk")[:limit]
        return list(Node.objects.filter(pk__in=keys).order_by(*order).select_related("state"))

    return look(is_near=False) or look(is_near=True)


def get_node(*, slug: str, now: datetime) -> Node | None:
    """One node, active or not, as ``list_nodes`` gives it."""
    nodes = annotated_nodes(now).select_related(*WITH_STATE, "state__ruling__review_item", "state__kept_ruling__review_item")
    return nodes.filter(slug=slug).first()


def get_node_of_page(*, slug: str, now: datetime, user: User) -> Node | None:
    """``get_node`` with what else its page shows of it, in the same query.

    ``first_state_at``; ``open_review`` and ``open_review_kind``, None where nothing waits; ``is_watched`` by ``user``; ``all_links`` of
    the whole graph as a text for ``read_links``, None for a node without any; ``has_names`` that a page introduced or a person decided on.
    """
    return next(iter(_node_of_page(slug=slug, now=now, user=user.pk)), None)


@Composed
def _node_of_page(*, slug: str, now: datetime, user: int) -> QuerySet[Node]:
    nodes = annotated_nodes(now).select_related(*WITH_STATE, "state__ruling__review_item", "state__kept_ruling__review_item")
    of_node = {"node": OuterRef("pk")}
    waiting = ReviewItem.objects.filter(**of_node, status=ReviewStatus.OPEN)
    is_linked = Exists(NodeLink.objects.filter(source=OuterRef("pk"))) | Exists(NodeLink.objects.filter(target=OuterRef("pk")))
    return nodes.filter(slug=slug).annotate(
        first_state_at=Subquery(NodeState.objects.filter(**of_node).order_by("created_at", "id").values("created_at")[:1]),
        open_review=Subquery(waiting.values("pk")[:1]),
        open_review_kind=Subquery(waiting.values("subject_kind")[:1]),
        is_watched=Exists(NodeWatch.objects.filter(**of_node, user=user)),
        all_links=Case(When(is_linked, then=links_as_text())),
        has_names=Exists(NodeName.objects.filter(**of_node)),
    )


def get_evidence_run(state: NodeState | None) -> VerificationRun | None:
    """The run whose pages carry a state: its own, or the one that its ruling was about."""
    if state is None:
        return None
    if state.basis.run is not None:
        return state.basis.run
    return VerificationRun.objects.filter(pk=find_run_key(state)).first()  # type: ignore[misc]


def list_sources(*, run: VerificationRun) -> list[Source]:
    """Every page of a run in the engine's order."""
    return list(run.sources.order_by("position"))


def list_authorities(*, sources: Iterable[Source]) -> dict[str, WhitelistDomain]:
    """The whitelist's entries for the domains of these pages, by domain."""
    domains = {source.domain for source in sources if source.is_whitelisted and source.domain}
    if not domains:
        return {}
    return {entry.domain: entry for entry in WhitelistDomain.objects.filter(domain__in=domains)}


def list_sources_with_authorities(*, run: VerificationRun) -> tuple[list[Source], dict[str, WhitelistDomain]]:
    """``list_sources`` and ``list_authorities`` in one query; of the whitelist's entries only domain, tier and authority are there."""
    sources, listings = [], {}
    for source in _sources_with_authorities(run=run.pk):
        source.run = run
        sources.append(cast(Source, source))
        if source.is_whitelisted and source.listed_tier is not None:
            known = {"tier": source.listed_tier, "authority": source.listed_authority}
            listings[source.domain] = WhitelistDomain(domain=source.domain, **known)
    return sources, listings


@Composed
def _sources_with_authorities(*, run: int) -> QuerySet[Any]:
    listed = WhitelistDomain.objects.filter(domain=OuterRef("domain"))
    pages = Source.objects.annotate(listed_tier=Subquery(listed.values("tier")), listed_authority=Subquery(listed.values("authority")))
    return pages.filter(run=run).order_by("position")


def list_runs(*, node: Node, before: VerificationRun | None = None, limit: int = RUNS_PER_PAGE) -> list[VerificationRun]:
    """A node's runs, newest first, below ``before``; one more than ``limit`` where there are more. As fast at any depth (facts.md)."""
    at, key = (None, None) if before is None else (before.created_at, before.pk)
    runs = _runs.between(range(limit + 1), node=node.pk, at=at, key=key)
    for run in runs:
        run.node = node
    return runs


@Composed
def _runs(*, node: int, at: datetime | None, key: int | None) -> QuerySet[VerificationRun]:
    runs = VerificationRun.objects.filter(node=node).select_related("requested_by")
    if at is not None:
        runs = runs.filter(created_at__lte=at).filter(Q(created_at__lt=at) | Q(pk__lt=key))
    return runs.order_by("-created_at", "-pk")


def get_run(*, pk: int) -> VerificationRun | None:
    return VerificationRun.objects.filter(pk=pk).select_related("node", "requested_by").first()


def get_open_run(*, node: Node) -> VerificationRun | None:
    return node.runs.filter(status__in=OPEN_RUN, is_replay=False).order_by("-created_at", "-pk").first()


def count_open_reviews() -> int:
    return ReviewItem.objects.filter(status=ReviewStatus.OPEN).count()


def list_runs_by_id(*, ids: Iterable[int]) -> dict[int, VerificationRun]:
    return {run.pk: run for run in _runs_by_id(keys=tuple(ids))}


@Composed
def _runs_by_id(*, keys: tuple[int, ...]) -> QuerySet[VerificationRun]:
    return VerificationRun.objects.filter(pk__in=keys)
