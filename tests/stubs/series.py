"""Publishers of official series as their documentation has them, all on one server: each below a path of its own.

FRED and ALFRED (JSON with vintages, pages, a calendar), BLS (POST, faults with status 200), SDMX offices (CSV; the IMF SDMX-ML too, all
of them SDMX-JSON), the World Bank (a list of head and rows, pages), FiscalData (pages), HKMA, the Bank of England (CSV), Coinbase and
Kraken (candles).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from urllib.parse import unquote

from tests.stubs.sdmx_json import write_sdmx_json, written
from tests.stubs.series_lists import (
    COINS,
    COUNTRIES,
    CUBES,
    FRED_ROWS,
    INDICATORS,
    FredRow,
    answer_structure,
    coinbase_row,
    country_row,
    fred_search,
    fred_series,
    indicator_row,
    kraken_pairs,
    world_bank_fault,
    world_bank_list,
)
from tests.stubs.server import Reply, Request, StubServer, json_reply

FAR = "9999-12-31"
PATHS = {
    "fred": "/fred",
    "bls": "/publicAPI",
    "ecb": "/service",
    "eurostat": "/eurostat",
    "bis": "/bis",
    "oecd": "/oecd",
    "imf": "/imf",
    "ilo": "/ilo",
    "worldbank": "/v2",
    "fiscaldata": "/fiscal_service",
    "hkma": "/hkma",
    "boe": "/boe",
    "coinbase": "/coinbase",
    "kraken": "/kraken",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What a publisher says of ``period`` (2026-05, 2026-Q1, 2026-05-04) from ``vintage`` on; ``value`` as it writes it."""

    period: str
    value: str
    vintage: str = "2000-01-01"


Series = Mapping[str, Iterable[Told]]


