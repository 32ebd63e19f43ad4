"""What the API answers, for the schema: the shapes that ``verification.reads`` writes. Tests hold the two together."""

from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, Field

from verification.core.vocabulary import (
    Badge,
    BoundBy,
    CallKind,
    Confidence,
    Fault,
    Independence,
    NodeKind,
    PassageField,
    Reason,
    RiskLevel,
    RunStatus,
    Stance,
    Trend,
)
from verification.enums import ReviewStatus, RunTrigger, StepName, StepStatus

Figure = Annotated[
    str | None, Field(description="Signed decimal string in the node's unit, a range as `a..b`; null when unknown.", examples=["3.5..3.75"])
]
Value = Annotated[str, Field(description="As the leading source writes it; `unknown` when unknown.", examples=["3.50%–3.75%"])]
Explanation = Annotated[str, Field(description="One sentence in the language asked for.")]


class FieldProblem(BaseModel):
    field: Annotated[str, Field(description="Path of the field.", examples=["results.0.url"])]
    code: Annotated[str, Field(examples=["missing"])]
    detail: str


class Problem(BaseModel):
    """An error (RFC 9457). `code` is stable, `title` and `detail` are for people."""

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(examples=["invalid_request"])]
    errors: Annotated[list[FieldProblem], Field(default_factory=list, description="Bad fields; absent where it is not about fields.")]


class State(BaseModel):
    """What is known of a node. `checked_at` is when, `as_of` for which moment, `evidence_at` the date of the newest source."""

    value: Value
    number: Figure
    unit: str | None
    trend: Trend
    confidence: Confidence
    badge: Badge
    bound_by: BoundBy
    reason: Annotated[Reason | None, Field(description="Null after a person's ruling.")]
    as_of: AwareDatetime
    evidence_at: AwareDatetime | None
    checked_at: AwareDatetime
    run: Annotated[int | None, Field(description="The run it follows from, or null.")]
    ruling: Annotated[int | None, Field(description="The ruling it follows from, or null.")]


class NodeRow(BaseModel):
    slug: str
    label: str
    aliases: list[str]
    kind: NodeKind
    unit: str | None
    reference_period: str | None
    group: str
    risk_level: RiskLevel
    state: Annotated[State | None, Field(description="Null where the node was never verified.")]
    is_active: bool
    is_stale: Annotated[bool, Field(description="Older than the node's own limit.")]
    is_conflict: Annotated[bool, Field(description="Values disagree.")]
    is_running: bool
    last_run_failed: bool


class FigureSpan(BaseModel):
    """Counts characters of the passage; `end` is exclusive."""

    start: int
    end: int | None


class EvidencePage(BaseModel):
    """One page and what it says. `start` and `end` cut `passage` from the page's `field`."""

    title: str
    url: str
    domain: str
    passage: str | None
    field: PassageField | None
    start: int | None
    end: int | None
    figure: FigureSpan | None
    published_at: AwareDatetime | None
    stance: Stance
    why: Explanation
    story: int


class Conflict(BaseModel):
    value: str
    domains: list[str]


class VoteCounts(BaseModel):
    domains: int
    stories: int


class ReviewNeed(BaseModel):
    """Why a person is needed."""

    code: str
    why: Explanation


class ReviewReference(ReviewNeed):
    id: Annotated[int | None, Field(description="The open review item.")]


class NodeDetail(NodeRow):
    fresh_days: int | None
    min_domains: int
    independence: Independence
    tolerance: str | None
    query: str | None
    schedule: str | None
    links: Annotated[list[str], Field(description="Slugs of the nodes that this one leads to.")]
    is_watched: bool
    narrative_context: Explanation | None
    sources: Annotated[list[EvidencePage], Field(description="What carries the value.")]
    others: Annotated[list[EvidencePage], Field(description="All other pages that were read.")]
    conflicts: list[Conflict]
    counts: VoteCounts
    review: ReviewReference | None
    trace: Annotated[list[str], Field(description="The rules that fired, in order.")]


