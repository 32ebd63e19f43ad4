"""Every example in the schema is valid for what it is an example of."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tests.environment import PROJECT
from verification.api.schema.pages import read_schema

SCHEMA = read_schema((PROJECT / "docs" / "openapi.yaml").read_text(encoding="utf-8"))


def _parts(node: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from _parts(value, f"{path}/{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _parts(value, f"{path}/{place}")


def _examples() -> Iterator[tuple[str, Any, Any]]:
    """(where, schema, example): `examples` and defaults of a schema, `example` and `examples` of what has a schema beside it."""
    for path, part in _parts(SCHEMA, ""):
        if path.endswith("/properties"):
            continue  # Its keys are names of fields, of which one may be called so.
        if isinstance(part.get("schema"), dict):
            given = [each["value"] for each in part.get("examples", {}).values()] if isinstance(part.get("examples"), dict) else []
            yield from ((path, part["schema"], each) for each in [*given, *([part["example"]] if "example" in part else [])])
        elif isinstance(part.get("examples"), list):
            yield from ((path, part, each) for each in part["examples"])
        if "default" in part:
            yield path, part, part["default"]


FOUND = list(_examples())


def problems_of(schema: Any, example: Any) -> list[str]:
    checker = jsonschema.Draft202012Validator(
        {**schema, "components": SCHEMA["components"]}, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    return [error.message for error in checker.iter_errors(example)]


@pytest.mark.parametrize(("path", "schema", "example"), FOUND, ids=[f"{path}-{place}" for place, (path, _s, _e) in enumerate(FOUND)])
def test_example_is_valid(path: str, schema: Any, example: Any) -> None:
    assert problems_of(schema, example) == []


def test_examples_are_found_wherever_they_stand_and_bad_ones_are_seen() -> None:
    said = {path: example for path, _schema, example in FOUND}
    assert said["/components/schemas/FieldProblem/properties/field"] == "results.0.url"
    assert said["/components/schemas/VerificationBody/properties/amount/anyOf/0"] == "1250.00"
    (limit,) = [schema for path, schema, example in FOUND if path.startswith("/paths//api/v1/documents//get/") and example == 50]
    assert problems_of(limit, 101) == ["101 is greater than the maximum of 100"]
