"""FRED and ALFRED of the Federal Reserve Bank of St. Louis: series with every vintage, and a calendar of releases."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.conf import LazySettings

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import first_day
from verification.core.series.catalogue import Adjustment, Frequency
from verification.core.series.observations import Observation, period_of
from verification.core.series.published import FoundSeries, SeriesListing, TableOutline
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import (
    MOST_OBSERVATIONS,
    MOST_PAGES,
    PAGE_OF_FOUND,
    SearchKind,
    SeriesAnswer,
    SeriesQuery,
    SeriesSearch,
    member,
    read_period,
    read_value,
    rows_in,
    text_in,
)

SERVICE = "FRED"
PAGE = 5_000
FAR = "9999-12-31"
_BY_DAY = (Frequency.DAY,)
_FREQUENCIES = frozenset(Frequency)
# Adjusted at an annual rate, and smoothed, are adjusted as well.
_ADJUSTMENTS = {
    "SA": Adjustment.ADJUSTED,
    "SAAR": Adjustment.ADJUSTED,
    "SSA": Adjustment.ADJUSTED,
    "NSA": Adjustment.UNADJUSTED,
}
_CODE = lazy_regex(r"[A-Za-z0-9_.-]{1,120}")


class FredSeries:
    """``code`` is the id of the series. Of what is revised all vintages known at ``as_of`` come along."""

    name = "fred"
    search_kind = SearchKind.WORDS
    search_calls = 1

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["fred"]
        self._key = settings.FRED_API_KEY

    def planned_calls(self, query: SeriesQuery) -> int:
        return MOST_PAGES if query.entry.frequency in _BY_DAY else MOST_PAGES + 2

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        observations: list[Observation] = []
        pages = 0
        while True:
            answer = await self._get("series/observations", **self._wanted(query), offset=str(pages * PAGE))
            rows = rows_in(SERVICE, answer, "observations")
            observations += [one for one in (_observation(query, row) for row in rows) if one is not None]
            _hold_apart(observations)
            pages += 1
            if len(rows) < PAGE:
                break
            if pages == MOST_PAGES:
                raise ProviderError(f"{SERVICE} has more vintages of this series than are read.", permanent=True, fault=Fault.TOO_LARGE)
        if query.entry.frequency in _BY_DAY:
            return SeriesAnswer(tuple(observations), calls=pages)
        return SeriesAnswer(tuple(observations), await self._next_release(query), calls=pages + 2)

    async def search(self, search: SeriesSearch) -> SeriesListing:
        answer = await self._get(
            "series/search",
            search_text=search.words,
            search_type="full_text",
            order_by="search_rank",
            sort_order="desc",
            limit=str(PAGE_OF_FOUND),
            offset=str((search.page - 1) * PAGE_OF_FOUND),
        )
        total = member(SERVICE, answer, "count")
        if not isinstance(total, int):
            raise unreadable(SERVICE, "another form than is documented")
        found = (_found(row) for row in rows_in(SERVICE, answer, "seriess")[:PAGE_OF_FOUND])
        return SeriesListing(series=tuple(one for one in found if one is not None), total=total)

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None:
        try:
            answer = await self._get("series", series_id=code)
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise
        return _found(member(SERVICE, answer, "seriess", 0))

    def _wanted(self, query: SeriesQuery) -> dict[str, str]:
        # A vintage is told from its first day on, cut at the first day asked about: that has to lie before every period asked for.
        first = query.since if query.entry.is_revised else query.day
        return {
            "series_id": query.entry.code,
            "observation_start": query.since.isoformat(),
            "observation_end": query.day.isoformat(),
            "realtime_start": min(first, query.day).isoformat(),
            "realtime_end": query.day.isoformat(),
            "sort_order": "asc",
            "limit": str(PAGE),
        }

    async def _next_release(self, query: SeriesQuery) -> date | None:
        """The first day of the release's calendar behind the day of asking; None where none is known."""
        try:
            releases = await self._get("series/release", series_id=query.entry.code)
            release = str(member(SERVICE, releases, "releases", 0, "id"))
            after = (query.day + timedelta(days=1)).isoformat()
            dates = await self._get(
                "release/dates",
                release_id=release,
                realtime_start=after,
                realtime_end=FAR,
                include_release_dates_with_no_data="true",
                sort_order="asc",
                limit="10",
            )
            days = [date.fromisoformat(str(member(SERVICE, row, "date"))) for row in rows_in(SERVICE, dates, "release_dates")]
        except (ProviderError, ValueError):
            # The figure is there; a calendar that is not must not lose it.
            return None
        return min((day for day in days if day > query.day), default=None)

    async def _get(self, path: str, **params: str) -> dict[str, object]:
        if not self._key:
            raise ProviderError("FRED has no key: FRED_API_KEY is not set.", permanent=True, fault=Fault.NOT_CONFIGURED)
        request = ApiRequest(SERVICE, f"{self._url}/{path}", params={**params, "api_key": self._key, "file_type": "json"})
        return await self._client.fetch(request, classify=_classify)


def _hold_apart(observations: Sequence[Observation]) -> None:
    """A second figure of one period and vintage is of another series: by day what was by month, say."""
    if len({(one.period, one.vintage) for one in observations}) < len(observations):
        raise unreadable(SERVICE, "more than one series")
    if len(observations) > MOST_OBSERVATIONS:
        raise ProviderError(f"{SERVICE} has more vintages of this series than are read.", permanent=True, fault=Fault.TOO_LARGE)


def _observation(query: SeriesQuery, row: object) -> Observation | None:
    value = read_value(SERVICE, member(SERVICE, row, "value"))
    if value is None:
        return None
    period = read_period(SERVICE, query.entry, member(SERVICE, row, "date"))
    if first_day(period) > query.day:
        return None
    if not query.entry.is_revised:
        return Observation(period, value, query.day, is_exact_vintage=False)
    try:
        return Observation(period, value, date.fromisoformat(str(member(SERVICE, row, "realtime_start"))))
    except ValueError:
        raise unreadable(SERVICE, "a vintage that is no day") from None


def _found(row: object) -> FoundSeries | None:
    """A series as FRED describes it; None for a rhythm in which no node asks (fortnights, half years)."""
    code, short = text_in(SERVICE, row, "id"), text_in(SERVICE, row, "frequency_short")
    if short not in _FREQUENCIES or not _CODE.fullmatch(code):
        return None
    frequency = Frequency(short)
    try:
        last = period_of(frequency, date.fromisoformat(text_in(SERVICE, row, "observation_end")))
        published_on = date.fromisoformat(text_in(SERVICE, row, "last_updated")[:10])
    except ValueError:
        raise unreadable(SERVICE, "a day that no calendar has") from None
    return FoundSeries(
        provider="fred",
        code=code,
        title=text_in(SERVICE, row, "title"),
        frequency=frequency,
        unit=text_in(SERVICE, row, "units", most=120),
        url=f"https://fred.stlouisfed.org/series/{code}",
        adjustment=_ADJUSTMENTS.get(text_in(SERVICE, row, "seasonal_adjustment_short"), Adjustment.NONE),
        last=last,
        published_on=published_on,
    )


def _classify(status: int, text: str) -> Fault | None:
    if status == 400 and "api_key" in text:
        return Fault.UNAUTHORIZED
    return Fault.NOT_FOUND if status == 400 and "does not exist" in text else None
