"""What searches add: the document behind a source that is only named, and a page that carries a claim whose own citation does not."""

import asyncio
from dataclasses import replace

from django.utils import timezone

from attribution.core.checks.existence import Fetch, Presence
from attribution.core.checks.page_identity import match_page
from attribution.core.checks.replacements import choose_carrier
from attribution.core.checks.verdicts import CheckFacts, decide_citation
from attribution.core.vocabulary import CitationKind, CitationWhy, Existence, Match
from attribution.models import Citation
from attribution.services.citations.findings import Finding, Replacement
from attribution.services.citations.inspection import Known, Visit, judge_visit, visit
from verification.core.evidence import Trust, Why
from verification.providers.base import SearchAnswer, SearchQuery, SearchResult
from verification.providers.search.corpus import CorpusSearch
from verification.services.gateway.calls import NotAsked
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.pages import StoredPages

RESULTS = 5
LONGEST_QUERY = 300


async def find_named(citation: Citation, *, gateway: Gateway, work: Work, known: Known) -> Finding:
    """The finding for a source that the text names without a link. Raises ``Unanswered`` where nobody could be asked."""
    name = (citation.anchor or citation.text)[:LONGEST_QUERY]
    answer = await _search(name, gateway, work)
    named = next((one for one in answer.results if _is_named(name, one)), None)
    if named is None:
        return unclear(citation, Why(CitationWhy.NOT_FOUND_BY_SEARCH))
    if answer.provider == CorpusSearch.name:
        seen = Visit(_given(named), published_at=named.page.published_at)
    else:
        seen = await _read(named, gateway, work)
    return await asyncio.to_thread(judge_visit, citation, seen, known)


def unclear(citation: Citation, why: Why) -> Finding:
    """A finding that decides nothing, and says why."""
    facts = CheckFacts(kind=CitationKind(citation.kind), has_claim=bool(citation.claim), presence=Presence(Existence.UNCLEAR, why))
    return Finding(verdict=decide_citation(facts), existence=Existence.UNCLEAR)


async def find_replacement(citation: Citation, *, gateway: Gateway, work: Work, trust: Trust) -> Replacement | None:
    """A page of another publisher that says what the citation claims; None where a search finds none that may."""
    results = (await _search(citation.claim[:LONGEST_QUERY], gateway, work)).results
    cited = (citation.url, citation.final_url)
    found = await asyncio.to_thread(choose_carrier, citation.claim, [one.page for one in results], cited=cited, trust=trust)
    if found is None:
        return None
    return Replacement(found.page.url, found.page.title, found.support.passages[0].text, found.support.score)


async def _search(words: str, gateway: Gateway, work: Work) -> SearchAnswer:
    query = SearchQuery(phrasings=(words,), as_of=timezone.now(), limit=RESULTS)
    return await gateway.search(query, work=work)


def _is_named(name: str, result: SearchResult) -> bool:
    page = result.page
    return match_page(name, url=page.url, title=page.title, text=page.content) == Match.SAME


def _given(result: SearchResult) -> Fetch:
    page = result.page
    return Fetch(url=page.url, final_url=page.url, status=200, title=page.title, text=page.content)


async def _read(result: SearchResult, gateway: Gateway, work: Work) -> Visit:
    """The page in full where the search gave an excerpt and the page can be read; else what the search gave."""
    page = result.page
    given = _given(result)
    if not result.is_snippet:
        return Visit(given, timezone.now(), page.published_at)
    try:
        seen = await visit(page.url, gateway=gateway, work=work, store=StoredPages(), is_renewed=False)
    except NotAsked:
        return Visit(given, timezone.now(), page.published_at)
    if seen.fetch.status is None or not 200 <= seen.fetch.status < 300 or len(seen.fetch.text) < len(page.content):
        return Visit(given, timezone.now(), page.published_at)
    return replace(seen, published_at=seen.published_at or page.published_at)
