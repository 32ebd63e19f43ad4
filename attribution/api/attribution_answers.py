"""What the API answers about attributions, for the schema; ``attribution_shapes`` writes it."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, Field

from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import Mode
from verification.api.answers import FieldProblem
from verification.core.vocabulary import RunStatus

Id = str | int
Share = Annotated[float | None, Field(description="From 0 to 1; null where there is nothing to measure.")]


class FileFacts(BaseModel):
    file_size: str
    creation_time: str
    last_modified: str
    file_type: str


class SourceEntry(BaseModel):
    """A document that carries something of the answer."""

    index: Annotated[int, Field(description="From 1, best first; `sentences[].sources[].index` refers to it.")]
    document_id: Id
    document_name: str
    page_number: str
    chunk_type: str
    content_preview: str
    relevance_score: Annotated[float | None, Field(description="The reranker's.")]
    match_score: Annotated[
        float | None, Field(description="The probability that the source carries what the answer says; null in forward mode.")
    ]
    source_path: str
    update_time: str
    document_type: str
    formatted_text: str
    can_expand: bool
    expand_content: str
    expand_metadata: FileFacts


class SentenceSource(BaseModel):
    """A passage `start:end` of the source with that index."""

    index: int
    start: int
    end: int
    score: float


class Operand(BaseModel):
    document_id: Id
    start: int
    end: int
    value: Annotated[str, Field(description="A decimal string.")]


class Derivation(BaseModel):
    op: Operation
    operands: list[Operand]
    value: Annotated[str, Field(description="What the operands give, unrounded.")]


class Sentence(BaseModel):
    """`start:end` cuts it from the answer; `end` is exclusive."""

    start: int
    end: int
    supported: bool
    sources: list[SentenceSource]
    derivation: Derivation | None


class TracingOptions(BaseModel):
    enabled: bool
    mode: Mode
    max_sources: int
    min_relevance_score: float
    extract_entities: bool
    match_threshold: float
    show_match_score: bool
    show_relevance_score: bool
    use_embeddings: bool


class OwnMark(BaseModel):
    """What you said of a source."""

    index: int
    is_right: bool | None


class MarkOfSource(OwnMark):
    """What you said of a source before."""


class AttributionRow(BaseModel):
    id: int
    reference: Annotated[str, Field(description="Your own name for it, empty where you gave none.")]
    status: RunStatus
    mode: Mode
    disabled: Annotated[bool, Field(description="Attribution was switched off, so nothing was looked for.")]
    is_cached: Annotated[bool, Field(description="The same answer, documents and settings had been worked out before.")]
    lang: str
    duration_ms: int | None
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    error: str
    sources_count: int
    sentences_count: int
    supported_count: int


class AttributionAnswer(AttributionRow):
    """Empty lists while it waits for a worker."""

    sources: list[SourceEntry]
    sentences: list[Sentence]
    settings: Annotated[TracingOptions, Field(description="Those in force for this answer.")]
    words_only: Annotated[bool, Field(description="Embeddings were wanted and not to be had, so words alone decided.")]
    marks: list[MarkOfSource]


class AttributionListed(AttributionRow):
    answer: Annotated[str, Field(description="The first 200 characters.")]


class AttributionPage(BaseModel):
    items: list[AttributionListed]
    next: str | None


class ItemProblem(BaseModel):
    detail: str
    code: str
    errors: list[FieldProblem]


class BatchAttribution(AttributionAnswer):
    """As `POST attributions/` answers it."""


class BatchItem(BaseModel):
    """One of both."""

    index: Annotated[int, Field(description="Zero-based position in `items`.")]
    attribution: BatchAttribution | None
    error: ItemProblem | None


class BatchAnswer(BaseModel):
    items: list[BatchItem]


class Prompts(BaseModel):
    """`{context}` and `{question}` are to be filled in."""

    en: str
    zh: str


class SettingsAnswer(BaseModel):
    """Order: request, admin, environment, default."""

    settings: Annotated[TracingOptions, Field(description="Those in force where a request says nothing.")]
    overrides: Annotated[dict[str, bool | int | float | str], Field(description="What an admin set.")]
    prompts: Annotated[Prompts, Field(description="For the model that writes the answers, so that they can be traced.")]


class FiguresAnswer(BaseModel):
    """Of the last 30 days."""

    days: int
    answers: int
    open: int
    failed: int
    cached: int
    sentences: int
    supported: int
    marks: int
    right: int
    mean_ms: Annotated[int | None, Field(description="Of those worked out anew.")]
    p95_ms: int | None
    supported_share: Share
    accuracy: Annotated[float | None, Field(description="Share of `marks` that say right; null without any.")]
    cache_hit_rate: Share
    failure_rate: Share
