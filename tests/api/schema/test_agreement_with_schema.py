"""What the schema takes the server takes, and what the schema refuses the server refuses; an answer's pages can be sent back."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema
import pytest
from django.test import Client

from tests.views.desk import make_dispute
from tests.views.rows import make_node, make_page, make_state
from verification.api.calls.openapi import make_schema
from verification.models import Verification

pytestmark = pytest.mark.django_db

API = "/api/v1/"
NODE = {"label": "Policy rate of Utopia", "kind": "percent", "unit": "%"}
PAGES = [
    {
        "url": f"https://{paper}.example/1",
        "title": "Central bank decides",
        "content": f"The central bank of Utopia left its policy rate at 3.5% on Thursday, {paper} learnt from its statement.",
        "published_date": "2026-11-20",
    }
    for paper in ("harbour", "meridian", "journal")
]
ANSWER = {"answer": "Sales rose 3%.", "documents": [{"content": "Sales rose 3% in May."}]}


@cache
def _schema() -> dict[str, Any]:
    return make_schema()


def is_taken_by_schema(name: str, body: object) -> bool:
    shape = {"$ref": f"#/components/schemas/{name}", "components": _schema()["components"]}
    return jsonschema.Draft202012Validator(shape).is_valid(body)


def send(program: Client, address: str, body: object) -> Any:
    return program.post(f"{API}{address}", body, content_type="application/json")


def judge(program: Client, results: list[Mapping[str, object]], **fields: object) -> dict[str, Any]:
    response = send(program, "consensus/", {"node": NODE, "results": results, "as_of": "2026-11-21", **fields})
    assert response.status_code == 200, response.json()
    return response.json()


def test_pages_of_a_verdict_can_be_judged_again(program: Client) -> None:
    """The passages that carried it say it once more, under the same dates."""
    first = judge(program, PAGES)
    assert (first["value"], first["badge"], len(first["sources"])) == ("3.5%", "cross_validated", 3)
    pages = first["sources"] + first["others"]
    assert all(is_taken_by_schema("ResultBody", page) for page in pages)
    again = judge(program, pages)
    assert [again[name] for name in ("value", "badge", "counts")] == [first[name] for name in ("value", "badge", "counts")]
    assert [page["published_at"] for page in again["sources"]] == [page["published_at"] for page in first["sources"]]
    assert judge(program, pages, as_of="2027-11-21")["reason"] == "all_stale"


def test_pages_of_a_node_and_of_a_review_are_evidence(program: Client) -> None:
    node = make_node()
    make_state(node, pages=[make_page(), make_page("Nothing of it.", "", url="https://b.example/2", stance="off_topic", is_accepted=False)])
    item = make_dispute("brent")
    shown = program.get(f"{API}nodes/policy-rate/").json()
    pages = (
        shown["sources"]
        + shown["others"]
        + [page for each in program.get(f"{API}reviews/{item.pk}/").json()["candidates"] for page in each["pages"]]
    )
    assert len(pages) == 7
    response = send(program, "verifications/", {"claim": "The policy rate is 3.5%", "evidence": pages})
    assert response.status_code == 202, response.json()
    kept = Verification.objects.get().evidence
    assert [(page["url"], page["content"], page["published_at"]) for page in kept] == [
        (page["url"], page["passage"] or "", page["published_at"]) for page in pages
    ]


@pytest.mark.parametrize("name", ["published_date", "published_at"])
def test_either_name_of_a_date_is_taken(program: Client, name: str) -> None:
    pages = [{**{key: value for key, value in page.items() if key != "published_date"}, name: "2020-01-01"} for page in PAGES]
    assert judge(program, pages)["reason"] == "all_stale"
    assert judge(program, [{**page, name: page["published_date"]} for page in PAGES])["badge"] == "cross_validated"


def test_two_dates_are_refused(program: Client) -> None:
    response = send(program, "consensus/", {"node": NODE, "results": [{**PAGES[0], "published_at": "2026-11-19"}]})
    assert (response.status_code, response.json()["errors"]) == (
        400,
        [{"field": "results.0", "code": "bad_value", "detail": "expected published_date or published_at, not two dates"}],
    )


REFUSED = [
    ("AttributionBody", "attributions/", {**ANSWER, "answer": " \n"}, "answer"),
    ("AttributionBody", "attributions/", {**ANSWER, "answer": "x" * 200_001}, "answer"),
    ("AttributionBody", "attributions/", {**ANSWER, "documents": [{"content": "x"}] * 201}, "documents"),
    ("VerificationBody", "verifications/", {}, "claim"),
    ("VerificationBody", "verifications/", {"claim": "  "}, "claim"),
    ("VerificationBody", "verifications/", {"value": " "}, "claim"),
    ("VerificationBody", "verifications/", {"claim": "", "value": ""}, "claim"),
    ("VerificationBody", "verifications/", {"query": "policy rate"}, "claim"),
    ("VerificationBody", "verifications/", {"value": "3.5%"}, "claim"),
    ("VerificationBody", "verifications/", {"claim": "a", "value": None}, "value"),
    ("VerificationBody", "verifications/", {"claim": "a", "retry_count": 1.5}, "retry_count"),
    ("EventBody", "events/", {"text": " "}, "text"),
    ("EventBody", "events/", {"text": "Bybit was hacked", "lang": "fr"}, "lang"),
    ("ReportBody", "citation-reports/", {"text": " \n "}, "text"),
    ("ReportBody", "citation-reports/", {"text": "x", "lang": "zh-CN"}, "lang"),
    ("CheckBody", "citation-checks/", {"claim": " ", "url": "https://a.example/1"}, "claim"),
    ("FlagBody", "nodes/policy-rate/flags/", {"reason": "  "}, "reason"),
    ("ConsensusBody", "consensus/", {"node": NODE, "results": [], "lang": "fr"}, "lang"),
    ("ConsensusBody", "consensus/", {"node": {**NODE, "min_domains": 3.5}, "results": []}, "node.min_domains"),
]
TAKEN = [
    ("VerificationBody", "verifications/", {"claim": "The rate is 3.5%", "retry_count": 1.0}),
    ("VerificationBody", "verifications/", {"value": 3.5, "query": "policy rate"}),
    ("VerificationBody", "verifications/", {"value": "3.5%", "claim": "", "query": "policy rate"}),
    ("ConsensusBody", "consensus/", {"node": {**NODE, "min_domains": 3.0, "fresh_days": 30.0}, "results": [], "stage": 2.0, "id": 7.0}),
    ("AttributionBody", "attributions/", {**ANSWER, "max_sources": 3.0, "id": 7.0}),
    ("EventBody", "events/", {"text": "Bybit was hacked", "lang": "zh"}),
]


@pytest.mark.parametrize(("name", "address", "body", "field"), REFUSED)
def test_schema_and_server_refuse_alike(program: Client, name: str, address: str, body: object, field: str) -> None:
    make_node()
    response = send(program, address, body)
    assert (response.status_code, [each["field"] for each in response.json()["errors"]]) == (400, [field])
    assert not is_taken_by_schema(name, body)


@pytest.mark.parametrize(("name", "address", "body"), TAKEN)
def test_schema_and_server_take_alike(program: Client, name: str, address: str, body: object) -> None:
    assert send(program, address, body).status_code in (200, 201, 202)
    assert is_taken_by_schema(name, body)


def test_what_a_value_is_is_said(program: Client) -> None:
    for value in (None, True, [], {}):
        errors = send(program, "verifications/", {"claim": "a", "value": value}).json()["errors"]
        assert errors == [{"field": "value", "code": "wrong_type", "detail": "expected a string or a number"}]


@pytest.mark.parametrize(("lang", "status"), [("zh", 204), ("en", 204), ("", 400), ("fr", 400), ("zh-CN", 400)])
def test_every_method_takes_the_same_languages(program: Client, lang: str, status: int) -> None:
    make_node()
    assert program.delete(f"{API}nodes/policy-rate/watch/?lang={lang}").status_code == status
    assert program.get(f"{API}nodes/policy-rate/?lang={lang}").status_code == (200 if status == 204 else 400)


def test_every_parameter_and_field_for_the_language_is_an_enumeration() -> None:
    operations = [operation for path in _schema()["paths"].values() for operation in path.values()]
    parameters = [each for operation in operations for each in operation.get("parameters", ()) if each["name"] == "lang"]
    fields = [
        part["properties"]["lang"]
        for name, part in _schema()["components"]["schemas"].items()
        if name.endswith("Body") and "lang" in part.get("properties", {})
    ]
    assert len(parameters) == len(operations)
    assert {tuple(each["schema"]["enum"]) for each in parameters} == {("zh", "en")}
    assert [next(tuple(each["enum"]) for each in field["anyOf"] if "enum" in each) for field in fields] == [("zh", "en")] * 3


def test_long_addresses_and_a_full_disk_are_described() -> None:
    responses = [operation["responses"] for path in _schema()["paths"].values() for operation in path.values()]
    described = [each for each in responses if "429" in each]
    assert len(described) >= 54
    assert all("content" not in each["414"] and "application/problem+json" in each["503"]["content"] for each in described)