class RunRow(BaseModel):
    run: int
    status: RunStatus
    badge: Badge | None
    value: Value | None
    number: Figure
    unit: str | None
    trend: Trend | None
    reason: Reason | None
    stage: int | None
    counts: VoteCounts
    as_of: AwareDatetime
    is_replay: bool
    trigger: RunTrigger
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    duration_ms: int | None
    calls: int


class Step(BaseModel):
    position: int
    name: StepName
    status: StepStatus
    detail: Annotated[dict[str, Any], Field(description="Figures of the step: pages, provider, query, value …")]
    started_at: AwareDatetime
    finished_at: AwareDatetime | None


class CandidateValue(BaseModel):
    value: str
    number: str
    domains: list[str]
    stories: int


class FailedProvider(BaseModel):
    """A provider that did not answer; `provider` is empty where none of a kind did, a host for a page."""

    provider: str
    kind: CallKind
    fault: Fault


class Run(BaseModel):
    """One attempt to establish a node's state; `message` says what failed. Without a verdict its fields are null."""

    run: int
    slug: str
    status: RunStatus
    value: Value | None
    number: Figure
    unit: str | None
    trend: Trend | None
    confidence: Confidence | None
    badge: Badge | None
    reason: Reason | None
    bound_by: BoundBy | None
    narrative_context: Explanation | None
    sources: list[EvidencePage]
    others: list[EvidencePage]
    conflicts: list[Conflict]
    candidates: Annotated[list[CandidateValue], Field(description="All values found, most votes first.")]
    counts: VoteCounts
    review: ReviewReference | None
    trace: list[str]
    stage: int | None
    from_stage: int
    as_of: AwareDatetime
    is_replay: bool
    trigger: RunTrigger
    extractor: str
    engine_version: str | None
    prompt_version: str | None
    attempts: int
    created_at: AwareDatetime
    started_at: AwareDatetime | None
    finished_at: AwareDatetime | None
    duration_ms: int | None
    calls: Annotated[int, Field(description="Searches and model calls made.")]
    cost_usd: Annotated[float, Field(description="What they cost, to six decimals.")]
    failures: Annotated[list[FailedProvider], Field(description="What a degraded run had to do without.")]
    message: str | None
    steps: list[Step]


class Consensus(BaseModel):
    """The verdict on the results that were sent; every one of them stands in `sources` or `others` once."""

    id: str | int | None
    value: Value
    number: Figure
    unit: str | None
    trend: Trend
    confidence: Confidence
    badge: Badge
    reason: Reason
    narrative_context: Explanation
    bound_by: BoundBy
    sources: list[EvidencePage]
    others: list[EvidencePage]
    conflicts: list[Conflict]
    counts: VoteCounts
    review: ReviewNeed | None
    trace: list[str]
    stage: int


class Flag(BaseModel):
    id: int
    node: str
    state: Annotated[int | None, Field(description="The state objected to.")]
    reason: str
    source: str | None
    created_at: AwareDatetime


class Watch(BaseModel):
    node: str
    is_watched: bool


class WhitelistEntry(BaseModel):
    """A host suffix whose pages are trusted."""

    domain: str
    groups: list[str]
    owner: Annotated[str | None, Field(description="Domains of one owner share a vote.")]
    tier: int
    authority: float
    is_official: bool
    is_active: bool


class NodeName(BaseModel):
    slug: str
    label: str


class ReviewEntry(BaseModel):
    id: int
    status: ReviewStatus
    reason: Annotated[Reason | None, Field(description="Null where a person objected.")]
    why: Explanation
    risk_level: RiskLevel
    node: NodeName | None
    run: int | None
    conflicts: list[Conflict]
    created_at: AwareDatetime
    closed_at: AwareDatetime | None


class Listed(BaseModel):
    """A page of a list."""

    next: Annotated[str | None, Field(description="`cursor` of the following page; null on the last.")]


class NodePage(Listed):
    items: list[NodeRow]


class RunPage(Listed):
    items: list[RunRow]


class WhitelistPage(Listed):
    items: list[WhitelistEntry]