class SeriesStub(StubServer):
    """``series`` by the publisher's name and code; ``releases``: days of FRED's calendar, by code."""

    key = "0123456789abcdef0123456789abcdef"

    def __init__(self, series: Mapping[str, Series], *, releases: Mapping[str, Iterable[str]] | None = None, **fields: object) -> None:
        super().__init__(**fields)
        self.series = {name: {code: list(told) for code, told in known.items()} for name, known in series.items()}
        self.releases = {code: list(days) for code, days in (releases or {}).items()}
        self.fred_rows: Sequence[FredRow] = FRED_ROWS
        self.indicators, self.cubes = dict(INDICATORS), dict(CUBES)
        self.is_ml = False
        self.json_form = ""  # 1.0.0 or 2.0.0: what offices of SDMX answer, whatever they were asked for
        self.today = datetime.now(UTC).date()

    @property
    def urls(self) -> dict[str, str]:
        return {name: f"{self.url}{path}" for name, path in PATHS.items()}

    def environment(self) -> dict[str, str]:
        """The variables by which a program is told of all of them."""
        named = {"worldbank": "WORLD_BANK", "fiscaldata": "FISCAL_DATA", "boe": "BANK_OF_ENGLAND"}
        urls = {f"{named.get(name, name.upper())}_URL": url for name, url in self.urls.items()}
        return {**urls, "SERIES_PROVIDERS": "all", "FRED_API_KEY": self.key}

    def answer(self, request: Request) -> Reply:
        name = next((name for name, path in PATHS.items() if request.path.startswith((f"{path}/", path + "?")) or request.path == path), "")
        rest = unquote(request.path.removeprefix(PATHS.get(name, ""))).lstrip("/")
        known = self.series.get(name, {})
        if rest.startswith("dataflow/") and name in self.cubes:
            return answer_structure(self.cubes[name], rest, request)
        if self.json_form and name in ("ecb", "eurostat", "bis", "oecd", "ilo", "imf") and rest.removeprefix("data/") in known:
            since = request.query.get("startPeriod", "")[:4]
            told = [one for one in known[rest.removeprefix("data/")] if one.period[:4] >= since]
            body = written(write_sdmx_json(told, version=self.json_form)).encode()
            return Reply(body=body, content_type=f"application/vnd.sdmx.data+json;version={self.json_form}")
        if name in ("ecb", "eurostat", "bis", "oecd", "ilo"):
            unit = next((unit for cube in self.cubes[name] if cube.code in rest.split("/")[1].split(",") for unit in cube.units), "")
            return _sdmx(known, rest, request.query, unit=unit)
        if name == "imf":
            return self._imf(known, rest, request)
        answers = {
            "fred": self._fred,
            "bls": self._bls,
            "worldbank": self._world_bank,
            "fiscaldata": self._fiscal_data,
            "hkma": self._hkma,
            "boe": self._bank_of_england,
            "coinbase": self._coinbase,
            "kraken": self._kraken,
        }
        return answers[name](known, rest, request) if name in answers else Reply(404)

    def _imf(self, known: Series, rest: str, request: Request) -> Reply:
        """CSV where it is asked for, SDMX-ML to all others, and to everybody where ``is_ml``; an empty set for a key that is none."""
        code = rest.removeprefix("data/")
        told = [one for one in known.get(code, ()) if one.period[:4] >= request.query.get("startPeriod", "")[:4]]
        if code not in known and "," not in code.partition("/")[0]:
            return Reply(404, b"<mes:Error/>", "application/xml")
        if "csv" not in request.headers.get("Accept", "") or self.is_ml:
            return Reply(body=write_sdmx_ml(told), content_type="application/vnd.sdmx.structurespecificdata+xml;version=2.1")
        head = "DATAFLOW,COUNTRY,FREQUENCY,TIME_PERIOD,OBS_VALUE,SCALE"
        rows = [f"IMF.STA:CPI(5.0.0),{code[8:11]},M,{_imf_period(one.period)},{one.value},0" for one in told]
        return Reply(body="\n".join([head, *rows, ""]).encode(), content_type="application/vnd.sdmx.data+csv;version=1.0.0")

    def _fred(self, known: Series, rest: str, request: Request) -> Reply:
        asked = request.query
        if asked.get("api_key") != self.key:
            return _fred_fault("The value for variable api_key is not registered.  Read https://fred.stlouisfed.org/docs/api/api_key.html.")
        if rest == "release/dates":
            days = sorted(day for day in self.releases.get(asked["release_id"], []) if day >= asked["realtime_start"])
            return json_reply({"release_dates": [{"release_id": asked["release_id"], "date": day} for day in days]})
        if rest == "series/search":
            return fred_search(self.fred_rows, asked)
        code = asked.get("series_id", "")
        if rest == "series":
            return fred_series(self.fred_rows, code)
        if code not in known:
            return _fred_fault("The series does not exist.")
        if rest == "series/release":
            return json_reply({"releases": [{"id": code, "name": "A release"}]})
        rows = _fred_rows(known[code], asked)
        offset, limit = int(asked.get("offset", "0")), int(asked.get("limit", "100000"))
        page = rows[offset : offset + limit]
        return json_reply({"count": len(rows), "offset": offset, "limit": limit, "file_type": "json", "observations": page})

    def _bls(self, known: Series, rest: str, request: Request) -> Reply:
        body = request.json()
        if rest != f"{'v2' if 'registrationkey' in body else 'v1'}/timeseries/data/" or request.method != "POST":
            return Reply(404)
        if body.get("registrationkey", self.key) != self.key:
            return json_reply(
                {"status": "REQUEST_NOT_PROCESSED", "message": ["The key:no provided by the User is invalid."], "Results": {}}
            )
        code = body["seriesid"][0]
        message = [] if code in known else [f"Series does not exist for Series {code}"]
        rows = [
            {"year": told.period[:4], "period": f"M{told.period[5:7]}", "periodName": "", "value": told.value, "footnotes": [{}]}
            for told in _at(known.get(code, ()), self.today)
            if body["startyear"] <= told.period[:4] <= body["endyear"]
        ]
        rows += [{"year": "2025", "period": "M13", "periodName": "Annual", "value": "1.0", "footnotes": [{}]}] if rows else []
        series = [{"seriesID": code, "data": rows[::-1]}]
        return json_reply({"status": "REQUEST_SUCCEEDED", "responseTime": 9, "message": message, "Results": {"series": series}})

    def _world_bank(self, known: Series, rest: str, request: Request) -> Reply:
        if listed := self._world_bank_list(rest, request):
            return listed
        _country, place, _indicator, code = rest.split("/")
        told = known.get(f"{place}/{code}")
        if told is None:
            return world_bank_fault("175")
        size, page = int(request.query["per_page"]), int(request.query.get("page", "1"))
        name = {"id": code, "value": self.indicators.get(code, code)}
        of = {"indicator": name, "country": {"id": place, "value": COUNTRIES.get(place, place)}, "unit": "", "decimal": 1}
        rows = [{**of, "date": one.period, "value": None if one.value == "null" else Decimal(one.value)} for one in told]
        if request.query.get("mrnev") == "1":
            rows = [row for row in rows if row["value"] is not None][-1:]
            return _exact([{"page": 1, "pages": 1, "per_page": 1, "total": 1, "lastupdated": "2026-10-01"}, rows or None])
        head = {"page": page, "pages": -(-len(rows) // size), "per_page": size, "total": len(rows), "lastupdated": "2026-10-01"}
        return _exact([head, rows[(page - 1) * size : page * size]])

    def _world_bank_list(self, rest: str, request: Request) -> Reply | None:
        """Lists of indicators and countries; None where figures are asked for."""
        if rest == "source/2/indicator":
            return world_bank_list([indicator_row(*one) for one in self.indicators.items()], request.query)
        if rest == "country":
            return world_bank_list([country_row(*one) for one in COUNTRIES.items()], request.query)
        if not rest.startswith("indicator/"):
            return None
        code = rest.partition("/")[2]
        return (
            world_bank_list([indicator_row(code, self.indicators[code])], request.query)
            if code in self.indicators
            else world_bank_fault("120")
        )

    def _fiscal_data(self, known: Series, rest: str, request: Request) -> Reply:
        column = request.query["fields"].partition(",")[2]
        told = known.get(f"{rest}#{column}")
        if told is None:
            return json_reply({"error": "Invalid Query Param", "message": f"Invalid query parameter 'fields' with value '{column}'."}, 400)
        size, page = int(request.query["page[size]"]), int(request.query["page[number]"])
        rows = [{"record_date": one.period, column: one.value} for one in told]
        meta = {"count": len(rows), "total-count": len(rows), "total-pages": -(-len(rows) // size)}
        return json_reply({"data": rows[(page - 1) * size : page * size], "meta": meta, "links": {"self": "", "next": None}})

    def _hkma(self, known: Series, rest: str, request: Request) -> Reply:
        columns = {code.partition("#")[2]: list(told) for code, told in known.items() if code.startswith(f"{rest}#")}
        if not columns:
            return json_reply({"header": {"success": False, "err_code": "2001", "err_msg": "No such table"}, "result": None})
        records: dict[str, dict] = {}
        for column, told in columns.items():
            for one in told:
                value = None if one.value == "null" else Decimal(one.value)
                records.setdefault(one.period, {"end_of_date": one.period})[column] = value
        found = [records[day] for day in sorted(records, reverse=True) if request.query["from"] <= day <= request.query["to"]]
        head = {"success": True, "err_code": "0000", "err_msg": "No error found"}
        return _exact({"header": head, "result": {"datasize": len(found), "records": found}})

    def _bank_of_england(self, known: Series, rest: str, request: Request) -> Reply:
        code = request.query.get("SeriesCodes", "")
        if code not in known:
            return Reply(body=b"<!DOCTYPE html><html><title>Error</title></html>", content_type="text/html")
        lines = [f"DATE,{code}"]
        lines += [f"{date.fromisoformat(one.period):%d %b %Y},{one.value}" for one in known[code]]
        return Reply(body="\r\n".join([*lines, ""]).encode(), content_type="application/csv")

    def _coinbase(self, known: Series, rest: str, request: Request) -> Reply:
        if rest == "products":
            return json_reply([coinbase_row(*coin) for coin in COINS])
        code = rest.removeprefix("products/").removesuffix("/candles")
        if not rest.endswith("/candles"):
            known_pairs = {f"{base}-{money}": coinbase_row(base, money) for base, money in COINS}
            return json_reply(known_pairs[code]) if code in known_pairs else json_reply({"message": "NotFound"}, 404)
        if code not in known:
            return json_reply({"message": "NotFound"}, 404)
        rows = [[_seconds(one.period), Decimal(1), Decimal(9), Decimal(2), Decimal(one.value), Decimal("0.5")] for one in known[code]]
        return _exact(rows[::-1])

    def _kraken(self, known: Series, rest: str, request: Request) -> Reply:
        code = request.query.get("pair", "")
        if rest == "0/public/AssetPairs":
            return kraken_pairs(COINS, code)
        if code not in known:
            return json_reply({"error": ["EQuery:Unknown asset pair"]})
        rows = [[_seconds(one.period), "1", "9", "0.5", one.value, "2", "3", 4] for one in known[code]]
        return json_reply({"error": [], "result": {f"X{code[:3]}Z{code[3:]}": rows, "last": 1}})


def _sdmx(known: Series, rest: str, asked: Mapping[str, str], *, unit: str = "") -> Reply:
    code = rest.removeprefix("data/")
    if code not in known or not asked.get("format"):
        return Reply(404, b"<mes:Error><mes:ErrorMessage code='100'/></mes:Error>", "application/xml")
    head = "DATAFLOW,KEY,FREQ,TIME_PERIOD,OBS_VALUE,OBS_STATUS,UNIT_MULT,TITLE,UNIT_MEASURE"
    rows = [
        f'X:Y(1.0),"{code}",M,{one.period},{one.value},{"M" if one.value in ("", "NaN") else "A"},0,"A title, with a comma",{unit}'
        for one in known[code]
        if one.period[:4] >= asked.get("startPeriod", "")[:4]
    ]
    rows = rows[-int(asked.get("lastNObservations", "0")) :]
    return Reply(body="\n".join([head, *rows, ""]).encode(), content_type="application/vnd.sdmx.data+csv; version=1.0.0")


def write_sdmx_ml(told: Iterable[Told], *, is_generic: bool = False) -> bytes:
    """An SDMX-ML 2.1 message with one series, structure-specific or generic."""
    if is_generic:
        rows = "".join(
            f'<g:Obs><g:ObsDimension value="{_imf_period(one.period)}"/><g:ObsValue value="{one.value}"/></g:Obs>' for one in told
        )
        series = f'<g:Series><g:SeriesKey><g:Value id="FREQ" value="M"/></g:SeriesKey>{rows}</g:Series>'
    else:
        rows = "".join(f'<Obs TIME_PERIOD="{_imf_period(one.period)}" OBS_VALUE="{one.value}" DERIVATION_TYPE="O"/>' for one in told)
        series = f'<Series COUNTRY="ZAF" FREQUENCY="M" SCALE="0">{rows}</Series>' if rows else ""
    names = 'xmlns:m="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" xmlns:g="urn:generic" xmlns:ss="urn:ss"'
    data = f'<m:DataSet ss:dataScope="DataStructure" action="Replace">{series}</m:DataSet>'
    header = "<m:Header><m:ID>X</m:ID><m:Test>false</m:Test></m:Header>"
    return f'<?xml version="1.0" encoding="utf-8"?><m:StructureSpecificData {names}>{header}{data}</m:StructureSpecificData>'.encode()


def _imf_period(period: str) -> str:
    """The IMF writes months as 2026-M05."""
    return f"{period[:5]}M{period[5:]}" if len(period) == 7 and period[5].isdigit() else period


def _at(told: Iterable[Told], day: date) -> list[Told]:
    """Of each period what was said last on ``day``."""
    found: dict[str, Told] = {}
    for one in sorted(told, key=lambda one: one.vintage):
        if one.vintage <= day.isoformat():
            found[one.period] = one
    return [found[period] for period in sorted(found)]


def _fred_rows(told: Iterable[Told], asked: Mapping[str, str]) -> list[dict[str, str]]:
    """Each vintage that held within the real time asked about, told from its first day of it to its last."""
    first, last = asked["realtime_start"], asked["realtime_end"]
    by_period: dict[str, list[Told]] = {}
    for one in sorted(told, key=lambda one: one.vintage):
        by_period.setdefault(one.period, []).append(one)
    rows = []
    for period, vintages in sorted(by_period.items()):
        ends = [*(one.vintage for one in vintages[1:]), FAR]
        for one, end in zip(vintages, ends, strict=True):
            if one.vintage <= last and end > first and _fred_day(period) >= asked["observation_start"]:
                start = max(one.vintage, first)
                rows.append({"realtime_start": start, "realtime_end": min(end, last), "date": _fred_day(period), "value": one.value})
    return rows


def _fred_day(period: str) -> str:
    """FRED dates an observation by the first day of its period."""
    year, _dash, part = period.partition("-")
    if part.startswith("Q"):
        return f"{year}-{int(part[1:]) * 3 - 2:02}-01"
    return {4: f"{period}-01-01", 7: f"{period}-01"}.get(len(period), period)


def _fred_fault(said: str) -> Reply:
    return json_reply({"error_code": 400, "error_message": f"Bad Request.  {said}"}, 400)


def _seconds(day: str) -> int:
    return int(datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp())


def _exact(value: object) -> Reply:
    """JSON whose decimals are written as numbers, digit for digit."""
    return Reply(body=written(value).encode())
