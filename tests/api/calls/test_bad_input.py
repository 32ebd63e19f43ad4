"""What is not expected: named, in one shape, and nothing is stored. Never an error of the program."""

import base64
import json
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.hostile import MISFITS, canaries_and, hostile_rows, storable
from tests.views.rows import make_node, make_verified
from tests.views.test_hostile import payloads
from verification.api.calls.openapi import make_schema
from verification.models import ApiToken, AuditEntry, IdempotencyRecord, Node, NodeFlag, NodeWatch, VerificationRun

pytestmark = pytest.mark.django_db

FLAGS, CONSENSUS = "/api/v1/nodes/policy-rate/flags/", "/api/v1/consensus/"
NODE = {"label": "Policy rate", "kind": "percent"}
KEYS = {"slug": "policy-rate", "public_id": UUID(int=1)}


def send(client: Client, address: str, body: object) -> HttpResponse:
    return client.post(address, body, content_type="application/json")


def count_rows() -> list[int]:
    return [model.objects.count() for model in (AuditEntry, IdempotencyRecord, NodeFlag, NodeWatch, VerificationRun)]


def refusal(response: HttpResponse) -> list[tuple[str, str]]:
    """The bad fields of a 400, each with its code."""
    said = response.json()
    assert (response.status_code, response["Content-Type"], said["status"]) == (400, "application/problem+json", 400), said
    assert said.keys() >= {"type", "title", "detail", "code"}
    return [(each["field"], each["code"]) for each in said.get("errors", [])]


@pytest.mark.parametrize(
    ("address", "body", "expected"),
    [
        (FLAGS, {}, [("reason", "missing")]),
        (FLAGS, {"reason": 5}, [("reason", "wrong_type")]),
        (FLAGS, {"reason": None}, [("reason", "wrong_type")]),
        (FLAGS, {"reason": "   "}, [("reason", "too_short")]),
        (FLAGS, {"reason": "x" * 2001}, [("reason", "too_long")]),
        (FLAGS, {"reason": "a\x00b"}, [("reason", "bad_value")]),
        (FLAGS, {"reason": "a", "source": "javascript:alert(1)"}, [("source", "bad_form")]),
        (FLAGS, {"reason": "a", "source": "https://x.example/ y"}, [("source", "bad_form")]),
        (FLAGS, {"reason": "a", "source": "https://x.example/\x85y"}, [("source", "bad_form")]),
        (FLAGS, {"reason": "a", "source": "https://x.example/\ufeffy"}, [("source", "bad_form")]),
        (FLAGS, {"reason": "a", "sources": []}, [("sources", "unknown_field")]),
        (FLAGS, {"reason": "a", "x" * 5000: 1}, [("x" * 100, "unknown_field")]),
        (FLAGS, [], [("", "wrong_type")]),
        (FLAGS, "text", [("", "wrong_type")]),
        (FLAGS, None, [("", "wrong_type")]),
        ("/api/v1/nodes/policy-rate/verify/", {"as_of": 1}, [("as_of", "unknown_field")]),
        ("/api/v1/nodes/policy-rate/watch/", {"on": True}, [("on", "unknown_field")]),
        (CONSENSUS, {"node": NODE}, [("results", "missing")]),
        (CONSENSUS, {"node": {"kind": "percent"}, "results": []}, [("node.label", "missing")]),
        (CONSENSUS, {"node": {**NODE, "kind": "colour"}, "results": []}, [("node.kind", "unknown_choice")]),
        (CONSENSUS, {"node": {**NODE, "min_domains": 2}, "results": []}, [("node.min_domains", "out_of_range")]),
        (CONSENSUS, {"node": {**NODE, "min_domains": "3"}, "results": []}, [("node.min_domains", "wrong_type")]),
        (CONSENSUS, {"node": {**NODE, "tolerance": "a bit"}, "results": []}, [("node.tolerance", "bad_form")]),
        (CONSENSUS, {"node": {**NODE, "colour": 1}, "results": []}, [("node.colour", "unknown_field")]),
        (CONSENSUS, {"node": NODE, "results": [{"title": "x"}]}, [("results.0.url", "missing")]),
        (CONSENSUS, {"node": NODE, "results": [{"url": "u"}, {"url": 5}]}, [("results.1.url", "wrong_type")]),
        (CONSENSUS, {"node": NODE, "results": [{"url": "u", "rank": 1}]}, [("results.0.rank", "unknown_field")]),
        (CONSENSUS, {"node": NODE, "results": {}}, [("results", "wrong_type")]),
        (CONSENSUS, {"node": NODE, "results": [{"url": "u"}] * 201}, [("results", "too_long")]),
        (CONSENSUS, {"node": {**NODE, "aliases": ["a"] * 21}, "results": []}, [("node.aliases", "too_long")]),
        (CONSENSUS, {"node": NODE, "results": [{"url": "u", "content": "5 " * 2001}] * 2}, [("results", "too_many_figures")]),
        (CONSENSUS, {"node": NODE, "results": [{"url": "u", "passage": "5 " * 2001}] * 2}, [("results", "too_many_figures")]),
        (CONSENSUS, {"node": NODE, "results": [], "stage": 3}, [("stage", "unknown_choice")]),
        (CONSENSUS, {"node": NODE, "results": [], "id": 1.5}, [("id", "wrong_type")]),
        (CONSENSUS, {"node": NODE, "results": [], "owners": {"a.example": 1}}, [("owners.a.example", "wrong_type")]),
        (CONSENSUS, {"node": NODE, "results": [], "as_of": "tomorrow"}, []),
    ],
)  # fmt: skip
def test_bad_body_is_named_and_nothing_is_stored(program: Client, address: str, body: object, expected: list[tuple[str, str]]) -> None:
    make_node()
    before = count_rows()
    assert refusal(send(program, address, json.dumps(body))) == expected
    assert count_rows() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"reason": NaN}',
        '{"reason": Infinity}',
        '{"reason": "a", "reason": "b"}',
        "[" * 60_000,
        '{"reason":' * 50 + "1" + "}" * 50,
        "\ufeff{",
        '{"reason": "a"} x',
        "{'reason': 'a'}",
        '{"reason": "a",}',
        "\x00",
        "9" * 5000,
    ],
)
def test_what_is_not_json_is_said_so(program: Client, text: str) -> None:
    make_node()
    response = send(program, FLAGS, text)
    assert (response.status_code, response.json()["code"]) == (400, "not_json" if text else "invalid_request")
    assert not NodeFlag.objects.exists()


