"""The local corpus as a search engine: the embedded provider, no key and no network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db import DatabaseError

from verification.core.evidence import Page
from verification.core.language.terms import index_terms, query_terms
from verification.core.language.terms import is_unspaced as is_term_unspaced
from verification.core.language.typos import one_letter_apart
from verification.core.sources.domains import matching_suffix
from verification.core.sources.ranking import (
    SUBJECT_WEIGHT,
    Phrasing,
    RankedPage,
    Slot,
    join_slots,
    rank_candidates,
    rarity,
    weigh_phrasings,
)
from verification.core.subjects.misspelt import Meant, name_meant
from verification.core.vocabulary import Fault
from verification.models import Document
from verification.models.fulltext import (
    Filter,
    Group,
    count_documents,
    count_documents_with,
    find_documents,
    find_naming,
    list_hosts,
    reading_indices,
)
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery, SearchResult
from verification.providers.search.plan import spread_domains

CANDIDATES = 150  # per language: what the index hands to the finer ranking
MAX_TERMS = 80
MAX_READ = 10_000  # documents that the words of a query may stand in together, the rarest word apart
MAX_GUESSED = 2  # words that stand nowhere and are looked for with one other letter


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
    with reading_indices():
        return _find_results(query)


def _find_results(query: SearchQuery) -> list[SearchResult]:
    documents = count_documents()
    if not documents:
        raise ProviderError("The local corpus is empty; load documents with load_corpus.", permanent=True, fault=Fault.EMPTY_CORPUS)
    asked = _read_query(query, documents)
    candidates = _candidates(query, asked)
    ranked = [candidate for _, candidate in rank_candidates(candidates, asked.phrasings, slots=join_slots(asked.slots))]
    chosen = spread_domains(_one_per_address(ranked), url_of=lambda candidate: candidate.address, limit=query.limit)
    rows = Document.objects.in_bulk([candidate.key for candidate in chosen])
    return [
        SearchResult(page=Page(url=row.url, title=row.title, content=row.text, published_at=row.published_at), rank=rank)
        for rank, row in enumerate((rows[candidate.key] for candidate in chosen), 1)
    ]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query as the index is asked: its phrasings with weighed terms, its slots, weight and count of every term of both."""

    phrasings: tuple[Phrasing, ...]
    slots: tuple[Slot, ...]
    weights: Mapping[str, float]
    counts: Mapping[str, int]


def _read_query(query: SearchQuery, documents: int) -> _Asked:
    """The terms of phrasings and slots, weighed by rarity; a word that stands in no document gives way to one a letter away."""
    said, counts = _count_said(query)
    unknown = [term for term in said if not counts.get(term)]
    if slips := [slip for text in query.phrasings if (slip := name_meant(text, unknown))]:
        query = _with_names(query, slips)
        said, counts = _count_said(query)
    terms = tuple(counts)
    meant = _meant_by([term for term in dict.fromkeys(said) if not counts.get(term)])
    counts |= dict(meant.values())
    phrasings = tuple(
        replace(phrasing, weights={meant[term][0] if term in meant else term: weight for term, weight in phrasing.weights.items()})
        for phrasing in weigh_phrasings(query.phrasings, counts, documents)
    )
    slots = tuple(slot._replace(writings=(*slot.writings, *_corrected(slot, meant))) for slot in query.slots)
    weights = {term: rarity(counts.get(term, 0), documents) for term in (*terms, *(word for word, _ in meant.values()))}
    return _Asked(phrasings, slots, {term: weight for term, weight in weights.items() if counts.get(term)}, counts)


def _count_said(query: SearchQuery) -> tuple[list[str], dict[str, int]]:
    """The terms of the phrasings, and in how many documents each of them and of the slots' stands."""
    said = [term for text in query.phrasings for term in query_terms(text)]
    named = [term for slot in query.slots for writing in slot.writings for term in query_terms(writing)]
    return said, count_documents_with(tuple(dict.fromkeys((*said, *named)))[:MAX_TERMS])


def _with_names(query: SearchQuery, slips: Sequence[Meant]) -> SearchQuery:
    """The query with known names for slips of them: a slot made of the slip's signs is one for what was meant."""
    phrasings, slots = query.phrasings, query.slots
    for one in dict.fromkeys(slips):
        phrasings = tuple(text.replace(one.written, one.writings[0]) for text in phrasings)
        slots = (*(slot for slot in slots if slot.writings[0] not in one.written), Slot(SUBJECT_WEIGHT, one.writings))
    return replace(query, phrasings=phrasings, slots=slots)


def _meant_by(unknown: Sequence[str]) -> dict[str, tuple[str, int]]:
    """For words that stand nowhere the commonest word a letter away, with its count."""
    found = {}
    for word in unknown[:MAX_GUESSED]:
        counts = count_documents_with(one_letter_apart(word))
        other = max(counts, key=lambda near: (counts[near], near), default="")
        if counts.get(other):
            found[word] = (other, counts[other])
    return found


