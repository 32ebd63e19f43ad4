"""Closing prices of two public exchanges. Their day is that of UTC; one that is not over has no close."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import quote

from django.conf import LazySettings

from verification.core.patterns import lazy_regex
from verification.core.series.catalogue import Frequency
from verification.core.series.published import FoundSeries, SeriesListing, TableOutline
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import (
    SearchKind,
    SeriesAnswer,
    SeriesQuery,
    SeriesSearch,
    member,
    read_exactly,
    read_rows,
    rows_in,
    text_in,
)

DAY_S = 86_400
_PAIR = lazy_regex(r"[A-Za-z0-9._-]{3,60}")
# What Kraken calls by other letters than everybody.
_ASSETS = {"XBT": "BTC", "XDG": "DOGE"}
MOST_CANDLES = 300
_OPEN_FAULTS = (("unknown asset pair", Fault.NOT_FOUND), ("rate limit", Fault.RATE_LIMITED), ("too many requests", Fault.RATE_LIMITED))


class CoinbaseSeries:
    """``code`` is the product, such as BTC-USD. A candle is [time, low, high, open, close, volume]."""

    name = "coinbase"
    search_kind = SearchKind.LIST
    search_calls = 1

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

    async def search(self, search: SeriesSearch) -> SeriesListing:
        answer = read_exactly("Coinbase", await self._client.fetch_body(ApiRequest("Coinbase", f"{self._url}/products")))
        found = tuple(_coinbase_pair(row) for row in rows_in("Coinbase", answer) if text_in("Coinbase", row, "status") != "delisted")
        return SeriesListing(series=found, total=len(found))

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None:
        try:
            request = ApiRequest("Coinbase", f"{self._url}/products/{quote(code, safe='')}")
            return _coinbase_pair(read_exactly("Coinbase", await self._client.fetch_body(request)))
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise


class KrakenSeries:
    """``code`` is the pair, such as XBTUSD. A candle is [time, open, high, low, close, vwap, volume, count]."""

    name = "kraken"
    search_kind = SearchKind.LIST
    search_calls = 1

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

    async def search(self, search: SeriesSearch) -> SeriesListing:
        pairs = await self._pairs()
        found = tuple(_kraken_pair(row) for row in pairs.values())
        return SeriesListing(series=found, total=len(found))

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None:
        try:
            pairs = await self._pairs(pair=code)
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise
        return next((_kraken_pair(row) for row in pairs.values()), None)

    async def _pairs(self, **params: str) -> dict[str, object]:
        request = ApiRequest("Kraken", f"{self._url}/0/public/AssetPairs", params=params)
        answer = read_exactly("Kraken", await self._client.fetch_body(request))
        _refuse(rows_in("Kraken", answer, "error"))
        result = member("Kraken", answer, "result")
        if not isinstance(result, dict):
            raise unreadable("Kraken", "another form than is documented")
        return result


def _coinbase_pair(row: object) -> FoundSeries:
    code, base, money = (text_in("Coinbase", row, name) for name in ("id", "base_currency", "quote_currency"))
    return _pair("coinbase", "Coinbase", code, base, money, f"https://exchange.coinbase.com/trade/{code}")


def _kraken_pair(row: object) -> FoundSeries:
    base, _slash, money = text_in("Kraken", row, "wsname").partition("/")
    base, money = _ASSETS.get(base, base), _ASSETS.get(money, money)
    address = f"https://pro.kraken.com/app/trade/{base}-{money}".lower()
    return _pair("kraken", "Kraken", text_in("Kraken", row, "altname"), base, money, address)


def _pair(provider: str, service: str, code: str, base: str, money: str, url: str) -> FoundSeries:
    if not _PAIR.fullmatch(code) or not base or not money:
        raise unreadable(service, "a pair without its currencies")
    title = f"{base}/{money}, daily close ({service})"
    return FoundSeries(provider, code, title, Frequency.DAY, money, url, is_revised=False)


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
