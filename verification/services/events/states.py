"""What each state of an event does (seed 003). A worker reads the case and gives a ``StepResult``; ``fold`` alone changes the case."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from verification.core.events.confidence import BANDS, RiskFlag, SimilarCase, Synthesis, evidence_rule, keep_preliminary, synthesise
from verification.core.events.evidence import Evidence
from verification.core.events.flow import FlowState, is_rolled_out
from verification.core.events.languages import is_other_language
from verification.core.events.memory import LEAST_CONFIDENCE, PastEvent, memory_text, rank, recall
from verification.core.events.orders import gives_orders
from verification.core.events.own_nodes import is_settled
from verification.core.events.planning import (
    SEARCH,
    Gate,
    PlanReason,
    build_keywords,
    build_part_keywords,
    build_part_subject,
    build_subject,
    judge_another,
    judge_search,
    own_domains,
    same_query,
)
from verification.core.events.propositions import Proposition, has_several, is_sarcastic, read_propositions
from verification.core.events.reading import MAX_SUMMARY, read_message
from verification.core.events.terms import folded, resolve_asset
from verification.core.events.vocabulary import EventDirection, EventOutcome, EventReading, EventType, Lexicon, Reader
from verification.core.language.vectors import cosine
from verification.core.vocabulary import CallKind, Fault
from verification.enums import StepStatus
from verification.models import Event
from verification.providers.language_models.embeddings import MOST_TEXTS
from verification.services.events.asking import Asked, ask_argument, ask_plan, ask_reading, ask_vectors
from verification.services.events.case import EventCase, reading_shape
from verification.services.events.lifecycle import FINAL, StepResult
from verification.services.events.own_nodes import consult_nodes
from verification.services.events.pages import read_pages
from verification.services.events.shapes import evidence_shape
from verification.services.events.tool_calls import TOOLS, ToolCallRequest, is_live_search_configured, list_held_tools
from verification.services.gateway.provider_order import CORPUS
from verification.services.runs.lifecycle import failure_shape

PAST_EVENTS = 300
# Of those, the ones most alike by type, asset and words are compared by meaning: with the message, one request.
MOST_COMPARED = MOST_TEXTS - 1
# How likeness was measured, as a step tells it.
BY_MEANING, BY_WORDS = "embeddings", "words"


def describe_input(case: EventCase, state: FlowState) -> dict[str, object]:
    """What goes into a state, as its step keeps it."""
    if state is FlowState.READING:
        return {"characters": len(case.event.text), "given": case.event.given}
    if state is FlowState.PLANNER:
        return {"reading": reading_shape(case.read), "similar": len(case.similar), "asked": case.asked}
    if state is FlowState.EXECUTOR and case.plan is not None:
        return {"tools": list(case.plan.tools), "keywords": case.plan.keywords, "suffixes": list(case.plan.suffixes)}
    if state is FlowState.CONTEXT:
        return {"event_type": case.read.event_type.value, "asset": case.read.asset}
    return {"pages": len(case.hits), "tool_calls": case.rounds}


async def read_event(case: EventCase) -> StepResult:
    """Type, asset, direction, confidence: as given, by a model, or by rules. A message that gives orders is read by rules alone."""
    text = case.event.text
    by_rules = read_message(text, case.lexicon)
    is_suspect = gives_orders(text)
    if case.event.given is not None:
        return StepResult({**reading_shape(_given(case, by_rules)), "is_suspect": is_suspect})
    if not case.may_ask_model or is_suspect:
        return StepResult({**reading_shape(by_rules), "is_suspect": is_suspect})
    _plan_early(case, by_rules)
    reading, asked = await ask_reading(text, case.lexicon, gateway=case.gateway, work=case.work)
    return _asked(asked, {**reading_shape(reading or by_rules), "is_suspect": False})


async def find_similar(case: EventCase) -> StepResult:
    """At most five past events with confidence .6 and more, and what became of them."""
    reading, event = case.read, case.event
    text = memory_text(event.text, case.lexicon)
    past = await sync_to_async(_load_past)(event, reading)
    alike, asked = await _compare(case, past, text) if case.may_embed and past else (None, None)
    cases = recall(past, event_type=reading.event_type, asset=reading.asset, text=text, alike=alike)
    similar = [
        {
            "event": found.event.event_id,
            "similarity": str(found.similarity),
            "event_type": found.event.event_type.value,
            "asset": found.event.asset,
            "confidence": str(found.event.confidence),
            "outcome": found.event.outcome.value if found.event.outcome else None,
        }
        for found in cases
    ]
    own = await sync_to_async(consult_nodes)(text=event.text, lexicon=case.lexicon, now=timezone.now(), tools=list_held_tools())
    output: dict[str, object] = {"similar": similar, "memory_text": text, "own_nodes": own}
    if asked is None:
        return StepResult(output)
    return _asked(asked, {**output, "alike_by": BY_WORDS if alike is None else BY_MEANING})


async def plan_round(case: EventCase) -> StepResult:
    """Whether to search, and for what: the rules' gate first, then a model's words where one can be asked, else the rules'."""
    gate = await _gate(case)
    if not gate.is_searched:
        return StepResult({"tools": [], "keywords": "", "reason": gate.reason.value})
    if case.rounds:
        return StepResult(_plan_of_another(case, gate))
    text, reading = case.event.text, case.read
    plan: dict[str, object] = {"tools": [SEARCH], "reason": gate.reason.value, "by": Reader.RULES.value}
    if has_several(text, case.lexicon):
        plan |= _plan_of_part(read_propositions(text, case.lexicon)[0], case.lexicon)
    else:
        plan["keywords"] = build_keywords(text, reading, case.lexicon)
    if not case.may_ask_model or gives_orders(text):
        return StepResult(plan)
    return await _plan_with_model(case, gate, plan)


