"""What the review desk's API answers, for the schema."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field

from verification.api.answers import EvidencePage, Listed, Problem, ReviewEntry
from verification.enums import ReviewStatus, RulingDecision


class HeldReview(BaseModel):
    """Where an item stands: a ruling names its `version`."""

    id: int
    status: ReviewStatus
    version: int
    claimed_by: Annotated[str | None, Field(description="Who looks at it, until `lease_until`.")]
    lease_until: AwareDatetime | None
    is_escalated: bool


class RulingMade(BaseModel):
    """A person's decision, append-only."""

    ruling: int
    review: int
    decision: RulingDecision
    value: str | None
    number: str | None
    unit: str | None
    source_url: str | None
    reason: str
    chips: list[str]
    decided_by: str
    decided_at: AwareDatetime
    evidence_hash: Annotated[str, Field(description="SHA-256 over the evidence that was ruled on.")]
    undoes: Annotated[int | None, Field(description="The ruling that this takes back.")]


class VoicePage(BaseModel):
    url: str
    title: str


class ReviewVoice(BaseModel):
    """Who stands for a value: a voter, the program that claims it (`claim`), a check of a citation (`check`), a person's `ruling`."""

    name: str
    person: str | None
    model: str | None
    grounded: Annotated[bool | None, Field(description="Whether the engine found it in the pages; null where nobody looked.")]
    quote: str
    reasoning: str
    pages: list[VoicePage]
    execution_time_ms: int
    cost_usd: float


class ReviewSubject(BaseModel):
    """What an item asks that is about no node: a program's claim, or the claim of a citation."""

    title: str
    address: str
    choices: Annotated[list[str], Field(description="The verdicts that a citation may be given; empty for other subjects.")]


class ReviewCandidate(BaseModel):
    value: str
    number: str | None
    unit: str | None
    domains: Annotated[list[str], Field(description="Those that vote for it.")]
    label: Annotated[str | None, Field(description="What a verdict is called; null for a value.")]
    pages: list[EvidencePage]
    voices: list[ReviewVoice]


class ReviewFlag(BaseModel):
    who: str | None
    reason: str
    source: str | None


class RecordEntry(BaseModel):
    at: AwareDatetime
    who: str
    verb: str
    reason: str | None


class ReviewRow(ReviewEntry):
    version: int
    claimed_by: str | None
    lease_until: AwareDatetime | None
    is_escalated: bool


class ReviewPage(Listed):
    items: list[ReviewRow]


class ReviewDetail(ReviewRow):
    evidence_hash: str
    subject: Annotated[ReviewSubject | None, Field(description="Null for a node's item, and for whoever may not see it.")]
    candidates: list[ReviewCandidate]
    proposed: Annotated[str | None, Field(description="The candidate that the engine would take.")]
    others: list[EvidencePage]
    flags: list[ReviewFlag]
    ruling: Annotated[RulingMade | None, Field(description="The one that stands.")]
    record: Annotated[list[RecordEntry], Field(description="What was done to the item, newest first.")]


class LeftOutReview(BaseModel):
    review: int
    code: Literal["changed", "refused", "gone"]
    detail: str


class BulkRulings(BaseModel):
    decided: list[RulingMade]
    left_out: list[LeftOutReview]


class ReviewNow(HeldReview):
    """Who holds an item, and who decided what."""

    ruling: RulingMade | None


class ReviewProblem(Problem):
    """409: somebody was faster, or the item changed. Nothing was written."""

    review: Annotated[ReviewNow | None, Field(default=None, description="The item as it stands now, where the code is `review_conflict`.")]
