"""What requests may say that write nodes, or have many verified."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.json_schema import SkipJsonSchema

from verification.api.calls.bodies import Body, DryRun, Reason
from verification.schemas import NodeEntry

MAX_ALIASES, MAX_LINKS = 50, 200
# Written in their places by the service, or known from the address.
_ELSEWHERE = ("slug",)


class NodeBody(NodeEntry):
    """A new node: as an entry of `load_nodes`."""

    model_config = ConfigDict(strict=True, extra="forbid")

    is_active: bool = True
    reason: Reason = ""
    dry_run: DryRun = False


class _Change(Body):
    """What changes of a node; a field that is absent stays as it is. `is_active` false retires it, true brings it back."""

    is_active: bool | None = None
    reason: Reason = ""
    dry_run: DryRun = False


def _optional(name: str) -> Any:
    """The field as an entry has it; the schema says null where an entry takes it, and nothing else stands for absence."""
    info = NodeEntry.model_fields[name]
    bare: Any = info.annotation
    kind: Any = Annotated[bare, *info.metadata] if info.metadata else bare
    return (kind | (None if _takes_null(kind) else SkipJsonSchema[None]), Field(default=None, json_schema_extra=_without_default))


def _takes_null(kind: Any) -> bool:
    try:
        TypeAdapter(kind).validate_python(None, strict=True)
    except ValidationError:
        return False
    return True


def _without_default(schema: dict[str, Any]) -> None:
    """What is absent stays as it is: there is no value that it would have."""
    schema.pop("default", None)


NodeChangeBody = create_model(
    "NodeChangeBody",
    __base__=_Change,
    __doc__=_Change.__doc__,
    **{name: _optional(name) for name in NodeEntry.model_fields if name not in _ELSEWHERE},
)
OWN = frozenset(_Change.model_fields)
