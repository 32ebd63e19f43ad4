"""The shapes of what comes in from files and requests, checked strictly at the boundary (contracts, section 2)."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from verification.core.vocabulary import Independence, NodeKind, RiskLevel
from verification.strict_json import BadInput

SLUG = r"^[-a-zA-Z0-9_]+$"
_MONTH = "[0-9]{4}-(0[1-9]|1[0-2])"
REFERENCE_PERIOD = rf"^((FY)?[0-9]{{4}}(-Q[1-4]|-H[12])?|{_MONTH}(-[0-3][0-9]|\.\.{_MONTH})?)?$"
TOLERANCE = r"^\d{1,12}(\.\d{1,12})?%?$"

Name = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Slug = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=SLUG)]


def _as_whole(value: object) -> object:
    """JSON has one sort of number: 1.0 is 1."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_as_whole)
Whole = Annotated[int, WHOLE]


def _empty_if_null(value: object) -> object:
    return "" if value is None else value


def _empty_list_if_null(value: object) -> object:
    return [] if value is None else value


class StrictShape(BaseModel):
    """Strict types; unknown keys are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", defer_build=True)

    @classmethod
    def expected(cls, key: str) -> str:
        """What a key should hold, for messages; empty where the field says nothing."""
        field = cls.model_fields.get(key)
        return f"expected {field.description}" if field is not None and field.description else ""


ShapeT = TypeVar("ShapeT", bound=StrictShape)


class DatedShape(StrictShape):
    """A page as evidence: when it was published is said under either name, that of search services or that of our answers."""

    published_date: str | None = None
    published_at: Annotated[str | None, Field(description="`published_date` as answers call it.")] = None

    @model_validator(mode="after")
    def _one_date(self) -> Self:
        if self.published_date and self.published_at and self.published_date != self.published_at:
            raise ValueError("expected published_date or published_at, not two dates")
        return self

    @property
    def published(self) -> str | None:
        return self.published_date or self.published_at


class DocumentLine(StrictShape):
    """One line of ``load_corpus``."""

    title: Annotated[str, Field(description="a string, empty where the page has no title")]
    text: Annotated[str, Field(description="a string, empty where only the title is known")]
    url: Annotated[str, Field(description="an http or https address")]
    published_at: Annotated[str | None, Field(description="an ISO 8601 date or time, or null where it is unknown")]
    source: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    lang: Annotated[str, BeforeValidator(_empty_if_null)] = ""

    @model_validator(mode="before")
    @classmethod
    def _either_name(cls, value: object) -> object:
        """As evidence has it, the date may be called ``published_date``."""
        if isinstance(value, Mapping) and "published_at" not in value and "published_date" in value:
            return {**value, "published_at": value["published_date"]}
        return value


class NodeEntry(StrictShape):
    """One entry of ``load_nodes``. ``fresh_days`` absent is 30, null is no window."""

    model_config = ConfigDict(strict=True, extra="forbid")

    slug: Slug
    label: Name
    aliases: list[Name] = Field(default_factory=list)
    kind: Annotated[NodeKind, Field(strict=False)]
    unit: Annotated[str, StringConstraints(max_length=30), BeforeValidator(_empty_if_null)] = ""
    # For the schema, here and below: the services say in words what is no reference period, and what no tolerance.
    reference_period: Annotated[
        str, StringConstraints(max_length=30), BeforeValidator(_empty_if_null), Field(json_schema_extra={"pattern": REFERENCE_PERIOD})
    ] = ""
    fresh_days: Annotated[int, Field(ge=0, le=36_500), WHOLE] | None = 30
    min_domains: Annotated[int, Field(ge=3, le=50), WHOLE] = 3
    independence: Annotated[Independence, Field(strict=False)] = Independence.STORIES
    risk_level: Annotated[RiskLevel, Field(strict=False)] = RiskLevel.LOW
    tolerance: Annotated[
        str, StringConstraints(max_length=20), BeforeValidator(_empty_if_null), Field(json_schema_extra={"pattern": rf"^$|{TOLERANCE}"})
    ] = ""
    query: Annotated[str, StringConstraints(max_length=300), BeforeValidator(_empty_if_null)] = ""
    series: Annotated[str, StringConstraints(max_length=60), BeforeValidator(_empty_if_null)] = ""
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


class ResultShape(DatedShape):
    """One search result of a ``consensus`` line, or a page as an answer gave it."""

    title: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    url: str
    content: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    passage: Annotated[str | None, Field(description="Of an answer's page: read where there is no content.")] = None

    @property
    def text(self) -> str:
        return self.content or self.passage or ""


class NodeShape(StrictShape):
    """The node of a ``consensus`` line: as ``NodeEntry``, without what only a stored node needs; a label may be a whole paragraph."""

    label: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    aliases: Annotated[list[Name], BeforeValidator(_empty_list_if_null)] = Field(default_factory=list)
    kind: Annotated[NodeKind, Field(strict=False)]
    unit: str | None = None
    reference_period: str | None = None
    fresh_days: Annotated[int, Field(ge=0, le=36_500), WHOLE] | None = 30
    min_domains: Annotated[int, Field(ge=3, le=1000), WHOLE] = 3
    independence: Annotated[Independence, Field(strict=False)] = Independence.STORIES
    tolerance: Annotated[str, StringConstraints(pattern=rf"^$|{TOLERANCE}"), BeforeValidator(_empty_if_null)] = ""

    @field_validator("tolerance", mode="before")
    @classmethod
    def _number_as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


class ConsensusLine(StrictShape):
    """One line of ``batch consensus``."""

    id: str | Whole | None = None
    node: NodeShape
    results: list[ResultShape]
    as_of: str | None = None
    stage: Annotated[Literal[1, 2] | None, WHOLE] = None
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

    id: str | Whole | None = None
    text: str
    lang: str | None = None


class PagesLine(StrictShape):
    """One line of ``batch pages``: an answer as it came over the network."""

    id: str | Whole | None = None
    url: Annotated[str, BeforeValidator(_empty_if_null)] = ""
    status: Annotated[int, Field(ge=100, le=999), WHOLE]
    headers: dict[str, str] = Field(default_factory=dict)
    body_base64: Annotated[str, BeforeValidator(_empty_if_null), Field(description="the body in base64")] = ""


class ReadLine(StrictShape):
    """One line of ``batch read``: a text with its title and day of publication, or a question with the kind of its node."""

    id: str | Whole | None = None
    text: str | None = None
    title: str = ""
    question: Annotated[str, StringConstraints(min_length=1, max_length=500)] | None = None
    kind: Annotated[NodeKind, Field(strict=False)] | None = None
    date: str | None = None


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
