"""The World Bank's indicators, page by page."""

from collections.abc import Sequence
from datetime import date

from django.conf import LazySettings

from verification.core.patterns import lazy_regex
from verification.core.periods.calendar import Grain
from verification.core.periods.reference import parse_reference_period
from verification.core.series.catalogue import Frequency
from verification.core.series.published import Dimension, DimensionCode, FoundSeries, FoundTable, SeriesListing, TableOutline
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.base import ProviderError
from verification.providers.series.base import (
    MOST_PAGES,
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

SERVICE = "The World Bank"
PAGE = 500
# The World Development Indicators: what the Bank itself keeps up to date of its seventy databases.
SOURCE = "2"
_INDICATOR = lazy_regex(r"[A-Za-z0-9._-]{1,80}")
# The unit stands at the end of the name: "GDP growth (annual %)".
_UNIT = lazy_regex(r"\(([^()]+)\)[^()]*$")
_FREQUENCIES = {Grain.YEAR: Frequency.YEAR, Grain.QUARTER: Frequency.QUARTER, Grain.MONTH: Frequency.MONTH}


class WorldBankSeries:
    """``code`` is ``country/indicator``; an indicator is a table of one dimension, the countries."""

    name = "worldbank"
    search_kind = SearchKind.LIST
    search_calls = MOST_PAGES

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._url = settings.SERIES_URLS["worldbank"]

    def planned_calls(self, query: SeriesQuery) -> int:
        return MOST_PAGES

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        country, _slash, indicator = query.entry.code.partition("/")
        dated = f"{query.since.year}:{query.day.year}"
        rows, calls = await self._pages(f"country/{country}/indicator/{indicator}", date=dated)
        told = [(member(SERVICE, row, "date"), member(SERVICE, row, "value")) for row in rows]
        return SeriesAnswer(read_rows(SERVICE, query, told), calls=calls)

    async def search(self, search: SeriesSearch) -> SeriesListing:
        """The API has no search by words: its list of indicators comes whole."""
        rows, calls = await self._pages(f"source/{SOURCE}/indicator")
        found = tuple(FoundTable(self.name, text_in(SERVICE, row, "id"), text_in(SERVICE, row, "name")) for row in rows)
        return SeriesListing(tables=found, total=len(found), calls=calls)

    async def outline(self, table: str) -> TableOutline | None:
        if not _INDICATOR.fullmatch(table):
            return None
        try:
            rows, calls = await self._pages(f"indicator/{table}")
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise
        if not rows:
            return None
        countries, more = await self._pages("country")
        codes = tuple(DimensionCode(text_in(SERVICE, row, "iso2Code"), text_in(SERVICE, row, "name")) for row in countries)
        found = FoundTable(self.name, table, text_in(SERVICE, rows[0], "name"))
        named = tuple(sorted((one for one in codes if one.code), key=lambda one: one.name))
        return TableOutline(found, (Dimension("country", "Country", named),), {}, calls=calls + more)

    @staticmethod
    def code_of(table: str, codes: Sequence[str]) -> str:
        return f"{codes[0]}/{table}"

    @staticmethod
    def table_of(code: str) -> tuple[str, tuple[str, ...]]:
        country, _slash, indicator = code.partition("/")
        return indicator, (country,)

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None:
        """By its newest figure; None where the country has none of the indicator."""
        indicator, (country,) = self.table_of(code)
        if outline is None or country not in {one.code for one in outline.dimensions[0].codes}:
            return None
        try:
            answer = await self._get(f"country/{country}/indicator/{indicator}", mrnev="1", per_page="1")
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise
        rows = member(SERVICE, answer, 1)
        if not rows:
            return None
        row = rows_in(SERVICE, answer, 1)[0]
        name, place = text_in(SERVICE, row, "indicator", "value"), text_in(SERVICE, row, "country", "value")
        last = parse_reference_period(text_in(SERVICE, row, "date"))
        if last is None or last.grain not in _FREQUENCIES:
            return None
        unit = _UNIT.search(name)
        return FoundSeries(
            provider=self.name,
            code=code,
            title=f"{name} · {place}",
            frequency=_FREQUENCIES[last.grain],
            unit=text_in(SERVICE, row, "unit", most=120) or (unit[1][:120] if unit else ""),
            url=f"https://data.worldbank.org/indicator/{indicator}?locations={country}",
            last=last,
            published_on=_updated(answer),
        )

    async def _pages(self, path: str, **params: str) -> tuple[list[object], int]:
        """The rows of every page, and how many requests they took."""
        rows: list[object] = []
        pages = total = 1
        while pages <= total:
            answer = await self._get(path, per_page=str(PAGE), page=str(pages), **params)
            rows += rows_in(SERVICE, answer, 1)
            total = _pages(answer)
            pages += 1
        return rows, pages - 1

    async def _get(self, path: str, **params: str) -> object:
        request = ApiRequest(SERVICE, f"{self._url}/{path}", params={"format": "json", **params})
        answer = read_exactly(SERVICE, await self._client.fetch_body(request))
        _refuse(answer)
        return answer


def _updated(answer: object) -> date | None:
    head = member(SERVICE, answer, 0)
    try:
        return date.fromisoformat(str(head.get("lastupdated", ""))) if isinstance(head, dict) else None
    except ValueError:
        return None


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
