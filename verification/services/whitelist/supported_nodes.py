"""What rests on a domain of the whitelist: the nodes whose current state its pages carry, and when it last carried one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, CharField, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat, Lower, Replace

from verification.core.sources.domains import host_of, matches_suffix, registrable_domain
from verification.core.vocabulary import Badge
from verification.models import Node, Source, WhitelistDomain

# The run whose pages speak for a state: its own, or that of the state which it restores (``NodeState.basis``).
_RUNS = ("state__run", "state__restores__run")


@dataclass(frozen=True, slots=True)
class SupportedNode:
    """A node whose current state rests on ``pages`` of the domain.

    ``is_lost``: it was accepted on the whitelist's word, and no other trusted page carries its value.
    """

    pk: int
    slug: str
    label: str
    pages: int
    is_lost: bool
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecidedNode:
    """A node that ``domains`` independent domains carry, and that one of them would decide alone once it is trusted."""

    slug: str
    label: str
    domains: int
    aliases: tuple[str, ...] = ()


def list_decided_nodes(*, domain: str) -> list[DecidedNode]:
    """The nodes whose votes ``domain`` and its sub-domains take part in, and would make needless, by slug; one query."""
    voted = {"is_active": True, "state__badge": Badge.CROSS_VALIDATED}
    rows = _union(
        _carried_by(run, [domain])
        .filter(**voted, **{f"{run}__domains_count__gt": 1})
        .values_list("slug", "label", f"{run}__domains_count", f"{run}__sources__url", "aliases")
        for run in _RUNS
    )
    found = {
        slug: DecidedNode(slug, label, count, tuple(aliases))
        for slug, label, count, url, aliases in rows
        if matches_suffix(host_of(url) or "", domain)
    }
    return [found[slug] for slug in sorted(found)]


def list_supported_nodes(*, domain: str) -> list[SupportedNode]:
    """The nodes that rest on ``domain`` and its sub-domains, by slug."""
    own: dict[int, tuple[str, str, int, str, tuple[str, ...]]] = {}
    trusted_others: set[int] = set()
    for pk, slug, label, badge, url, aliases in _carrying([domain]):
        if matches_suffix(host_of(url) or "", domain):
            pages = own[pk][2] if pk in own else 0
            own[pk] = (slug, label, pages + 1, badge, tuple(aliases))
    trusted = _union(
        _accepted(run).filter(pk__in=own, **{f"{run}__sources__is_whitelisted": True}).values_list("pk", f"{run}__sources__url")
        for run in _RUNS
    )
    for pk, url in trusted:
        if not matches_suffix(host_of(url) or "", domain):
            trusted_others.add(pk)
    nodes = [
        SupportedNode(pk, slug, label, pages, badge == Badge.WHITELIST_DIRECT and pk not in trusted_others, aliases)
        for pk, (slug, label, pages, badge, aliases) in own.items()
    ]
    return sorted(nodes, key=lambda node: node.slug)


def count_supported_nodes(*, domains: Sequence[str]) -> dict[str, int]:
    """How many nodes rest on each of ``domains``; one query for all of them."""
    found: dict[str, set[int]] = {domain: set() for domain in domains}
    for pk, _slug, _label, _badge, url, *_ in _carrying(domains):
        rest = host_of(url) or ""
        while rest:
            if rest in found:
                found[rest].add(pk)
            rest = rest.partition(".")[2]
    return {domain: len(nodes) for domain, nodes in found.items()}


def with_last_success(domains: QuerySet[WhitelistDomain]) -> QuerySet[WhitelistDomain]:
    """Each domain with ``last_success``: when the last run ended in which one of its pages carried the accepted value."""
    names = WhitelistDomain.objects.values_list("domain", flat=True)
    registered = [
        When(domain=name, then=Value(registered)) for name in names if (registered := registrable_domain(name)) not in (None, name)
    ]
    host = Concat(
        Value(r"^https?://([^/?#]*\.)?"),
        Replace(OuterRef("domain"), Value("."), Value(r"\.")),
        Value(r"[.]?([:/?#]|$)"),
        output_field=CharField(),
    )
    pages = Source.objects.filter(domain=OuterRef("registered"), is_accepted=True, url__iregex=host).order_by("-pk")
    return domains.annotate(registered=Case(*registered, default=F("domain"), output_field=CharField())).annotate(
        last_success=Subquery(pages.values("run__finished_at")[:1])
    )


def _accepted(run: str) -> QuerySet[Node]:
    return Node.objects.filter(**{f"{run}__sources__is_accepted": True}).order_by()


def _carried_by(run: str, domains: Iterable[str]) -> QuerySet[Node]:
    """A row for each page of ``domains`` that carries a current state by way of ``run``."""
    registered = {registrable_domain(domain) or domain for domain in domains}
    # Lower keeps the planner from starting at the domain's pages, of which there are millions; there are far fewer current states.
    return _accepted(run).annotate(page_domain=Lower(f"{run}__sources__domain")).filter(page_domain__in=registered)


def _carrying(domains: Iterable[str]) -> QuerySet[Node, tuple[int, str, str, str, str, list[str]]]:
    """Node (pk, slug, label, badge), page address, and the node's aliases, of each page that carries a current state."""
    return _union(
        _carried_by(run, domains).values_list("pk", "slug", "label", "state__badge", f"{run}__sources__url", "aliases") for run in _RUNS
    )


def _union(parts: Iterable[QuerySet[Node, Any]]) -> QuerySet[Node, Any]:
    """One query for both runs; a state has one of them at most."""
    first, *others = parts
    return first.union(*others, all=True)
