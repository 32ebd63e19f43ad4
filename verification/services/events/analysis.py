"""Events are analysed here, one or many at once: claimed, taken through their states, and ended whatever happens."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.events.confidence import RiskFlag
from verification.core.events.findings import Verdict
from verification.core.events.flow import FlowState, action_of, next_state, strength_of
from verification.core.events.planning import PlanReason
from verification.core.vocabulary import RunStatus
from verification.models import Event
from verification.services.events.case import EventCase, fold, open_case
from verification.services.events.lifecycle import (
    EventClaim,
    LostEvent,
    begin_step,
    claim_event,
    end_step,
    fail_event,
    hold_event,
    save_event,
)
from verification.services.events.states import WORKERS, describe_input
from verification.services.gateway.gateway import Gateway, open_gateway
from verification.services.queue.interruption import Interruption
from verification.services.queue.leases import held

TROUBLES = (PlanReason.TOOL_FAILED.value, PlanReason.INTERRUPTED.value, PlanReason.QUOTA_SPENT.value, PlanReason.NO_KEY.value)

logger = logging.getLogger(__name__)


def analyse_event(*, event_id: int) -> Event:
    """Claim an event, work it out and save it; the event as it stands afterwards. Nothing happens to one that is not free."""
    return analyse_events(event_ids=[event_id])[0]


def analyse_events(*, event_ids: Sequence[int], when_done: Callable[[int], None] | None = None) -> list[Event]:
    """As ``analyse_event`` for many, ``SEARCH_CONCURRENCY`` at once with shared connections; the events in the order given."""
    with Interruption() as interruption:
        async_to_sync(_analyse_together)(event_ids, when_done, interruption)
    events = Event.objects.in_bulk(event_ids)
    return [events[event_id] for event_id in event_ids]


async def _analyse_together(event_ids: Sequence[int], when_done: Callable[[int], None] | None, interruption: Interruption) -> None:
    interruption.watch()
    places = asyncio.Semaphore(settings.SEARCH_CONCURRENCY)

    async def analyse(event_id: int, gateway: Gateway) -> None:
        async with places:
            claim = await sync_to_async(claim_event)(event_id=event_id)
            if claim is not None:
                await _work(claim, gateway)
        if when_done is not None:
            when_done(event_id)

    async with open_gateway() as gateway, asyncio.TaskGroup() as group:
        for event_id in event_ids:
            group.create_task(analyse(event_id, gateway))


async def _work(claim: EventClaim, gateway: Gateway) -> None:
    try:
        async with held(lambda: hold_event(claim=claim, now=timezone.now()), lost=LostEvent, name=f"event {claim.event.pk}"):
            await _go_through(claim, gateway)
    except LostEvent:
        logger.info("Event %s was ended or taken over by another worker.", claim.event.pk)
    except Exception as error:
        # Whatever went wrong, the event must say so: an open one would look busy until its lease ends, and fail the same way again.
        logger.exception("Event %s failed.", claim.event.pk)
        said = _("An error of the program: %(name)s.") % {"name": type(error).__name__}
        await sync_to_async(fail_event)(claim=claim, error=said)


async def _go_through(claim: EventClaim, gateway: Gateway) -> None:
    """Take an event from where it stands to its end."""
    case = await sync_to_async(open_case)(claim, gateway)
    case.began_at = asyncio.get_running_loop().time()
    case.ends_at = case.began_at + settings.RUN_DEADLINE_SECONDS
    state = FlowState(case.finished[-1].state) if case.finished else None
    try:
        while (state := _following(case, state)) is not None:
            await _take(case, state)
    finally:
        if case.early is not None:
            case.early.cancel()
            await asyncio.wait([case.early])
    await sync_to_async(_save)(case)


def _following(case: EventCase, after: FlowState | None) -> FlowState | None:
    has_tools = case.plan is not None and bool(case.plan.tools)
    most = settings.DEEP_ANALYSIS_MAX_TOOL_CALLS
    has_excerpts = after is FlowState.EXECUTOR and bool(case.excerpts)
    return next_state(after, has_tools=has_tools, has_excerpts=has_excerpts, is_more=case.is_more, calls=case.rounds, most_calls=most)


async def _take(case: EventCase, state: FlowState) -> None:
    """One step: begun, done, stored, and folded into the case."""
    began = time.monotonic()
    is_ahead = state in (FlowState.PLANNER, FlowState.EXECUTOR)
    step = await sync_to_async(begin_step)(
        claim=case.claim, state=state, round_number=max(1, case.rounds + is_ahead), asked=describe_input(case, state)
    )
    result = await WORKERS[state](case)
    duration_ms = round((time.monotonic() - began) * 1000)
    await sync_to_async(end_step)(claim=case.claim, step=step, result=result, duration_ms=duration_ms)
    fold(case, state, result.output, calls=result.calls, cost_usd=result.cost_usd)


def _save(case: EventCase) -> None:
    reading, verdict = case.read, case.verdict
    confidence = Decimal(verdict["confidence"])
    is_lost = verdict["unused_reason"] in TROUBLES
    evidence = verdict["evidence"] or {}
    is_carried = _is_carried(evidence) and RiskFlag.DATA_INCOMPLETE.value not in verdict["risk_flags"]
    is_troubled = is_lost or bool(case.failures)
    columns = {
        "event_type": reading.event_type.value,
        "asset": reading.asset[:20],
        "asset_name": reading.asset_name[:100],
        "direction": reading.direction.value,
        "read_by": reading.read_by.value,
        "summary": reading.summary,
        "memory_text": case.memory_text,
        "preliminary_confidence": reading.confidence,
        "confidence": confidence,
        "action": action_of(reading.direction, confidence, is_carried=is_carried and not is_lost).value,
        "strength": strength_of(confidence, is_heard=_is_heard(evidence) or bool(case.own_nodes)).value,
        "timeframe": case.lexicon.rule(reading.event_type).timeframe.value,
        "adjustments": verdict["adjustments"],
        "risk_flags": verdict["risk_flags"],
        "unused_reason": verdict["unused_reason"],
        "argument": verdict.get("argument", ""),
        "evidence": verdict["evidence"],
        "similar": case.similar,
        "own_nodes": case.own_nodes,
        "tool_calls": case.rounds,
        "calls": case.calls,
        "cost_usd": case.cost_usd,
        "failures": case.failures,
    }
    save_event(claim=case.claim, columns=columns, status=RunStatus.DEGRADED if is_troubled else RunStatus.FINISHED)


def _is_heard(evidence: Mapping[str, Any]) -> bool:
    """Whether a page says anything of the message."""
    return any(finding["carried_by"] or finding["contradicted_by"] for finding in evidence.get("findings", []))


def _is_carried(evidence: Mapping[str, Any]) -> bool:
    """Whether pages carry what the message says first, and contradict nothing of the rest."""
    verdicts = [finding["verdict"] for finding in evidence.get("findings", [])]
    against = (Verdict.CONTRADICTED.value, Verdict.DISPUTED.value)
    return bool(verdicts) and verdicts[0] == Verdict.CARRIED.value and not any(verdict in against for verdict in verdicts)
