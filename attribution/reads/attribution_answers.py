"""Attributions as they are answered (contracts, section 6); ``attributions`` reads the rows."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Self

from pydantic import Field

from attribution.core.answers import formatting
from attribution.core.answers.formatting import format_source
from attribution.core.answers.operations import Operation
from attribution.core.answers.sources import (
    AttributedSentence,
    CalculatedFrom,
    Calculation,
    Mode,
    PassageLink,
    RankedDocument,
    TracedAnswer,
)
from attribution.core.answers.states import CellMark, Reason, ReasonCode, SentenceState
from attribution.models import Attribution, AttributionMark
from attribution.prompts import PROMPTS
from attribution.reads.sentence_reasons import explain_reason
from attribution.services.answers.figures import TracingFigures
from attribution.services.answers.results import read_documents, read_result
from attribution.services.answers.settings import TracingSettings
from verification.core.operations.health import Trouble
from verification.core.vocabulary import RunStatus
from verification.models import HealthAlert
from verification.reads.answers import Answer, Moment

PREVIEW = 200
Id = str | int
Share = Annotated[float | None, Field(description="From 0 to 1; null where there is nothing to measure.")]


class FileFacts(Answer):
    file_size: str
    creation_time: str
    last_modified: str
    file_type: str


class SourceEntry(Answer):
    """A document that carries something of the answer."""

    index: Annotated[int, Field(description="From 1, best first; `sentences[].sources[].index` refers to it.")]
    document_id: Id
    document_name: str
    page_number: str
    chunk_type: str
    content_preview: Annotated[str, Field(description="100 characters of the place that says most of the answer.")]
    relevance_score: Annotated[float | None, Field(description="The reranker's, from 0 to 1 by `score_range`.")]
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
    url: Annotated[str, Field(description="Where the document stands, empty where you did not say.")]

    @classmethod
    def of(cls, entry: formatting.SourceEntry) -> "SourceEntry":
        return cls.model_validate(asdict(entry))


class SentenceSource(Answer):
    """A passage `start:end` of the source with that index."""

    index: int
    start: int
    end: int
    score: float

    @classmethod
    def of(cls, link: PassageLink) -> "SentenceSource":
        return cls(index=link.index, start=link.start, end=link.end, score=link.score)


class Operand(Answer):
    document_id: Id
    start: int
    end: int
    value: Annotated[str, Field(description="A decimal string.")]

    @classmethod
    def of(cls, operand: CalculatedFrom, documents: Sequence[RankedDocument]) -> "Operand":
        """Under the input's id, else the zero-based position."""
        given = documents[operand.position].id
        key = operand.position if given is None else given
        return cls(document_id=key, start=operand.start, end=operand.end, value=format(operand.value, "f"))


class Derivation(Answer):
    op: Operation
    operands: list[Operand]
    value: Annotated[str, Field(description="What the operands give, unrounded.")]
    years: Annotated[int, Field(description="Of `cagr`: how many lie between the operands, the later of which stands first.")]

    @classmethod
    def of(cls, calculation: Calculation, documents: Sequence[RankedDocument]) -> "Derivation":
        operands = [Operand.of(operand, documents) for operand in calculation.operands]
        return cls(op=calculation.operation, operands=operands, value=format(calculation.value, "f"), years=calculation.years)


class Span(Answer):
    start: int
    end: int


class Cell(Answer):
    """A figure `start:end` of a document; `heads` are those of its row and columns, none in running text."""

    document_id: Id
    start: int
    end: int
    heads: list[Span]

    @classmethod
    def of(cls, mark: CellMark, documents: Sequence[RankedDocument]) -> "Cell":
        """Under the input's id, else the zero-based position."""
        given = documents[mark.position].id
        heads = [Span(start=start, end=end) for start, end in mark.heads]
        return cls(document_id=mark.position if given is None else given, start=mark.start, end=mark.end, heads=heads)


class SentenceReason(Answer):
    """Why a sentence is not carried."""

    code: ReasonCode
    text: Annotated[str, Field(description="In words, both sides quoted.")]
    found: Annotated[Cell | None, Field(description="Where its figure stands, as the figure of something else.")]
    named: Annotated[Cell | None, Field(description="What the sentence speaks of, with another figure.")]

    @classmethod
    def of(cls, reason: Reason, documents: Sequence[RankedDocument], *, lang: str) -> "SentenceReason":
        found, named = (Cell.of(mark, documents) if mark else None for mark in (reason.found, reason.named))
        return cls(code=reason.code, text=explain_reason(reason, lang=lang), found=found, named=named)


class Sentence(Answer):
    """`start:end` cuts it from the answer; `end` is exclusive."""

    start: int
    end: int
    supported: Annotated[bool, Field(description="Whether `state` is `carried`.")]
    state: Annotated[
        SentenceState,
        Field(
            description="`elsewhere`: a figure of it stands in the documents and is that of something else; "
            "`nothing`: there is nothing to check in it, and it counts in no share."
        ),
    ]
    sources: list[SentenceSource]
    derivation: Annotated[Derivation | None, Field(description="The firmest of `derivations`.")]
    derivations: Annotated[list[Derivation], Field(description="How each figure follows that stands in no document.")]
    cells: Annotated[list[Cell], Field(description="The figures of the documents that carry its figures.")]
    reason: Annotated[SentenceReason | None, Field(description="Null where it is carried.")]

    @classmethod
    def of(cls, sentence: AttributedSentence, documents: Sequence[RankedDocument], *, lang: str) -> "Sentence":
        derivations = [Derivation.of(one, documents) for one in sentence.calculations]
        return cls(
            start=sentence.start,
            end=sentence.end,
            supported=sentence.supported,
            state=sentence.state,
            sources=[SentenceSource.of(link) for link in sentence.sources],
            derivation=derivations[0] if derivations else None,
            derivations=derivations,
            cells=[Cell.of(mark, documents) for mark in sentence.cells],
            reason=SentenceReason.of(sentence.reason, documents, lang=lang) if sentence.reason else None,
        )


