"""The schema says what the code does: committed, conformed to by every answer, and never broken unnoticed."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any

import jsonschema
import pytest
from bs4 import BeautifulSoup
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories import make_document
from tests.views.desk import make_dispute
from tests.views.ledger import make_call
from tests.views.rows import make_conflict, make_node, make_open_run, make_page, make_run, make_state, make_verified
from verification.api.calls.openapi import _make_schema, make_schema
from verification.api.calls.problems import TITLES
from verification.api.schema.changes import find_breaking_changes
from verification.api.schema.pages import read_schema, write_schema
from verification.management.commands import api_schema
from verification.management.commands.api_schema import COMMITTED
from verification.services.runs.execution import execute_run

API = "/api/v1/"
PATH = "/api/v1/nodes/"


@cache
def _loaded() -> dict[str, Any]:
    return read_schema(COMMITTED.read_text(encoding="utf-8"))


def committed() -> dict[str, Any]:
    """A copy of one's own to change."""
    return copy.deepcopy(_loaded())


def test_committed_schema_is_what_the_code_says() -> None:
    call_command("api_schema")


def test_served_schema_is_the_committed_one(db: None) -> None:
    response = Client().get(f"{API}schema/")
    assert (response.status_code, response["Content-Type"]) == (200, "application/vnd.oai.openapi; charset=utf-8")
    assert response.content.decode() == COMMITTED.read_text(encoding="utf-8")
    assert Client().get(f"{API}schema/", headers={"Accept": "application/json"}).json() == committed()


