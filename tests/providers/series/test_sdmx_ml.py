"""The IMF answers SDMX-ML where it leaves out of account what was asked for: read exactly, and every bomb refused before it is unpacked."""

from decimal import Decimal

import pytest

from tests.providers.series.publishing import MONTHS, entry_of, failure_of, figures_of, observe
from tests.stubs.series import SeriesStub, Told, write_sdmx_ml
from tests.stubs.server import Reply
from verification.core.vocabulary import Fault

TOLD = [Told(MONTHS[0], "4.10"), Told(MONTHS[1], "0.1000000000000000055"), Told(MONTHS[2], "NaN")]
FIGURES = [(MONTHS[0], Decimal("4.10")), (MONTHS[1], Decimal("0.1000000000000000055"))]
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
DATA = '<m:DataSet><Series><Obs TIME_PERIOD="2026-M05" OBS_VALUE="{}"/></Series></m:DataSet>'
MESSAGE = '<m:StructureSpecificData xmlns:m="urn:m">{}</m:StructureSpecificData>'


@pytest.fixture
def imf(publishers: SeriesStub) -> SeriesStub:
    publishers.is_ml = True
    publishers.series["imf"][entry_of("imf").code] = TOLD
    return publishers


def test_it_is_asked_for_csv_and_read_in_either_form(imf: SeriesStub) -> None:
    assert figures_of(observe("imf")) == FIGURES
    imf.is_ml = False
    assert figures_of(observe("imf")) == FIGURES
    assert {request.headers["Accept"].partition(";")[0] for request in imf.received} == {"application/vnd.sdmx.data+csv"}


def test_the_generic_form_is_read_too(imf: SeriesStub) -> None:
    imf.script(Reply(body=write_sdmx_ml(TOLD, is_generic=True), content_type="application/vnd.sdmx.genericdata+xml;version=2.1"))
    assert figures_of(observe("imf")) == FIGURES


def test_a_magnitude_of_the_series_holds_for_its_figures(imf: SeriesStub) -> None:
    imf.script(Reply(body=write_sdmx_ml([Told(MONTHS[0], "1.5")]).replace(b'SCALE="0"', b'SCALE="6"')))
    assert figures_of(observe("imf")) == [(MONTHS[0], Decimal("1500000"))]
    imf.script(Reply(body=write_sdmx_ml([Told(MONTHS[0], "1.5")]).replace(b'SCALE="0"', b'SCALE="many"')))
    assert failure_of("imf").fault == Fault.BAD_ANSWER


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f"<!DOCTYPE b [<!ENTITY l0 'x'>{LAUGHS}]>" + MESSAGE.format(DATA.format("&l9;")), "a message with a document type"),
        (f"<!DOCTYPE b [<!ENTITY a '{'x' * 90_000}'>]>" + MESSAGE.format(DATA.format("&a;" * 900)), "a message with a document type"),
        ("<!DOCTYPE b SYSTEM 'file:///etc/passwd'>" + MESSAGE.format(DATA.format("1")), "a message with a document type"),
        ("<!DOCTYPE b [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>" + MESSAGE.format(DATA.format("1")), "a message with a document type"),
        (MESSAGE.format(DATA.format("&undeclared;")), "a message that can't be read"),
        (MESSAGE.format("<a>" * 90 + "</a>" * 90), "a message without end"),
        (MESSAGE.format(DATA.format("1" * 20_000)), "a message without end"),
        (MESSAGE.format(DATA.format("1"))[:-9], "a message that can't be read"),
        (MESSAGE.format(DATA.format("1") + DATA.format("2")), "more than one series"),
        (MESSAGE.format('<m:DataSet><Series><Obs OBS_VALUE="1"/></Series></m:DataSet>'), "an observation of no period"),
        (MESSAGE.format("<m:Header/>"), "something else than a message of data"),
        ("<html><body>Try later</body></html>", "something else than a message of data"),
    ],
)
def test_bombs_and_broken_messages_are_refused(imf: SeriesStub, body: str, said: str) -> None:
    imf.script(Reply(body=body.encode(), content_type="application/xml"))
    error = failure_of("imf")
    assert (error.fault, str(error)) == (Fault.BAD_ANSWER, f"The IMF answered with {said}.")


def test_a_bomb_in_another_coding_is_refused_too(imf: SeriesStub) -> None:
    body = f"<?xml version='1.0' encoding='utf-16'?><!DOCTYPE b [<!ENTITY l0 'x'>{LAUGHS}]>" + MESSAGE.format(DATA.format("&l9;"))
    imf.script(Reply(body=body.encode("utf-16"), content_type="application/xml"))
    assert failure_of("imf").fault == Fault.BAD_ANSWER


def test_an_error_of_the_standard_is_a_series_that_is_gone(imf: SeriesStub) -> None:
    imf.script(Reply(body=b'<m:Error xmlns:m="urn:m"><m:ErrorMessage code="100"/></m:Error>', content_type="application/xml"))
    assert failure_of("imf").fault == Fault.NOT_FOUND


def test_a_key_that_is_no_more_gives_an_empty_set(imf: SeriesStub) -> None:
    assert observe("imf", entry=entry_of("imf")._replace(code="IMF.STA,CPI/XXX.CPI._T.YOY_PCH_PA_PT.M")).observations == ()


@pytest.mark.parametrize("name", ["ecb", "eurostat", "bis", "oecd", "ilo"])
def test_offices_that_are_asked_for_tables_are_read_as_tables_alone(publishers: SeriesStub, name: str) -> None:
    publishers.script(Reply(body=write_sdmx_ml(TOLD), content_type="application/xml"))
    assert str(failure_of(name)).endswith("answered with something else than a table.")
