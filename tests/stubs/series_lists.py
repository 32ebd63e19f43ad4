"""What the played publishers list of their series: FRED's search, the World Bank's indicators, SDMX structures, pairs of exchanges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from tests.stubs.server import Reply, Request, json_reply

NAMES = (
    'xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" '
    'xmlns:str="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/structure" '
    'xmlns:com="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common"'
)


@dataclass(frozen=True, slots=True)
class FredRow:
    """A series as FRED's search describes it."""

    code: str
    title: str
    units: str = "Percent"
    frequency: str = "M"
    adjustment: str = "SA"
    last: str = "2026-10-01"
    updated: str = "2026-11-06 07:46:02-06"


@dataclass(frozen=True, slots=True)
class Cube:
    """A table of SDMX. ``dimensions``: id and its codes with their names; ``units``: those of the attribute that tells a unit."""

    agency: str
    code: str
    name: str
    dimensions: Mapping[str, Mapping[str, str]]
    units: Mapping[str, str]
    version: str = "1.0"


FRED_ROWS = (
    FredRow("UNRATE", "Unemployment Rate"),
    FredRow("UNRATENSA", "Unemployment Rate", adjustment="NSA"),
    FredRow("LNS14000024", "Unemployment Rate - 20 Yrs. & over"),
    FredRow("CPIAUCSL", "Consumer Price Index for All Urban Consumers: All Items", "Index 1982-1984=100"),
    FredRow("GDP", "Gross Domestic Product", "Billions of Dollars", "Q", "SAAR", "2026-07-01", "2026-10-29 07:49:01-05"),
    FredRow("M2SL", "M2", "Billions of Dollars"),
    FredRow("BOGZ1FL", "A fortnightly series of unemployment", frequency="BW"),
)
INDICATORS = {
    "NY.GDP.MKTP.KD.ZG": "GDP growth (annual %)",
    "NY.GDP.MKTP.CD": "GDP (current US$)",
    "SL.UEM.TOTL.ZS": "Unemployment, total (% of total labor force) (modeled ILO estimate)",
    "SP.POP.TOTL": "Population, total",
}
COUNTRIES = {"CN": "China", "US": "United States", "JP": "Japan", "1W": "World"}
_AREAS = {"U2": "Euro area", "DE": "Germany", "CN": "China", "US": "United States"}
_FREQ = {"M": "Monthly", "Q": "Quarterly", "A": "Annual", "D": "Daily", "H": "Half-yearly"}
CUBES = {
    "ecb": (
        Cube(
            "ECB",
            "ICP",
            "Indices of Consumer prices",
            {
                "FREQ": _FREQ,
                "REF_AREA": _AREAS,
                "ADJUSTMENT": {
                    "N": "Neither seasonally nor working day adjusted",
                    "Y": "Working day and seasonally adjusted",
                },
                "ICP_ITEM": {"000000": "HICP - Overall index", "XEF000": "HICP - All-items excluding energy and food"},
                "STS_INSTITUTION": {"4": "Eurostat"},
                "ICP_SUFFIX": {"ANR": "Annual rate of change", "INX": "Index"},
            },
            {"PC": "Percent", "PURE_NUMB": "Pure number"},
        ),
        Cube("ECB", "EXR", "Exchange Rates", {"FREQ": _FREQ, "CURRENCY": {"USD": "US dollar"}}, {"USD": "US dollar"}),
    ),
    "eurostat": (
        Cube(
            "ESTAT",
            "UNE_RT_M",
            "Unemployment by sex and age – monthly data",
            {
                "freq": _FREQ,
                "s_adj": {"SA": "Seasonally adjusted data, not calendar adjusted data", "NSA": "Unadjusted data"},
                "age": {"TOTAL": "Total"},
                "unit": {"PC_ACT": "Percentage of population in the labour force", "THS_PER": "Thousand persons"},
                "sex": {"T": "Total"},
                "geo": {"DE": "Germany"},
            },
            {},
        ),
    ),
    "bis": (Cube("BIS", "WS_CBPOL", "Central bank policy rates", {"FREQ": _FREQ, "REF_AREA": _AREAS}, {"368": "Per cent per year"}),),
    "oecd": (
        Cube(
            "OECD.SDD.TPS",
            "DSD_PRICES@DF_PRICES_ALL",
            "Consumer price indices (CPIs, HICPs), COICOP 1999",
            {"REF_AREA": {"JPN": "Japan"}, "FREQ": _FREQ, "UNIT_MEASURE": {"PA": "Percent per annum"}},
            {},
        ),
    ),
    "imf": (
        Cube(
            "IMF.STA",
            "CPI",
            "Consumer Price Index (CPI)",
            {
                "COUNTRY": {"ZAF": "South Africa"},
                "TYPE_OF_TRANSFORMATION": {"YOY_PCH_PA_PT": "Period average, Year-over-year (YOY) percent change"},
                "FREQUENCY": {"M": "Monthly"},
            },
            {},
            version="5.0.0",
        ),
    ),
    "ilo": (
        Cube(
            "ILO",
            "DF_UNE_DEAP_SEX_AGE_RT",
            "Unemployment rate by sex and age (%)",
            {"REF_AREA": {"BRA": "Brazil"}, "FREQ": _FREQ, "MEASURE": {"UNE_DEAP_RT": "Unemployment rate"}},
            {"PT": "Percentage"},
        ),
    ),
}
COINS = (("BTC", "USD"), ("ETH", "USD"), ("BTC", "USDT"))


