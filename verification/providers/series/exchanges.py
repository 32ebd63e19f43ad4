"""Closing prices of two public exchanges. Their day is that of UTC; one that is not over has no close."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, member, read_exactly, read_rows, rows_in

DAY_S = 86_400
MOST_CANDLES = 300
_OPEN_FAULTS = (("unknown asset pair", Fault.NOT_FOUND), ("rate limit", Fault.RATE_LIMITED), ("too many requests", Fault.RATE_LIMITED))


class CoinbaseSeries:
    """``code`` is the product, such as BTC-USD. A candle is [time, low, high, open, close, volume]."""

    name = "coinbase"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["coinbase"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        since = max(query.since, query.day - timedelta(days=MOST_CANDLES - 1))
        params = {"granularity": str(DAY_S), "start": f"{since.isoformat()}T00:00:00Z", "end": f"{query.day.isoformat()}T00:00:00Z"}
        request = ApiRequest("Coinbase", f"{self._url}/products/{query.entry.code}/candles", params=params)
        answer = read_exactly("Coinbase", await self._client.fetch_body(request))
        return SeriesAnswer(read_rows("Coinbase", query, _closes("Coinbase", query, rows_in("Coinbase", answer))))


class KrakenSeries:
    """``code`` is the pair, such as XBTUSD. A candle is [time, open, high, low, close, vwap, volume, count]."""

    name = "kraken"

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["kraken"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        since = int(datetime.combine(query.since, time.min, tzinfo=UTC).timestamp())
        params = {"pair": query.entry.code, "interval": str(DAY_S // 60), "since": str(since)}
        answer = read_exactly("Kraken", await self._client.fetch_body(ApiRequest("Kraken", f"{self._url}/0/public/OHLC", params=params)))
        _refuse(rows_in("Kraken", answer, "error"))
        result = member("Kraken", answer, "result")
        pairs = [name for name in result if name != "last"] if isinstance(result, dict) else []
        if len(pairs) != 1:
            raise unreadable("Kraken", "more than one series")
        return SeriesAnswer(read_rows("Kraken", query, _closes("Kraken", query, rows_in("Kraken", result, pairs[0]))))


def _closes(service: str, query: SeriesQuery, candles: Iterable[object]) -> Iterator[tuple[object, object]]:
    """Of each day that was over, the fifth figure of its candle: the close, on either exchange."""
    for candle in candles:
        day = _day(service, member(service, candle, 0))
        if query.since <= day < query.day:
            yield day.isoformat(), member(service, candle, 4)


def _day(service: str, seconds: object) -> date:
    if not isinstance(seconds, int) or not 0 <= seconds < 253_402_300_800:
        raise unreadable(service, "a moment that is none")
    return datetime.fromtimestamp(seconds, UTC).date()


def _refuse(errors: list[object]) -> None:
    """Kraken answers 200 with a list of errors."""
    if not errors:
        return
    said = str(errors[0]).lower()
    fault = next((fault for words, fault in _OPEN_FAULTS if words in said), Fault.BAD_REQUEST)
    told = {Fault.NOT_FOUND: "has no such series", Fault.RATE_LIMITED: "was asked too often"}.get(fault, "refused the request as wrong")
    raise ProviderError(f"Kraken {told}.", permanent=fault is not Fault.RATE_LIMITED, fault=fault, http_status=200)
