"""Every publisher of series, asked over HTTP as its documentation has it: figures exactly, faults by name, vintages where it keeps them."""

import logging
import re
import traceback
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from tests.providers.series.publishing import (
    ASKED,
    DAYS,
    MONTHS,
    NOW,
    THIS_YEAR,
    TODAY,
    entry_of,
    failure_of,
    figures_of,
    observe,
)
from tests.stubs.faults import make_troubles
from tests.stubs.series import SeriesStub, Told
from tests.stubs.server import Reply, json_reply
from verification.core.series.catalogue import all_series
from verification.core.vocabulary import Fault
from verification.providers.series.base import read_value
from verification.providers.series.registry import SERIES_PROVIDERS, missing_setting

NAMES = sorted(SERIES_PROVIDERS)
READS_TABLES = ("ecb", "eurostat", "bis", "oecd", "imf", "ilo", "boe")
BOMB = b'<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY c "&a;&a;&a;&a;&a;&a;&a;&a;">]><b>&c;</b>'


@pytest.mark.parametrize("name", NAMES)
def test_figures_come_as_they_are_written_and_missing_ones_not_at_all(publishers: SeriesStub, name: str) -> None:
    entry = entry_of(name)
    periods = {"D": DAYS, "M": MONTHS}.get(entry.frequency, [str(THIS_YEAR - back) for back in (4, 3)])
    answer = observe(name)
    assert figures_of(answer) == [(periods[0], Decimal("4.10")), (periods[1], Decimal("4.25"))]
    assert [f"{one.value}" for one in answer.observations if one.value == Decimal("4.1")] == ["4.10"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "trouble",
    ["401", "403", "404", "429 in seconds", "500", "503", "reset", "redirect", "empty", "HTML for JSON", "50 MB", "unknown encoding"],
)
@pytest.mark.share(4)
def test_every_trouble_has_its_name(publishers: SeriesStub, name: str, trouble: str) -> None:
    expected = make_troubles()[trouble]
    publishers.script(expected.reply)
    error = failure_of(name)
    # The Bank of England answers a page of its site where it has no such series.
    fault = Fault.NOT_FOUND if (name, trouble) == ("boe", "HTML for JSON") else expected.fault
    assert (error.fault, error.http_status) == (fault, expected.http_status)
    assert re.fullmatch(r"[A-Z][\w ]{2,24} .{5,90}\.", str(error))
    assert len(publishers.received) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_series_that_is_gone_is_not_found(publishers: SeriesStub, name: str) -> None:
    code = {"worldbank": "CN/NOT.THERE", "hkma": f"{entry_of('hkma').code.partition('#')[0]}#not_there"}.get(name, "NOT/THERE#x")
    assert failure_of(name, entry=entry_of(name)._replace(code=code)).fault == Fault.NOT_FOUND


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("body", [BOMB, b"[]", b'{"x": 1}', b"[[1, 2], 3]", b"\xff\xfe\x00", b"a,b\n1,2,3\n", b'{"a": ' + b"[" * 9_000])
@pytest.mark.share(3)
def test_another_form_than_documented_is_no_answer(publishers: SeriesStub, name: str, body: bytes) -> None:
    if name == "coinbase" and body == b"[]":
        return  # a product without a candle
    publishers.script(Reply(body=body))
    assert failure_of(name).fault in (Fault.BAD_ANSWER, Fault.NOT_FOUND)


@pytest.mark.parametrize("name", READS_TABLES[:6])
def test_a_series_whose_dimensions_changed_is_refused(publishers: SeriesStub, name: str) -> None:
    entry = entry_of(name)
    other = f"{THIS_YEAR - 1}-Q1" if entry.frequency == "A" else str(THIS_YEAR - 1)
    publishers.script(Reply(body=f"TIME_PERIOD,OBS_VALUE\n{other},4.1\n".encode()))
    assert str(failure_of(name)).endswith("answered with periods of another length than this series has.")
    period = {"D": DAYS[0], "M": MONTHS[0]}.get(entry.frequency, str(THIS_YEAR - 1))
    publishers.script(Reply(body=f"TIME_PERIOD,OBS_VALUE,SEX\n{period},4.1,T\n{period},4.3,F\n".encode()))
    assert str(failure_of(name)).endswith("answered with more than one series.")
    publishers.script(Reply(body=b"PERIOD,VALUE\n2026-01,4.1\n"))
    assert str(failure_of(name)).endswith("answered with a table without TIME_PERIOD.")


