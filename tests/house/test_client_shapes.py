"""The Python client's types are what the schema says: each field is answered, null only where a type says so, and with no other words."""

from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from causalflow_client import shapes

from tests.environment import PROJECT
from verification.api.schema.pages import read_schema

pytestmark = pytest.mark.pure

COMPONENTS = read_schema((PROJECT / "docs" / "openapi.yaml").read_text(encoding="utf-8"))["components"]["schemas"]
NAMED = {
    "Source": "EvidencePage",
    "NodeState": "State",
    "Node": "NodeRow",
    "NodeDetail": "NodeDetail",
    "Run": "Run",
    "WrittenDocument": "DocumentWritten",
    "WrittenDocuments": "DocumentsWritten",
    "Batch": "Batch",
    "VotingResult": "VotingResult",
    "Citation": "CheckedCitation",
    "Report": "Report",
    "Sentence": "Sentence",
    "Attribution": "AttributionAnswer",
    "Event": "EventAnswer",
    "EventBatch": "EventBatchAnswer",
}
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", list: "array"}


def choices(part: dict[str, Any]) -> list[dict[str, Any]]:
    """What a field may be, without references."""
    if "$ref" in part:
        return choices(COMPONENTS[part["$ref"].rpartition("/")[2]])
    for name in ("anyOf", "oneOf", "allOf"):
        if name in part:
            return [found for each in part[name] for found in choices(each)]
    return [{**part, "type": each} for each in part["type"]] if isinstance(part.get("type"), list) else [part]


def differences(hint: Any, part: dict[str, Any]) -> list[str]:
    said = get_args(hint) if get_origin(hint) not in (Literal, list, dict) and get_args(hint) else (hint,)
    words = {word for each in said if get_origin(each) is Literal for word in get_args(each)}
    types = {TYPES.get(get_origin(each) or each, "object") for each in said if each is not NoneType and get_origin(each) is not Literal}
    found = []
    for choice in choices(part):
        if choice.get("type") == "null":
            found += [] if NoneType in said else ["may be null"]
        elif "enum" in choice or "const" in choice:
            answered = set(choice.get("enum", [choice.get("const")]))
            found += [] if "string" in types or answered <= words else [f"may be {sorted(answered - words)}"]
        elif choice.get("type") not in types:
            found.append(f"is {choice.get('type')}")
    return found


def test_every_shape_has_its_component() -> None:
    assert set(NAMED) == {name for name, made in vars(shapes).items() if hasattr(made, "__total__")} - {"Message"}


@pytest.mark.parametrize(("name", "component"), NAMED.items())
def test_shape_is_what_the_schema_says(name: str, component: str) -> None:
    schema = COMPONENTS[component]
    wrong = {}
    for field, hint in get_type_hints(getattr(shapes, name)).items():
        if field not in schema["properties"] or field not in schema["required"]:
            wrong[field] = ["is not always answered"]
        elif found := differences(hint, schema["properties"][field]):
            wrong[field] = found
    assert wrong == {}
