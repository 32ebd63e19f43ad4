"""What the played publishers know, as of today: the series of the demo's nodes, and of each other publisher the one it is tried with.

Two years of months, days of half a year, and some years. Every figure is made up.
"""

from datetime import date, timedelta
from decimal import Decimal

from tests.stubs.series import SeriesStub, Told
from verification.core.series.catalogue import Frequency, all_series

_WAVE = (0, 1, 2, 2, 3, 2, 1, 1, 0, -1, -1, 0)
# Series that no node of the demo has, by the middle of their figures.
_TRIED = {
    "us-unemployment-rate-bls": "4.1",
    "us-public-debt": "36200000000000",
    "ea-deposit-facility-rate": "2.00",
    "ea-unemployment-rate": "6.3",
    "gb-bank-rate": "4.00",
    "jp-policy-rate": "0.5",
    "hk-base-rate": "4.50",
    "jp-cpi-yoy": "2.9",
    "us-gdp-growth-annual": "2.8",
    "btc-usd-kraken": "91250.5",
    "id-cpi-yoy": "2.6",
    "br-unemployment-rate-annual": "6.6",
}


def play_series(today: date, **fields: object) -> SeriesStub:
    """The publishers; the newest month of FRED's series was revised once."""
    months = _months(today, 26)
    jobless = [Told(month, str(Decimal("4.1") + Decimal(_WAVE[at % 12]) / 10), _out(month, 5)) for at, month in enumerate(months)]
    newest = jobless[-1]
    jobless.append(Told(newest.period, str(Decimal(newest.value) + Decimal("0.1")), min(_out(newest.period, 15), today.isoformat())))
    prices = [Told(month, str(Decimal("2.1") + Decimal(_WAVE[(at + 5) % 12]) / 10)) for at, month in enumerate(months)]
    days = [today - timedelta(days=back) for back in range(180, 0, -1)]
    euro = [
        Told(day.isoformat(), f"{Decimal('1.0850') + Decimal(_WAVE[at // 9 % 12]) / 100:.4f}")
        for at, day in enumerate(days)
        if day.weekday() < 5
    ]
    coin = [Told(day.isoformat(), f"{Decimal('91250.5') + _WAVE[at // 7 % 12] * 1200:.2f}") for at, day in enumerate(days)]
    tried = _tried(today, days, months)
    known = {
        **tried,
        "fred": {"UNRATE": jobless},
        "ecb": {**tried["ecb"], "ICP/M.U2.N.000000.4.ANR": prices, "EXR/D.USD.EUR.SP00.A": euro},
        "coinbase": {"BTC-USD": coin},
    }
    return SeriesStub(known, releases={"UNRATE": [(today + timedelta(days=11)).isoformat()]}, **fields)


def _tried(today: date, days: list[date], months: list[str]) -> dict[str, dict[str, list[Told]]]:
    """The series of ``_TRIED`` by publisher and code, each around its middle by a hundredth."""
    years = [str(today.year - back) for back in range(8, 0, -1)]
    periods = {Frequency.DAY: [day.isoformat() for day in days], Frequency.MONTH: months, Frequency.YEAR: years}
    known: dict[str, dict[str, list[Told]]] = {}
    for key, middle in _TRIED.items():
        entry, step = all_series()[key], Decimal(middle) / 100
        figures = [
            Told(period, f"{Decimal(middle) + _WAVE[at // 9 % 12] * step:.2f}") for at, period in enumerate(periods[entry.frequency])
        ]
        known.setdefault(entry.provider, {})[entry.code] = figures
    return known


def _months(today: date, count: int) -> list[str]:
    """The last months of which a figure is out by now, oldest first."""
    at = today.year * 12 + today.month - 1
    newest = at - 1 if today.day > 20 else at - 2
    return [f"{month // 12}-{month % 12 + 1:02}" for month in range(newest - count + 1, newest + 1)]


def _out(month: str, days: int) -> str:
    """So many days after the end of a month."""
    year, number = int(month[:4]), int(month[5:])
    first_of_next = date(year + number // 12, number % 12 + 1, 1)
    return (first_of_next + timedelta(days=days - 1)).isoformat()
