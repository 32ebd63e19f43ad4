"""The US Bureau of Labor Statistics: its own series, with a key (500 requests a day) or without (25)."""

from collections.abc import Iterator

from django.conf import LazySettings

from verification.core.patterns import lazy_regex
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, Unsearched, member, read_rows, rows_in

SERVICE = "The BLS"
MOST_YEARS = 10
_MONTH, _QUARTER = lazy_regex(r"M(0[1-9]|1[0-2])"), lazy_regex(r"Q0([1-4])")


class BlsSeries(Unsearched):
    """``code`` is the id of the series."""

    name = "bls"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["bls"]
        self._key = settings.BLS_API_KEY

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        start = max(query.since.year, query.day.year - MOST_YEARS + 1)
        body: dict[str, object] = {"seriesid": [query.entry.code], "startyear": str(start), "endyear": str(query.day.year)}
        if self._key:
            body["registrationkey"] = self._key
        request = ApiRequest(SERVICE, f"{self._url}/{'v2' if self._key else 'v1'}/timeseries/data/", body=body)
        answer = await self._client.fetch(request)
        _refuse(answer)
        return SeriesAnswer(read_rows(SERVICE, query, _rows(answer)))


def _rows(answer: dict[str, object]) -> Iterator[tuple[object, object]]:
    for row in rows_in(SERVICE, answer, "Results", "series", 0, "data"):
        year, part = str(member(SERVICE, row, "year")), str(member(SERVICE, row, "period"))
        if month := _MONTH.fullmatch(part):
            yield f"{year}-{month[1]}", member(SERVICE, row, "value")
        elif quarter := _QUARTER.fullmatch(part):
            yield f"{year}-Q{quarter[1]}", member(SERVICE, row, "value")
        elif part not in ("M13", "Q05", "S01", "S02", "S03", "A01"):  # averages over what stands there already
            raise unreadable(SERVICE, "a period that is not documented")


def _refuse(answer: dict[str, object]) -> None:
    """It answers 200 whatever went wrong, and says so in ``status`` and ``message``."""
    said = " ".join(str(line) for line in rows_in(SERVICE, answer, "message")).lower()
    is_done = member(SERVICE, answer, "status") == "REQUEST_SUCCEEDED"
    if is_done and "does not exist" not in said and "invalid series" not in said:
        return
    if "threshold" in said:
        raise ProviderError(
            f"{SERVICE} was asked as often as it allows for today.", permanent=True, fault=Fault.RATE_LIMITED, http_status=200
        )
    if "key" in said and not is_done:
        raise ProviderError(f"{SERVICE} does not accept the key.", permanent=True, fault=Fault.UNAUTHORIZED, http_status=200)
    if "does not exist" in said or "invalid series" in said:
        raise ProviderError(f"{SERVICE} has no such series.", permanent=True, fault=Fault.NOT_FOUND, http_status=200)
    raise ProviderError(f"{SERVICE} refused the request as wrong.", permanent=True, fault=Fault.BAD_REQUEST, http_status=200)
