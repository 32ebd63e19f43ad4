"""What rests on a domain of the whitelist: the nodes whose current state its pages carry, and when it last carried one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Case, CharField, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat, Lower, Replace

from verification.core.sources.domains import host_of, matches_suffix, registrable_domain
from verification.core.vocabulary import Badge
from verification.models import Node, Source, WhitelistDomain


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
    votes = _carrying([domain]).filter(is_active=True, state__badge=Badge.CROSS_VALIDATED, state__run__domains_count__gt=1)
    rows = votes.values_list("slug", "label", "state__run__domains_count", "state__run__sources__url", "aliases")
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
    for pk, slug, label, badge, url, _, aliases in _carrying([domain]):
        if matches_suffix(host_of(url) or "", domain):
            pages = own[pk][2] if pk in own else 0
            own[pk] = (slug, label, pages + 1, badge, tuple(aliases))
    for pk, url in _accepted().filter(pk__in=own, state__run__sources__is_whitelisted=True).values_list("pk", "state__run__sources__url"):
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


def _accepted() -> QuerySet[Node]:
    return Node.objects.filter(state__run__sources__is_accepted=True)


def _carrying(domains: Iterable[str]) -> QuerySet[Node, tuple[int, str, str, str, str, str, list[str]]]:
    """Node (pk, slug, label, badge), page address and domain, and the node's aliases, of each page that carries a current state."""
    registered = {registrable_domain(domain) or domain for domain in domains}
    # Lower keeps the planner from starting at the domain's pages, of which there are millions; there are far fewer current states.
    pages = _accepted().annotate(page_domain=Lower("state__run__sources__domain")).filter(page_domain__in=registered)
    return pages.values_list("pk", "slug", "label", "state__badge", "state__run__sources__url", "page_domain", "aliases")
