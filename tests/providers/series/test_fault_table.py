"""Publishers × faults: whatever a publisher answers for a series has the fault of its row here, and no figure that it did not publish."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import pytest

from tests.providers.series.publishing import DAYS, MONTHS, THIS_YEAR, TODAY, entry_of, failure_of, figures_of, observe
from tests.stubs.series import SeriesStub, Told, write_sdmx_ml
from tests.stubs.server import Reply
from verification.core.vocabulary import Fault
from verification.providers.series.registry import SERIES_PROVIDERS

Row = tuple[str, str]
Write = Callable[[str, Sequence[Row]], bytes]


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _seconds(day: str) -> object:
    """An exchange tells days by seconds; one that no calendar has by none."""
    try:
        return int(datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp())
    except ValueError:
        return -1


def _sdmx(_code: str, rows: Sequence[Row]) -> bytes:
    return "\n".join(["TIME_PERIOD,OBS_VALUE", *(f"{period},{value}" for period, value in rows), ""]).encode()


def _imf(_code: str, rows: Sequence[Row]) -> bytes:
    return write_sdmx_ml([Told(*row) for row in rows])


def _fred(_code: str, rows: Sequence[Row]) -> bytes:
    vintage = (TODAY - timedelta(days=60)).isoformat()
    return _json({"observations": [{"date": _first(period), "value": value, "realtime_start": vintage} for period, value in rows]})


def _first(period: str) -> str:
    return {4: f"{period}-01-01", 7: f"{period}-01"}.get(len(period), period)


def _bls(_code: str, rows: Sequence[Row]) -> bytes:
    data = [{"year": period[:4], "period": f"M{period[5:7]}", "value": value} for period, value in rows]
    return _json({"status": "REQUEST_SUCCEEDED", "message": [], "Results": {"series": [{"data": data}]}})


def _world_bank(_code: str, rows: Sequence[Row]) -> bytes:
    return _json([{"page": 1, "pages": 1}, [{"date": period, "value": value} for period, value in rows]])


def _fiscal(code: str, rows: Sequence[Row]) -> bytes:
    column = code.partition("#")[2]
    return _json({"data": [{"record_date": period, column: value} for period, value in rows], "meta": {"total-pages": 1}})


def _hkma(code: str, rows: Sequence[Row]) -> bytes:
    column = code.partition("#")[2]
    records = [{"end_of_date": period, column: value} for period, value in rows]
    return _json({"header": {"success": True}, "result": {"records": records}})


def _boe(code: str, rows: Sequence[Row]) -> bytes:
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    lines = [f"{day[8:]} {months[int(day[5:7]) - 1]} {day[:4]},{value}" for day, value in rows]
    return "\n".join([f"DATE,{code}", *lines, ""]).encode()


def _coinbase(_code: str, rows: Sequence[Row]) -> bytes:
    return _json([[_seconds(day), 1, 9, 2, value, 5] for day, value in rows])


def _kraken(_code: str, rows: Sequence[Row]) -> bytes:
    return _json({"error": [], "result": {"XXBTZUSD": [[_seconds(day), "1", "9", "2", value] for day, value in rows], "last": 1}})


WRITES: dict[str, Write] = {
    **dict.fromkeys(("ecb", "eurostat", "bis", "oecd", "ilo"), _sdmx),
    "imf": _imf,
    "fred": _fred,
    "bls": _bls,
    "worldbank": _world_bank,
    "fiscaldata": _fiscal,
    "hkma": _hkma,
    "boe": _boe,
    "coinbase": _coinbase,
    "kraken": _kraken,
}
NAMES = sorted(WRITES)
NEVER = {"D": f"{THIS_YEAR}-02-30", "M": f"{THIS_YEAR - 1}-14", "A": "20255"}
LATER = {"D": (TODAY + timedelta(days=9)).isoformat(), "M": f"{THIS_YEAR + 2}-05", "A": str(THIS_YEAR + 2)}


def period_of(name: str) -> str:
    return {"D": DAYS[0], "M": MONTHS[0]}.get(entry_of(name).frequency, str(THIS_YEAR - 2))


def answer(publishers: SeriesStub, name: str, *rows: Row) -> None:
    publishers.script(Reply(body=WRITES[name](entry_of(name).code, rows)))


def test_the_table_has_every_publisher() -> None:
    assert set(WRITES) == set(SERIES_PROVIDERS)


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_as_documented_is_read(publishers: SeriesStub, name: str) -> None:
    answer(publishers, name, (period_of(name), "4.10"))
    assert [f"{value}" for _period, value in figures_of(observe(name))] == ["4.10"]


@pytest.mark.parametrize("name", NAMES)
def test_a_period_that_never_was_is_no_answer(publishers: SeriesStub, name: str) -> None:
    answer(publishers, name, (NEVER[entry_of(name).frequency], "4.1"))
    assert failure_of(name).fault == Fault.BAD_ANSWER


@pytest.mark.parametrize("name", NAMES)
def test_a_period_that_has_not_begun_was_not_observed(publishers: SeriesStub, name: str) -> None:
    answer(publishers, name, (period_of(name), "4.1"), (LATER[entry_of(name).frequency], "9.9"))
    assert [f"{value}" for _period, value in figures_of(observe(name))] == ["4.1"]


@pytest.mark.parametrize("name", NAMES)
def test_two_figures_for_one_period_are_of_two_series(publishers: SeriesStub, name: str) -> None:
    answer(publishers, name, (period_of(name), "4.1"), (period_of(name), "4.3"))
    assert str(failure_of(name)).endswith("answered with more than one series.")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("written", ["four", "4,1e", "1e999", "0x10", "4.1 %"])
@pytest.mark.share(3)
def test_what_is_no_figure_is_no_answer(publishers: SeriesStub, name: str, written: str) -> None:
    answer(publishers, name, (period_of(name), written))
    # In a table without quotes a comma makes a cell more.
    assert failure_of(name).fault == Fault.BAD_ANSWER


@pytest.mark.parametrize("name", NAMES)
def test_a_series_that_is_retired_has_no_figures_and_is_no_fault(publishers: SeriesStub, name: str) -> None:
    answer(publishers, name)
    assert observe(name).observations == ()


@pytest.mark.parametrize("name", NAMES)
def test_more_rows_than_are_read_are_too_many(publishers: SeriesStub, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("base", "fred"):
        monkeypatch.setattr(f"verification.providers.series.{module}.MOST_OBSERVATIONS", 1)
    later = {"D": DAYS[1], "M": MONTHS[1]}.get(entry_of(name).frequency, str(THIS_YEAR - 1))
    answer(publishers, name, (period_of(name), "4.1"), (later, "4.2"))
    assert failure_of(name).fault == Fault.TOO_LARGE


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.share(4)
def test_a_download_without_end_is_cut_off(publishers: SeriesStub, name: str) -> None:
    publishers.script(Reply(body=b" " * 60_000_000))
    assert failure_of(name).fault == Fault.TOO_LARGE