class Tracing(Answer):
    """What an answer was traced to."""

    mode: Mode
    sources: list[SourceEntry]
    sentences: list[Sentence]

    @classmethod
    def of(cls, found: TracedAnswer, documents: Sequence[RankedDocument], *, lang: str) -> "Tracing":
        """``lang`` "zh" or "en" is what the entries are written in."""
        return cls(
            mode=found.mode,
            sources=[
                SourceEntry.of(format_source(one, documents[one.position], lang=lang, first=found.shown_from(one))) for one in found.sources
            ],
            sentences=[Sentence.of(sentence, documents, lang=lang) for sentence in found.sentences],
        )


class TracingOptions(Answer):
    enabled: bool
    mode: Mode
    max_sources: int
    min_relevance_score: float
    extract_entities: bool
    match_threshold: float
    show_match_score: bool
    show_relevance_score: bool
    use_embeddings: bool

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> "TracingOptions":
        """Of settings by name; what they leave out is as it is by default."""
        return cls.model_validate({**TracingSettings().as_dict(), **settings})


class OwnMark(Answer):
    """What you said of a source."""

    index: int
    is_right: bool | None


class MarkOfSource(OwnMark):
    """What you said of a source before."""

    @classmethod
    def of(cls, mark: AttributionMark) -> Self:
        return cls(index=mark.index, is_right=mark.is_right)


class AttributionRow(Answer):
    id: int
    reference: Annotated[str, Field(description="Your own name for it, empty where you gave none.")]
    question: Annotated[str, Field(description="What the answer answers, empty where you did not say.")]
    status: RunStatus
    mode: Mode
    disabled: Annotated[bool, Field(description="Attribution was switched off, so nothing was looked for.")]
    is_cached: Annotated[bool, Field(description="The same answer, documents and settings had been worked out before.")]
    lang: str
    duration_ms: int | None
    created_at: Moment
    finished_at: Moment | None
    error: str
    sources_count: int
    sentences_count: int
    supported_count: int

    @classmethod
    def of(cls, row: Attribution) -> Self:
        return cls.model_validate(cls.fields_of(row))

    @classmethod
    def fields_of(cls, row: Attribution) -> dict[str, object]:
        return {
            "id": row.pk,
            "reference": row.reference,
            "question": row.question,
            "status": RunStatus(row.status),
            "mode": Mode(row.mode),
            "disabled": row.is_disabled,
            "is_cached": row.is_cached,
            "lang": row.lang,
            "duration_ms": row.duration_ms,
            "created_at": row.created_at,
            "finished_at": row.finished_at,
            "error": row.error,
            "sources_count": row.sources_count,
            "sentences_count": row.sentences_count,
            "supported_count": row.supported_count,
        }


class AttributionAnswer(AttributionRow):
    """Empty lists while it waits for a worker."""

    sources: list[SourceEntry]
    sentences: list[Sentence]
    settings: Annotated[TracingOptions, Field(description="Those in force for this answer.")]
    words_only: Annotated[bool, Field(description="Embeddings were wanted and not to be had, so words alone decided.")]
    marks: list[MarkOfSource]

    @classmethod
    def with_marks(cls, row: Attribution, marks: Sequence[AttributionMark] = (), *, lang: str | None) -> Self:
        """With all entries, in ``lang`` or else in the answer's own language."""
        found = None
        if row.result is not None:
            result = read_result(row.result, mode=Mode(row.mode))
            found = Tracing.of(result, read_documents(row.documents), lang=(lang or row.lang)[:2])
        known = {
            "sources": found.sources if found else [],
            "sentences": found.sentences if found else [],
            "settings": TracingOptions.of(row.options),
            "words_only": bool(row.result and row.result.get("words_only")),
            "marks": [MarkOfSource.of(mark) for mark in marks],
        }
        return cls.model_validate({**cls.fields_of(row), **known})


class AttributionListed(AttributionRow):
    answer: Annotated[str, Field(description="The first 200 characters.")]

    @classmethod
    def fields_of(cls, row: Attribution) -> dict[str, object]:
        return {**super().fields_of(row), "answer": row.answer[:PREVIEW]}


class Prompts(Answer):
    """`{context}` and `{question}` are to be filled in."""

    en: str
    zh: str


class SettingsAnswer(Answer):
    """Order: request, admin, environment, default."""

    settings: Annotated[TracingOptions, Field(description="Those in force where a request says nothing.")]
    overrides: Annotated[dict[str, bool | int | float | str], Field(description="What an admin set.")]
    prompts: Annotated[Prompts, Field(description="For the model that writes the answers, so that they can be traced.")]

    @classmethod
    def of(cls, settings: TracingSettings, overrides: Mapping[str, object]) -> "SettingsAnswer":
        return cls.model_validate({"settings": TracingOptions.of(settings.as_dict()), "overrides": overrides, "prompts": dict(PROMPTS)})


class FiguresAnswer(Answer):
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
    alerts: Annotated[list[Trouble], Field(description="What operators are told of now: many failures, or slow answers, in the last hour.")]

    @classmethod
    def of(cls, figures: TracingFigures, alerts: Sequence[HealthAlert]) -> "FiguresAnswer":
        return cls(
            **asdict(figures),
            alerts=[Trouble(alert.trouble) for alert in alerts],
            supported_share=_rounded(figures.supported_share),
            accuracy=_rounded(figures.accuracy),
            cache_hit_rate=_rounded(figures.cache_hit_rate),
            failure_rate=_rounded(figures.failure_rate),
        )


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
