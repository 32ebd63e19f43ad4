"""Which publishers of series there are: names to dotted paths, and the key without which one is not asked."""

from collections.abc import Sequence
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from verification.providers.api_client import ApiClient
from verification.providers.series.base import SeriesProvider, TableProvider

SERIES_PROVIDERS = {
    "fred": "verification.providers.series.fred.FredSeries",
    "bls": "verification.providers.series.bls.BlsSeries",
    "ecb": "verification.providers.series.sdmx.EcbSeries",
    "eurostat": "verification.providers.series.sdmx.EurostatSeries",
    "bis": "verification.providers.series.sdmx.BisSeries",
    "oecd": "verification.providers.series.sdmx.OecdSeries",
    "imf": "verification.providers.series.sdmx.ImfSeries",
    "ilo": "verification.providers.series.sdmx.IloSeries",
    "worldbank": "verification.providers.series.world_bank.WorldBankSeries",
    "fiscaldata": "verification.providers.series.fiscal_data.FiscalDataSeries",
    "hkma": "verification.providers.series.hkma.HkmaSeries",
    "boe": "verification.providers.series.bank_of_england.BankOfEnglandSeries",
    "coinbase": "verification.providers.series.exchanges.CoinbaseSeries",
    "kraken": "verification.providers.series.exchanges.KrakenSeries",
}
NEEDED_KEYS = {"fred": "FRED_API_KEY"}


def series_class(name: str) -> type[SeriesProvider]:
    """The class of the publisher of that name, of which one is made for each client; KeyError for an unknown one."""
    return cast(type[SeriesProvider], import_string(SERIES_PROVIDERS[name]))


def has_tables(name: str) -> bool:
    """Whether its series are told by a code of each dimension of a table."""
    return hasattr(series_class(name), "outline")


def code_of(name: str, table: str, codes: Sequence[str]) -> str:
    """How the publisher calls the series of a table with these codes; "" where it has no tables, or no code is named."""
    return cast(type[TableProvider], series_class(name)).code_of(table, codes) if has_tables(name) and codes else ""


def table_of(name: str, code: str) -> str:
    """The table that a code is of; "" where the publisher has no tables."""
    return cast(type[TableProvider], series_class(name)).table_of(code)[0] if has_tables(name) else ""


def make_series_provider(name: str, *, client: ApiClient) -> SeriesProvider:
    """The publisher of that name, asking through ``client``; KeyError for an unknown one."""
    return cast(SeriesProvider, import_string(SERIES_PROVIDERS[name])(client, settings))


def missing_setting(name: str) -> str:
    """The setting without which a publisher is not asked; "" where it may be."""
    if name not in settings.SERIES_PROVIDERS:
        return "SERIES_PROVIDERS"
    key = NEEDED_KEYS.get(name, "")
    return key if key and not getattr(settings, key) else ""
