"""Schemas of tools as they are listed: short, without references, and as strict as those that pydantic writes."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from mcp_server.catalogue import TOOLS

pytestmark = pytest.mark.pure

WRONG: tuple[Any, ...] = (None, 7, "", [])
SCHEMAS = [
    pytest.param(listed, whole, id=f"{tool.name}-{which}")
    for tool in TOOLS.values()
    for which, listed, whole in (
        ("takes", tool.listed.input_schema, tool.takes.model_json_schema(mode="validation")),
        ("gives", tool.listed.output_schema, tool.gives.model_json_schema(mode="serialization")),
    )
]


def samples(schema: dict[str, Any], definitions: dict[str, Any]) -> list[Any]:
    """Values of each choice of a schema, with all its fields."""
    if "$ref" in schema:
        return samples(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema and "properties" not in schema:
        return [value for choice in schema["anyOf"] for value in samples(choice, definitions)]
    if "enum" in schema or "const" in schema:
        return list(schema.get("enum", [schema.get("const")]))[:2]
    if "properties" in schema:
        fields = {name: samples(field, definitions) for name, field in schema["properties"].items()}
        return [{name: values[place % len(values)] for name, values in fields.items()} for place in range(1)]
    plain: dict[str, list[Any]] = {"string": ["x"], "integer": [1], "number": [1.5], "boolean": [True], "null": [None], "object": [{}]}
    if schema.get("type") == "array":
        return [[each] for each in samples(schema.get("items", {}), definitions)]
    return plain.get(schema.get("type", ""), ["x"])


def changed(value: Any) -> Iterator[Any]:
    """A value with each of its parts replaced by something else, or left out."""
    yield from WRONG
    for place in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        for other in changed(value[place]):
            made = value.copy()
            made[place] = other
            yield made
    if isinstance(value, dict):
        for name in value:
            yield {other: kept for other, kept in value.items() if other != name}
        yield {**value, "unknown": 1}


@pytest.mark.parametrize(("listed", "whole"), SCHEMAS)
def test_listed_schema_takes_and_refuses_what_the_whole_one_does(listed: dict[str, Any], whole: dict[str, Any]) -> None:
    ours, theirs = (jsonschema_rs.validator_for(schema) for schema in (listed, whole))
    tried = [value for sample in samples(whole, whole.get("$defs", {})) for value in (sample, *changed(sample))]
    assert [value for value in tried if ours.is_valid(value) != theirs.is_valid(value)] == []
    assert {theirs.is_valid(value) for value in tried} >= {False}


@pytest.mark.parametrize(("listed", "whole"), SCHEMAS)
def test_listed_schema_has_no_references_and_repeats_no_name(listed: dict[str, Any], whole: dict[str, Any]) -> None:
    text = json.dumps(listed)
    assert "$ref" not in text
    assert "$defs" not in text
    assert '"title": "' not in text