BROKEN = hostile_rows("broken_json")


@pytest.mark.usefixtures("unthrottled")
@pytest.mark.parametrize("rows", [pytest.param(BROKEN[::30], id="some"), pytest.param(BROKEN, id="whole", marks=pytest.mark.long)])
def test_broken_json_of_the_public_set_is_refused_or_named(program: Client, rows: list[dict[str, Any]]) -> None:
    """Every row is asked of the reader itself, in test_strict_json."""
    make_node()
    statuses = set()
    for row in rows:
        body = base64.b64decode(row["b64"]) if row["b64"] else str(row["text"]).encode("utf-8", "replace")
        response = send(program, FLAGS, body)
        statuses.add(response.status_code)
        assert response["Content-Type"] == "application/problem+json"
    assert statuses <= {400}
    assert not NodeFlag.objects.exists()


def test_body_beyond_the_limit_is_refused(program: Client) -> None:
    make_node()
    for address, size in ((FLAGS, 64_001), (CONSENSUS, 2_000_001)):
        response = send(program, address, '{"reason": "' + "x" * size + '"}')
        assert (refusal(response), response.json()["code"]) == ([("body", "too_large")], "body_too_large")


def test_consensus_takes_what_is_just_within_the_limits(program: Client) -> None:
    results = [{"url": f"https://p{number}.example/", "content": "Nothing of note. " * 500} for number in range(200)]
    response = send(program, CONSENSUS, {"node": NODE, "results": results})
    assert response.status_code == 200
    assert len(response.json()["others"]) == 200


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "application/xml", ""]
)
def test_other_kinds_of_body_are_refused(program: Client, analyst_client: Client, kind: str) -> None:
    make_node()
    for client in (program, analyst_client):
        response = client.generic("POST", FLAGS, b"reason=a", content_type=kind)
        assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_an_absent_body_says_nothing(program: Client) -> None:
    make_node()
    assert program.generic("POST", "/api/v1/nodes/policy-rate/watch/").status_code == 200
    assert refusal(program.generic("POST", FLAGS)) == [("reason", "missing")]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("colour=red", [("colour", "unknown_field")]),
        ("badge=gold", [("badge", "unknown_choice")]),
        ("kind=", [("kind", "unknown_choice")]),
        ("limit=0", [("limit", "out_of_range")]),
        ("limit=101", [("limit", "out_of_range")]),
        ("limit=ten", [("limit", "wrong_type")]),
        ("limit=" + "9" * 5000, [("limit", "wrong_type")]),
        ("stale=perhaps", [("stale", "wrong_type")]),
        ("sort=-label", [("sort", "unknown_choice")]),
        ("order=-label", [("order", "unknown_choice")]),
        ("sort=name&order=newest", [("order", "bad_value")]),
        ("q=" + "x" * 101, [("q", "too_long")]),
        ("q=%00", [("q", "bad_value")]),
        ("group=%00", [("group", "bad_value")]),
        ("q=a&q=b", [("q", "repeated")]),
        ("lang=fr", [("lang", "unknown_choice")]),
        ("cursor=x", [("cursor", "bad_cursor")]),
        ("cursor=%00", [("cursor", "bad_cursor")]),
        ("cursor=" + "x" * 2001, [("cursor", "too_long")]),
    ],
)
def test_bad_parameter_is_named(program: Client, query: str, expected: list[tuple[str, str]]) -> None:
    assert refusal(program.get(f"/api/v1/nodes/?{query}")) == expected