def _plan_of_another(case: EventCase, gate: Gate) -> dict[str, object]:
    """A further round: the word of those concerned, or a part of the message that was not searched for."""
    part, reason = case.next_part, gate.reason
    if reason is PlanReason.ONE_SIDE:
        text, reading = case.event.text, case.read
        keywords = build_keywords(text, reading, case.lexicon, is_official_only=True)
        suffixes = own_domains(text, reading, case.lexicon)
        if suffixes or not same_query(keywords, case.asked):
            return {"tools": [SEARCH], "keywords": keywords, "reason": reason.value, "suffixes": list(suffixes)}
        reason = PlanReason.NEXT_PART
    if part is None:
        return {"tools": [], "keywords": "", "reason": PlanReason.NOTHING_NEW.value}
    return {"tools": [SEARCH], "reason": reason.value, **_plan_of_part(part, case.lexicon)}


def _plan_of_part(part: Proposition, lexicon: Lexicon) -> dict[str, object]:
    return {"keywords": build_part_keywords(part, lexicon), "subject": build_part_subject(part, lexicon)}


async def call_tools(case: EventCase) -> StepResult:
    """The tools of the plan; of those that exist, search. A search that was cut off with its worker is not paid a second time."""
    if case.plan is None:
        raise LookupError("nothing was planned")
    if case.is_search_lost:
        lost: dict[str, object] = {"tool": None, "pages": [], "keywords": case.plan.keywords, "fault": PlanReason.INTERRUPTED.value}
        return StepResult(lost, status=StepStatus.FAILED)
    call = TOOLS[case.plan.tools[0]].call
    if call is None:
        raise LookupError(f"{case.plan.tools[0]} is no tool that can be called")
    if is_live_search_configured():
        # The readers start while the search is on its way.
        case.gateway.prepare()
    subject = case.plan.subject or build_subject(case.event.text, case.read, case.lexicon)
    asked = ToolCallRequest(event=case.event, plan=case.plan, official=case.official, subject=subject, ends_at=case.ends_at)
    return await call(asked, case.gateway)


async def route(case: EventCase) -> StepResult:
    """Weigh what was found, and say whether another round would help."""
    if not case.has_answer:
        return StepResult({"is_more": False, "reason": _lost_reason(case).value})
    evidence, gate = case.evidence(), _another_gate(case)
    found = {"stories": evidence.stories, "is_official": evidence.is_official, "is_conflicting": evidence.is_conflicting}
    return StepResult({"is_more": gate.is_searched, "reason": gate.reason.value, **found})


async def conclude(case: EventCase) -> StepResult:
    """The confidence by stated amounts; a model may argue for a place inside the band of the rule."""
    reading = case.read
    similar = [SimilarCase(Decimal(past["similarity"]), _is_confirmed(past["outcome"])) for past in case.similar]
    if not case.has_answer:
        reason = case.plan.reason if case.plan is not None and not case.rounds else _lost_reason(case)
        if reason is PlanReason.SIMILAR_CASE or case.node_agrees is not None:
            past = similar if reason is PlanReason.SIMILAR_CASE else ()
            return StepResult(_verdict(synthesise(reading.confidence, None, past, node_agrees=case.node_agrees), case, unused=reason))
        return StepResult(_verdict(keep_preliminary(reading.confidence), case, unused=reason))
    evidence = case.evidence()
    argued, said, asked = await _argue(case, evidence)
    verdict = synthesise(reading.confidence, evidence.summary, similar, argued=argued, node_agrees=case.node_agrees)
    output = _verdict(verdict, case, evidence=evidence)
    heard = argued is not None and verdict.adjustments[0].delta == argued
    return _asked(asked, {**output, "argument": said if heard else ""})


