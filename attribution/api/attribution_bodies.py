"""What requests about attributions may say. Unknown fields are refused, types are strict."""

from typing import Annotated, Self

from pydantic import ConfigDict, Field, StringConstraints, field_validator, model_validator

from attribution.core.answers.sources import Mode
from attribution.models.attribution import LONGEST_QUESTION, MOST_SOURCES
from attribution.schemas import LONGEST_URL, AttributedDocument, RankedChunk, RankedMetadata, ScaleOf, equal_id_at, rank_documents
from attribution.services.answers.settings import NAMES
from attribution.services.answers.sizes import (
    INLINE_ANSWER,
    INLINE_DIGITS,
    INLINE_TEXT,
    MAX_ANSWER,
    MAX_DOCUMENTS,
    MAX_SENTENCES,
    MAX_TEXT,
    MAX_WORK,
)
from attribution.services.answers.tracing import Request
from verification.api.calls.bodies import ADDRESS, PLAIN_ADDRESS, Body, CallbackUrl, PageQuery, Word
from verification.api.calls.validation import HOLDS_NO_NUL, SAYS_SOMETHING
from verification.schemas import WHOLE

MAX_ITEMS = 100
MAX_ID = 200

Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Text = Annotated[str, HOLDS_NO_NUL]
Address = Annotated[
    str, StringConstraints(max_length=LONGEST_URL, pattern=rf"^({ADDRESS})?$"), HOLDS_NO_NUL, Field(json_schema_extra=PLAIN_ADDRESS)
]
Id = Annotated[str, StringConstraints(max_length=MAX_ID), HOLDS_NO_NUL] | Annotated[int, Field(ge=-(2**53), le=2**53), WHOLE]


class MetadataBody(RankedMetadata):
    content: Text


class ChunkBody(RankedChunk):
    """A chunk with its text in `metadata`, which holds anything else too; what entries show of it is kept, the rest is not."""

    id: Annotated[Id | None, Field(description="Yours; absent: the zero-based position. No two are equal.")] = None
    metadata: MetadataBody


class DocumentBody(AttributedDocument):
    """One reranked document: `content`, or a reranker's result as it is, with `doc`, beside which only `rerank_score` and `url` are read.
    `metadata` is anything; what entries show of it is kept, the rest is not."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        json_schema_extra={"oneOf": [{"required": ["content"]}, {"required": ["doc"], "properties": {"doc": {"type": "object"}}}]},
    )

    id: Annotated[Id | None, Field(description="Yours; absent: the zero-based position. No two are equal.")] = None
    content: Text = ""
    url: Annotated[Address, Field(description="Where it stands, for readers; absent: `url` of the metadata.")] = ""
    doc: Annotated[ChunkBody | None, Field(description="The chunk of a reranker's result.")] = None


class SettingsBody(Body):
    """Settings of attribution; what is absent or null is not said."""

    enabled: bool | None = None
    mode: Annotated[Mode, Field(strict=False)] | None = None
    max_sources: Annotated[int, Field(ge=1, le=MOST_SOURCES), WHOLE] | None = None
    min_relevance_score: Score | None = None
    extract_entities: bool | None = None
    match_threshold: Score | None = None
    show_match_score: bool | None = None
    show_relevance_score: bool | None = None
    use_embeddings: bool | None = None


class SettingsChange(SettingsBody):
    """What an admin sets; null gives a setting back to the environment, what is absent stays."""

    reason: Annotated[str, StringConstraints(max_length=500), HOLDS_NO_NUL, Field(description="For the audit trail.")] = ""


class AttributionBody(SettingsBody):
    """An answer and its documents, as a line of `batch attribution`; every setting may be named for this answer alone."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"answer": "Sales rose 3%.", "documents": [{"content": "Sales rose 3% in May."}]}]}
    )

    id: Annotated[Id | None, Field(description="Your own name for it; comes back as `reference`.")] = None
    answer: Annotated[
        Text,
        StringConstraints(max_length=MAX_ANSWER),
        SAYS_SOMETHING,
        Field(description=f"At most {MAX_SENTENCES:,} sentences; one of more than {INLINE_ANSWER:,} characters is left to a worker (202)."),
    ]
    documents: Annotated[
        list[DocumentBody],
        Field(
            max_length=MAX_DOCUMENTS,
            description=f"At most {MAX_TEXT:,} characters in all of them together; more than {INLINE_TEXT:,}, or {INLINE_DIGITS:,} digits, "
            f"are left to a worker (202). Sentences times digits: at most {MAX_WORK:,}.",
        ),
    ]
    score_range: ScaleOf = Field(default=None, validate_default=True)
    question: Annotated[
        Text, StringConstraints(max_length=LONGEST_QUESTION), Field(description="What the answer answers; kept for its readers.")
    ] = ""
    callback_url: CallbackUrl = ""

    @field_validator("answer")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("expected an answer that says something")
        return value

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        """Every entry has to say which document it is."""
        position = equal_id_at(self.documents)
        if position is not None:
            raise EqualIds(position)
        return self

    def as_request(self) -> Request:
        overrides = {name: getattr(self, name) for name in NAMES}
        documents = rank_documents(self.documents, self.score_range)
        return Request(self.answer, documents, overrides, "" if self.id is None else str(self.id), self.question.strip())


class EqualIds(Exception):
    """The document at ``position`` has the id of one before it."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class BatchBody(Body):
    """Many answers at once."""

    items: Annotated[
        list[dict[str, object]],
        Field(min_length=1, max_length=MAX_ITEMS, description="Each as the body of `POST attributions/`."),
    ]


class MarkBody(Body):
    """Whether a source is right; null takes the mark back."""

    index: Annotated[int, Field(ge=1, le=MOST_SOURCES, description="Which source, from 1."), WHOLE]
    is_right: bool | None


class AttributionsQuery(PageQuery):
    q: Annotated[Word, Field(description="Words of the answer, all of which must occur.")] = ""
