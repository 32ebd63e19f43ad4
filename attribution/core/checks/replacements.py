"""Another page for a claim whose own citation does not hold: held to what a page must be that votes on a figure.

It is no promotion, gives no orders to a model, comes from another publisher than the cited one, and asserts the claim. A claim that any
such page contradicts is contested: no page is put in the place of another for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verification.core.claims.judging import SourceText, Support, SupportStatus, judge
from verification.core.consensus.source_pages import has_orders
from verification.core.evidence import Page, Trust
from verification.core.sources.domains import canonical_url, host_of, registrable_domain
from verification.core.sources.independence import owner_of
from verification.core.sources.promotion import promotion_why


@dataclass(frozen=True, slots=True)
class Carrier:
    """A page that may stand for a claim, and what the judgement of its text is."""

    page: Page
    support: Support


def choose_carrier(claim: str, pages: Sequence[Page], *, cited: Sequence[str], trust: Trust) -> Carrier | None:
    """The page that most surely asserts ``claim``; None where none does, or one contradicts it. ``cited``: the citation's own addresses."""
    judged = [Carrier(page, judge(claim, [SourceText(page.content, page.title, page.url)])) for page in _voting(pages, cited, trust)]
    if any(one.support.status == SupportStatus.MISINFORMATION for one in judged):
        return None
    carrying = [one for one in judged if one.support.status == SupportStatus.VERIFIED and one.support.passages]
    return max(carrying, key=lambda one: one.support.score, default=None)


def _voting(pages: Sequence[Page], cited: Sequence[str], trust: Trust) -> Iterator[Page]:
    own = {publisher for url in cited if (publisher := _publisher(url, trust))}
    for page in pages:
        publisher = _publisher(page.url, trust)
        if publisher and publisher not in own and promotion_why(page) is None and not has_orders(page):
            yield page


def _publisher(url: str, trust: Trust) -> str:
    """Whoever publishes an address, empty where the address has no publisher."""
    host = host_of(canonical_url(url) or "") or ""
    domain = registrable_domain(host) if host else None
    return owner_of(host, domain, trust) if domain else ""
