"""Which publishers of series there are: names to dotted paths, and the key without which one is not asked."""

from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from verification.providers.api_client import ApiClient
from verification.providers.series.base import SeriesProvider

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


def make_series_provider(name: str, *, client: ApiClient) -> SeriesProvider:
    """The publisher of that name, asking through ``client``; KeyError for an unknown one."""
    return cast(SeriesProvider, import_string(SERIES_PROVIDERS[name])(client, settings))


def missing_setting(name: str) -> str:
    """The setting without which a publisher is not asked; "" where it may be."""
    if name not in settings.SERIES_PROVIDERS:
        return "SERIES_PROVIDERS"
    key = NEEDED_KEYS.get(name, "")
    return key if key and not getattr(settings, key) else ""
