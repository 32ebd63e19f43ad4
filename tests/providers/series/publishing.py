"""What the played publishers know, and how one of them is asked in tests."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from tests.stubs.series import Told
from verification.core.series.catalogue import SeriesEntry, all_series
from verification.core.series.observations import write_period
from verification.providers.api_client import open_api_client
from verification.providers.base import ProviderError
from verification.providers.series.base import SeriesAnswer, SeriesQuery, first_day_of
from verification.providers.series.registry import SERIES_PROVIDERS, make_series_provider

NOW = datetime.now(UTC).replace(microsecond=0)
TODAY = NOW.date()
THIS_YEAR = TODAY.year
DAYS = [(TODAY - timedelta(days=back)).isoformat() for back in (3, 2, 1)]
MONTHS = [f"{THIS_YEAR - 1}-{month:02}" for month in (10, 11, 12)]

# One series of each publisher, with two figures and one that is missing in its own writing.
ASKED = {
    "fred": "us-unemployment-rate",
    "bls": "us-unemployment-rate-bls",
    "ecb": "ea-hicp-yoy",
    "eurostat": "de-unemployment-rate",
    "bis": "jp-policy-rate",
    "oecd": "jp-cpi-yoy",
    "imf": "za-cpi-yoy",
    "ilo": "br-unemployment-rate-annual",
    "worldbank": "cn-gdp-growth-annual",
    "fiscaldata": "us-public-debt",
    "hkma": "hk-base-rate",
    "boe": "gb-bank-rate",
    "coinbase": "btc-usd",
    "kraken": "btc-usd-kraken",
}
MISSING = {
    "fred": ".",
    "bls": "-",
    "ecb": "",
    "eurostat": ":",
    "bis": "NaN",
    "imf": "NaN",
    "ilo": "",
    "worldbank": "null",
    "hkma": "null",
    "fiscaldata": "null",
    "boe": "n/a",
}
RELEASES = {"UNRATE": [(TODAY + timedelta(days=days)).isoformat() for days in (-20, 12, 40)]}


def entry_of(name: str) -> SeriesEntry:
    return all_series()[ASKED[name]]


def _periods(entry: SeriesEntry) -> list[str]:
    return {"D": DAYS, "M": MONTHS}.get(entry.frequency, [str(THIS_YEAR - back) for back in (4, 3, 2)])


def _told(name: str) -> list[Told]:
    first, second, third = _periods(entry_of(name))
    vintage = (TODAY - timedelta(days=60)).isoformat()
    figures = [Told(first, "4.10", vintage), Told(second, "4.25", vintage)]
    return [*figures, Told(third, MISSING[name], vintage)] if name in MISSING else figures


SERIES = {name: {entry_of(name).code: _told(name)} for name in SERIES_PROVIDERS}


def observe(name: str, *, entry: SeriesEntry | None = None, as_of: datetime = NOW, since: date | None = None) -> SeriesAnswer:
    wanted = entry or entry_of(name)

    async def ask() -> SeriesAnswer:
        async with open_api_client() as client:
            query = SeriesQuery(wanted, as_of, since or first_day_of(wanted, as_of))
            return await make_series_provider(name, client=client).observe(query)

    return asyncio.run(ask())


def failure_of(name: str, **asked: object) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        observe(name, **asked)
    return caught.value


def figures_of(answer: SeriesAnswer) -> list[tuple[str, Decimal]]:
    return [(write_period(one.period), one.value) for one in sorted(answer.observations, key=lambda one: str(one.period))]
