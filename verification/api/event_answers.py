"""What the API answers about events, for the schema."""

from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, Field

from verification.api.answers import Listed
from verification.core.events.clashes import ClashKind, Topic
from verification.core.events.confidence import AdjustmentRule, RiskFlag
from verification.core.events.flow import FlowState
from verification.core.events.planning import PlanReason
from verification.core.events.vocabulary import EventAction, EventDirection, EventOutcome, EventType, Reader, Strength, Timeframe
from verification.core.vocabulary import RunStatus, Stance
from verification.enums import StepStatus

Share = Annotated[float, Field(ge=0, le=1)]


class EventAdjustment(BaseModel):
    rule: AdjustmentRule
    delta: float
    why: Annotated[str, Field(description="One sentence in the language asked for.")]
    sources: Annotated[list[str], Field(description="Addresses of pages, or `event:` and the number of a past event.")]


class EventWitness(BaseModel):
    url: str
    title: str
    domain: str
    stance: Stance
    quote: str
    published_at: AwareDatetime | None
    score: Annotated[str | None, Field(description="The provider's own, from 0 to 1.")]
    is_official: bool
    story: Annotated[int, Field(description="Which independent story it tells; 0: it does not count.")]


class EventSide(BaseModel):
    said: Annotated[str, Field(description="The sum as it is written; empty where the sides differ in more than a figure.")]
    quote: str
    domains: Annotated[list[str], Field(description="Who says so; empty for the message itself.")]
    urls: list[str]


class EventClash(BaseModel):
    kind: ClashKind
    topic: Annotated[Topic, Field(description="About what the sides disagree.")]
    sides: list[EventSide]


class EventEvidence(BaseModel):
    stories: int
    domains: list[str]
    is_multi_source: bool
    is_official: bool
    is_conflicting: bool
    tones: dict[str, int]
    confidence: str | None
    first_at: AwareDatetime | None
    last_at: AwareDatetime | None
    clashes: list[EventClash]
    witnesses: list[EventWitness]


class SimilarEvent(BaseModel):
    event: int
    similarity: str
    event_type: EventType
    asset: str
    confidence: str
    outcome: EventOutcome | None


class EventStepAnswer(BaseModel):
    state: FlowState
    round: int
    status: StepStatus
    why: str
    input: dict[str, Any]
    output: dict[str, Any]
    calls: int
    cost_usd: float
    started_at: AwareDatetime
    duration_ms: int | None


class EventOutcomeAnswer(BaseModel):
    outcome: EventOutcome
    note: str
    recorded_at: AwareDatetime


class EventAnswer(BaseModel):
    """Analysis, not advice: `confidence` says how far the message is believed."""

    event_id: int
    status: RunStatus
    text: str
    summary: str
    event_type: EventType | None
    asset: str
    asset_name: str
    action: EventAction
    direction: EventDirection
    confidence: Share | None
    preliminary_confidence: Share | None
    adjustments: list[EventAdjustment]
    strength: Strength
    timeframe: Timeframe
    risk_flags: list[RiskFlag]
    unused_reason: Annotated[PlanReason | None, Field(description="Why no tool was used, where none was.")]
    notes: Annotated[str, Field(examples=["0.80 → 0.65, one source, no official statement (coindesk.com)"])]
    links: list[str]
    evidence: EventEvidence | None
    similar: list[SimilarEvent]
    steps: list[EventStepAnswer]
    tool_calls: int
    calls: int
    cost_usd: float
    read_by: Reader | None
    error: str | None
    outcome: EventOutcomeAnswer | None
    node: str | None
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    duration_ms: int | None
    marking: str


class EventPage(Listed):
    items: list[EventAnswer]