def fred_search(rows: Sequence[FredRow], asked: Mapping[str, str]) -> Reply:
    """By words of title and id; a page of them. ``limit`` is 1 to 1000, ``search_text`` must be there."""
    words = asked.get("search_text", "").lower().split()
    limit, offset = int(asked.get("limit", "1000")), int(asked.get("offset", "0"))
    if not words:
        return _fred_fault("Variable search_text is not set.")
    if not 1 <= limit <= 1000:
        return _fred_fault("Variable limit is not between 1 and 1000.")
    found = [row for row in rows if all(word in f"{row.title} {row.code}".lower() for word in words)]
    head = {"realtime_start": "2026-11-29", "realtime_end": "2026-11-29", "order_by": "search_rank", "sort_order": "desc"}
    page = [fred_row(row) for row in found[offset : offset + limit]]
    return json_reply({**head, "count": len(found), "offset": offset, "limit": limit, "seriess": page})


def fred_series(rows: Sequence[FredRow], code: str) -> Reply:
    found = [fred_row(row) for row in rows if row.code == code]
    return json_reply({"seriess": found}) if found else _fred_fault("The series does not exist.")


def fred_row(row: FredRow) -> dict[str, object]:
    long = {"M": "Monthly", "Q": "Quarterly", "A": "Annual", "D": "Daily", "W": "Weekly, Ending Friday", "BW": "Biweekly"}
    adjusted = {"SA": "Seasonally Adjusted", "NSA": "Not Seasonally Adjusted", "SAAR": "Seasonally Adjusted Annual Rate"}
    return {
        "id": row.code,
        "realtime_start": "2026-11-29",
        "realtime_end": "2026-11-29",
        "title": row.title,
        "observation_start": "1948-01-01",
        "observation_end": row.last,
        "frequency": long[row.frequency],
        "frequency_short": row.frequency,
        "units": row.units,
        "units_short": row.units[:12],
        "seasonal_adjustment": adjusted[row.adjustment],
        "seasonal_adjustment_short": row.adjustment,
        "last_updated": row.updated,
        "popularity": 90,
        "group_popularity": 90,
        "notes": "What it measures.",
    }


def _fred_fault(said: str) -> Reply:
    return json_reply({"error_code": 400, "error_message": f"Bad Request.  {said}"}, 400)


