"""The life of an event: asked for, claimed by one worker, taken step by step, and ended once; later its outcome, and a node of it.

A finished step is never done again: whoever takes an event over goes on behind it.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django_q.tasks import async_task  # type: ignore[import-untyped]

from verification.core.events.confidence import RiskFlag, keep_preliminary
from verification.core.events.flow import FlowState, digest_of, strength_of
from verification.core.events.vocabulary import MAX_MESSAGE, EventAction, EventOutcome
from verification.core.vocabulary import OPEN, NodeKind, RunStatus
from verification.enums import RunTrigger, StepStatus
from verification.models import Event, EventStep, Node
from verification.notice_kinds import AwaitedKind
from verification.services.audit import record_audit
from verification.services.errors import Refused
from verification.services.notices.endings import await_end
from verification.services.queue.leases import lease_from

FINAL = (RunStatus.FINISHED.value, RunStatus.DEGRADED.value, RunStatus.FAILED.value)
TASK = "verification.tasks.analyse_event"
MAX_ERROR, MAX_NOTE, MAX_LABEL = 500, 500, 250
MOST_CONTROLS = 0.02
_SPACES = "\t\n\r"


@dataclass(frozen=True, slots=True)
class EventClaim:
    """The right to work on an event: it holds as long as nobody claimed it again or ended it."""

    event: Event
    attempt: int


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step gave: ``output`` is all that a later attempt needs to go on behind it."""

    output: Mapping[str, object]
    status: StepStatus = StepStatus.DONE
    calls: int = 0
    cost_usd: Decimal = Decimal(0)


class LostEvent(Exception):
    """The event was ended or claimed by another worker meanwhile; what was worked out is dropped."""


def check_message(text: str) -> str:
    """The message as it is kept. ``Refused`` where it is empty, too long or no text."""
    if len(text) > MAX_MESSAGE:
        raise Refused(
            _("The message is too long: %(length)s characters; expected at most %(most)s.") % {"length": len(text), "most": MAX_MESSAGE}
        )
    controls = sum(unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn") and letter not in _SPACES for letter in text)
    if controls > MOST_CONTROLS * len(text) or "\ufffd" * 3 in text:
        raise Refused(_("This is no text; expected a message in words."))
    kept = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]", "", text).strip()
    if not kept:
        raise Refused(_("The message is empty; paste what was reported."))
    return kept


def request_event(
    *,
    text: str,
    trigger: str,
    requested_by: User | None = None,
    lang: str = "",
    given: Mapping[str, object] | None = None,
    search: bool = False,
    enqueue: bool = True,
    callback_url: str = "",
) -> Event:
    """Ask for the analysis of a message. ``given``: a preliminary result to start from, as the API takes it.

    With ``enqueue`` a worker does it, and an event of the same person with the same words that is still open is answered instead.
    """
    kept = check_message(text)
    digest = digest_of(kept)
    with transaction.atomic():
        if enqueue:
            same = Event.objects.filter(digest=digest, requested_by=requested_by, status__in=OPEN).order_by("created_at", "id")
            waiting = next((event for event in same if event.given == given and event.is_search_asked == search), None)
            if waiting is not None:
                await_end(kind=AwaitedKind.EVENT, key=waiting.pk, user=requested_by, callback_url=callback_url)
                return waiting
        event = Event.objects.create(
            text=kept,
            digest=digest,
            lang=lang,
            given=given,
            is_search_asked=search,
            trigger=RunTrigger(trigger),
            requested_by=requested_by,
        )
        if requested_by is not None:
            record_audit(actor=requested_by, verb="event.ask", subject=event, after={"digest": digest, "trigger": event.trigger})
            await_end(kind=AwaitedKind.EVENT, key=event.pk, user=requested_by, callback_url=callback_url)
        if enqueue:
            async_task(TASK, event.pk, task_name=f"event-{event.pk}")
    return event


def claim_event(*, event_id: int) -> EventClaim | None:
    """Take an event that waits, or whose worker died; None where it is not free. One that was tried too often ends as failed."""
    now = timezone.now()
    free = Q(status=RunStatus.QUEUED) | Q(status=RunStatus.RUNNING, lease_until__lt=now)
    waiting = Event.objects.filter(free, pk=event_id)
    with transaction.atomic():
        given_up = waiting.filter(attempts__gte=settings.RUN_MAX_ATTEMPTS).first()
        if given_up is not None:
            error = _("Given up: its worker died in each of %(count)s attempts.") % {"count": settings.RUN_MAX_ATTEMPTS}
            _end_early(given_up, RunStatus.FAILED, error, now)
            return None
        if not waiting.update(status=RunStatus.RUNNING, attempts=F("attempts") + 1, lease_until=lease_from(now)):
            return None
        Event.objects.filter(pk=event_id, started_at__isnull=True).update(started_at=now)
        event = Event.objects.get(pk=event_id)
    return EventClaim(event=event, attempt=event.attempts)


def list_finished_steps(*, event: Event) -> list[EventStep]:
    """The steps that need not be done again, in order; one that was cut off is forgotten."""
    EventStep.objects.filter(event=event, finished_at__isnull=True).delete()
    return list(EventStep.objects.filter(event=event).order_by("position"))


def begin_step(*, claim: EventClaim, state: FlowState, round_number: int, asked: Mapping[str, object]) -> EventStep:
    """Record that a step starts, and extend the lease; ``LostEvent`` where the event is no longer ours."""
    now = timezone.now()
    with transaction.atomic():
        hold_event(claim=claim, now=now)
        position = EventStep.objects.filter(event=claim.event).count() + 1
        return EventStep.objects.create(
            event=claim.event, position=position, state=state.value, round=round_number, input=dict(asked), started_at=now
        )


