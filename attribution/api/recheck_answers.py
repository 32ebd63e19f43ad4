"""What the API answers about scheduled checks, for the schema: the shapes that ``attribution.reads.rechecks`` writes."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from attribution.core.checks.recheck_times import Rhythm
from attribution.core.vocabulary import CitationStatus
from verification.reads.answers import Answer


class OfficialWord(Answer):
    """What an official series says against a claim."""

    series: Annotated[str, Field(description="Its key in the catalogue.")]
    period: str
    value: str
    claimed: str


class VerdictChange(Answer):
    index: Annotated[int, Field(description="Number of the citation.")]
    before: CitationStatus
    after: CitationStatus
    official: Annotated[list[OfficialWord], Field(description="Official series that say otherwise now and did not before.")]


class ScheduledCheck(Answer):
    asked_at: AwareDatetime
    ended_at: AwareDatetime | None
    outcome: Literal["open", "same", "changed", "failed", "cancelled"]
    changes: list[VerdictChange]


class Schedule(Answer):
    rhythm: Annotated[Rhythm | None, Field(description="null: the report is not checked again by itself.")]
    next_at: AwareDatetime | None
    is_stopped: Annotated[bool, Field(description="Too many checks failed in a row; choose a rhythm to go on.")]
    failures: Annotated[int, Field(description="Failed checks in a row.")]
    checks: Annotated[list[ScheduledCheck], Field(description="The latest, newest first.")]