def world_bank_list(rows: Sequence[Mapping[str, object]], asked: Mapping[str, str]) -> Reply:
    """A head of pages and the rows of one."""
    size, page = int(asked.get("per_page", "50")), int(asked.get("page", "1"))
    head = {"page": page, "pages": max(1, -(-len(rows) // size)), "per_page": str(size), "total": len(rows)}
    return json_reply([head, rows[(page - 1) * size : page * size]])


def world_bank_fault(code: str) -> Reply:
    said = {"120": "Invalid value", "175": "Invalid format"}[code]
    return json_reply([{"message": [{"id": code, "key": said, "value": "The provided parameter value is not valid"}]}])


def indicator_row(code: str, name: str) -> dict[str, object]:
    source = {"id": "2", "value": "World Development Indicators"}
    return {"id": code, "name": name, "unit": "", "source": source, "sourceNote": "…", "sourceOrganization": "World Bank", "topics": []}


def country_row(code: str, name: str) -> dict[str, object]:
    return {"id": name[:3].upper(), "iso2Code": code, "name": name, "region": {"id": "X", "iso2code": "X", "value": "…"}}


def write_flows(cubes: Iterable[Cube]) -> bytes:
    """The stubs of an office's tables, named in French too."""
    flows = "".join(
        f'<str:Dataflow id={quoteattr(one.code)} agencyID={quoteattr(one.agency)} version="{one.version}" isExternalReference="true">'
        f'<com:Name xml:lang="fr">Nom de {escape(one.code)}</com:Name><com:Name xml:lang="en">{escape(one.name)}</com:Name></str:Dataflow>'
        for one in cubes
    )
    return _message(f"<str:Dataflows>{flows}</str:Dataflows>")


def write_cube(one: Cube) -> bytes:
    """A table with its structure, codes and concepts; the codes of every other dimension are told by its concept alone."""
    lists = "".join(_codelist(f"CL_{name}", codes) for name, codes in one.dimensions.items())
    lists += _codelist("CL_UNIT_ATTRIBUTE", one.units)
    concepts = "".join(
        f'<str:Concept id="{name}"><com:Name xml:lang="en">{name.replace("_", " ").capitalize()}</com:Name>'
        f"<str:CoreRepresentation>{_enumeration(f'CL_{name}')}</str:CoreRepresentation></str:Concept>"
        for name in one.dimensions
    )
    dimensions = "".join(
        f'<str:Dimension id="{name}" position="{at}"><str:ConceptIdentity><Ref id="{name}" maintainableParentID="CS" agencyID="X"/>'
        f"</str:ConceptIdentity>{'' if at % 2 else _local(name)}"
        "</str:Dimension>"
        for at, name in enumerate(one.dimensions, start=1)
    )
    unit = (
        '<str:Attribute id="UNIT_MEASURE" assignmentStatus="Mandatory"><str:ConceptIdentity><Ref id="UNIT_MEASURE"/></str:ConceptIdentity>'
        f"<str:LocalRepresentation>{_enumeration('CL_UNIT_ATTRIBUTE')}</str:LocalRepresentation></str:Attribute>"
    )
    components = (
        f'<str:DimensionList id="DimensionDescriptor">{dimensions}<str:TimeDimension id="TIME_PERIOD" position="99"/></str:DimensionList>'
        f'<str:AttributeList id="AttributeDescriptor">{unit if one.units else ""}</str:AttributeList>'
    )
    flow = (
        f'<str:Dataflow id={quoteattr(one.code)} agencyID={quoteattr(one.agency)} version="{one.version}">'
        f'<com:Name xml:lang="en">{escape(one.name)}</com:Name><str:Structure><Ref id="DSD" class="DataStructure"/></str:Structure>'
        "</str:Dataflow>"
    )
    return _message(
        f"<str:Dataflows>{flow}</str:Dataflows><str:Codelists>{lists}</str:Codelists><str:Concepts>"
        f'<str:ConceptScheme id="CS" agencyID="X"><com:Name>Concepts</com:Name>{concepts}</str:ConceptScheme></str:Concepts>'
        f'<str:DataStructures><str:DataStructure id="DSD" agencyID="X"><com:Name>Structure</com:Name><str:DataStructureComponents>'
        f"{components}</str:DataStructureComponents></str:DataStructure></str:DataStructures>"
    )


def _codelist(name: str, codes: Mapping[str, str]) -> str:
    listed = "".join(
        f"<str:Code id={quoteattr(code)}><com:Name xml:lang='en'>{escape(label)}</com:Name>"
        f"<com:Description xml:lang='en'>Not the name</com:Description></str:Code>"
        for code, label in codes.items()
    )
    return f'<str:Codelist id="{name}" agencyID="X" version="1.0"><com:Name xml:lang="en">A list</com:Name>{listed}</str:Codelist>'


def _local(name: str) -> str:
    return f"<str:LocalRepresentation>{_enumeration(f'CL_{name}')}</str:LocalRepresentation>"


def _enumeration(codelist: str) -> str:
    return f'<str:Enumeration><Ref id="{codelist}" version="1.0" agencyID="X" package="codelist" class="Codelist"/></str:Enumeration>'


def _message(structures: str) -> bytes:
    header = "<mes:Header><mes:ID>X</mes:ID><mes:Test>false</mes:Test></mes:Header>"
    written = f"<mes:Structure {NAMES}>{header}<mes:Structures>{structures}</mes:Structures></mes:Structure>"
    return f'<?xml version="1.0" encoding="UTF-8"?>{written}'.encode()


def answer_structure(cubes: Sequence[Cube], rest: str, request: Request) -> Reply:
    """``dataflow/{agency}/{id}/{version}`` of the standard: stubs of all, or one with what it refers to."""
    _dataflow, agency, code, _version = rest.split("/")
    is_xml = "xml" in request.headers.get("Accept", "")
    owned = [one for one in cubes if agency in ("all", one.agency)]
    kind = "application/vnd.sdmx.structure+xml; version=2.1"
    if code == "all" and request.query.get("detail") == "allstubs" and is_xml:
        return Reply(body=write_flows(owned), content_type=kind)
    found = [one for one in owned if one.code.lower() == code.lower()]
    if not found or request.query.get("references") != "descendants" or not is_xml:
        return Reply(404, b'<mes:Error><mes:ErrorMessage code="100"/></mes:Error>', "application/xml")
    return Reply(body=write_cube(found[0]), content_type=kind)


def coinbase_row(base: str, money: str) -> dict[str, object]:
    code = f"{base}-{money}"
    told = {"id": code, "base_currency": base, "quote_currency": money, "display_name": code, "status": "online", "trading_disabled": False}
    return {**told, "quote_increment": "0.01", "base_increment": "0.00000001", "status_message": "", "min_market_funds": "1"}


def kraken_pairs(coins: Iterable[tuple[str, str]], wanted: str = "") -> Reply:
    names = {"BTC": "XBT"}
    pairs = {
        f"X{names.get(base, base)}Z{money}": {
            "altname": f"{names.get(base, base)}{money}",
            "wsname": f"{names.get(base, base)}/{money}",
            "base": f"X{names.get(base, base)}",
            "quote": f"Z{money}",
            "status": "online",
        }
        for base, money in coins
    }
    found = {key: row for key, row in pairs.items() if wanted in ("", row["altname"])}
    return json_reply({"error": [], "result": found}) if found else json_reply({"error": ["EQuery:Unknown asset pair"]})
