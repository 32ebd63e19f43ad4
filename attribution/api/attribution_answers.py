"""What the API answers around the attributions of ``attribution.reads.attribution_answers``: pages and batches."""

from typing import Annotated

from pydantic import Field

from attribution.reads.attribution_answers import AttributionAnswer as AttributionAnswer
from attribution.reads.attribution_answers import AttributionListed as AttributionListed
from attribution.reads.attribution_answers import FiguresAnswer as FiguresAnswer
from attribution.reads.attribution_answers import OwnMark as OwnMark
from attribution.reads.attribution_answers import SettingsAnswer as SettingsAnswer
from verification.api.calls.answers import FieldProblem
from verification.reads.answers import Answer


class AttributionPage(Answer):
    items: list[AttributionListed]
    next: str | None


class ItemProblem(Answer):
    detail: str
    code: str
    errors: list[FieldProblem]


class BatchAttribution(AttributionAnswer):
    """As `POST attributions/` answers it."""


class BatchItem(Answer):
    """One of both."""

    index: Annotated[int, Field(description="Zero-based position in `items`.")]
    attribution: BatchAttribution | None
    error: ItemProblem | None


class BatchAnswer(Answer):
    items: list[BatchItem]
