"""What one event has come to so far: folded together from the outputs of its steps, alike when they are new and when it is resumed."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils import timezone

from verification.core.events.answers import Wish
from verification.core.events.evidence import EventQuestion, Evidence, Hit, pages_to_read, weigh
from verification.core.events.flow import FlowState
from verification.core.events.planning import Plan, PlanReason, next_part, official_suffixes
from verification.core.events.propositions import Proposition
from verification.core.events.stances import Says
from verification.core.events.vocabulary import EventDirection, EventOutcome, EventReading, EventType, Lexicon, Reader
from verification.core.evidence import Trust
from verification.core.language.texts import language_of
from verification.core.vocabulary import CallKind, CallStatus, Purpose
from verification.models import Event, EventStep, ProviderCall
from verification.services.events.asking import Asked
from verification.services.events.lifecycle import EventClaim, list_finished_steps
from verification.services.events.lists import load_lexicon
from verification.services.events.tool_calls import list_available_tools, read_hits
from verification.services.gateway.gateway import Gateway, Work
from verification.services.gateway.model_profiles import list_usable_profiles
from verification.services.gateway.provider_order import CORPUS
from verification.services.whitelist.trust import load_trust

# Of one round; whatever else was found is judged by its excerpt.
MOST_READ = 5

EarlyWish = asyncio.Task[tuple[Wish | None, Asked]]


@dataclass(slots=True)
class EventCase:
    """What the steps of one event work with. ``ends_at``: seconds of the loop's clock after which nothing more is asked.

    ``began_at`` is when this worker began, on the same clock.
    ``early``: the plan that a model is asked for while it still reads the message; both questions together take as long as one.
    """

    claim: EventClaim
    gateway: Gateway
    lexicon: Lexicon
    trust: Trust
    tools: tuple[str, ...]
    finished: Sequence[EventStep]
    may_ask_model: bool
    may_embed: bool
    is_search_lost: bool
    ends_at: float = 0.0
    began_at: float = 0.0
    reading: EventReading | None = None
    similar: list[dict[str, Any]] = field(default_factory=list)
    memory_text: str = ""
    own_nodes: list[dict[str, Any]] = field(default_factory=list)
    plan: Plan | None = None
    asked: list[str] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    has_answer: bool = False
    is_more: bool = False
    rounds: int = 0
    calls: int = 0
    cost_usd: Decimal = Decimal(0)
    failures: list[dict[str, str]] = field(default_factory=list)
    verdict: Mapping[str, Any] = field(default_factory=dict)
    early: EarlyWish | None = None
    weighed: tuple[tuple[Hit, ...], Evidence] | None = None

    @property
    def event(self) -> Event:
        return self.claim.event

    @property
    def work(self) -> Work:
        return Work(purpose=Purpose.EVENT, subject=self.event.ledger_subject, ends_at=self.ends_at, lang=language_of(self.event.text))

    @property
    def read(self) -> EventReading:
        """The preliminary result; there from the first step on."""
        if self.reading is None:
            raise LookupError("the message was not read")
        return self.reading

    @property
    def closest(self) -> Decimal | None:
        """How like the most similar past event is of which it is known what became."""
        settled = (EventOutcome.CONFIRMED, EventOutcome.REFUTED)
        return max((Decimal(case["similarity"]) for case in self.similar if case["outcome"] in settled), default=None)

    @property
    def node_agrees(self) -> bool | None:
        """Whether the verified nodes that answer the message say the same; a contradiction outweighs. None where none does."""
        said = {Says(node["says"]) for node in self.own_nodes}
        return Says.CONTRADICTS not in said if said else None

    @property
    def official(self) -> frozenset[str]:
        return official_suffixes(self.event.text, self.read, self.lexicon)

    @property
    def excerpts(self) -> tuple[int, ...]:
        """The places of what was found and may be read in full."""
        return pages_to_read(self.hits, self._question, most=MOST_READ) if any(hit.is_snippet for hit in self.hits) else ()

    @property
    def next_part(self) -> Proposition | None:
        """The part of the message that is to be searched for by itself, once the first was."""
        return next_part(self.evidence(), self.lexicon, self.asked)

    def evidence(self) -> Evidence:
        """All pages found so far, weighed together; once for the same pages."""
        pages = tuple(self.hits)
        if self.weighed is None or self.weighed[0] != pages:
            self.weighed = pages, weigh(pages, self._question)
        return self.weighed[1]

    @property
    def _question(self) -> EventQuestion:
        return EventQuestion(
            text=self.event.text,
            reading=self.read,
            lexicon=self.lexicon,
            official=self.official,
            as_of=self.event.started_at or timezone.now(),
            trust=self.trust,
            multi_source=settings.SEARCH_MULTI_SOURCE_THRESHOLD,
        )


def open_case(claim: EventClaim, gateway: Gateway) -> EventCase:
    """The case with everything that finished steps gave."""
    finished = list_finished_steps(event=claim.event)
    lost = _lost_calls(claim.event, finished)
    case = EventCase(
        claim=claim,
        gateway=gateway,
        lexicon=load_lexicon(),
        trust=load_trust(),
        tools=list_available_tools(),
        finished=finished,
        may_ask_model=CallKind.MODEL not in lost and bool(list_usable_profiles()),
        may_embed=CallKind.MODEL not in lost and bool(settings.EMBEDDINGS_PROFILE),
        is_search_lost=CallKind.SEARCH in lost,
    )
    for step in finished:
        fold(case, FlowState(step.state), step.output, calls=step.calls, cost_usd=step.cost_usd)
    return case


def fold(case: EventCase, state: FlowState, output: Mapping[str, Any], *, calls: int, cost_usd: Decimal) -> None:
    """Put what a step gave into the case."""
    case.calls += calls
    case.cost_usd += cost_usd
    case.failures += output.get("failures", [])
    if state is FlowState.READING:
        case.reading = _as_reading(output)
    elif state is FlowState.CONTEXT:
        case.similar, case.memory_text = list(output["similar"]), output["memory_text"]
        case.own_nodes = list(output.get("own_nodes", []))
    elif state is FlowState.PLANNER:
        case.plan = Plan(
            tools=tuple(output["tools"]),
            keywords=output["keywords"],
            reason=PlanReason(output["reason"]),
            said=output.get("said", ""),
            suffixes=tuple(output.get("suffixes", ())),
            subject=output.get("subject", ""),
        )
    elif state is FlowState.EXECUTOR:
        case.rounds += 1
        case.asked.append(output.get("keywords", ""))
        case.has_answer = case.has_answer or "fault" not in output
        known = {hit.page.url for hit in case.hits}
        case.hits += [hit for hit in read_hits(output["pages"]) if hit.page.url not in known]
    elif state is FlowState.PAGES:
        read = dict(zip(output["read"], read_hits(output["pages"]), strict=True))
        case.hits = [read.get(hit.page.url, replace(hit, is_snippet=False)) for hit in case.hits]
    elif state is FlowState.ROUTER:
        case.is_more = bool(output["is_more"])
    else:
        case.verdict = output


def reading_shape(reading: EventReading) -> dict[str, object]:
    return {
        "event_type": reading.event_type.value,
        "asset": reading.asset,
        "asset_name": reading.asset_name,
        "direction": reading.direction.value,
        "confidence": str(reading.confidence),
        "summary": reading.summary,
        "read_by": reading.read_by.value,
    }


def _as_reading(output: Mapping[str, Any]) -> EventReading:
    return EventReading(
        event_type=EventType(output["event_type"]),
        asset=output["asset"],
        asset_name=output["asset_name"],
        direction=EventDirection(output["direction"]),
        confidence=Decimal(output["confidence"]),
        summary=output["summary"],
        read_by=Reader(output["read_by"]),
    )


def _lost_calls(event: Event, finished: Sequence[EventStep]) -> set[CallKind]:
    """The kinds of calls of which more were made than steps tell: one was cut off with its worker, and is not paid twice."""
    rows = ProviderCall.objects.filter(subject=event.ledger_subject, is_cached=False).exclude(status=CallStatus.REFUSED)
    made = {CallKind.SEARCH: 0, CallKind.MODEL: 0}
    for kind, units in rows.exclude(provider=CORPUS).filter(kind__in=made).values_list("kind", "units"):
        made[CallKind(kind)] += max(1, units)
    told = dict.fromkeys(made, 0)
    for step in finished:
        told[CallKind.SEARCH if step.state == FlowState.EXECUTOR else CallKind.MODEL] += step.calls
    return {kind for kind, count in made.items() if count > told[kind]}
