"""The shapes of what comes in for attribution and citations, checked strictly at the boundary (contracts, section 2)."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field, StringConstraints

from attribution.core.answers.sources import Limits, Mode
from verification.schemas import WHOLE, DatedShape, StrictShape, Whole


def _empty_if_null(value: object) -> object:
    return {} if value is None else value


class AttributedDocument(StrictShape):
    """One document of an ``attribution`` line."""

    id: str | Whole | None = None
    content: str
    rerank_score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    metadata: Annotated[dict[str, object], BeforeValidator(_empty_if_null)] = Field(default_factory=dict)


class AttributionLine(StrictShape):
    """One line of ``batch attribution``."""

    id: str | Whole | None = None
    answer: str
    documents: list[AttributedDocument]
    mode: Annotated[Mode, Field(strict=False)] = Mode.REVERSE
    max_sources: Annotated[int, Field(ge=1, le=200), WHOLE] = Limits().max_sources


def equal_id_at(documents: Sequence[AttributedDocument]) -> int | None:
    """The position of the first document with the id of one before it; without an id its position stands for it."""
    seen: set[str | int] = set()
    for position, document in enumerate(documents):
        name = position if document.id is None else document.id
        if name in seen:
            return position
        seen.add(name)
    return None


class CitationsLine(StrictShape):
    """One line of ``batch citations``."""

    id: str | Whole | None = None
    text: Annotated[str, Field(description="a string, Markdown or plain")]


def _text_if_null(value: object) -> object:
    return "" if value is None else value


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
