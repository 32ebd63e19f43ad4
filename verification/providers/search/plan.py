"""How one search becomes requests to a service, and their answers one list again.

Every request may cost money, so the best phrasing of each language is asked, two at most; a whitelist is split, for services read long
lists badly. What comes back is filtered again: services leak other hosts into a restricted search.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeVar

from verification.core.language.texts import language_of
from verification.core.patterns import lazy_regex
from verification.core.periods.freshness import is_future_dated
from verification.core.sources.domains import canonical_url, host_of, matching_suffix, registrable_domain
from verification.core.vocabulary import CallKind
from verification.providers.base import Failure, ProviderError, SearchAnswer, SearchQuery, SearchResult

MAX_PHRASINGS = 2
MAX_REQUESTS = 6  # of one search; beyond it the lists of hosts grow instead
MAX_QUERY = 400  # characters; Tavily refuses more
PER_DOMAIN = 3  # of one registrable domain, while other domains have something to say
_RANK_DAMPING = 60  # reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)
_UNSAID = lazy_regex(r"_{2,}|[\x00-\x1f\x7f-\x9f]")
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class SearchPart:
    """One request of a search: one phrasing, restricted to ``suffixes`` (empty is everywhere)."""

    phrasing: str
    suffixes: tuple[str, ...]


def plan_parts(query: SearchQuery, *, group_size: int) -> tuple[SearchPart, ...]:
    """The requests of a search, the best first; none where there is nothing to ask."""
    phrasings = choose_phrasings(query.phrasings)
    groups = _split_suffixes(query.suffixes, group_size)
    if len(phrasings) * len(groups) > MAX_REQUESTS:
        phrasings = phrasings[:1]
    return tuple(SearchPart(phrasing, group) for phrasing in phrasings for group in groups)


def choose_phrasings(phrasings: Sequence[str]) -> tuple[str, ...]:
    """The first phrasing of each language in the order given, as one line without blanks to fill in."""
    chosen: dict[str, str] = {}
    for text in phrasings:
        said = " ".join(_UNSAID.sub(" ", text).split())[:MAX_QUERY].strip()
        if said:
            chosen.setdefault(language_of(said), said)
    return tuple(chosen.values())[:MAX_PHRASINGS]


def _split_suffixes(suffixes: Sequence[str], size: int) -> tuple[tuple[str, ...], ...]:
    """Even groups of at most ``size`` hosts, in their order; longer ones where there would be more than ``MAX_REQUESTS``."""
    if not suffixes:
        return ((),)
    count = min(ceil(len(suffixes) / size), MAX_REQUESTS)
    return tuple(tuple(suffixes[len(suffixes) * n // count : len(suffixes) * (n + 1) // count]) for n in range(count))


async def search_in_parts(
    query: SearchQuery,
    parts: Sequence[SearchPart],
    *,
    provider: str,
    ask: Callable[[SearchPart], Awaitable[list[SearchResult]]],
) -> SearchAnswer:
    """All parts asked at once and merged. Where some fail the others answer, and ``failures`` says so; ``ProviderError`` where all do."""
    answers = await asyncio.gather(*(ask(part) for part in parts), return_exceptions=True)
    found: list[list[SearchResult]] = []
    errors: list[ProviderError] = []
    for answer in answers:
        if isinstance(answer, ProviderError):
            errors.append(answer)
        elif isinstance(answer, BaseException):
            raise answer
        else:
            found.append(answer)
    if errors and not found:
        # What can't be mended stands before what may pass; of those, what asks for the longest wait.
        raise max(errors, key=lambda error: (error.permanent, error.retry_after or 0.0))
    return SearchAnswer(
        results=merge_results(found, query),
        provider=provider,
        query=" | ".join(dict.fromkeys(part.phrasing for part in parts)),
        calls=len(parts),
        failures=tuple(Failure(provider, CallKind.SEARCH, fault) for fault in dict.fromkeys(error.fault for error in errors)),
    )


def merge_results(lists: Sequence[Sequence[SearchResult]], query: SearchQuery) -> tuple[SearchResult, ...]:
    """The wanted pages of all lists, each address once: what several lists name, and name early, comes first."""
    weights: defaultdict[str, float] = defaultdict(float)
    pages: dict[str, SearchResult] = {}
    for result in (result for results in lists for result in results if is_wanted(result, query)):
        address = canonical_url(result.page.url) or result.page.url
        weights[address] += 1 / (_RANK_DAMPING + result.rank)
        held = pages.get(address)
        if held is None or _says_more(result, held):
            pages[address] = result
    order = {address: place for place, address in enumerate(pages)}
    ranked = sorted(pages, key=lambda address: (-weights[address], pages[address].rank, order[address]))
    chosen = spread_domains([pages[address] for address in ranked], url_of=lambda result: result.page.url, limit=query.limit)
    return tuple(replace(result, rank=rank) for rank, result in enumerate(chosen, 1))


def is_wanted(result: SearchResult, query: SearchQuery) -> bool:
    """Whether a page is of the hosts that were asked for, and was published by then."""
    host = host_of(result.page.url)
    if host is None or is_future_dated(result.page.published_at, query.as_of):
        return False
    return not query.suffixes or matching_suffix(host, frozenset(query.suffixes)) is not None


def spread_domains(ranked: Sequence[_Item], *, url_of: Callable[[_Item], str], limit: int) -> list[_Item]:
    """The first ``limit``, at most ``PER_DOMAIN`` of one registrable domain as long as others follow."""
    counts: Counter[str] = Counter()
    first: list[_Item] = []
    rest: list[_Item] = []
    for item in ranked:
        url = url_of(item)
        domain = registrable_domain(host_of(url) or "") or url
        counts[domain] += 1
        (first if counts[domain] <= PER_DOMAIN else rest).append(item)
    return [*first, *rest][:limit]


def _says_more(result: SearchResult, held: SearchResult) -> bool:
    return (not result.is_snippet, len(result.page.content)) > (not held.is_snippet, len(held.page.content))