def end_step(*, claim: EventClaim, step: EventStep, result: StepResult, duration_ms: int) -> None:
    now = timezone.now()
    with transaction.atomic():
        hold_event(claim=claim, now=now)
        step.status, step.output, step.calls, step.cost_usd = result.status, dict(result.output), result.calls, result.cost_usd
        # A clock that was set back leaves no step that ended before it began.
        step.finished_at, step.duration_ms = max(now, step.started_at), max(0, duration_ms)
        step.save(update_fields=["status", "output", "calls", "cost_usd", "finished_at", "duration_ms"])


def hold_event(*, claim: EventClaim, now: datetime) -> None:
    """Extend the lease, locking the event's row until the transaction ends; ``LostEvent`` where it is no longer ours."""
    ours = Event.objects.filter(pk=claim.event.pk, status=RunStatus.RUNNING, attempts=claim.attempt)
    if not ours.update(lease_until=lease_from(now)):
        raise LostEvent


def save_event(*, claim: EventClaim, columns: Mapping[str, object], status: RunStatus) -> None:
    """End an event with all that was worked out."""
    now = timezone.now()
    with transaction.atomic():
        hold_event(claim=claim, now=now)
        Event.objects.filter(pk=claim.event.pk).update(
            **columns, status=status, lease_until=None, finished_at=now, duration_ms=_elapsed_ms(claim.event, now)
        )


def fail_event(*, claim: EventClaim, error: str) -> bool:
    """End an event as failed, with its preliminary result where it has one; False where it is no longer ours."""
    now = timezone.now()
    with transaction.atomic():
        try:
            hold_event(claim=claim, now=now)
        except LostEvent:
            return False
        _end_early(Event.objects.get(pk=claim.event.pk), RunStatus.FAILED, error, now)
    return True


def cancel_event(*, event: Event, user: User) -> Event:
    """End an event that still waits or works, with what was read of it; its worker drops the rest. ``Refused`` once it has ended."""
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if locked.is_final:
            raise Refused(_("This event has ended already."))
        _end_early(locked, RunStatus.CANCELLED, "", timezone.now())
        record_audit(actor=user, verb="event.cancel", subject=locked)
    locked.refresh_from_db()
    return locked


def record_outcome(*, event: Event, outcome: EventOutcome, user: User, note: str = "") -> Event:
    """Write down what became of an event; a later record replaces an earlier one, and the audit trail keeps both."""
    if len(note) > MAX_NOTE:
        raise Refused(_("The note is too long; expected at most %(most)s characters.") % {"most": MAX_NOTE})
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if not locked.is_final:
            raise Refused(_("This event is still being analysed; record its outcome afterwards."))
        before = {"outcome": locked.outcome, "note": locked.outcome_note}
        locked.outcome, locked.outcome_note, locked.outcome_by, locked.outcome_at = outcome.value, note.strip(), user, timezone.now()
        locked.save(update_fields=["outcome", "outcome_note", "outcome_by", "outcome_at"])
        after = {"outcome": locked.outcome, "note": locked.outcome_note}
        record_audit(actor=user, verb="event.outcome", subject=locked, before=before, after=after, reason=locked.outcome_note)
    return locked


def make_node(*, event: Event, user: User) -> Node:
    """A text-valued node that asks whether what an event reports is so; the one that there is, where there is one."""
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if locked.node is not None:
            return locked.node
        if not locked.is_final:
            raise Refused(_("This event is still being analysed; turn it into a node afterwards."))
        label = " ".join((locked.summary or locked.text).split())[:MAX_LABEL]
        node = Node.objects.create(slug=f"event-{locked.pk}", label=label, kind=NodeKind.TEXT.value, group="events")
        locked.node = node
        locked.save(update_fields=["node"])
        record_audit(actor=user, verb="node.create", subject=node, after={"slug": node.slug, "label": label, "event": locked.pk})
    return node


def _end_early(event: Event, status: RunStatus, error: str, now: datetime) -> None:
    """The preliminary result comes back unchanged, marked as such, with what was spent on it."""
    EventStep.objects.filter(event=event, finished_at__isnull=True).update(status=StepStatus.FAILED, finished_at=now)
    spent = EventStep.objects.filter(event=event).aggregate(calls=Sum("calls"), cost_usd=Sum("cost_usd"))
    columns: dict[str, object] = {"risk_flags": [RiskFlag.TOOLS_NOT_USED.value]}
    columns |= {name: total for name, total in spent.items() if total is not None}
    read = EventStep.objects.filter(event=event, state=FlowState.READING.value, status=StepStatus.DONE).first()
    if read is not None:
        preliminary = Decimal(read.output["confidence"])
        kept = keep_preliminary(preliminary)
        columns |= {name: read.output[name] for name in ("event_type", "asset", "asset_name", "direction", "read_by", "summary")}
        columns |= {
            "preliminary_confidence": preliminary,
            "confidence": kept.confidence,
            "risk_flags": [flag.value for flag in kept.risk_flags],
            "action": EventAction.OBSERVE.value,
            "strength": strength_of(kept.confidence, is_heard=False).value,
        }
    Event.objects.filter(pk=event.pk).update(
        **columns,
        status=status,
        error=error[:MAX_ERROR],
        lease_until=None,
        finished_at=now,
        duration_ms=_elapsed_ms(event, now),
    )


def _elapsed_ms(event: Event, now: datetime) -> int:
    return max(0, round((now - (event.started_at or now)) / timedelta(milliseconds=1)))