def test_magnitudes_of_an_office_are_carried_exactly(publishers: SeriesStub) -> None:
    publishers.script(Reply(body=f"TIME_PERIOD,OBS_VALUE,UNIT_MULT\n{MONTHS[0]},0.1000000000000000055,6\n".encode()))
    assert figures_of(observe("ecb")) == [(MONTHS[0], Decimal("100000.0000000000055"))]
    publishers.script(Reply(body=f"TIME_PERIOD,OBS_VALUE,UNIT_MULT\n{MONTHS[0]},1,million\n".encode()))
    assert failure_of("ecb").fault == Fault.BAD_ANSWER


@pytest.mark.parametrize("written", [".", "NaN", ":", "", "-", "null", None, "n/a", ".."])
def test_what_stands_for_no_figure_is_none(written: str | None) -> None:
    assert read_value("The ECB", written) is None


@pytest.mark.parametrize("written", ["1e999", "Infinity", "0x10", "4,1e", "12 345", True, [], {}, "1" * 40, 4.1])
def test_what_is_no_figure_is_refused(written: object) -> None:
    with pytest.raises(Exception, match="something else than figures"):
        read_value("The ECB", written)


def test_fred_tells_every_vintage_known_at_the_moment(publishers: SeriesStub) -> None:
    month, first, second, third = MONTHS[0], TODAY - timedelta(90), TODAY - timedelta(60), TODAY - timedelta(30)
    publishers.series["fred"]["UNRATE"] = [
        Told(month, "4.1", first.isoformat()), Told(month, "4.2", second.isoformat()), Told(month, "4.0", third.isoformat()),
    ]  # fmt: skip

    def known(day: date) -> list[tuple[str, str]]:
        as_of = NOW - timedelta(days=(TODAY - day).days)
        return [(f"{one.value}", one.vintage.isoformat()) for one in observe("fred", as_of=as_of).observations]

    assert known(first - timedelta(1)) == []
    assert known(first) == [("4.1", first.isoformat())]
    assert known(second + timedelta(1)) == [("4.1", first.isoformat()), ("4.2", second.isoformat())]
    assert known(TODAY) == [("4.1", first.isoformat()), ("4.2", second.isoformat()), ("4.0", third.isoformat())]