WORKERS: Mapping[FlowState, Callable[[EventCase], Awaitable[StepResult]]] = {
    FlowState.READING: read_event,
    FlowState.CONTEXT: find_similar,
    FlowState.PLANNER: plan_round,
    FlowState.EXECUTOR: call_tools,
    FlowState.PAGES: read_pages,
    FlowState.ROUTER: route,
    FlowState.SYNTHESIS: conclude,
}


def _plan_early(case: EventCase, by_rules: EventReading) -> None:
    """Ask for the plan beside the reading where the rules' own reading already leads to a search."""
    gate = _first_gate(case, by_rules, similar=None)
    if gate.is_searched:
        case.early = asyncio.create_task(_wish(case, by_rules, force=not gate.is_open))


async def _gate(case: EventCase) -> Gate:
    if case.rounds:
        return _another_gate(case)
    return _first_gate(case, case.read, similar=case.closest)


def _another_gate(case: EventCase) -> Gate:
    most_calls = settings.DEEP_ANALYSIS_MAX_TOOL_CALLS
    return judge_another(case.evidence(), calls=case.rounds, most_calls=most_calls, has_part=case.next_part is not None)


def _first_gate(case: EventCase, reading: EventReading, *, similar: Decimal | None) -> Gate:
    if not settings.DEEP_ANALYSIS_TOOLS_ENABLED:
        return Gate(is_searched=False, reason=PlanReason.TOOLS_DISABLED)
    is_asked = case.event.is_search_asked
    if not is_asked and not is_rolled_out(case.event.digest, settings.PHASE1_ROLLOUT_PERCENTAGE):
        return Gate(is_searched=False, reason=PlanReason.OUTSIDE_ROLLOUT)
    if not is_asked and is_settled(read_propositions(case.event.text, case.lexicon), case.own_nodes):
        return Gate(is_searched=False, reason=PlanReason.OWN_NODES)
    threshold = settings.HIGH_VALUE_CONFIDENCE_THRESHOLD
    gate = judge_search(case.event.text, reading, case.lexicon, similar=similar, threshold=threshold, is_asked=is_asked)
    if gate.is_searched and (SEARCH not in case.tools or not settings.DEEP_ANALYSIS_MAX_TOOL_CALLS):
        return Gate(is_searched=False, reason=PlanReason.NO_TOOL)
    return gate


def _lost_reason(case: EventCase) -> PlanReason:
    """Why a search gave nothing: cut off, its quota spent, no key that is valid, or failed."""
    if case.is_search_lost:
        return PlanReason.INTERRUPTED
    searches = [one for one in case.failures if one.get("kind") == CallKind.SEARCH.value and one.get("provider") != CORPUS]
    faults = {one.get("fault") for one in searches}
    if faults and faults <= _SPENT:
        return PlanReason.QUOTA_SPENT
    is_keyless = faults <= _NO_KEY if faults else not is_live_search_configured()
    return PlanReason.NO_KEY if is_keyless else PlanReason.TOOL_FAILED


_SPENT = frozenset({Fault.QUOTA_EXHAUSTED.value, Fault.BUDGET_EXHAUSTED.value, Fault.OUT_OF_CREDIT.value})
_NO_KEY = frozenset({Fault.NOT_CONFIGURED.value, Fault.UNAUTHORIZED.value, Fault.FORBIDDEN.value})


async def _wish(case: EventCase, reading: EventReading, *, force: bool) -> Any:
    return await ask_plan(
        case.event.text,
        reading,
        force=force,
        past=len(case.similar),
        available=case.tools,
        gateway=case.gateway,
        work=case.work,
    )


async def _plan_with_model(case: EventCase, gate: Gate, plan: dict[str, object]) -> StepResult:
    early, case.early = case.early, None
    wish, asked = await (early or _wish(case, case.read, force=not gate.is_open))
    if wish is None:
        return _asked(asked, plan)
    plan |= {"said": wish.said, "by": Reader.MODEL.value, "unknown_tools": list(wish.unknown)}
    if gate.is_open and SEARCH not in wish.tools:
        return _asked(asked, {**plan, "tools": [], "keywords": "", "reason": PlanReason.MODEL_DECLINED.value})
    # Of several messages each is searched for by itself, in the rules' words.
    return _asked(asked, plan if "subject" in plan else {**plan, "keywords": wish.keywords or plan["keywords"]})


