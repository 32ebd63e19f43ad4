"""The offices that speak SDMX: the ECB, Eurostat, the BIS, the OECD, the IMF and the ILO, asked for SDMX-CSV.

CSV is asked for because it writes each figure as the office does: XML and JSON come by way of binary floats in most readers, and the kept
library for them brings 200 MB of data frames. It also leaves no entity to expand. A gateway may leave out of account what was asked for and
send the form that is its own: of the IMF SDMX-ML is read too (``messages``), of every office SDMX-JSON (``json_messages``).
"""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from django.conf import LazySettings

from verification.core.series.published import FoundSeries, SeriesListing, TableOutline
from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import SearchKind, SeriesAnswer, SeriesQuery, SeriesSearch, read_rows, read_value
from verification.providers.series.json_messages import read_json_message
from verification.providers.series.messages import read_message
from verification.providers.series.sdmx_office import OFFICES, SdmxOffice
from verification.providers.series.sdmx_search import (
    ACCEPT,
    STRUCTURE_BYTES,
    describe_series,
    is_key,
    list_path,
    outline_path,
    read_outline,
    read_tables,
)
from verification.providers.series.tables import read_table

TIME, VALUE, MAGNITUDE, HIDDEN = "TIME_PERIOD", "OBS_VALUE", "UNIT_MULT", "OBS_STATUS"
SCALE = "SCALE"  # the IMF's word for the magnitude
# Magnitudes that an office may write a figure in: single ones up to billions of billions.
_MAGNITUDES = {str(power): Decimal(10) ** power for power in range(-6, 19)} | {"": Decimal(1)}


class SdmxSeries:
    """``code`` of a series is ``flow/key``, as the office's own addresses have it."""

    name = ""
    search_kind = SearchKind.LIST
    search_calls = 1

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._office = OFFICES[self.name]
        self._url = settings.SERIES_URLS[self.name]

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        service = self._office.service
        params = {**self._office.wants, "startPeriod": _start(query)}
        request = ApiRequest(service, f"{self._url}/data/{query.entry.code}", params=params, accept=self._office.accept)
        body = await self._client.fetch_body(request, classify=_classify)
        return SeriesAnswer(read_rows(service, query, _rows(self._office, self._read(body))))

    async def search(self, search: SeriesSearch) -> SeriesListing:
        """The standard has no search by words: the list of tables comes whole."""
        body = await self._structure(list_path(self._office), detail="allstubs")
        return read_tables(self.name, self._office, body)

    async def outline(self, table: str) -> TableOutline | None:
        path = outline_path(self._office, table)
        if path is None:
            return None
        detail = {"detail": "referencepartial"} if self._office.is_partial else {}
        try:
            body = await self._structure(path, references="descendants", **detail)
            return read_outline(self.name, self._office, table, body)
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise

    @staticmethod
    def code_of(table: str, codes: Sequence[str]) -> str:
        return f"{table}/{'.'.join(codes)}"

    @staticmethod
    def table_of(code: str) -> tuple[str, tuple[str, ...]]:
        table, _slash, key = code.partition("/")
        return table, tuple(key.split("."))

    async def identify(self, code: str, outline: TableOutline | None = None) -> FoundSeries | None:
        """By the names of its codes and its newest row; None where the table has no figures for them."""
        _table, codes = self.table_of(code)
        if outline is None or not is_key(outline, codes):
            return None
        params = {**self._office.wants, "lastNObservations": "1"}
        request = ApiRequest(self._office.service, f"{self._url}/data/{code}", params=params, accept=self._office.accept)
        try:
            rows = list(self._read(await self._client.fetch_body(request, classify=_classify)))
        except ProviderError as error:
            if error.fault is Fault.NOT_FOUND:
                return None
            raise
        if not rows:
            return None
        return describe_series(self.name, self._office, code, outline, codes, rows[-1])

    async def _structure(self, path: str, **params: str) -> bytes:
        request = ApiRequest(self._office.service, f"{self._url}/{path}", params=params, accept=ACCEPT, max_bytes=STRUCTURE_BYTES)
        return await self._client.fetch_body(request)

    def _read(self, body: bytes) -> Iterator[Mapping[str, object]]:
        """The rows of the answer, in the form in which it came."""
        service, first = self._office.service, body.removeprefix(BOM_UTF8).lstrip()[:1]
        if first == b"{":
            return read_json_message(service, body)
        if first == b"<" and self._office.is_ml:
            return read_message(service, body)
        return read_table(service, body, wanted=(TIME, VALUE))


class EcbSeries(SdmxSeries):
    name = "ecb"


class EurostatSeries(SdmxSeries):
    name = "eurostat"


class BisSeries(SdmxSeries):
    name = "bis"


class OecdSeries(SdmxSeries):
    name = "oecd"


class ImfSeries(SdmxSeries):
    name = "imf"


class IloSeries(SdmxSeries):
    name = "ilo"


def _rows(office: SdmxOffice, rows: Iterable[Mapping[str, object]]) -> Iterator[tuple[object, object]]:
    service = office.service
    for row in rows:
        value = read_value(service, row[VALUE])
        if value is None or row.get(HIDDEN) in ("M", "L"):  # missing by the office's own mark, whatever stands in its place
            continue
        magnitude = _MAGNITUDES.get(_magnitude_of(row))
        if magnitude is None:
            raise unreadable(service, "a magnitude that is none")
        yield office.plain_period(str(row[TIME])), value * magnitude


def _magnitude_of(row: Mapping[str, object]) -> str:
    told = row.get(MAGNITUDE)
    return str(row.get(SCALE, "") if told in (None, "") else told).strip()


def _start(query: SeriesQuery) -> str:
    """The first period wanted; the standard takes a year for every frequency."""
    return f"{query.since.year:04}"


def _classify(status: int, text: str) -> Fault | None:
    # Eurostat answers 400 for a dimension that has changed, and 413 where it would prepare the answer for later.
    if status == 400 and ("dimension" in text or "invalid" in text):
        return Fault.NOT_FOUND
    return Fault.TOO_LARGE if status == 413 else None
