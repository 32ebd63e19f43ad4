"""An event as JSON (contracts, section 5), for the API and the command alike."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from verification import event_words
from verification.core.language.texts import Language, language_of
from verification.models import Event, EventStep
from verification.shapes import Shape


def event_shape(event: Event, *, lang: str | None = None) -> Shape:
    """All that is known of an event; sentences in ``lang``, else in the language of the message."""
    with speaking(event, lang):
        return {
            "event_id": event.pk,
            "status": event.status,
            "text": event.text,
            "summary": event.summary,
            "event_type": event.event_type or None,
            "asset": event.asset,
            "asset_name": event.asset_name,
            "action": event.action or "observe",
            "direction": event.direction or "neutral",
            "confidence": _share(event.confidence),
            "preliminary_confidence": _share(event.preliminary_confidence),
            "adjustments": [_adjustment_shape(event, adjustment) for adjustment in event.adjustments],
            "strength": event.strength or "low",
            "timeframe": event.timeframe or "short",
            "risk_flags": event.risk_flags,
            "unused_reason": event.unused_reason or None,
            "notes": event_words.describe_notes(event),
            "links": [witness["url"] for witness in event_words.counting_witnesses(event)],
            "evidence": {"clashes": [], **event.evidence} if event.evidence else None,
            "similar": event.similar,
            "steps": [step_shape(step) for step in event.steps.all()],
            "tool_calls": event.tool_calls,
            "calls": event.calls,
            "cost_usd": round(float(event.cost_usd), 6),
            "read_by": event.read_by or None,
            "error": event.error or None,
            "outcome": _outcome_shape(event),
            "node": event.node.slug if event.node else None,
            "created_at": _moment(event.created_at),
            "finished_at": _moment(event.finished_at),
            "duration_ms": event.duration_ms,
            "marking": gettext("Analysis, not advice."),
        }


def _adjustment_shape(event: Event, adjustment: Mapping[str, Any]) -> Shape:
    return {
        "rule": adjustment["rule"],
        "delta": float(adjustment["delta"]),
        "why": event_words.describe_adjustment(event, adjustment),
        "sources": event_words.sources_of(event, adjustment),
    }


def step_shape(step: EventStep) -> Shape:
    """One step; the pages that a search gave stand in the event's evidence."""
    output = {name: value for name, value in step.output.items() if name not in ("pages", "memory_text")}
    reason = output.get("reason")
    return {
        "state": step.state,
        "round": step.round,
        "status": step.status,
        "why": event_words.reason_text(reason) if isinstance(reason, str) else "",
        "input": step.input,
        "output": output,
        "calls": step.calls,
        "cost_usd": round(float(step.cost_usd), 6),
        "started_at": _moment(step.started_at),
        "duration_ms": step.duration_ms,
    }


def speaking(event: Event, lang: str | None) -> AbstractContextManager[None]:
    """A context in which sentences are written in the language asked for, else in that of the request or the message."""
    own = "zh-hans" if language_of(event.text) is Language.CHINESE else "en"
    return translation.override(lang or event.lang or own)


def _outcome_shape(event: Event) -> Shape | None:
    if not event.outcome:
        return None
    return {"outcome": event.outcome, "note": event.outcome_note, "recorded_at": _moment(event.outcome_at)}


def _moment(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat() if at else None


def _share(value: Decimal | None) -> float | None:
    return float(value) if value is not None else None
