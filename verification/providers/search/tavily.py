"""Tavily (https://docs.tavily.com): a search API that gives the text of the pages found, not only excerpts."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery, SearchResult
from verification.providers.search.plan import SearchPart, is_wanted, plan_parts, search_in_parts
from verification.providers.search.results import make_result, read_date, read_rows, read_text

SERVICE = "Tavily"
GROUP_SIZE = 20  # hosts in one request
MAX_RESULTS = 20  # Tavily's own limit


class TavilySearch:
    """Searches with Tavily, one credit a request (``search_depth`` basic).

    News alone is dated, so recent pages are asked for as news. On a whitelist authorities stand beside newspapers: where its news is too
    little, everything is asked for as well, and the pages say their dates themselves.
    """

    name = "tavily"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._key: str = settings.TAVILY_API_KEY
        self._url = f"{settings.TAVILY_URL}/search"

    def planned_calls(self, query: SearchQuery) -> int:
        parts = plan_parts(query, group_size=GROUP_SIZE)
        return 2 * len(parts) if query.suffixes and query.fresh_days is not None else len(parts)

    async def search(self, query: SearchQuery) -> SearchAnswer:
        if not self._key:
            raise ProviderError("Tavily has no key: TAVILY_API_KEY is not set.", permanent=True, fault=Fault.NOT_CONFIGURED)
        parts = plan_parts(query, group_size=GROUP_SIZE)
        sent: list[str] = []
        answer = await search_in_parts(query, parts, provider=self.name, ask=lambda part: self._ask(query, part, sent))
        return replace(answer, calls=len(sent))

    async def _ask(self, query: SearchQuery, part: SearchPart, sent: list[str]) -> list[SearchResult]:
        """What one part finds; each topic that was asked for is added to ``sent``."""
        found: list[SearchResult] = []
        for topic in _topics(query, part):
            sent.append(topic)
            # The key goes into the header: with a key in the body, include_domains was silently ignored.
            key = f"Bearer {self._key}"
            request = ApiRequest(SERVICE, self._url, body=make_body(query, part, topic), key_header="Authorization", key=key)
            try:
                found += _read(await self._client.fetch(request), after=len(found))
            except ProviderError:
                if not found:
                    raise
            if _count_wanted(found, query) >= query.limit:
                break
        return found


def _topics(query: SearchQuery, part: SearchPart) -> tuple[str, ...]:
    """What to ask for, one after the other as long as too little was found."""
    if query.fresh_days is None:
        return ("general",)
    return ("news", "general") if part.suffixes else ("news",)


def _count_wanted(found: Iterable[SearchResult], query: SearchQuery) -> int:
    return sum(is_wanted(result, query) for result in found)


def make_body(query: SearchQuery, part: SearchPart, topic: str) -> dict[str, object]:
    """The body of one request. More pages than wanted are asked for, at no further cost: some are filtered out again."""
    body: dict[str, object] = {
        "query": part.phrasing,
        "topic": topic,
        "search_depth": "basic",
        "max_results": min(max(query.limit * 2, 10), MAX_RESULTS),
        "include_raw_content": "text",
        "include_answer": False,
        "include_images": False,
    }
    if part.suffixes:
        body["include_domains"] = list(part.suffixes)
    # Whole days, so that a day more at either end; pages beyond them are no evidence, or stale.
    if query.fresh_days is not None:
        body["start_date"] = _day(query.as_of - timedelta(days=query.fresh_days + 1))
    if query.as_of < datetime.now(UTC) - timedelta(days=1):
        body["end_date"] = _day(query.as_of + timedelta(days=1))
    return body


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _read(answer: dict[str, object], *, after: int) -> list[SearchResult]:
    """``after``: how many pages stand before these."""
    found = []
    for rank, row in enumerate(read_rows(answer, "results", service=SERVICE), after + 1):
        whole = row.get("raw_content")
        has_whole = bool(read_text(whole, 1_000))
        published_at = read_date(row.get("published_date"))
        result = make_result(
            url=row.get("url"),
            title=row.get("title"),
            text=whole if has_whole else row.get("content"),
            published_at=published_at,
            rank=rank,
            score=row.get("score"),
            # Tavily dates news alone; the page itself may say when it was published.
            is_snippet=not has_whole or published_at is None,
        )
        if result is not None:
            found.append(result)
    return found
