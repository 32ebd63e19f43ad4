"""The shapes of what comes in for attribution and citations, checked strictly at the boundary (contracts, section 2)."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Annotated, Self

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema, model_validator

from attribution.core.answers.relevance import Scale, ScoreRange, Sigmoid
from attribution.core.answers.sources import Limits, Mode, RankedDocument
from verification.core.sources.domains import canonical_url
from verification.schemas import WHOLE, DatedShape, StrictShape, Whole

SIGMOID = "sigmoid"
LONGEST_URL = 2000
RANGE_MEANS = f"two numbers, the least and the greatest score that there can be, or “{SIGMOID}” for logits"


def _empty_if_null(value: object) -> object:
    return {} if value is None else value


def _text_if_null(value: object) -> object:
    return "" if value is None else value


def _read_scale(value: object) -> Scale:
    """Of what ``score_range`` says; null is what is usual, from 0 to 1."""
    if value is None:
        return ScoreRange()
    if value == SIGMOID:
        return Sigmoid()
    if isinstance(value, list) and len(value) == 2 and all(isinstance(one, int | float) and not isinstance(one, bool) for one in value):
        low, high = (float(one) if abs(one) < 1e300 else float("inf") for one in value)
        if isfinite(low) and isfinite(high) and low < high:
            return ScoreRange(low, high)
    raise ValueError(f"expected {RANGE_MEANS}")


ScaleOf = Annotated[
    ScoreRange | Sigmoid,
    BeforeValidator(_read_scale),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "const": SIGMOID},
                {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
                {"type": "null"},
            ],
            "description": f"Which scores the reranker gives: {RANGE_MEANS}. Absent: from 0 to 1.",
        }
    ),
]


class RankedMetadata(StrictShape):
    """All that is known of a chunk, its text among it."""

    model_config = ConfigDict(strict=True, extra="allow")

    content: str


class RankedChunk(StrictShape):
    """``doc`` of a reranker's result (seed 004, 2.5); what else stands in it is not read."""

    id: str | Whole | None = None
    metadata: RankedMetadata


class AttributedDocument(StrictShape):
    """One document of an ``attribution`` line, or a reranker's result as it is, with ``doc``."""

    id: str | Whole | None = None
    content: str = ""
    rerank_score: Annotated[float, Field(allow_inf_nan=False)] | None = None
    metadata: Annotated[dict[str, object], BeforeValidator(_empty_if_null)] = Field(default_factory=dict)
    url: Annotated[str, StringConstraints(max_length=LONGEST_URL, pattern=r"^(https?://\S+)?$"), BeforeValidator(_text_if_null)] = ""
    doc: RankedChunk | None = None

    @model_validator(mode="before")
    @classmethod
    def _only_known(cls, value: object) -> object:
        """What a reranker keeps beside its result is its own."""
        if isinstance(value, Mapping) and isinstance(value.get("doc"), Mapping):
            return {key: one for key, one in value.items() if key in cls.model_fields}
        return value

    @model_validator(mode="after")
    def _one_text(self) -> Self:
        if ("content" in self.model_fields_set) == (self.doc is not None):
            raise ValueError("expected either content, or doc with metadata that holds content")
        return self

    @property
    def name(self) -> str | int | None:
        return self.doc.id if self.doc is not None and self.id is None else self.id

    def as_ranked(self, relevance: float | None) -> RankedDocument:
        """As the core reads it. An address that leads nowhere on the web is none, unless it was named as such."""
        metadata = {**(self.doc.metadata.model_extra or {}), **self.metadata} if self.doc is not None else self.metadata
        content = self.doc.metadata.content if self.doc is not None else self.content
        told = metadata.get("url")
        url = self.url or (told if isinstance(told, str) and len(told) <= LONGEST_URL and canonical_url(told) else "")
        return RankedDocument(content, self.name, relevance, metadata, url)


class AttributionLine(StrictShape):
    """One line of ``batch attribution``."""

    id: str | Whole | None = None
    answer: str
    documents: list[AttributedDocument]
    score_range: ScaleOf = Field(default=None, validate_default=True)
    mode: Annotated[Mode, Field(strict=False)] = Mode.REVERSE
    max_sources: Annotated[int, Field(ge=1, le=200), WHOLE] = Limits().max_sources


def equal_id_at(documents: Sequence[AttributedDocument]) -> int | None:
    """The position of the first document with the id of one before it; without an id its position stands for it."""
    seen: set[str | int] = set()
    for position, document in enumerate(documents):
        name = position if document.name is None else document.name
        if name in seen:
            return position
        seen.add(name)
    return None


class ScoreOutOfRange(Exception):
    """The document at ``position`` has a score that the named range does not hold."""

    def __init__(self, position: int) -> None:
        super().__init__("expected a score from 0 to 1; score_range names other ranges")
        self.position = position


def rank_documents(documents: Sequence[AttributedDocument], scale: Scale) -> tuple[RankedDocument, ...]:
    """The documents with their scores from 0 to 1; ``ScoreOutOfRange`` names the first that has another."""
    ranked = []
    for position, document in enumerate(documents):
        score = document.rerank_score
        relevance = None if score is None else scale.scaled(score)
        if score is not None and relevance is None:
            raise ScoreOutOfRange(position)
        ranked.append(document.as_ranked(relevance))
    return tuple(ranked)


class CitationsLine(StrictShape):
    """One line of ``batch citations``."""

    id: str | Whole | None = None
    text: Annotated[str, Field(description="a string, Markdown or plain")]


class SupportDocument(DatedShape):
    """One document of a ``support`` line."""

    text: str
    title: Annotated[str, BeforeValidator(_text_if_null)] = ""
    url: Annotated[str, BeforeValidator(_text_if_null)] = ""


class SupportLine(StrictShape):
    """One line of ``batch support``."""

    id: str | Whole | None = None
    claim: Annotated[str, StringConstraints(pattern=r"\S"), Field(description="a sentence that says something")]
    documents: Annotated[list[SupportDocument], Field(description="a list of objects with a text")]
