"""The offices that speak SDMX: the ECB, Eurostat, the BIS and the OECD, asked for SDMX-CSV.

CSV is asked for because it writes each figure as the office does: XML and JSON come by way of binary floats in most readers, and the kept
library for them brings 200 MB of data frames. It also leaves no entity to expand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.series.base import SeriesAnswer, SeriesQuery, read_rows, read_value
from verification.providers.series.tables import read_table

TIME, VALUE, MAGNITUDE, HIDDEN = "TIME_PERIOD", "OBS_VALUE", "UNIT_MULT", "OBS_STATUS"
# Magnitudes that an office may write a figure in: single ones up to billions of billions.
_MAGNITUDES = {str(power): Decimal(10) ** power for power in range(-6, 19)} | {"": Decimal(1)}


@dataclass(frozen=True, slots=True)
class SdmxOffice:
    """``wants``: the parameters by which the office is asked for a table."""

    service: str
    wants: Mapping[str, str]


OFFICES = {
    "ecb": SdmxOffice("The ECB", {"format": "csvdata"}),
    "eurostat": SdmxOffice("Eurostat", {"format": "SDMX-CSV"}),
    "bis": SdmxOffice("The BIS", {"format": "csv"}),
    "oecd": SdmxOffice("The OECD", {"format": "csvfile"}),
}


class SdmxSeries:
    """``code`` of a series is ``flow/key``, as the office's own addresses have it."""

    name = ""

    def __init__(self, client: ApiClient, settings: LazySettings) -> None:
        self._client = client
        self._office = OFFICES[self.name]
        self._url = settings.SERIES_URLS[self.name]

    def planned_calls(self, query: SeriesQuery) -> int:
        return 1

    async def observe(self, query: SeriesQuery) -> SeriesAnswer:
        service = self._office.service
        params = {**self._office.wants, "startPeriod": _start(query)}
        request = ApiRequest(service, f"{self._url}/data/{query.entry.code}", params=params)
        body = await self._client.fetch_body(request, classify=_classify)
        return SeriesAnswer(read_rows(service, query, _rows(service, body)))


class EcbSeries(SdmxSeries):
    name = "ecb"


class EurostatSeries(SdmxSeries):
    name = "eurostat"


class BisSeries(SdmxSeries):
    name = "bis"


class OecdSeries(SdmxSeries):
    name = "oecd"


def _rows(service: str, body: bytes) -> Iterator[tuple[object, object]]:
    for row in read_table(service, body, wanted=(TIME, VALUE)):
        value = read_value(service, row[VALUE])
        if value is None or row.get(HIDDEN) in ("M", "L"):  # missing by the office's own mark, whatever stands in its place
            continue
        magnitude = _MAGNITUDES.get(row.get(MAGNITUDE, "").strip())
        if magnitude is None:
            raise unreadable(service, "a magnitude that is none")
        yield row[TIME], value * magnitude


def _start(query: SeriesQuery) -> str:
    """The first period wanted; the standard takes a year for every frequency."""
    return f"{query.since.year:04}"


def _classify(status: int, text: str) -> Fault | None:
    # Eurostat answers 400 for a dimension that has changed, and 413 where it would prepare the answer for later.
    if status == 400 and ("dimension" in text or "invalid" in text):
        return Fault.NOT_FOUND
    return Fault.TOO_LARGE if status == 413 else None
