"""The World Bank's indicators, page by page."""

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.base import ProviderError
from verification.providers.series.base import MOST_PAGES, SeriesAnswer, SeriesQuery, member, read_exactly, read_rows, rows_in

SERVICE = "The World Bank"
PAGE = 500


class WorldBankSeries:
    """``code`` is ``country/indicator``."""

    name = "worldbank"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["worldbank"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return MOST_PAGES

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        country, _slash, indicator = query.entry.code.partition("/")
        url = f"{self._url}/country/{country}/indicator/{indicator}"
        rows: list[tuple[object, object]] = []
        pages = total = 1
        while pages <= total:
            params = {
                "format": "json",
                "per_page": str(PAGE),
                "page": str(pages),
                "date": f"{query.since.year}:{query.day.year}",
            }
            answer = read_exactly(SERVICE, await self._client.fetch_body(ApiRequest(SERVICE, url, params=params)))
            _refuse(answer)
            rows += [(member(SERVICE, row, "date"), member(SERVICE, row, "value")) for row in rows_in(SERVICE, answer, 1)]
            total = _pages(answer)
            pages += 1
        return SeriesAnswer(read_rows(SERVICE, query, rows), calls=pages - 1)


def _pages(answer: object) -> int:
    total = member(SERVICE, answer, 0, "pages")
    if not isinstance(total, int) or total > MOST_PAGES:
        raise ProviderError(f"{SERVICE} answered with more pages than are read.", permanent=True, fault=Fault.TOO_LARGE, http_status=200)
    return total


def _refuse(answer: object) -> None:
    """It answers 200 with a message: 175 for an indicator that is gone, 120 for a country or value that is none."""
    head = member(SERVICE, answer, 0)
    if not isinstance(head, dict) or "message" not in head:
        return
    code = str(member(SERVICE, head, "message", 0, "id"))
    if code in ("175", "120"):
        raise ProviderError(f"{SERVICE} has no such series.", permanent=True, fault=Fault.NOT_FOUND, http_status=200)
    raise ProviderError(f"{SERVICE} refused the request as wrong.", permanent=True, fault=Fault.BAD_REQUEST, http_status=200)