def test_fred_is_read_page_by_page_and_tells_its_next_release(publishers: SeriesStub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verification.providers.series.fred.PAGE", 2)
    publishers.series["fred"]["UNRATE"] = [Told(f"{THIS_YEAR - 1}-{month:02}", f"{month}.5") for month in range(1, 6)]
    answer = observe("fred")
    assert [value for _period, value in figures_of(answer)] == [Decimal(f"{month}.5") for month in range(1, 6)]
    assert (answer.next_release, answer.calls) == (TODAY + timedelta(days=12), 5)
    assert [request.path for request in publishers.received] == [
        *["/fred/series/observations"] * 3, "/fred/series/release", "/fred/release/dates",
    ]  # fmt: skip


def test_a_calendar_that_does_not_answer_loses_no_figure(publishers: SeriesStub) -> None:
    publishers.releases = {"UNRATE": ["soon"]}
    answer = observe("fred")
    assert (len(answer.observations), answer.next_release) == (2, None)


def test_the_world_bank_and_fiscal_data_are_read_page_by_page(publishers: SeriesStub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in (("worldbank", "world_bank"), ("fiscaldata", "fiscal_data")):
        monkeypatch.setattr(f"verification.providers.series.{module}.PAGE", 2)
        answer = observe(name)
        assert (len(answer.observations), answer.calls) == (2, 2)
        monkeypatch.setattr(f"verification.providers.series.{module}.MOST_PAGES", 1)
        assert failure_of(name).fault == Fault.TOO_LARGE


def test_more_rows_than_are_read_are_too_many(publishers: SeriesStub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verification.providers.series.base.MOST_OBSERVATIONS", 1)
    assert failure_of("ecb").fault == Fault.TOO_LARGE


@pytest.mark.parametrize(
    ("name", "reply", "fault"),
    [
        ("fred", json_reply({"error_code": 429, "error_message": "Too Many Requests.  Exceeded Rate Limit"}, 429), Fault.RATE_LIMITED),
        ("bls", json_reply({"status": "REQUEST_NOT_PROCESSED", "message": ["daily threshold reached"], "Results": {}}), Fault.RATE_LIMITED),
        ("kraken", json_reply({"error": ["EAPI:Rate limit exceeded"]}), Fault.RATE_LIMITED),
        ("kraken", json_reply({"error": ["EGeneral:Invalid arguments"]}), Fault.BAD_REQUEST),
        ("worldbank", json_reply([{"message": [{"id": "120", "key": "Invalid value", "value": "not valid"}]}]), Fault.NOT_FOUND),
        ("worldbank", json_reply([{"message": [{"id": "105", "key": "Service unavailable", "value": "x"}]}]), Fault.BAD_REQUEST),
        ("eurostat", Reply(413, b"<error/>", "application/xml"), Fault.TOO_LARGE),
        ("eurostat", Reply(400, b"<faultstring>INVALID_DIMENSION_VALUE</faultstring>", "application/xml"), Fault.NOT_FOUND),
        ("hkma", json_reply({"header": {"success": False, "err_code": "1", "err_msg": "x"}, "result": None}), Fault.BAD_REQUEST),
    ],
)
def test_services_that_fail_in_their_own_words_are_understood(publishers: SeriesStub, name: str, reply: Reply, fault: Fault) -> None:
    publishers.script(reply)
    assert failure_of(name).fault == fault


def test_keys_are_asked_for_where_they_are_needed_and_never_told(
    publishers: SeriesStub, settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="verification")
    settings.FRED_API_KEY = "another-key-0123456789"
    error = failure_of("fred")
    told = [str(error), repr(vars(error)), *traceback.format_exception(error), caplog.text]
    assert (error.fault, [text for text in told if "another-key" in text]) == (Fault.UNAUTHORIZED, [])
    settings.FRED_API_KEY = ""
    assert (failure_of("fred").fault, missing_setting("fred")) == (Fault.NOT_CONFIGURED, "FRED_API_KEY")
    settings.BLS_API_KEY = "wrong"
    assert failure_of("bls").fault == Fault.UNAUTHORIZED
    settings.BLS_API_KEY = publishers.key
    assert len(observe("bls").observations) == 2
    settings.SERIES_PROVIDERS = ("bls",)
    assert (missing_setting("bls"), missing_setting("ecb")) == ("", "SERIES_PROVIDERS")


def test_a_day_that_is_not_over_has_no_close(publishers: SeriesStub) -> None:
    for name in ("coinbase", "kraken"):
        code = entry_of(name).code
        publishers.series[name][code] = [Told(DAYS[2], "60000.5"), Told(TODAY.isoformat(), "61000")]
        assert figures_of(observe(name)) == [(DAYS[2], Decimal("60000.5"))]


def test_what_is_revised_and_kept_without_vintages_is_known_from_the_day_of_asking(publishers: SeriesStub) -> None:
    begun = datetime.now(UTC).date()
    vintages = {one.vintage for one in observe("eurostat").observations}
    assert vintages in ({begun}, {datetime.now(UTC).date()})  # midnight may pass meanwhile
    assert {one.vintage for one in observe("boe").observations} == {date.fromisoformat(day) + timedelta(days=1) for day in DAYS[:2]}
    assert not any(one.is_exact_vintage for one in observe("eurostat").observations)


def test_every_row_of_the_catalogue_has_a_publisher_that_is_played() -> None:
    assert {entry.provider for entry in all_series().values()} == set(SERIES_PROVIDERS) == set(ASKED)