def test_answers_are_json_or_nothing(program: Client) -> None:
    response = program.get("/api/v1/nodes/", headers={"Accept": "text/html"})
    assert (response.status_code, response["Content-Type"], response.json()["code"]) == (406, "application/problem+json", "not_acceptable")
    for accepted in ("*/*", "application/json", "text/html;q=0.9, application/*;q=0.1"):
        assert program.get("/api/v1/nodes/", headers={"Accept": accepted}).status_code == 200


@pytest.mark.parametrize(
    "path", ["runs/0/", "runs/" + "9" * 30 + "/", "runs/" + "9" * 5000 + "/", "runs/-1/", "nodes/a%2Fb/", "nodes/%00/", "../x"]
)
def test_address_of_nothing_is_a_problem(program: Client, path: str) -> None:
    response = program.get(f"/api/v1/{path}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_too_many_requests_are_told_when_to_come_again(
    program: Client, settings: Any, reviewer: object, call: Callable[[str], Client]
) -> None:
    settings.API_PER_MINUTE = {"read": 2, "write": 1, "work": 1}
    make_node()
    assert [program.get("/api/v1/nodes/").status_code for _ in range(3)] == [200, 200, 429]
    refused = program.get("/api/v1/nodes/")
    assert (refused.json()["code"], refused["Content-Type"]) == ("throttled", "application/problem+json")
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert [send(program, FLAGS, {"reason": "a"}).status_code for _ in range(2)] == [201, 429]
    assert [send(program, CONSENSUS, {"node": NODE, "results": []}).status_code for _ in range(2)] == [200, 429]
    assert call("reviewer").get("/api/v1/nodes/").status_code == 200


def test_an_error_of_the_program_is_a_problem_without_details(program: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_parameters: object) -> None:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr("verification.reads.nodes.nodes.list_nodes", fail)
    response = program.get("/api/v1/nodes/")
    assert (response.status_code, response.json()["code"]) == (500, "server_error")
    assert b"secret words" not in response.content


@pytest.mark.usefixtures("unthrottled")
@canaries_and(payloads()[::12], *MISFITS, "\ud800", "‮")
def test_hostile_strings_are_kept_as_they_are_or_refused(program: Client, texts: list[str]) -> None:
    """In every place of a request: none is an error of the program, and what is kept is what was sent."""
    make_verified()
    for text in texts:
        response = send(program, FLAGS, {"reason": text[:2000]})
        assert response.status_code in (201, 400), text
        if response.status_code == 201:
            assert response.json()["reason"] == storable(text[:2000]).strip() or "\ufffd" in response.json()["reason"]
    client_errors = {200, 400, 404}
    names = ("q", "group", "badge", "order", "cursor", "lang", "limit", "")
    # An address holds no half of a surrogate pair.
    for place, text in enumerate(map(storable, texts)):
        asked = names if len(texts) < 20 else (names[place % len(names)],)
        for name in asked:
            assert program.get("/api/v1/nodes/", {name or text[:50] or "x": text[:100]}).status_code in client_errors, text
    assert Node.objects.count() == 1


@pytest.mark.usefixtures("unthrottled")
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
def test_hostile_pages_are_judged_without_harm(program: Client, every: int) -> None:
    texts = payloads()[::every]
    for start in range(0, len(texts), 200):
        results = [{"url": text, "title": text, "content": text, "published_date": text[:50]} for text in texts[start : start + 200]]
        response = send(program, CONSENSUS, {"node": {**NODE, "label": texts[start][:2000]}, "results": results})
        assert response.status_code == 200, response.content
        found = response.json()
        assert len(found["sources"]) + len(found["others"]) == len(results)


@pytest.mark.usefixtures("unthrottled")
@canaries_and(payloads()[::80], *MISFITS)
def test_hostile_headers_are_no_error(program: Client, texts: list[str]) -> None:
    make_node()
    for text in texts:
        plain = text.encode("ascii", "ignore").decode().replace("\r", " ").replace("\n", " ")[:300]
        headers = {"Prefer": plain, "If-None-Match": plain, "Accept-Language": plain, "Idempotency-Key": plain}
        assert program.get("/api/v1/nodes/", headers=headers).status_code == 200
        assert program.post("/api/v1/nodes/policy-rate/watch/", {}, content_type="application/json", headers=headers).status_code in (
            200,
            400,
        )
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (re.sub(r"{(\w+)}", lambda named: str(KEYS.get(named.group(1), 1)), address), parameter["name"])
        for address, operations in make_schema()["paths"].items()
        for parameter in operations.get("get", {}).get("parameters", ())
        if parameter["in"] == "query"
    ],
)
@pytest.mark.share(4)
def test_nul_in_a_parameter_is_named(call: Callable[[str], Client], address: str, name: str) -> None:
    make_node()
    refused = refusal(call("admin").get(f"{address}?{name}=%00"))
    assert [field for field, code in refused if code != "missing"] == [name], "beside those that have to be there"


@pytest.mark.parametrize("address", ["nodes/%00/", "runs/%00/", "verifications/%00/", "%00"])
def test_nul_in_a_path_leads_nowhere(program: Client, address: str) -> None:
    assert program.get(f"/api/v1/{address}").json()["code"] == "not_found"
