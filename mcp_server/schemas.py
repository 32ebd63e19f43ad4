"""The schemas of tools as they are listed: without what a model would read, and a client follow, for nothing."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel


def write_schema(shape: type[BaseModel], *, mode: Literal["validation", "serialization"]) -> dict[str, Any]:
    """Pydantic's schema without titles that repeat names, and without references, which some clients don't follow and others follow slowly.

    It takes what pydantic's takes. Null stays a choice: a list of types is legal, but some providers of models drop it. A shape within
    itself would never end; none of ours is.
    """
    schema = shape.model_json_schema(mode=mode)
    definitions = schema.pop("$defs", {})
    return dict(_write(schema, definitions))


def _write(part: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_write(item, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    said = {name: value for name, value in part.items() if not (name == "title" and isinstance(value, str))}
    if "$ref" in said:
        referred = definitions[said.pop("$ref").rpartition("/")[2]]
        return _write(referred, definitions) | {name: _write(value, definitions) for name, value in said.items()}
    return {name: _write(value, definitions) for name, value in said.items()}