def test_schema_is_valid_for_its_version() -> None:
    schema = make_schema()
    assert schema["openapi"] == "3.1.0"
    for part in schema["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(part)
    names = [entry["operationId"] for methods in schema["paths"].values() for entry in methods.values()]
    assert len(names) == len(set(names)) == 83


def _closed(part: Any) -> Any:
    """A schema that refuses what it does not name, so that nothing is answered undescribed."""
    if isinstance(part, list):
        return [_closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    made = {key: _closed(value) for key, value in part.items()}
    return {**made, "additionalProperties": False} if "properties" in made and "type" in made else made


@cache
def _closed_shapes() -> Any:
    return _closed(_loaded()["components"]["schemas"])


def assert_described(response: Any, name: str, method: str, path: str) -> None:
    schema = _loaded()
    said = schema["paths"][f"{API}{path}"][method]["responses"][str(response.status_code)]["content"]
    assert said[response["Content-Type"]]["schema"]["$ref"] == f"#/components/schemas/{name}"
    closed = {"components": {"schemas": _closed_shapes()}, "$ref": f"#/components/schemas/{name}"}
    jsonschema.Draft202012Validator(closed).validate(response.json())


@pytest.mark.django_db
def test_every_answer_is_as_described(call: Callable[[str], Client]) -> None:
    client = call("reviewer")
    node = make_node("rate", label="Policy rate of Utopia")
    make_state(node, pages=[make_page(), make_page("Rates.", "", is_accepted=False, stance="no_value")])
    make_document(url="https://reuters.com/a", title="Policy rate of Utopia at 3.5%", text="The policy rate of Utopia is 3.5%.")
    make_conflict("brent")
    review = make_dispute("wti")
    make_node("never")
    make_run(node, status="failed", badge="failed", reason="provider_failed", error="no answer")
    waiting = make_open_run(make_node("open"))
    make_call()
    described: list[tuple[str, str, str, dict[str, Any] | None]] = [
        ("NodePage", "get", "nodes/", None),
        *(("NodeDetail", "get", f"nodes/{slug}/", None) for slug in ("rate", "brent", "never", "open")),
        ("RunPage", "get", "nodes/rate/runs/", None),
        ("Run", "post", "nodes/rate/verify/", {}),
        ("Run", "get", f"runs/{waiting.pk}/", None),
        ("Run", "post", f"runs/{waiting.pk}/cancel/", {}),
        ("Flag", "post", "nodes/rate/flags/", {"reason": "wrong"}),
        ("Watch", "post", "nodes/rate/watch/", {}),
        ("WhitelistPage", "get", "whitelist/", None),
        ("ReviewPage", "get", "reviews/", None),
        ("ReviewDetail", "get", f"reviews/{review.pk}/", None),
        ("AgreementReport", "get", "reviews/agreement/", None),
        ("HeldReview", "post", f"reviews/{review.pk}/claim/", {}),
        ("HeldReview", "post", f"reviews/{review.pk}/release/", {}),
        ("RulingMade", "post", f"reviews/{review.pk}/rule/", {"version": 1, "decision": "accept", "value": "$66.90"}),
        ("ReviewProblem", "post", f"reviews/{review.pk}/rule/", {"version": 1, "decision": "retry"}),
        ("RulingMade", "post", f"reviews/{review.pk}/undo/", {}),
        ("RulingMade", "post", f"reviews/{review.pk}/rule/", {"version": 3, "decision": "retry"}),
        ("RulingMade", "post", f"reviews/{review.pk}/reopen/", {"reason": "Look again."}),
        ("BulkRulings", "post", "reviews/bulk/", {"items": [{"id": 1, "version": 9}], "decision": "retry"}),
        ("AgreementReport", "get", "reviews/agreement/?days=365&mode=engine&domain=a.example", None),
        ("UsageReport", "get", "usage/?estimate_runs=3", None),
        ("Consensus", "post", "consensus/", {"node": {"label": "Rate", "kind": "percent"}, "results": [{"url": "https://a.example/"}]}),
        ("Problem", "post", "nodes/rate/flags/", {}),
        ("Problem", "get", "nodes/nothing/", None),
    ]
    for name, method, path, body in described:
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        response = getattr(client, method)(f"{API}{path}", **sent)
        assert_described(response, name, method, template_of(path))
    run = client.get(f"{API}nodes/rate/runs/").json()["items"][0]["run"]
    execute_run(run_id=run)
    assert_described(client.get(f"{API}runs/{run}/"), "Run", "get", "runs/{id}/")


def template_of(path: str) -> str:
    parts = path.partition("?")[0].split("/")
    if len(parts) > 2 and parts[1] not in ("bulk", "agreement"):
        parts[1] = "{slug}" if parts[0] == "nodes" else "{id}"
    return "/".join(parts)


def _broken() -> Iterator[tuple[str, Callable[[dict[str, Any]], object]]]:
    def listing(schema: dict[str, Any]) -> Any:
        return schema["paths"][PATH]["get"]

    def shapes(schema: dict[str, Any]) -> Any:
        return schema["components"]["schemas"]

    yield "a path", lambda schema: schema["paths"].pop(PATH)
    yield "a method", lambda schema: schema["paths"]["/api/v1/nodes/{slug}/watch/"].pop("delete")
    yield "a parameter", lambda schema: listing(schema)["parameters"].pop()
    yield "a demand", lambda schema: listing(schema)["parameters"][-1].update(required=True)
    yield "a choice", lambda schema: next(each for each in listing(schema)["parameters"] if each["name"] == "order")["schema"]["enum"].pop()
    yield "a field", lambda schema: shapes(schema)["NodeRow"]["properties"].pop("label")
    yield "a field deep inside", lambda schema: shapes(schema)["FigureSpan"]["properties"].pop("start")
    yield "a type", lambda schema: shapes(schema)["RunRow"]["properties"]["calls"].update(type="string")
    yield "null", lambda schema: shapes(schema)["State"]["properties"].update(as_of={"anyOf": [{"type": "string"}, {"type": "null"}]})
    yield "no promise", lambda schema: shapes(schema)["NodeRow"]["required"].remove("slug")
    yield "a status", lambda schema: listing(schema)["responses"].pop("200")
    yield "a field of a body", lambda schema: shapes(schema)["FlagBody"]["properties"].pop("source")
    yield "a demand of a body", lambda schema: shapes(schema)["FlagBody"]["required"].append("source")
    yield "a kind of body", lambda schema: schema["paths"]["/api/v1/consensus/"]["post"]["requestBody"]["content"].clear()


BROKEN = dict(_broken())


@pytest.mark.parametrize("what", BROKEN)
def test_breaking_change_is_found(what: str) -> None:
    newer = committed()
    BROKEN[what](newer)
    assert len(find_breaking_changes(_loaded(), newer)) >= 1
    # The other way round it is an addition or a promise, which breaks nobody.
    assert (find_breaking_changes(newer, _loaded()) == []) == (what != "a type")


def test_same_schema_breaks_nothing() -> None:
    assert find_breaking_changes(committed(), committed()) == []


def _of_one_call() -> dict[str, Any]:
    """One call and what it names: the whole takes seconds to be written and read again and again."""
    whole = committed()
    kept, waiting = {}, [whole["paths"][PATH]]
    while waiting:
        for place in set(re.findall(r'"#/components/(\w+/[^"]+)"', json.dumps(waiting.pop()))) - set(kept):
            room, _, name = place.partition("/")
            kept[place] = whole["components"][room][name]
            waiting.append(kept[place])
    components: dict[str, dict[str, Any]] = {}
    for place, part in kept.items():
        room, _, name = place.partition("/")
        components.setdefault(room, {})[name] = part
    return {**whole, "paths": {PATH: whole["paths"][PATH]}, "components": components}


def test_command_tells_a_stale_file_from_a_broken_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, older = tmp_path / "openapi.yaml", _of_one_call()
    monkeypatch.setattr(api_schema, "make_schema", _of_one_call)
    older["paths"][PATH]["get"]["summary"] = "Other words"
    path.write_text(write_schema(older), encoding="utf-8")
    with pytest.raises(CommandError, match="write it with"):
        call_command("api_schema", file=path)
    call_command("api_schema", "--write", file=path)
    call_command("api_schema", file=path)
    older["paths"]["/api/v1/gone/"] = older["paths"][PATH]
    path.write_text(write_schema(older), encoding="utf-8")
    for arguments in ([], ["--write"]):
        with pytest.raises(CommandError, match="GET /api/v1/gone/ is gone"):
            call_command("api_schema", *arguments, file=path)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{", None])
def test_command_names_a_file_that_can_not_be_read(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "openapi.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as refusal:
        call_command("api_schema", file=path)
    assert refusal.value.returncode == 2


@pytest.mark.django_db
def test_page_of_the_api_names_every_call_and_error_and_runs_nothing(analyst_client: Client) -> None:
    make_verified()
    response = analyst_client.get(f"{API}docs/")
    page = BeautifulSoup(response.content, "html.parser")
    text = page.get_text(" ")
    schema = committed()
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in text
    anchors = {element["id"] for element in page.find_all(attrs={"id": True})}
    assert anchors >= {code.value for code in TITLES}
    links = {link["href"] for link in page.find_all("a", href=True) if link["href"].startswith("#")}
    assert {link.removeprefix("#") for link in links} <= anchors
    assert [script for script in page.find_all("script") if not script.get("src")] == []
    assert page.find_all("style") == []
    assert "script-src 'self'" in response["Content-Security-Policy"]


def test_threads_that_ask_at_once_are_given_one_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views share what describes them, so two threads that made it at the same time would spoil it for each other."""
    under_way: list[int] = []
    most = 0

    def get_schema(self: object, **asked: object) -> dict[str, object]:
        nonlocal most
        under_way.append(1)
        most = max(most, len(under_way))
        sleep(0.05)
        under_way.pop()
        return {"openapi": "3.1.0"}

    monkeypatch.setattr("verification.api.calls.openapi.SchemaGenerator.get_schema", get_schema)
    monkeypatch.setattr("verification.api.calls.openapi._make_schema", cache(_make_schema.__wrapped__))
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _number: make_schema(), range(4)))
    assert (most, {id(each) for each in found}) == (1, {id(found[0])})


def test_parameters_and_changes_that_are_demanded_say_so() -> None:
    schema = make_schema()
    (word,) = [each for each in schema["paths"]["/api/v1/series/"]["get"]["parameters"] if each["name"] == "q"]
    assert word["required"] is True
    change = schema["components"]["schemas"]["PatchedNodeChangeBody"]["properties"]
    assert {name: part for name, part in change.items() if "null" in str(part)}.keys() == {
        "unit", "reference_period", "fresh_days", "tolerance", "query", "series", "schedule", "group", "is_active",
    }  # fmt: skip
    assert schema["components"]["schemas"]["NodeOutcome"]["enum"] == ["created", "changed", "unchanged"]
