"""An event as it is answered (contracts, section 5); ``events`` reads the rows."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from django.utils import translation
from django.utils.translation import gettext
from pydantic import Field

from verification.core.events.clashes import ClashKind, Topic
from verification.core.events.confidence import AdjustmentRule, RiskFlag
from verification.core.events.findings import Verdict
from verification.core.events.flow import FlowState
from verification.core.events.planning import PlanReason
from verification.core.events.propositions import Certainty, Kind
from verification.core.events.stances import Says
from verification.core.events.vocabulary import EventAction, EventDirection, EventOutcome, EventType, Reader, Strength, Timeframe
from verification.core.language.texts import Language, language_of
from verification.core.vocabulary import Badge, RunStatus, Stance
from verification.enums import StepStatus
from verification.models import Event, EventStep
from verification.reads.answers import Answer, Moment, local, local_or_none
from verification.reads.events import words as event_words

Share = Annotated[float, Field(ge=0, le=1)]


class EventAdjustment(Answer):
    rule: AdjustmentRule
    delta: float
    why: Annotated[str, Field(description="One sentence in the language asked for.")]
    sources: Annotated[list[str], Field(description="Addresses of pages, or `event:` and the number of a past event.")]

    @classmethod
    def of(cls, event: Event, adjustment: Mapping[str, Any]) -> "EventAdjustment":
        return cls(
            rule=AdjustmentRule(adjustment["rule"]),
            delta=float(adjustment["delta"]),
            why=event_words.describe_adjustment(event, adjustment),
            sources=event_words.sources_of(event, adjustment),
        )


class EventWitness(Answer):
    url: str
    title: str
    domain: str
    stance: Stance
    quote: str
    published_at: Moment | None
    score: Annotated[str | None, Field(description="The provider's own, from 0 to 1.")]
    is_official: bool
    story: Annotated[int, Field(description="Which independent story it tells; 0: it does not count.")]
    told: Annotated[list[Says], Field(description="What it says of each finding's claim, in their order; empty where it does not count.")]


class EventSide(Answer):
    said: Annotated[str, Field(description="The sum as it is written; empty where the sides differ in more than a figure.")]
    quote: str
    domains: Annotated[list[str], Field(description="Who says so; empty for the message itself.")]
    urls: list[str]


class EventClash(Answer):
    kind: ClashKind
    topic: Annotated[Topic, Field(description="About what the sides disagree.")]
    sides: list[EventSide]


class EventFinding(Answer):
    """One claim of the message, and what all pages come to."""

    kind: Kind
    text: Annotated[str, Field(description="The words of the message; “…” stands for a figure that is a claim of its own.")]
    figure: Annotated[str, Field(description="The figure claimed, for kind `figure`.")]
    is_denied: Annotated[bool, Field(description="The message says that it is not so.")]
    certainty: Certainty
    verdict: Verdict
    carried_by: list[str]
    contradicted_by: list[str]
    official: Annotated[Says, Field(description="The side of those concerned or of an authority; `silent` where neither was heard.")]
    official_by: Annotated[str, Field(description="On whose page the official word stands.")]
    official_quote: str
    is_reported: Annotated[bool, Field(description="That page passes the official word on.")] = False
    other_figure: Annotated[str, Field(description="The figure that pages give instead.")]


class EventEvidence(Answer):
    verdict: Annotated[Verdict | None, Field(description="What the pages come to; null for events before findings were kept.")]
    is_denied: Annotated[bool, Field(description="Those concerned or an authority deny it.")]
    findings: list[EventFinding]
    stories: int
    domains: list[str]
    is_multi_source: bool
    is_official: bool
    is_conflicting: bool
    tones: dict[str, int]
    confidence: str | None
    first_at: Moment | None
    last_at: Moment | None
    clashes: list[EventClash]
    witnesses: list[EventWitness]


class NodeSource(Answer):
    domain: str
    url: str


class QuotedObservation(Answer):
    """A row of an official series: its period, and since when its figure is known."""

    title: str
    period: str
    known_since: date
    url: str


class QuotedNode(Answer):
    """A verified node that answers something of the message, or one whose official series does."""

    slug: str
    label: str
    value: str
    badge: Badge
    says: Says
    said: Annotated[str, Field(description="The words of the message that it answers.")]
    as_of: Moment | None
    tool: Annotated[str, Field(description="`price` or `macro` where a figure answers; empty for a yes or no.")] = ""
    observation: Annotated[QuotedObservation | None, Field(description="Null where the node's own value answers.")] = None
    sources: list[NodeSource]


class SimilarEvent(Answer):
    event: int
    similarity: str
    event_type: EventType
    asset: str
    confidence: str
    outcome: EventOutcome | None


class EventStepAnswer(Answer):
    state: FlowState
    round: int
    status: StepStatus
    why: str
    input: dict[str, Any]
    output: dict[str, Any]
    calls: int
    cost_usd: float
    started_at: Moment
    duration_ms: int | None

    @classmethod
    def of(cls, step: EventStep) -> "EventStepAnswer":
        """One step; the pages that a search gave stand in the event's evidence."""
        output = {name: value for name, value in step.output.items() if name not in ("pages", "memory_text")}
        reason = output.get("reason")
        return cls(
            state=FlowState(step.state),
            round=step.round,
            status=StepStatus(step.status),
            why=event_words.reason_text(reason) if isinstance(reason, str) else "",
            input=step.input,
            output=output,
            calls=step.calls,
            cost_usd=round(float(step.cost_usd), 6),
            started_at=local(step.started_at),
            duration_ms=step.duration_ms,
        )


