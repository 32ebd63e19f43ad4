"""The Bank of England's database, as CSV."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, Unsearched, read_rows
from verification.providers.series.tables import read_table

SERVICE = "The Bank of England"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class BankOfEnglandSeries(Unsearched):
    """``code`` is the code of the series."""

    name = "boe"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["boe"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        code = query.entry.code
        since = query.since
        params = {
            "csv.x": "yes",
            "Datefrom": f"{since.day:02}/{_MONTHS[since.month - 1]}/{since.year}",
            "Dateto": "now",
            "SeriesCodes": code,
            "CSVF": "TN",
            "UsingCodes": "Y",
            "VPD": "Y",
            "VFD": "N",
        }
        body = await self._client.fetch_body(ApiRequest(SERVICE, self._url, params=params))
        if body.lstrip()[:1] == b"<":
            # For a code that is none it answers 200 with a page of its site.
            raise ProviderError(f"{SERVICE} has no such series.", permanent=True, fault=Fault.NOT_FOUND, http_status=200)
        return SeriesAnswer(read_rows(SERVICE, query, _rows(code, body)))


def _rows(code: str, body: bytes) -> Iterator[tuple[object, object]]:
    for row in read_table(SERVICE, body, wanted=("DATE", code)):
        try:
            day = datetime.strptime(row["DATE"], "%d %b %Y").date()  # noqa: DTZ007 (a day, in no zone)
        except ValueError:
            raise unreadable(SERVICE, "a day that is none") from None
        yield day.isoformat(), row[code]
