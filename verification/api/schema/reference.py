"""The schema as a page shows it: operations and shapes in rows, references resolved to names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

METHODS = ("get", "post", "delete", "put", "patch")


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter, header or property; ``shape`` is the name of the shape to look up, empty for plain types."""

    name: str
    type: str
    is_required: bool
    description: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class DocumentedAnswer:
    status: str
    description: str
    shape: str


@dataclass(frozen=True, slots=True)
class DocumentedOperation:
    name: str
    method: str
    path: str
    summary: str
    parameters: list[Field]
    body: str
    answers: list[DocumentedAnswer]


@dataclass(frozen=True, slots=True)
class DocumentedShape:
    name: str
    description: str
    fields: list[Field]
    choices: list[str]


def list_operations(schema: Mapping[str, Any]) -> list[DocumentedOperation]:
    return [
        DocumentedOperation(
            name=entry["operationId"],
            method=method.upper(),
            path=path,
            summary=entry.get("summary", ""),
            parameters=[_field(each["name"], each["schema"], each.get("required", False), each) for each in entry.get("parameters", [])],
            body=_shape_of(entry.get("requestBody")),
            answers=[DocumentedAnswer(status, said.get("description", ""), _shape_of(said)) for status, said in entry["responses"].items()],
        )
        for path, methods in schema["paths"].items()
        for method, entry in methods.items()
        if method in METHODS
    ]


def list_shapes(schema: Mapping[str, Any]) -> list[DocumentedShape]:
    return [
        DocumentedShape(
            name=name,
            description=part.get("description", ""),
            fields=[_field(key, value, key in part.get("required", ()), value) for key, value in part.get("properties", {}).items()],
            choices=[str(choice) for choice in part.get("enum", ())],
        )
        for name, part in sorted(schema["components"]["schemas"].items())
    ]


def _field(name: str, part: Mapping[str, Any], is_required: bool, described: Mapping[str, Any]) -> Field:
    return Field(
        name=name,
        type=type_text(part),
        is_required=bool(is_required),
        description=str(described.get("description", "")),
        shape=next(_references(part), ""),
    )


def type_text(part: Mapping[str, Any]) -> str:
    """A type in one line: ``list of NodeRow``, ``string or null``, ``one of slug, name``."""
    if "$ref" in part:
        return _named(part)
    if "anyOf" in part:
        return " or ".join(type_text(each) for each in part["anyOf"])
    if "enum" in part or "const" in part:
        return "one of " + ", ".join(str(choice) for choice in part.get("enum", [part.get("const")]))
    if part.get("type") == "array":
        return f"list of {type_text(part.get('items', {}))}"
    kind = str(part.get("type", "anything"))
    bounds = [f"{word} {part[key]}" for key, word in _BOUNDS.items() if part.get(key, "") != ""]
    form = f" ({part['format']})" if "format" in part else ""
    return kind + form + "".join(f", {bound}" for bound in bounds)


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "minLength": "length at least",
    "maxLength": "length at most",
    "maxItems": "entries at most",
    "default": "default",
}


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        if "$ref" in part:
            yield _named(part)
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


def _named(part: Mapping[str, Any]) -> str:
    return str(part["$ref"]).rpartition("/")[2]


def _shape_of(said: Mapping[str, Any] | None) -> str:
    contents = (said or {}).get("content", {})
    return next((_named(content["schema"]) for content in contents.values() if "$ref" in content.get("schema", {})), "")
