"""How events end otherwise: cancelled while they wait or work, contradicted on a sum, and deleted once they are old."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from tests.commands.shell import run_command
from tests.event_rows import make_event
from tests.factories import make_node
from verification.core.events.flow import FlowState
from verification.enums import RunTrigger
from verification.models import AuditEntry, Event, EventStep
from verification.services.errors import Refused
from verification.services.events.analysis import analyse_event
from verification.services.events.lifecycle import (
    LostEvent,
    StepResult,
    begin_step,
    cancel_event,
    claim_event,
    end_step,
    list_finished_steps,
    request_event,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("rows")]

READING = {
    "event_type": "hack",
    "asset": "",
    "asset_name": "",
    "direction": "short",
    "read_by": "model",
    "summary": "Acme was hacked.",
    "confidence": "0.8",
}


def asked() -> Event:
    return request_event(text="Acme was hacked", trigger=RunTrigger.COMMAND, enqueue=False)


def test_waiting_event_is_cancelled_and_nobody_works_on_it(analyst: Any) -> None:
    event = cancel_event(event=asked(), user=analyst)
    assert (event.status, event.risk_flags, event.finished_at is not None) == ("cancelled", ["tools_not_used"], True)
    assert claim_event(event_id=event.pk) is None
    assert analyse_event(event_id=event.pk).status == "cancelled"
    assert not EventStep.objects.exists()
    assert AuditEntry.objects.filter(verb="event.cancel").count() == 1


def test_event_at_work_is_cancelled_with_what_was_read_and_spent(analyst: Any) -> None:
    claim = claim_event(event_id=asked().pk)
    assert claim is not None
    first = begin_step(claim=claim, state=FlowState.READING, round_number=1, asked={})
    end_step(claim=claim, step=first, result=StepResult(READING, calls=1, cost_usd=Decimal("0.002")), duration_ms=5)
    second = begin_step(claim=claim, state=FlowState.CONTEXT, round_number=1, asked={})
    event = cancel_event(event=claim.event, user=analyst)
    assert (event.status, event.confidence, event.action) == ("cancelled", Decimal("0.8"), "observe")
    assert (event.calls, event.cost_usd, event.error) == (1, Decimal("0.002"), "")
    assert list(event.steps.values_list("status", flat=True)) == ["done", "failed"]
    for late in (
        lambda: end_step(claim=claim, step=second, result=StepResult({}), duration_ms=5),
        lambda: begin_step(claim=claim, state=FlowState.PLANNER, round_number=1, asked={}),
    ):
        with pytest.raises(LostEvent):
            late()
    assert len(list_finished_steps(event=event)) == 2


def test_ended_event_is_not_cancelled(analyst: Any) -> None:
    event = make_event()
    with pytest.raises(Refused, match="has ended already"):
        cancel_event(event=event, user=analyst)
    assert not AuditEntry.objects.filter(verb="event.cancel").exists()


def test_cancelled_event_is_no_past_case(analyst: Any) -> None:
    cancel_event(event=asked(), user=analyst)
    assert analyse_event(event_id=asked().pk).similar == []


def test_old_events_go_and_those_that_later_ones_are_judged_by_stay(settings: Any, reviewer: AbstractBaseUser) -> None:
    old = timezone.now() - timedelta(days=settings.RETENTION_RUN_DAYS + 1)
    plain, settled, noded, new, waiting = (make_event(), make_event(), make_event(), make_event(), make_event(is_open=True))
    Event.objects.filter(pk__in=[plain.pk, settled.pk, noded.pk]).update(finished_at=old)
    Event.objects.filter(pk=settled.pk).update(outcome="refuted", outcome_at=old)
    Event.objects.filter(pk=noded.pk).update(node=make_node())
    Event.objects.filter(pk=waiting.pk).update(created_at=old)
    assert "18 event steps, 1 events" in run_command("purge", "--dry-run").out
    assert Event.objects.count() == 5
    assert "18 event steps, 1 events" in run_command("purge").out
    assert set(Event.objects.values_list("pk", flat=True)) == {settled.pk, noded.pk, new.pk, waiting.pk}
    assert set(EventStep.objects.values_list("event", flat=True)) == {new.pk}
    settings.RETENTION_RUN_DAYS = 0
    Event.objects.filter(pk=new.pk).update(finished_at=old)
    run_command("purge")
    assert Event.objects.count() == 4
