"""The shapes of what comes in from files and requests, checked strictly at the boundary (contracts, section 2)."""

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from verification.core.vocabulary import Independence, NodeKind, RiskLevel
from verification.strict_json import BadInput

SLUG = r"^[-a-zA-Z0-9_]+$"
TOLERANCE = r"^\d{1,12}(\.\d{1,12})?%?$"

Name = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Slug = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=SLUG)]


def _empty_if_null(value: object) -> object:
    return "" if value is None else value


def _empty_list_if_null(value: object) -> object:
    return [] if value is None else value


class StrictShape(BaseModel):
    """Strict types; unknown keys are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore")

    @classmethod
    def expected(cls, key: str) -> str:
        """What a key should hold, for messages; empty where the field says nothing."""
        field = cls.model_fields.get(key)
        return f"expected {field.description}" if field is not None and field.description else ""


ShapeT = TypeVar("ShapeT", bound=StrictShape)


class DocumentLine(StrictShape):
    """One line of ``load_corpus``."""

    title: Annotated[str, Field(description="a string, empty where the page has no title")]
    text: Annotated[str, Field(description="a string, empty where only the title is known")]
    url: Annotated[str, Field(description="an http or https address")]
    published_at: Annotated[str | None, Field(description="an ISO 8601 date or time, or null where it is unknown")]
    source: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    lang: Annotated[str, BeforeValidator(_empty_if_null)] = ""


class NodeEntry(StrictShape):
    """One entry of ``load_nodes``. ``fresh_days`` absent is 30, null is no window."""

    model_config = ConfigDict(strict=True, extra="forbid")

    slug: Slug
    label: Name
    aliases: list[Name] = Field(default_factory=list)
    kind: Annotated[NodeKind, Field(strict=False)]
    unit: Annotated[str, StringConstraints(max_length=30), BeforeValidator(_empty_if_null)] = ""
    reference_period: Annotated[str, StringConstraints(max_length=30), BeforeValidator(_empty_if_null)] = ""
    fresh_days: Annotated[int, Field(ge=0, le=36_500)] | None = 30
    min_domains: Annotated[int, Field(ge=3, le=50)] = 3
    independence: Annotated[Independence, Field(strict=False)] = Independence.STORIES
    risk_level: Annotated[RiskLevel, Field(strict=False)] = RiskLevel.LOW
    tolerance: Annotated[str, StringConstraints(max_length=20), BeforeValidator(_empty_if_null)] = ""
    query: Annotated[str, StringConstraints(max_length=300), BeforeValidator(_empty_if_null)] = ""
    schedule: Annotated[str, StringConstraints(max_length=60), BeforeValidator(_empty_if_null)] = ""
    group: Annotated[str, StringConstraints(max_length=60), BeforeValidator(_empty_if_null)] = ""
    links: list[Slug] = Field(default_factory=list)

    @field_validator("tolerance", mode="before")
    @classmethod
    def _number_as_text(cls, value: object) -> object:
        """A tolerance may be written as a number."""
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value

    @field_validator("label")
    @classmethod
    def _not_blank(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("expected a label that says something")
        return value


class ResultShape(StrictShape):
    """One search result of a ``consensus`` line."""

    title: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    url: str
    content: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    published_date: str | None = None


class NodeShape(StrictShape):
    """The node of a ``consensus`` line: as ``NodeEntry``, without what only a stored node needs; a label may be a whole paragraph."""

    label: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    aliases: Annotated[list[Name], BeforeValidator(_empty_list_if_null)] = Field(default_factory=list)
    kind: Annotated[NodeKind, Field(strict=False)]
    unit: str | None = None
    reference_period: str | None = None
    fresh_days: Annotated[int, Field(ge=0, le=36_500)] | None = 30
    min_domains: Annotated[int, Field(ge=3, le=1000)] = 3
    independence: Annotated[Independence, Field(strict=False)] = Independence.STORIES
    tolerance: Annotated[str, StringConstraints(pattern=rf"^$|{TOLERANCE}"), BeforeValidator(_empty_if_null)] = ""

    @field_validator("tolerance", mode="before")
    @classmethod
    def _number_as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


class ConsensusLine(StrictShape):
    """One line of ``batch consensus``."""

    id: str | int | None = None
    node: NodeShape
    results: list[ResultShape]
    as_of: str | None = None
    stage: Literal[1, 2] | None = None
    whitelist: list[str] | None = None
    owners: dict[str, str] | None = None
    lang: str | None = None


class ProposedSourceShape(StrictShape):
    title: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    url: str
    domain: Annotated[str, BeforeValidator(_empty_if_null)] = ""


class ProposalShape(StrictShape):
    value: str
    quote: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    sources: list[ProposedSourceShape] = Field(default_factory=list)


class GroundLine(ConsensusLine):
    """One line of ``batch ground``."""

    proposal: ProposalShape


class QuantitiesLine(StrictShape):
    """One line of ``batch quantities``."""

    id: str | int | None = None
    text: str
    lang: str | None = None


def check_shape(shape: type[ShapeT], value: object) -> ShapeT:
    """``value`` as ``shape``; ``BadInput`` names the first bad key and what was expected there."""
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        raise BadInput(_sentence(shape, error)) from None


def _sentence(shape: type[StrictShape], error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    wanted = shape.expected(str(first["loc"][0])) if first["loc"] else ""
    expected = f"; {wanted}" if wanted else ""
    if first["type"] == "missing":
        return f"the key {path} is missing{expected}"
    if first["type"] == "extra_forbidden":
        return f"the key {path} is unknown"
    if first["type"] in ("model_type", "dict_type"):
        return f"{path or 'this'}: expected a JSON object"
    message = first["msg"].removeprefix("Value error, ")
    return f"{path}: {message[:1].lower()}{message[1:]}{expected}"
