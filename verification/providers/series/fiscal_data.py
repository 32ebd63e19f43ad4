"""FiscalData of the US Treasury: one column of a table of days, page by page."""

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import MOST_PAGES, SeriesAnswer, SeriesQuery, Unsearched, member, read_rows, rows_in

SERVICE = "FiscalData"
PAGE = 1_000


class FiscalDataSeries(Unsearched):
    """``code`` is ``table#column``."""

    name = "fiscaldata"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["fiscaldata"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return MOST_PAGES

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        table, _hash, column = query.entry.code.partition("#")
        rows: list[tuple[object, object]] = []
        pages = total = 1
        while pages <= total:
            params = {
                "fields": f"record_date,{column}",
                "filter": f"record_date:gte:{query.since.isoformat()},record_date:lte:{query.day.isoformat()}",
                "sort": "-record_date",
                "format": "json",
                "page[number]": str(pages),
                "page[size]": str(PAGE),
            }
            answer = await self._client.fetch(ApiRequest(SERVICE, f"{self._url}/{table}", params=params), classify=_classify)
            rows += [(member(SERVICE, row, "record_date"), member(SERVICE, row, column)) for row in rows_in(SERVICE, answer, "data")]
            total = _pages(answer)
            pages += 1
        return SeriesAnswer(read_rows(SERVICE, query, rows), calls=pages - 1)


def _pages(answer: dict[str, object]) -> int:
    total = member(SERVICE, answer, "meta", "total-pages")
    if not isinstance(total, int):
        raise unreadable(SERVICE, "another form than is documented")
    if total > MOST_PAGES:
        raise ProviderError(f"{SERVICE} answered with more pages than are read.", permanent=True, fault=Fault.TOO_LARGE, http_status=200)
    return total


def _classify(status: int, text: str) -> Fault | None:
    """A column or table that is no longer there is named as a wrong parameter."""
    return Fault.NOT_FOUND if status == 400 and "invalid" in text else None