def _corrected(slot: Slot, meant: Mapping[str, tuple[str, int]]) -> list[str]:
    return [meant[term][0] for writing in slot.writings for term in query_terms(writing) if term in meant]


def _candidates(query: SearchQuery, asked: _Asked) -> list[RankedPage]:
    """Fresh pages first; older and undated ones only where those are too few to choose from."""
    since = query.as_of - timedelta(days=query.fresh_days) if query.fresh_days is not None else None
    suffixes = frozenset(query.suffixes)
    hosts = tuple(host for host in list_hosts() if matching_suffix(host, suffixes)) if suffixes else None
    fresh = Filter(until=query.as_of, since=since, hosts=hosts)
    every = Filter(until=query.as_of, is_undated=True, hosts=hosts)
    found: dict[int, bool] = {}
    for is_unspaced in (True, False):
        ids = _find(asked, is_unspaced=is_unspaced, where=fresh)
        found.update(dict.fromkeys(ids, True))
        if len(ids) < CANDIDATES:
            for pk in _find(asked, is_unspaced=is_unspaced, where=every):
                found.setdefault(pk, False)
    rows = Document.objects.filter(pk__in=found).values_list("pk", "title", "text", "url", "published_at")
    return [RankedPage(*row, is_fresh=found[row[0]]) for row in rows]


def _find(asked: _Asked, *, is_unspaced: bool, where: Filter) -> list[int]:
    """Documents in one kind of script: those that name the slots, all in the title first, then those that hold the telling words."""
    found: dict[int, None] = {}
    *strict, loosest = _namings(asked.slots, is_unspaced=is_unspaced) or [[]]
    named = find_naming(loosest, where=where, limit=CANDIDATES)
    # What names the slots more strictly is among these, unless they are too many to be all of them.
    for naming in strict if len(named) == CANDIDATES else ():
        if len(found) < CANDIDATES:
            found.update(dict.fromkeys(find_naming(naming, where=where, limit=CANDIDATES)))
    found.update(dict.fromkeys(named))
    if len(found) < CANDIDATES:
        weights = {term: weight for term, weight in asked.weights.items() if _is_of(term, asked, is_unspaced=is_unspaced)}
        found.update(dict.fromkeys(find_documents(_telling(weights, asked.counts), where=where, limit=CANDIDATES)))
    return list(found)[:CANDIDATES]


def _namings(slots: Sequence[Slot], *, is_unspaced: bool) -> list[list[Group]]:
    """What documents are asked to name, the strictest first; what pages often leave unsaid is not asked for."""
    needed = sorted((slot for slot in slots if not slot.is_often_unsaid), key=lambda slot: -slot.weight)
    groups = [group for slot in needed if (group := _group(slot, is_unspaced=is_unspaced))]
    if len(groups) < 2:  # one slot alone is named by too many
        return []
    in_title = [group._replace(is_in_title=True) for group in groups]
    return [in_title, [in_title[0], *groups[1:]], groups, *([groups[:2]] if len(groups) > 2 else [])]


def _group(slot: Slot, *, is_unspaced: bool) -> Group | None:
    """The writings of a slot as phrases of the index: of a subject all, of the rest those in the script asked for."""
    phrases = [tuple(index_terms(writing)) for writing in slot.writings]
    kept = [phrase for phrase in phrases if phrase and (slot.weight >= SUBJECT_WEIGHT or is_term_unspaced(phrase[0]) == is_unspaced)]
    return Group(tuple(dict.fromkeys(kept))) if kept else None


def _telling(weights: Mapping[str, float], counts: Mapping[str, int]) -> dict[str, float]:
    """The rarest terms, as many as are read in passing; what stands in most documents tells the least and costs the most."""
    told: dict[str, float] = {}
    read = 0
    for term in sorted(weights, key=lambda term: (counts[term], term)):
        read += counts[term]
        if told and read > MAX_READ:
            break
        told[term] = weights[term]
    return told


def _is_of(term: str, asked: _Asked, *, is_unspaced: bool) -> bool:
    """Whether a term is asked of pages in a script without spaces: of its own script, or said in such a phrasing."""
    return is_term_unspaced(term) == is_unspaced or any(p.is_unspaced == is_unspaced and term in p.weights for p in asked.phrasings)


def _one_per_address(ranked: Sequence[RankedPage]) -> list[RankedPage]:
    newest: dict[str, RankedPage] = {}
    for candidate in ranked:
        held = newest.get(candidate.address)
        if held is None or _version(candidate) > _version(held):
            newest[candidate.address] = candidate
    return [candidate for candidate in ranked if newest[candidate.address] is candidate]


def _version(candidate: RankedPage) -> tuple[float, int]:
    return (candidate.published_at.timestamp() if candidate.published_at else 0.0, candidate.key)
