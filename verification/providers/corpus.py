"""The local corpus as a search engine: the embedded provider, no key and no network."""

from collections.abc import Sequence
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db import DatabaseError

from verification.core.evidence import Page
from verification.core.language.terms import query_terms
from verification.core.sources.domains import matching_suffix
from verification.core.sources.ranking import Phrasing, RankedPage, rank_candidates, weigh_phrasings
from verification.core.vocabulary import Fault
from verification.models import Document
from verification.models.fulltext import Filter, count_documents_with, find_documents
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery, SearchResult
from verification.providers.search_plan import spread_domains

CANDIDATES = 150  # per language: what the index hands to the finer ranking
MAX_TERMS = 40


class CorpusSearch:
    """Searches the documents of ``load_corpus``.

    Each language of the phrasings has its own list of candidates, so that neither crowds out the other. Undated pages come after all
    dated ones; of several versions of one address the newest is found.
    """

    name = "corpus"

    def planned_calls(self, query: SearchQuery) -> int:
        return 1

    async def search(self, query: SearchQuery) -> SearchAnswer:
        try:
            results = await sync_to_async(_search)(query)
        except DatabaseError as error:
            raise ProviderError(f"The local corpus can't be searched ({type(error).__name__}).") from error
        return SearchAnswer(results=tuple(results), provider=self.name, query=" | ".join(query.phrasings), calls=1)


def _search(query: SearchQuery) -> list[SearchResult]:
    documents = Document.objects.count()
    if not documents:
        raise ProviderError("The local corpus is empty; load documents with load_corpus.", permanent=True, fault=Fault.EMPTY_CORPUS)
    terms = tuple(dict.fromkeys(term for text in query.phrasings for term in query_terms(text)))[:MAX_TERMS]
    phrasings = weigh_phrasings(query.phrasings, count_documents_with(terms), documents)
    candidates = _candidates(query, phrasings)
    ranked = [candidate for _, candidate in rank_candidates(candidates, phrasings)]
    chosen = spread_domains(_one_per_address(ranked), url_of=lambda candidate: candidate.address, limit=query.limit)
    rows = Document.objects.in_bulk([candidate.key for candidate in chosen])
    return [
        SearchResult(page=Page(url=row.url, title=row.title, content=row.text, published_at=row.published_at), rank=rank)
        for rank, row in enumerate((rows[candidate.key] for candidate in chosen), 1)
    ]


def _candidates(query: SearchQuery, phrasings: Sequence[Phrasing]) -> list[RankedPage]:
    """Fresh pages first; older and undated ones only where those are too few to choose from."""
    since = query.as_of - timedelta(days=query.fresh_days) if query.fresh_days is not None else None
    found: dict[int, bool] = {}
    for is_unspaced in (True, False):
        weights: dict[str, float] = {}
        for phrasing in phrasings:
            if phrasing.is_unspaced == is_unspaced:
                weights.update(phrasing.weights)
        fresh = Filter(until=query.as_of, since=since, suffixes=query.suffixes)
        ids = find_documents(weights, where=fresh, limit=CANDIDATES)
        found.update(dict.fromkeys(ids, True))
        if len(ids) < CANDIDATES:
            every = Filter(until=query.as_of, is_undated=True, suffixes=query.suffixes)
            for pk in find_documents(weights, where=every, limit=CANDIDATES):
                found.setdefault(pk, False)
    rows = Document.objects.in_bulk(list(found))
    return [
        RankedPage(
            key=pk,
            title=row.title,
            text=row.text,
            address=row.url,
            published_at=row.published_at,
            is_fresh=is_fresh,
        )
        for pk, is_fresh in found.items()
        # The database's LIKE knows no label borders of its own; the engine's rule decides.
        if (row := rows[pk]) and (not query.suffixes or matching_suffix(row.host, frozenset(query.suffixes)))
    ]


def _one_per_address(ranked: Sequence[RankedPage]) -> list[RankedPage]:
    newest: dict[str, RankedPage] = {}
    for candidate in ranked:
        held = newest.get(candidate.address)
        if held is None or _version(candidate) > _version(held):
            newest[candidate.address] = candidate
    return [candidate for candidate in ranked if newest[candidate.address] is candidate]


def _version(candidate: RankedPage) -> tuple[float, int]:
    return (candidate.published_at.timestamp() if candidate.published_at else 0.0, candidate.key)
