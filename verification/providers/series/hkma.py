"""The Hong Kong Monetary Authority: one column of its daily figures."""

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, Unsearched, member, read_exactly, read_rows, rows_in

SERVICE = "The HKMA"
MOST_ROWS = 1_000


class HkmaSeries(Unsearched):
    """``code`` is ``table#column``; figures are JSON numbers, kept as they are written."""

    name = "hkma"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["hkma"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        table, _hash, column = query.entry.code.partition("#")
        params = {
            "choose": "end_of_date",
            "from": query.since.isoformat(),
            "to": query.day.isoformat(),
            "sortby": "end_of_date",
            "sortorder": "desc",
            "pagesize": str(MOST_ROWS),
        }
        answer = read_exactly(SERVICE, await self._client.fetch_body(ApiRequest(SERVICE, f"{self._url}/{table}", params=params)))
        if member(SERVICE, answer, "header", "success") is not True:
            raise ProviderError(f"{SERVICE} refused the request as wrong.", permanent=True, fault=Fault.BAD_REQUEST, http_status=200)
        records = rows_in(SERVICE, answer, "result", "records")
        if records and isinstance(records[0], dict) and column not in records[0]:
            raise ProviderError(f"{SERVICE} has no such series.", permanent=True, fault=Fault.NOT_FOUND, http_status=200)
        return SeriesAnswer(
            read_rows(SERVICE, query, ((member(SERVICE, row, "end_of_date"), member(SERVICE, row, column)) for row in records))
        )
