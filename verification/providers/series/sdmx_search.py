"""How the offices that speak SDMX are searched: their tables by name, of one the dimensions with their codes, and a series by its key.

The standard (REST 1.5, for SDMX 2.1) has no search by words. Every office lists its tables as stubs (``detail=allstubs``), and gives one
with its structure and codes (``references=descendants``), of which ``detail=referencepartial`` leaves out the codes that it does not use.
"""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from verification.core.patterns import lazy_regex
from verification.core.periods.reference import parse_reference_period
from verification.core.series.catalogue import Adjustment, Frequency
from verification.core.series.published import (
    MOST_TITLE,
    Dimension,
    DimensionCode,
    FoundSeries,
    FoundTable,
    SeriesListing,
    TableOutline,
)
from verification.core.series.units import PERCENT, read_unit
from verification.providers.api_faults import unreadable
from verification.providers.series.base import one_line
from verification.providers.series.sdmx_office import SdmxOffice
from verification.providers.series.structures import UNIT_NAMES, Flow, Structure, read_structure

# Eurostat's list of 8,000 tables in three languages has 7 MB.
STRUCTURE_BYTES = 24_000_000
ACCEPT = "application/vnd.sdmx.structure+xml;version=2.1, application/xml;q=0.5"
_TABLE = lazy_regex(r"[A-Za-z0-9_.@-]+(?:,[A-Za-z0-9_.@-]+){0,2}")
_CODE = lazy_regex(r"[A-Za-z0-9_@$-]+")
_FREQUENCY_NAMES = frozenset(("FREQ", "FREQUENCY"))
# By the first letter of a code of the standard's list; business days are days.
_FREQUENCIES = {
    "D": Frequency.DAY,
    "B": Frequency.DAY,
    "W": Frequency.WEEK,
    "M": Frequency.MONTH,
    "Q": Frequency.QUARTER,
    "A": Frequency.YEAR,
    "Y": Frequency.YEAR,
}
_UNADJUSTED = lazy_regex(r"\b(?:not|non|neither|nor)[\s-]+season|\bunadjusted\b|\bnon-adjusted\b", re.IGNORECASE)
_ADJUSTED = lazy_regex(r"\bseasonal(?:ly)?\b.*\badjust|\btrend[- ]cycle\b", re.IGNORECASE)


def list_path(office: SdmxOffice) -> str:
    return f"dataflow/{office.agency}/all/latest"


def outline_path(office: SdmxOffice, table: str) -> str | None:
    """Where the structure of a table lies; None for what is no name of one."""
    if not _TABLE.fullmatch(table):
        return None
    parts = table.split(",")
    agency, code = (parts[0], parts[1]) if len(parts) > 1 else (office.agency, table)
    version = parts[2] if len(parts) > 2 else "latest"
    return f"dataflow/{agency}/{quote(code, safe='@')}/{version}"


def read_tables(name: str, office: SdmxOffice, body: bytes) -> SeriesListing:
    flows = read_structure(office.service, body).flows
    found = tuple(FoundTable(name, office.write_table(flow.agency, flow.code, flow.version), flow.name) for flow in flows)
    return SeriesListing(tables=found, total=len(found))


def read_outline(name: str, office: SdmxOffice, table: str, body: bytes) -> TableOutline | None:
    """The dimensions of ``table``; None where the answer holds no such table. Time is none that a key names."""
    structure = read_structure(office.service, body)
    flow = _flow_of(structure, table)
    if flow is None:
        return None
    dimensions = []
    for one in structure.dimensions:
        codes = tuple(DimensionCode(code, label) for code, label in structure.list_of(one).items())
        if not codes:
            raise unreadable(office.service, f"a table without codes for {one.code[:40]}")
        dimensions.append(Dimension(one.code, structure.concepts.get(one.concept, one.code), codes))
    if not dimensions:
        raise unreadable(office.service, "a table without dimensions")
    units: dict[str, str] = {}
    for one in structure.attributes:
        if one.code in UNIT_NAMES:
            units |= structure.list_of(one)
    return TableOutline(FoundTable(name, table, flow.name), tuple(dimensions), units)


def _flow_of(structure: Structure, table: str) -> Flow | None:
    wanted = table.split(",")
    code = (wanted[1] if len(wanted) > 1 else wanted[0]).lower()
    return next((flow for flow in structure.flows if flow.code.lower() == code), None)


def is_key(outline: TableOutline, codes: Sequence[str]) -> bool:
    """Whether a code of every dimension is named, and each is one that the table has."""
    if len(codes) != len(outline.dimensions):
        return False
    listed = zip(outline.dimensions, codes, strict=True)
    return all(_CODE.fullmatch(code) and any(one.code == code for one in dimension.codes) for dimension, code in listed)


def describe_series(
    name: str, office: SdmxOffice, code: str, outline: TableOutline, codes: Sequence[str], newest: Mapping[str, object]
) -> FoundSeries | None:
    """The series of a key by the codes that it names and its newest row; None for a rhythm in which no node asks."""
    named = {
        dimension.name: next(one.name for one in dimension.codes if one.code == wanted)
        for dimension, wanted in zip(outline.dimensions, codes, strict=True)
    }
    last = parse_reference_period(office.plain_period(str(newest.get("TIME_PERIOD", ""))))
    rhythm = next((wanted for one, wanted in zip(outline.dimensions, codes, strict=True) if one.name in _FREQUENCY_NAMES | {"freq"}), "")
    frequency = _FREQUENCIES.get(rhythm[:1].upper())
    if frequency is None:
        return None
    told = [label for dimension, label in named.items() if dimension not in _FREQUENCY_NAMES | {"freq"}]
    return FoundSeries(
        provider=name,
        code=code,
        title=one_line(" · ".join((outline.table.title, *told)))[:MOST_TITLE],
        frequency=frequency,
        unit=_unit_of(named, outline, newest)[:120],
        url=office.page_of(outline.table.code, ".".join(codes)),
        adjustment=_adjustment_of(told),
        last=last,
    )


def _unit_of(named: Mapping[str, str], outline: TableOutline, newest: Mapping[str, object]) -> str:
    """The unit's name: of its dimension, else of its attribute; else of a code, or a table, that says that its figures are percentages."""
    for one in UNIT_NAMES:
        if one in named:
            return named[one]
    for one in UNIT_NAMES:
        if written := str(newest.get(one) or ""):
            return outline.units.get(written, written)
    return next((label for label in (*named.values(), outline.table.title) if read_unit(label) == PERCENT), "")


def _adjustment_of(told: Sequence[str]) -> Adjustment:
    if any(_UNADJUSTED.search(label) for label in told):
        return Adjustment.UNADJUSTED
    return Adjustment.ADJUSTED if any(_ADJUSTED.search(label) for label in told) else Adjustment.NONE