async def _argue(case: EventCase, evidence: Evidence) -> tuple[Decimal | None, str, Asked]:
    """Where in its band the step lies, by a model; None where the band has one place, or nobody can be asked."""
    rule = evidence_rule(evidence.summary)
    low, high = BANDS[rule]
    if low == high or not case.may_ask_model or gives_orders(case.event.text):
        return None, "", Asked()
    argument, asked = await ask_argument(case.event.text, case.read, evidence, rule, gateway=case.gateway, work=case.work)
    return (*argument, asked) if argument is not None else (None, "", asked)


def _verdict(
    verdict: Synthesis, case: EventCase, *, evidence: Evidence | None = None, unused: PlanReason | None = None
) -> dict[str, object]:
    return {
        "confidence": str(verdict.confidence),
        "adjustments": [{"rule": moved.rule.value, "delta": str(moved.delta)} for moved in verdict.adjustments],
        "risk_flags": [flag.value for flag in (*verdict.risk_flags, *_flags_of(case.event.text, case.lexicon))],
        "unused_reason": unused.value if unused else "",
        "evidence": evidence_shape(evidence) if evidence else None,
    }


def _flags_of(text: str, lexicon: Lexicon) -> Iterator[RiskFlag]:
    """What the message itself gives to know; none of it moves the confidence."""
    propositions = read_propositions(text, lexicon)
    signs = {
        RiskFlag.INJECTION_SUSPECTED: gives_orders(text),
        RiskFlag.SEVERAL_MESSAGES: has_several(text, lexicon),
        RiskFlag.NOBODY_NAMED: bool(propositions) and not any(one.whom for one in propositions),
        RiskFlag.OTHER_LANGUAGE: is_other_language(text),
        RiskFlag.SARCASM_MARKED: is_sarcastic(text),
    }
    return (flag for flag, is_so in signs.items() if is_so)


def _given(case: EventCase, by_rules: EventReading) -> EventReading:
    """What whoever asked named, and the rules' reading for the rest."""
    given = case.event.given or {}
    asset, name = resolve_asset(given["asset"], case.lexicon) if given.get("asset") else (by_rules.asset, by_rules.asset_name)
    return replace(
        by_rules,
        event_type=EventType(given["event_type"]) if given.get("event_type") else by_rules.event_type,
        direction=EventDirection(given["direction"]) if given.get("direction") else by_rules.direction,
        confidence=Decimal(str(given["confidence"])) if given.get("confidence") is not None else by_rules.confidence,
        summary=folded(given["summary"])[:MAX_SUMMARY] if given.get("summary") else by_rules.summary,
        asset=asset,
        asset_name=name,
        read_by=Reader.CALLER,
    )


async def _compare(case: EventCase, past: list[PastEvent], text: str) -> tuple[dict[int, float] | None, Asked]:
    """How alike the likeliest of the past events mean, by event; None where the model gave no vectors, and words have to do."""
    likely = rank(past, event_type=case.read.event_type, asset=case.read.asset, text=text)[:MOST_COMPARED]
    events = [found.event for found in likely]
    vectors, asked = await ask_vectors([text, *(event.text for event in events)], gateway=case.gateway, work=case.work)
    if vectors is None or text not in vectors:
        return None, asked
    return {event.event_id: cosine(vectors[text], vectors[event.text]) for event in events if event.text in vectors}, asked


def _load_past(event: Event, reading: EventReading) -> list[PastEvent]:
    """The newest events of the same type or asset. A twin of the message tells nothing until it is known what became of it."""
    alike = Q(event_type=reading.event_type.value) | (Q(asset=reading.asset) if reading.asset else Q(pk__in=()))
    past = Event.objects.filter(alike, status__in=FINAL, confidence__gte=LEAST_CONFIDENCE).exclude(pk=event.pk)
    past = past.exclude(digest=event.digest, outcome="").order_by("-created_at", "-id")[:PAST_EVENTS]
    return [
        PastEvent(
            event_id=row.pk,
            event_type=EventType(row.event_type),
            asset=row.asset,
            text=row.memory_text,
            confidence=row.confidence or Decimal(0),
            outcome=EventOutcome(row.outcome) if row.outcome else None,
        )
        for row in past.only("pk", "event_type", "asset", "memory_text", "confidence", "outcome")
    ]


def _is_confirmed(outcome: str | None) -> bool | None:
    return {EventOutcome.CONFIRMED.value: True, EventOutcome.REFUTED.value: False}.get(outcome or "")


def _asked(asked: Asked, output: dict[str, object]) -> StepResult:
    """The output with what asking a model took and met with."""
    if asked.problem:
        output["model_problem"] = asked.problem
    if asked.model:
        output["model"] = asked.model
    output["failures"] = [failure_shape(failure) for failure in asked.failures]
    return StepResult(output, calls=asked.calls, cost_usd=asked.cost_usd)
