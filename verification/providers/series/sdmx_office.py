"""The offices that speak SDMX, and in what their services differ."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from verification.core.patterns import lazy_regex

_IMF_PERIOD = lazy_regex(r"(?<=\d{4})-M(?=\d{2}$)")  # 2026-M05


def _by_code(_agency: str, code: str, _version: str) -> str:
    return code


def _with_agency(agency: str, code: str, _version: str) -> str:
    return f"{agency},{code}"


def _whole(agency: str, code: str, version: str) -> str:
    return f"{agency},{code},{version}"


@dataclass(frozen=True, slots=True)
class SdmxOffice:
    """``wants``: the parameters by which the office is asked for a table, ``accept`` the header; ``is_ml``: it may answer SDMX-ML.

    ``agency``: whose tables are listed; ``write_table``: how its addresses name one; ``partial``: whether it leaves out of a structure the
    codes that a table does not use. ``page``: where a person finds a table, with ``{table}``, ``{code}`` and ``{key}``.
    """

    service: str
    wants: Mapping[str, str]
    agency: str
    page: str
    accept: str = "application/vnd.sdmx.data+csv;version=1.0.0, text/csv;q=0.5"
    is_ml: bool = False
    is_partial: bool = True
    write_table: Callable[[str, str, str], str] = field(default=_by_code)

    def page_of(self, table: str, key: str) -> str:
        agency, _comma, rest = table.partition(",")
        code = rest.partition(",")[0] or agency
        return self.page.format(agency=agency, code=code, table=table, key=key)

    def plain_period(self, written: str) -> str:
        """A period as all others write it; the IMF has 2026-M05."""
        return _IMF_PERIOD.sub("-", written)


OFFICES = {
    "ecb": SdmxOffice(
        "The ECB", {"format": "csvdata"}, "ECB", "https://data.ecb.europa.eu/data/datasets/{code}/{code}.{key}", is_partial=False
    ),
    "eurostat": SdmxOffice(
        "Eurostat", {"format": "SDMX-CSV"}, "ESTAT", "https://ec.europa.eu/eurostat/databrowser/view/{code}/default/table"
    ),
    "bis": SdmxOffice("The BIS", {"format": "csv"}, "BIS", "https://data.bis.org/search?q={code}"),
    "oecd": SdmxOffice("The OECD", {"format": "csvfile"}, "all", "https://data-explorer.oecd.org/?q={code}", write_table=_whole),
    "imf": SdmxOffice(
        "The IMF",
        {},
        "all",
        "https://data.imf.org/en/datasets/{agency}:{code}",
        accept="application/vnd.sdmx.data+csv;version=1.0.0, application/vnd.sdmx.structurespecificdata+xml;version=2.1;q=0.5",
        is_ml=True,
        is_partial=False,
        write_table=_with_agency,
    ),
    "ilo": SdmxOffice("The ILO", {"format": "csvfile"}, "ILO", "https://ilostat.ilo.org/data/", write_table=_whole),
}
