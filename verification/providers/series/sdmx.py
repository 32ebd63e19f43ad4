"""The offices that speak SDMX: the ECB, Eurostat, the BIS, the OECD, the IMF and the ILO, asked for SDMX-CSV.

CSV is asked for because it writes each figure as the office does: XML and JSON come by way of binary floats in most readers, and the kept
library for them brings 200 MB of data frames. It also leaves no entity to expand. A gateway may leave out of account what was asked for and
send the form that is its own: of the IMF SDMX-ML is read too (``messages``), of every office SDMX-JSON (``json_messages``).
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.conf import LazySettings

from verification.core.vocabulary import Fault
from verification.providers.api_client import ApiClient, ApiRequest
from verification.providers.api_faults import unreadable
from verification.providers.series.base import SeriesAnswer, SeriesQuery, read_rows, read_value
from verification.providers.series.json_messages import read_json_message
from verification.providers.series.messages import read_message
from verification.providers.series.tables import read_table

TIME, VALUE, MAGNITUDE, HIDDEN = "TIME_PERIOD", "OBS_VALUE", "UNIT_MULT", "OBS_STATUS"
SCALE = "SCALE"  # the IMF's word for the magnitude
_IMF_PERIOD = re.compile(r"(?<=\d{4})-M(?=\d{2}$)")  # 2026-M05
# Magnitudes that an office may write a figure in: single ones up to billions of billions.
_MAGNITUDES = {str(power): Decimal(10) ** power for power in range(-6, 19)} | {"": Decimal(1)}


@dataclass(frozen=True, slots=True)
class SdmxOffice:
    """``wants``: the parameters by which the office is asked for a table, ``accept`` the header; ``is_ml``: it may answer SDMX-ML."""

    service: str
    wants: Mapping[str, str]
    accept: str = "application/vnd.sdmx.data+csv;version=1.0.0, text/csv;q=0.5"
    is_ml: bool = False


OFFICES = {
    "ecb": SdmxOffice("The ECB", {"format": "csvdata"}),
    "eurostat": SdmxOffice("Eurostat", {"format": "SDMX-CSV"}),
    "bis": SdmxOffice("The BIS", {"format": "csv"}),
    "oecd": SdmxOffice("The OECD", {"format": "csvfile"}),
    "imf": SdmxOffice(
        "The IMF",
        {},
        accept="application/vnd.sdmx.data+csv;version=1.0.0, application/vnd.sdmx.structurespecificdata+xml;version=2.1;q=0.5",
        is_ml=True,
    ),
    "ilo": SdmxOffice("The ILO", {"format": "csvfile"}),
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
        request = ApiRequest(service, f"{self._url}/data/{query.entry.code}", params=params, accept=self._office.accept)
        body = await self._client.fetch_body(request, classify=_classify)
        return SeriesAnswer(read_rows(service, query, _rows(service, self._read(body))))

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


def _rows(service: str, rows: Iterable[Mapping[str, object]]) -> Iterator[tuple[object, object]]:
    for row in rows:
        value = read_value(service, row[VALUE])
        if value is None or row.get(HIDDEN) in ("M", "L"):  # missing by the office's own mark, whatever stands in its place
            continue
        magnitude = _MAGNITUDES.get(_magnitude_of(row))
        if magnitude is None:
            raise unreadable(service, "a magnitude that is none")
        yield _IMF_PERIOD.sub("-", str(row[TIME])), value * magnitude


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
