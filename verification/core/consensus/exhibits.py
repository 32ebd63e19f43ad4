"""The pages of one verification as evidence: who published each, whether it may vote, and what figures it holds for the node.

The order of the input never matters: pages are put into a stable order first, and keep their place in the input only as a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from verification.core.evidence import NodeSpec, Page, Trust, Why
from verification.core.periods.freshness import age_days, decay_weight, is_fresh, is_future_dated
from verification.core.reasons import WhyCode
from verification.core.sources.domains import canonical_url, host_of, matching_suffix, registrable_domain
from verification.core.sources.independence import authority_of, owner_of
from verification.core.sources.injection import injection_mark
from verification.core.sources.promotion import promotion_why
from verification.core.support.binding import Binder, Bond, Reading
from verification.core.vocabulary import NodeKind, Stance


@dataclass(frozen=True, slots=True)
class Bar:
    """Why a page has no vote: the stance and reason it is shown with."""

    stance: Stance
    why: Why


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One page of the input. ``bar`` is None where it may vote; ``fresh`` is None where it is undated."""

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
    bar: Bar | None
    reading: Reading

    @property
    def can_vote(self) -> bool:
        return self.bar is None

    @property
    def bonds(self) -> tuple[Bond, ...]:
        return self.reading.bonds


@dataclass(frozen=True, slots=True)
class Docket:
    """Everything a verdict is reached from."""

    node: NodeSpec
    trust: Trust
    as_of: datetime
    exhibits: tuple[Exhibit, ...]

    def voting(self) -> tuple[Exhibit, ...]:
        return tuple(exhibit for exhibit in self.exhibits if exhibit.can_vote)


def read_docket(node: NodeSpec, pages: Sequence[Page], *, as_of: datetime, trust: Trust) -> Docket:
    """Reads every page once. Exhibits are ordered by publisher, date and text, never by their place in the input."""
    binder = Binder(node, as_of, pages) if node.kind != NodeKind.TEXT else None
    order = sorted(range(len(pages)), key=lambda position: _stable_key(pages[position]))
    seen: set[str] = set()
    exhibits = []
    for position in order:
        exhibits.append(_exhibit(position, pages[position], node, as_of, trust, binder, seen))
        seen.add(exhibits[-1].url)
    return Docket(node, trust, as_of, tuple(exhibits))


def has_orders(exhibit: Exhibit) -> bool:
    """Whether the page gives orders to a model."""
    return injection_mark(exhibit.page.title) is not None or injection_mark(exhibit.page.content) is not None


def _exhibit(position: int, page: Page, node: NodeSpec, as_of: datetime, trust: Trust, binder: Binder | None, seen: set[str]) -> Exhibit:
    url, host = canonical_url(page.url), host_of(page.url) or ""
    domain = registrable_domain(host) if host else None
    reading = binder.read(position, page) if binder else Reading(position, (), 0, 0.0)
    return Exhibit(
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
        bar=_bar(page, url, domain, node, as_of, repeated=url in seen),
        reading=reading,
    )


def _bar(page: Page, url: str | None, domain: str | None, node: NodeSpec, as_of: datetime, *, repeated: bool) -> Bar | None:
    if url is None:
        return Bar(Stance.PROMOTIONAL, Why(WhyCode.BAD_URL))
    if domain is None:
        return Bar(Stance.PROMOTIONAL, Why(WhyCode.NO_PUBLISHER))
    if repeated:
        return Bar(Stance.DUPLICATE, Why(WhyCode.REPEATED_URL))
    promotion = promotion_why(page)
    if promotion:
        return Bar(Stance.PROMOTIONAL, promotion)
    published = page.published_at
    if published is not None and is_future_dated(published, as_of):
        return Bar(Stance.STALE, Why(WhyCode.FUTURE_DATED, {"date": published.date().isoformat()}))
    if is_fresh(published, as_of, node.fresh_days) is False:
        return Bar(Stance.STALE, Why(WhyCode.STALE, {"days": age_days(published, as_of) or 0, "limit": node.fresh_days or 0}))
    return None


def _stable_key(page: Page) -> tuple[str, str, str, str]:
    return (canonical_url(page.url) or page.url, page.published_at.isoformat() if page.published_at else "", page.title, page.content)
