"""The little web that the stubs of search services know."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from math import log

from verification.core.language.terms import query_terms
from verification.core.sources.domains import host_of, matching_suffix

EXCERPT = 300


@dataclass(frozen=True, slots=True)
class StubPage:
    url: str
    title: str
    text: str
    published_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A page with the share of the query's terms that it holds, rare ones counting more."""

    page: StubPage
    score: float

    @property
    def excerpt(self) -> str:
        return self.page.text[:EXCERPT]


def find_pages(
    pages: Sequence[StubPage],
    query: str,
    *,
    suffixes: Sequence[str] = (),
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Hit]:
    """The pages that share a term with ``query``; those first that share most, by how rare each term is, as search services rank them.

    Undated pages are of any time, as they are for the services.
    """
    terms = set(query_terms(query))
    weights = {term: log(1 + len(pages) / max(1, sum(term in _terms_of(page) for page in pages))) for term in terms}
    whole = sum(weights.values())
    hits = []
    for page in pages:
        if suffixes and not matching_suffix(host_of(page.url) or "", frozenset(suffixes)):
            continue
        if page.published_at and ((since and page.published_at < since) or (until and page.published_at > until)):
            continue
        shared = terms & _terms_of(page)
        if shared:
            hits.append(Hit(page, round(sum(weights[term] for term in shared) / whole, 4)))
    return sorted(hits, key=lambda hit: -hit.score)


@lru_cache(maxsize=4096)
def _terms_of(page: StubPage) -> frozenset[str]:
    """Once for each page: a stub of many pages would be slower than the service it plays."""
    return frozenset(query_terms(f"{page.title} {page.text}"))
