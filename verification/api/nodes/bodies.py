"""What requests about nodes may say: those that write them, object to a value, and list nodes and their states."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, ValidationInfo, create_model, field_validator
from pydantic.json_schema import SkipJsonSchema

from verification.api.calls.bodies import ADDRESS, Body, Day, DryRun, PageQuery, Reason, Word, only_one
from verification.api.calls.validation import HOLDS_NO_NUL, SAYS_SOMETHING
from verification.core.vocabulary import Badge, NodeKind
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


class FlagBody(Body):
    """Why a node's state is held to be wrong, and a page that shows it."""

    reason: Annotated[
        str,
        StringConstraints(min_length=1, max_length=2000, strip_whitespace=True),
        SAYS_SOMETHING,
        HOLDS_NO_NUL,
        Field(description="What is wrong."),
    ]
    source: Annotated[
        str,
        StringConstraints(max_length=2000, pattern=rf"^({ADDRESS})?$"),
        HOLDS_NO_NUL,
        Field(description="An http(s) address of a page that says otherwise."),
    ] = ""


class NodeOrder(StrEnum):
    SLUG = "slug"
    NAME = "name"
    NEWEST = "newest"
    OLDEST = "oldest"
    ATTENTION = "attention"
    VERIFIED = "verified"


class NodesQuery(PageQuery):
    q: Annotated[Word, Field(description="Words of label, aliases or slug, all of which must occur.")] = ""
    badge: Annotated[Badge | None, Field(description="`failed`: the last run failed.")] = None
    kind: NodeKind | None = None
    group: Annotated[str, StringConstraints(max_length=60), HOLDS_NO_NUL] = ""
    stale: Annotated[bool | None, Field(description="Older than the node's own limit.")] = None
    conflict: Annotated[bool | None, Field(description="Values disagree.")] = None
    sort: Annotated[NodeOrder | None, Field(description="As on the page; absent: `slug`.")] = None
    order: Annotated[NodeOrder | None, Field(description="The older name of `sort`.", deprecated=True)] = None

    @field_validator("q")
    @classmethod
    def _few_words(cls, value: str) -> str:
        """Each word costs a comparison with every node."""
        return " ".join(value.split()[:10])

    @field_validator("order")
    @classmethod
    def _one_order(cls, value: NodeOrder | None, info: ValidationInfo) -> NodeOrder | None:
        return only_one(value, info.data.get("sort"), "sort or order")

    @property
    def sorting(self) -> NodeOrder:
        return self.sort or self.__dict__["order"] or NodeOrder.SLUG


class HistoryQuery(PageQuery):
    at: Annotated[Day | None, Field(description="What was known at the end of this day, and before; absent: now.")] = None
    since: Annotated[Day | None, Field(description="States of this day and later; absent: from the first on.")] = None
