"""The pages of one verification as evidence: who published each, whether it may vote, and what figures it holds for the node.

The order of the input never matters: pages are put into a stable order first, and keep their place in the input only as a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from verification.core.evidence import NodeSpec, Page, Trust, Why
from verification.core.judging.binding import Binder, CandidateFigure, PageReading
from verification.core.judging.scorer import UNWEIGHED, Bars
from verification.core.periods.freshness import age_days, decay_weight, is_fresh, is_future_dated
from verification.core.reasons import WhyCode
from verification.core.sources.domains import canonical_url, host_of, matching_suffix, registrable_domain
from verification.core.sources.independence import authority_of, owner_of
from verification.core.sources.injection import injection_mark
from verification.core.sources.promotion import promotion_why
from verification.core.vocabulary import NodeKind, Stance


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why a page has no vote: the stance and reason it is shown with."""

    stance: Stance
    why: Why


@dataclass(frozen=True, slots=True)
class SourcePage:
    """One page of the input. ``exclusion`` is None where it may vote; ``fresh`` is None where it is undated."""

    position: int
    page: Page
    url: str
    host: str
    domain: str
    owner: str
    is_whitelisted: bool
    is_official: bool
    authority: Decimal
    weight: Decimal
    fresh: bool | None
    exclusion: Exclusion | None
    reading: PageReading

    @property
    def can_vote(self) -> bool:
        return self.exclusion is None

    @property
    def candidates(self) -> tuple[CandidateFigure, ...]:
        return self.reading.candidates


@dataclass(frozen=True, slots=True)
class EvidenceSet:
    """Everything a verdict is reached from, and the ``bars`` that its figures are held to.

    The pages that give orders to a model stand apart: the verdict is reached without them.
    """

    node: NodeSpec
    trust: Trust
    as_of: datetime
    source_pages: tuple[SourcePage, ...]
    giving_orders: tuple[SourcePage, ...] = ()
    bars: Bars = UNWEIGHED

    @property
    def pages_read(self) -> int:
        return len(self.source_pages) + len(self.giving_orders)

    def voting(self) -> tuple[SourcePage, ...]:
        return tuple(source_page for source_page in self.source_pages if source_page.can_vote)


def open_evidence_set(node: NodeSpec, pages: Sequence[Page], *, as_of: datetime, trust: Trust) -> EvidenceSet:
    """Reads every page once, without weighing its figures. Pages are ordered by publisher, date and text, never by their place given."""
    order = sorted(range(len(pages)), key=lambda position: _stable_key(pages[position]))
    giving = [position for position in order if has_orders(pages[position])]
    heard = [position for position in order if position not in giving]
    # What stands on a page that gives orders doesn't even weigh the words of the others.
    binder = Binder(node, as_of, [pages[position] for position in heard]) if node.kind != NodeKind.TEXT else None
    parts = []
    for positions in (heard, giving):
        seen: set[str] = set()
        source_pages = []
        for position in positions:
            source_pages.append(_source_page(position, pages[position], node, as_of, trust, binder, seen))
            seen.add(source_pages[-1].url)
        parts.append(tuple(source_pages))
    return EvidenceSet(node, trust, as_of, parts[0], parts[1])


def has_orders(page: Page) -> bool:
    """Whether the page gives orders to a model."""
    return injection_mark(page.title) is not None or injection_mark(page.content) is not None


def _source_page(
    position: int, page: Page, node: NodeSpec, as_of: datetime, trust: Trust, binder: Binder | None, seen: set[str]
) -> SourcePage:
    url, host = canonical_url(page.url), host_of(page.url) or ""
    domain = registrable_domain(host) if host else None
    reading = binder.read(position, page) if binder else PageReading(position, (), 0)
    return SourcePage(
        position=position,
        page=page,
        url=url or page.url,
        host=host,
        domain=domain or "",
        owner=owner_of(host, domain, trust) if domain else "",
        is_whitelisted=bool(domain) and matching_suffix(host, trust.whitelist) is not None,
        is_official=bool(domain) and matching_suffix(host, trust.official) is not None,
        authority=authority_of(host, trust),
        weight=decay_weight(page.published_at, as_of, node.fresh_days),
        fresh=is_fresh(page.published_at, as_of, node.fresh_days),
        exclusion=_exclusion(page, url, domain, node, as_of, repeated=url in seen),
        reading=reading,
    )


def _exclusion(page: Page, url: str | None, domain: str | None, node: NodeSpec, as_of: datetime, *, repeated: bool) -> Exclusion | None:
    if url is None:
        return Exclusion(Stance.PROMOTIONAL, Why(WhyCode.BAD_URL))
    if domain is None:
        return Exclusion(Stance.PROMOTIONAL, Why(WhyCode.NO_PUBLISHER))
    if repeated:
        return Exclusion(Stance.DUPLICATE, Why(WhyCode.REPEATED_URL))
    promotion = promotion_why(page)
    if promotion:
        return Exclusion(Stance.PROMOTIONAL, promotion)
    published = page.published_at
    if published is not None and is_future_dated(published, as_of):
        return Exclusion(Stance.STALE, Why(WhyCode.FUTURE_DATED, {"date": published.date().isoformat()}))
    if is_fresh(published, as_of, node.fresh_days) is False:
        return Exclusion(Stance.STALE, Why(WhyCode.STALE, {"days": age_days(published, as_of) or 0, "limit": node.fresh_days or 0}))
    return None


def _stable_key(page: Page) -> tuple[str, str, str, str]:
    return (canonical_url(page.url) or page.url, page.published_at.isoformat() if page.published_at else "", page.title, page.content)
