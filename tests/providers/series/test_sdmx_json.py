"""SDMX-JSON, which an office may send whatever it was asked for: read exactly, in both its forms, and refused where it is another thing."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from tests.providers.series.publishing import MONTHS, entry_of, failure_of, figures_of, observe
from tests.stubs.sdmx_json import component, write_sdmx_json, written
from tests.stubs.series import SeriesStub, Told
from tests.stubs.server import Reply
from verification.core.vocabulary import Fault

OFFICES = ("ecb", "eurostat", "bis", "oecd", "imf", "ilo")
VERSIONS = ("1.0.0", "2.0.0")
TOLD = [Told(MONTHS[0], "4.10"), Told(MONTHS[1], "0.1000000000000000055"), Told(MONTHS[2], "NaN")]
FIGURES = [(MONTHS[0], Decimal("4.10")), (MONTHS[1], Decimal("0.1000000000000000055"))]
Change = Callable[[dict[str, Any]], object]


def ask(publishers: SeriesStub, message: object) -> None:
    publishers.script(Reply(body=written(message).encode(), content_type="application/vnd.sdmx.data+json"))


def structure_of(message: dict[str, Any]) -> dict[str, Any]:
    data = message["data"]
    return data["structures"][0] if "structures" in data else data["structure"]


def set_of(message: dict[str, Any]) -> dict[str, Any]:
    return message["data"]["dataSets"][0]


def monthly(name: str) -> Any:
    """A series of the office, read by the month."""
    return entry_of("imf")._replace(provider=name)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", OFFICES)
def test_what_an_office_sends_as_json_is_read_digit_for_digit(publishers: SeriesStub, name: str, version: str) -> None:
    publishers.json_form = version
    publishers.series[name][monthly(name).code] = TOLD
    answer = observe(name, entry=monthly(name))
    assert figures_of(answer) == FIGURES
    assert [str(one.value) for one in answer.observations] == ["4.10", "0.1000000000000000055"]
    assert [request.headers["Accept"].partition(";")[0] for request in publishers.received] == ["application/vnd.sdmx.data+csv"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_flat_list_and_a_draft_without_its_frame_are_read_too(publishers: SeriesStub, version: str) -> None:
    ask(publishers, write_sdmx_json(TOLD, version=version, is_flat=True))
    assert figures_of(observe("imf")) == FIGURES
    message = write_sdmx_json(TOLD, version=version)
    ask(publishers, {"header": message["meta"], **message["data"]})
    assert figures_of(observe("imf")) == FIGURES


def put_into_groups(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"]["dimensionGroup"] = [component("TITLE"), component("SCALE", "3", "6", default="3")]
    set_of(message)["dimensionGroupAttributes"] = {"0::": ["A title"], ":0:": [None, 1]}
    structure_of(message)["attributes"]["series"] = []


def put_on_the_set(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"] |= {"dataSet": [component("UNIT_MULT", "6")], "series": []}
    set_of(message)["attributes"] = [0]


def put_by_default(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"]["series"] = [component("UNIT_MULT", "0", default="6")]
    set_of(message)["series"]["0"]["attributes"] = []


def put_as_a_dimension(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"]["series"] = []
    structure_of(message)["dimensions"]["dataSet"].append(component("UNIT_MULT", "6"))


def put_as_itself(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"]["series"] = [component("UNIT_MULT")]
    set_of(message)["series"]["0"]["attributes"] = [6]


def put_beside_the_figure(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"] |= {"series": [], "observation": [component("OBS_STATUS", "A"), component("UNIT_MULT", "0", "6")]}
    set_of(message)["series"]["0"]["observations"] = {"0": [1.5, 0, 1]}


@pytest.mark.parametrize(
    "change", [put_into_groups, put_on_the_set, put_by_default, put_as_a_dimension, put_as_itself, put_beside_the_figure]
)
def test_a_magnitude_holds_wherever_it_is_told(publishers: SeriesStub, change: Change) -> None:
    message = write_sdmx_json([Told(MONTHS[0], "1.5")])
    change(message)
    ask(publishers, message)
    assert figures_of(observe("imf")) == [(MONTHS[0], Decimal("1500000"))]


@pytest.mark.parametrize("cells", [None, [], [None], ["NaN"], ["."], [":"], [""], [4.1, 1]])
def test_a_missing_figure_is_none(publishers: SeriesStub, cells: object) -> None:
    message = write_sdmx_json([Told(MONTHS[0], "4.1"), Told(MONTHS[1], "4.2")])
    set_of(message)["series"]["0"]["observations"]["0"] = cells
    ask(publishers, message)
    assert figures_of(observe("imf")) == [(MONTHS[1], Decimal("4.2"))]


def test_of_several_measures_the_figure_is_taken(publishers: SeriesStub) -> None:
    message = write_sdmx_json([Told(MONTHS[0], "4.1")], version="2.0.0")
    structure_of(message)["measures"]["observation"] = [component("OBS_COUNT"), component("OBS_VALUE", "4.7", "4.9")]
    set_of(message)["series"]["0"]["observations"] = {"0": [77, 1, 0]}
    ask(publishers, message)
    assert figures_of(observe("imf")) == [(MONTHS[0], Decimal("4.9"))]
    structure_of(message)["measures"]["observation"] = [component("OBS_COUNT")]
    ask(publishers, message)
    assert str(failure_of("imf")) == "The IMF answered with a message without OBS_VALUE."


def test_the_second_structure_is_taken_where_the_set_names_it(publishers: SeriesStub) -> None:
    message = write_sdmx_json([Told(MONTHS[0], "4.1")], version="2.0.0")
    other = {"dimensions": {"observation": [component("TIME_PERIOD", MONTHS[2])]}}
    message["data"]["structures"].insert(0, other)
    set_of(message)["structure"] = 1
    ask(publishers, message)
    assert figures_of(observe("imf")) == [(MONTHS[0], Decimal("4.1"))]


def drop_structure(message: dict[str, Any]) -> None:
    del message["data"]["structure"]


def deepen(message: dict[str, Any]) -> None:
    set_of(message)["series"]["0:0"] = set_of(message)["series"].pop("0")


def add_a_series(message: dict[str, Any]) -> None:
    set_of(message)["series"]["1"] = set_of(message)["series"]["0"]


def flatten_two(message: dict[str, Any]) -> None:
    structure_of(message)["dimensions"] |= {"series": [], "observation": [component("SEX", "T", "F"), component("TIME_PERIOD", *MONTHS)]}
    set_of(message).pop("series")
    set_of(message)["observations"] = {"0:0": [4.1], "1:1": [4.2]}


def part_groups(message: dict[str, Any]) -> None:
    structure_of(message)["attributes"] |= {"series": [], "dimensionGroup": [component("UNIT_MULT", "0", "6")]}
    set_of(message)["dimensionGroupAttributes"] = {"0:": [0], "1:": [1]}


def forget_time(message: dict[str, Any]) -> None:
    structure_of(message)["dimensions"]["observation"] = [component("SEX", "T", "F", "X")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (drop_structure, "another form than is documented"),
        (lambda message: structure_of(message).pop("dimensions"), "a message without its structure"),
        (lambda message: message["data"].pop("dataSets"), "another form than is documented"),
        (lambda message: message["data"]["dataSets"].append({}), "more than one set of data"),
        (lambda message: set_of(message).update(action="Delete"), "another form than is documented"),
        (lambda message: set_of(message).update(series=[1]), "another form than is documented"),
        (lambda message: set_of(message).update(series={"0": [1]}), "another form than is documented"),
        (lambda message: set_of(message)["series"]["0"].update(observations=[[1]]), "another form than is documented"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"0": 4.1}), "another form than is documented"),
        (lambda message: set_of(message)["series"]["0"].update(attributes={"0": 0}), "another form than is documented"),
        (lambda message: set_of(message)["series"]["0"].update(attributes=[9]), "a place where no value is"),
        (lambda message: set_of(message)["series"]["0"].update(attributes=[True]), "a place where no value is"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"7": [4.1]}), "a place where no value is"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"-1": [4.1]}), "other dimensions than it tells"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"0": [True]}), "something else than figures"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"0": ["4.1x"]}), "something else than figures"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"0": [Decimal("1e999")]}), "something else than figures"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"0": [{"en": "4"}]}), "something else than figures"),
        (lambda message: set_of(message)["series"]["0"]["observations"].update({"0": ["4" * 20_000]}), "a message without end"),
        (lambda message: structure_of(message).update(attributes=[1]), "another form than is documented"),
        (lambda message: structure_of(message)["dimensions"].update(series=[{"name": "no id"}]), "another form than is documented"),
        (lambda message: structure_of(message)["dimensions"]["series"][0].pop("values"), "other dimensions than it tells"),
        (lambda message: structure_of(message)["attributes"]["series"][0].update(values=[{"id": "many"}]), "a magnitude that is none"),
        (deepen, "other dimensions than it tells"),
        (add_a_series, "more than one series"),
        (flatten_two, "more than one series"),
        (part_groups, "more than one series"),
        (forget_time, "an observation of no period"),
    ],
)
def test_what_is_not_as_documented_is_refused(publishers: SeriesStub, change: Change, said: str) -> None:
    message = write_sdmx_json(TOLD)
    change(message)
    ask(publishers, message)
    error = failure_of("imf")
    assert (error.fault, str(error)) == (Fault.BAD_ANSWER, f"The IMF answered with {said}.")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"data": {"dataSets": [', "something else than JSON that can be read"),
        (b'{"data": {"dataSets": [], "dataSets": []}}', "something else than JSON that can be read"),
        (b'{"data": ' + b"[" * 100_000, "something else than JSON that can be read"),
        (b'{"data": {"structure": NaN}}', "something else than JSON that can be read"),
        (b'{"class": "dataset", "value": {"0": 4.1}, "dimension": {}}', "another form than is documented"),  # JSON-stat
        (b'{"data": null}', "another form than is documented"),
    ],
)
def test_other_json_is_refused(publishers: SeriesStub, body: bytes, said: str) -> None:
    publishers.script(Reply(body=body, content_type="application/json"))
    assert str(failure_of("eurostat")) == f"Eurostat answered with {said}."


def test_a_structure_that_is_none_is_refused(publishers: SeriesStub) -> None:
    message = write_sdmx_json(TOLD, version="2.0.0")
    for place in (7, -1, True, "0"):
        set_of(message)["structure"] = place
        ask(publishers, message)
        assert str(failure_of("oecd", entry=monthly("oecd"))) == "The OECD answered with another form than is documented."


@pytest.mark.parametrize(
    ("code", "fault"),
    [(100, Fault.NOT_FOUND), (404, Fault.NOT_FOUND), (413, Fault.TOO_LARGE), (510, Fault.TOO_LARGE), (500, Fault.BAD_ANSWER)],
)
def test_an_error_of_the_standard_has_its_name(publishers: SeriesStub, code: int, fault: Fault) -> None:
    ask(publishers, {"meta": {"id": "X"}, "errors": [{"code": code, "title": "Something of theirs"}]})
    error = failure_of("ilo", entry=monthly("ilo"))
    assert (error.fault, "theirs" in str(error)) == (fault, False)


@pytest.mark.parametrize("message", [write_sdmx_json([]), {"data": {"dataSets": []}, "meta": {}}])
def test_a_set_without_figures_is_empty(publishers: SeriesStub, message: dict[str, Any]) -> None:
    ask(publishers, message)
    assert observe("imf").observations == ()


def test_periods_of_another_length_and_more_rows_than_are_read_are_refused(publishers: SeriesStub, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(publishers, write_sdmx_json([Told(MONTHS[0][:4], "4.1")]))
    assert str(failure_of("imf")) == "The IMF answered with periods of another length than this series has."
    ask(publishers, write_sdmx_json([Told(MONTHS[0], "4.1"), Told(MONTHS[0], "4.2")]))
    assert str(failure_of("imf")) == "The IMF answered with more than one series."
    monkeypatch.setattr("verification.providers.series.base.MOST_OBSERVATIONS", 1)
    ask(publishers, write_sdmx_json(TOLD))
    assert failure_of("imf").fault == Fault.TOO_LARGE
