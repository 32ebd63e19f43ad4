"""SearXNG (https://docs.searxng.org): one's own metasearch engine; no key, excerpts of the pages."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from django.conf import LazySettings

from verification.core.language.texts import Language, language_of
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.base import ProviderError, SearchAnswer, SearchQuery, SearchResult
from verification.providers.search.plan import SearchPart, plan_parts, search_in_parts
from verification.providers.search.results import make_result, read_date, read_rows
from verification.providers.search.serper import GROUP_SIZE, with_sites

SERVICE = "SearXNG"
_LANGUAGES = {Language.CHINESE: "zh-CN", Language.ENGLISH: "en"}
# The ranges that every version knows, counted back from today.
_RANGES = ((1, "day"), (31, "month"), (366, "year"))


class SearxngSearch:
    """Searches with the instance at ``SEARXNG_URL``, which has to offer JSON. Its engines may ignore ``site:``, so hosts are filtered."""

    name = "searxng"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._base_url: str = settings.SEARXNG_URL

    def planned_calls(self, query: SearchQuery) -> int:
        return len(plan_parts(query, group_size=GROUP_SIZE))

    async def search(self, query: SearchQuery) -> SearchAnswer:
        if not self._base_url:
            raise ProviderError("SearXNG has no address: SEARXNG_URL is not set.", permanent=True, fault=Fault.NOT_CONFIGURED)
        parts = plan_parts(query, group_size=GROUP_SIZE)
        return await search_in_parts(query, parts, provider=self.name, ask=lambda part: self._ask(query, part))

    async def _ask(self, query: SearchQuery, part: SearchPart) -> list[SearchResult]:
        request = ApiRequest(SERVICE, f"{self._base_url}/search", params=make_params(query, part))
        try:
            answer = await self._client.fetch(request)
        except ProviderError as error:
            if error.fault != Fault.FORBIDDEN:
                raise
            message = "SearXNG does not offer JSON: its settings need json among search.formats (HTTP 403)."
            raise ProviderError(message, permanent=True, fault=Fault.FORBIDDEN, http_status=error.http_status) from None
        rows = read_rows(answer, "results", service=SERVICE)
        if not rows and answer.get("unresponsive_engines"):
            # Engines that were blocked found nothing either; that is no evidence of absence.
            raise ProviderError("None of SearXNG's engines answered.", fault=Fault.SERVER_ERROR, http_status=200)
        return _read(rows)


def make_params(query: SearchQuery, part: SearchPart) -> dict[str, str]:
    """The parameters of one request. A range of dates is counted back from today, so an earlier ``as_of`` has none."""
    params = {
        "q": with_sites(part),
        "format": "json",
        "categories": "general" if part.suffixes or query.fresh_days is None else "general,news",
        "language": _LANGUAGES[language_of(part.phrasing)],
        "pageno": "1",
    }
    if query.fresh_days is not None and query.as_of > datetime.now(UTC) - timedelta(days=1):
        name = next((name for days, name in _RANGES if query.fresh_days <= days), None)
        if name is not None:
            params["time_range"] = name
    return params


def _read(rows: list[Mapping[str, object]]) -> list[SearchResult]:
    made = (
        make_result(
            url=row.get("url"),
            title=row.get("title"),
            text=row.get("content"),
            published_at=read_date(row.get("publishedDate")),
            rank=rank,
        )
        for rank, row in enumerate(rows, 1)
    )
    return [result for result in made if result is not None]