class EventOutcomeAnswer(Answer):
    outcome: EventOutcome
    note: str
    recorded_at: Moment

    @classmethod
    def of(cls, event: Event) -> "EventOutcomeAnswer | None":
        if not event.outcome or event.outcome_at is None:
            return None
        return cls(outcome=EventOutcome(event.outcome), note=event.outcome_note, recorded_at=local(event.outcome_at))


class EventAnswer(Answer):
    """Analysis, not advice: `confidence` says how far the message is believed, `preliminary_confidence` only how plainly it speaks."""

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
    own_nodes: list[QuotedNode]
    is_search_asked: bool
    similar: list[SimilarEvent]
    steps: list[EventStepAnswer]
    tool_calls: int
    calls: int
    cost_usd: float
    read_by: Reader | None
    error: str | None
    outcome: EventOutcomeAnswer | None
    node: str | None
    created_at: Moment
    finished_at: Moment | None
    duration_ms: int | None
    marking: str

    @classmethod
    def of(cls, event: Event, *, lang: str | None = None) -> "EventAnswer":
        """All that is known of an event; sentences in ``lang``, else in the language of the message."""
        with speaking(event, lang):
            return cls(
                event_id=event.pk,
                status=RunStatus(event.status),
                text=event.text,
                summary=event.summary,
                event_type=EventType(event.event_type) if event.event_type else None,
                asset=event.asset,
                asset_name=event.asset_name,
                action=EventAction(event.action or "observe"),
                direction=EventDirection(event.direction or "neutral"),
                confidence=_share(event.confidence),
                preliminary_confidence=_share(event.preliminary_confidence),
                adjustments=[EventAdjustment.of(event, adjustment) for adjustment in event.adjustments],
                strength=Strength(event.strength or "low"),
                timeframe=Timeframe(event.timeframe or "short"),
                risk_flags=[RiskFlag(flag) for flag in event.risk_flags],
                unused_reason=PlanReason(event.unused_reason) if event.unused_reason else None,
                notes=event_words.describe_notes(event),
                links=[witness["url"] for witness in event_words.counting_witnesses(event)],
                evidence=_evidence(event.evidence) if event.evidence else None,
                own_nodes=[QuotedNode.model_validate(node) for node in event.own_nodes],
                is_search_asked=event.is_search_asked,
                similar=[SimilarEvent.model_validate(past) for past in event.similar],
                steps=[EventStepAnswer.of(step) for step in event.steps.all()],
                tool_calls=event.tool_calls,
                calls=event.calls,
                cost_usd=round(float(event.cost_usd), 6),
                read_by=Reader(event.read_by) if event.read_by else None,
                error=event.error or None,
                outcome=EventOutcomeAnswer.of(event),
                node=event.node.slug if event.node else None,
                created_at=local(event.created_at),
                finished_at=local_or_none(event.finished_at),
                duration_ms=event.duration_ms,
                marking=gettext("Analysis, not advice."),
            )


def _evidence(kept: Mapping[str, Any]) -> EventEvidence:
    """The evidence of an event; one of an earlier version has no findings."""
    witnesses = [{"told": [], **witness} for witness in kept["witnesses"]]
    added: dict[str, Any] = {"clashes": [], "verdict": None, "is_denied": False, "findings": []}
    return EventEvidence.model_validate({**added, **kept, "witnesses": witnesses})


def speaking(event: Event, lang: str | None) -> AbstractContextManager[None]:
    """A context in which sentences are written in the language asked for, else in that of the request or the message."""
    own = "zh-hans" if language_of(event.text) is Language.CHINESE else "en"
    return translation.override(lang or event.lang or own)


def _share(value: Decimal | None) -> float | None:
    return float(value) if value is not None else None
