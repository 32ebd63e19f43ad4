"""Where the publishers of official series are asked, and the variables that name another address."""

from causalflow import env

NAMES = (
    *("fred", "bls", "ecb", "eurostat", "bis", "oecd", "imf", "ilo", "worldbank", "fiscaldata", "hkma", "boe"),
    *("coinbase", "kraken"),
)


def read_addresses() -> dict[str, str]:
    """The address of each publisher by its name, without a slash at the end."""
    addresses = {
        "fred": env.env_text("FRED_URL", "https://api.stlouisfed.org/fred"),
        "bls": env.env_text("BLS_URL", "https://api.bls.gov/publicAPI"),
        "ecb": env.env_text("ECB_URL", "https://data-api.ecb.europa.eu/service"),
        "eurostat": env.env_text("EUROSTAT_URL", "https://ec.europa.eu/eurostat/api/dissemination/sdmx/2.1"),
        "bis": env.env_text("BIS_URL", "https://stats.bis.org/api/v1"),
        "oecd": env.env_text("OECD_URL", "https://sdmx.oecd.org/public/rest"),
        "imf": env.env_text("IMF_URL", "https://api.imf.org/external/sdmx/2.1"),
        "ilo": env.env_text("ILO_URL", "https://sdmx.ilo.org/rest"),
        "worldbank": env.env_text("WORLD_BANK_URL", "https://api.worldbank.org/v2"),
        "fiscaldata": env.env_text("FISCAL_DATA_URL", "https://api.fiscaldata.treasury.gov/services/api/fiscal_service"),
        "hkma": env.env_text("HKMA_URL", "https://api.hkma.gov.hk/public/market-data-and-statistics"),
        "boe": env.env_text("BANK_OF_ENGLAND_URL", "https://www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp"),
        "coinbase": env.env_text("COINBASE_URL", "https://api.exchange.coinbase.com"),
        "kraken": env.env_text("KRAKEN_URL", "https://api.kraken.com"),
    }
    return {name: address.rstrip("/") for name, address in addresses.items()}
