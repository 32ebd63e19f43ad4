"""Events: the list with the form for a new one, the page of one, the fragment that keeps it live, and the calibration."""

import hashlib
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models.fields.json import KT
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from verification.core.events.confidence import RiskFlag
from verification.core.events.flow import FlowState
from verification.core.events.vocabulary import EventOutcome, EventType
from verification.enums import RunTrigger, codes_of, label_of, labelled, provider_label
from verification.event_forms import EventFilterForm, MessageForm, OutcomeForm
from verification.models import Event, EventStep
from verification.reads.events import events as event_queries
from verification.reads.events.words import (
    describe_clash,
    describe_flags,
    describe_notes,
    describe_sides,
    describe_verdict,
    figure,
    quoted_name,
    quoted_value,
    reason_text,
    short_verdict,
    unread_of,
)
from verification.services.errors import Refused
from verification.services.events.deletion import delete_event
from verification.services.events.lifecycle import cancel_event, make_node, record_outcome, request_event
from verification.templatetags.moments import plain_date
from verification.views.access import needs
from verification.views.events.waterfall import make_falls

EXAMPLES = {"en": "Halcyon Exchange was hacked, $180M stolen", "zh-hans": "Circle 确认 USDC 储备安全，脱锚已恢复"}


@needs("view_event")
@require_http_methods(["GET", "HEAD", "POST"])
def list_events(request: HttpRequest) -> HttpResponse:
    """The events so far; a POST has a message analysed."""
    if request.method == "POST":
        return _create(request)
    example = EXAMPLES.get(get_language() or "en", EXAMPLES["en"]) if "example" in request.GET else ""
    return _show_list(request, MessageForm(initial={"text": example}), is_open=bool(example))


@needs("add_event")
def _create(request: HttpRequest) -> HttpResponse:
    form = MessageForm(request.POST)
    if not form.is_valid():
        return _show_list(request, form, is_open=True, status=400)
    event = request_event(
        text=form.cleaned_data["text"],
        trigger=RunTrigger.PAGE,
        requested_by=request.user,
        lang=get_language() or "",
        search=form.cleaned_data["search"],
    )
    return redirect("event", pk=event.pk)


def _show_list(request: HttpRequest, form: MessageForm, *, is_open: bool, status: int = 200) -> HttpResponse:
    filter_form = EventFilterForm(request.GET)
    filters = filter_form.filters()
    events = event_queries.list_events(user=request.user, filters=filters)
    events = events.annotate(verdict=KT("evidence__verdict"))
    page = Paginator(events, event_queries.EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "is_open": is_open or (not page.object_list and filters.is_empty),
        "filter_form": filter_form,
        "filters": filters,
        "page": page,
        "rows": [(event, _flags(event), short_verdict(event.verdict, event.own_nodes)) for event in page],
        "types": labelled(EventType),
        "outcomes": [*labelled(EventOutcome), ("none", gettext("not recorded yet"))],
    }
    return render(request, "events/list.html", context, status=status)


@needs("view_event")
@require_safe
def show_event(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "events/event.html", _context(request, _get_event(request, pk)))


@needs("view_event")
@require_safe
def show_event_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The changing part of the page. 204 while nothing has changed since ``seen``; a finished event comes without the polling."""
    context = _context(request, _get_event(request, pk))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "events/live.html", context)


@needs("change_event")
@require_POST
def change_outcome(request: HttpRequest, pk: int) -> HttpResponse:
    event = _get_event(request, pk)
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        return render(request, "events/event.html", {**_context(request, event), "outcome_form": form}, status=400)
    try:
        record_outcome(event=event, outcome=EventOutcome(form.cleaned_data["outcome"]), user=request.user, note=form.cleaned_data["note"])
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("event", pk=pk)


@needs("add_event")
@require_POST
def stop_event(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        cancel_event(event=_get_event(request, pk), user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("event", pk=pk)


@needs("add_event")
@require_POST
def repeat_event(request: HttpRequest, pk: int) -> HttpResponse:
    """The same message once more, with a search where one is asked for; the former analysis stays as it is."""
    event = _get_event(request, pk)
    search = "search" in request.POST
    again = request_event(text=event.text, trigger=RunTrigger.PAGE, requested_by=request.user, lang=get_language() or "", search=search)
    return redirect("event", pk=again.pk)


@needs("add_event")
@require_POST
def remove_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one's own; the page says first what goes with it."""
    try:
        delete_event(event=_get_event(request, pk), user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("event", pk=pk)
    messages.success(request, gettext("The event is deleted."))
    return redirect("events")


@needs("add_event")
@require_POST
def create_node(request: HttpRequest, pk: int) -> HttpResponse:
    """The node that asks whether what the event reports is so."""
    try:
        node = make_node(event=_get_event(request, pk), user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("event", pk=pk)
    return redirect("node", slug=node.slug)


@needs("view_event")
@require_safe
def show_calibration(request: HttpRequest) -> HttpResponse:
    """Of the events that were believed so far: how many proved true."""
    bins = event_queries.measure_calibration()
    rows = [
        {
            "bin": entry,
            "range": f"{figure(entry.low)}–{figure(entry.high)}",
            "expected": f"{50 * (entry.low + entry.high):.1f}%",
            "width": f"{100 * entry.share:.1f}%" if entry.share is not None else "",
            "share": figure(entry.share) if entry.share is not None else "",
        }
        for entry in bins
    ]
    return render(request, "events/calibration.html", {"rows": rows, "total": sum(entry.total for entry in bins)})


def _get_event(request: HttpRequest, pk: int) -> Event:
    event = event_queries.get_event(user=request.user, pk=pk)
    if event is None:
        raise Http404
    return event


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    steps = list(event.steps.all())
    known = event_queries.list_similar(user=request.user, keys=[case["event"] for case in event.similar]) if event.similar else {}
    witnesses = [{**witness, "at": _moment(witness["published_at"])} for witness in (event.evidence or {}).get("witnesses", [])]
    counted = [witness for witness in witnesses if witness["story"] or witness["stance"] == "contradicts"]
    return {
        "event": event,
        "flags": _flags(event),
        "flag_notes": describe_flags(event),
        "falls": make_falls(event),
        "notes": describe_notes(event),
        "steps": [_step_card(step) for step in steps],
        "waiting": _waiting(event, steps),
        "counted": counted,
        "others": [witness for witness in witnesses if witness not in counted],
        "similar": [_similar_card(case, known.get(case["event"])) for case in event.similar],
        "clashes": [{"about": describe_clash(clash), "sides": clash["sides"]} for clash in (event.evidence or {}).get("clashes", [])],
        "own_nodes": [{**node, "name": quoted_name(node), "shown": quoted_value(node), "day": _day_of(node)} for node in event.own_nodes],
        "tones": (event.evidence or {}).get("tones", {}),
        "outcome_form": OutcomeForm(initial={"outcome": event.outcome, "note": event.outcome_note}),
        "verdict": describe_verdict(event),
        "findings": [{**finding, "sides": describe_sides(finding)} for finding in (event.evidence or {}).get("findings", [])],
        "unread": unread_of(event),
        "is_searched": bool(event.evidence),
        "unused": reason_text(event.unused_reason) if event.unused_reason else "",
        "seen": _signature(event, steps),
    }


def _day_of(node: dict[str, Any]) -> str:
    """The day for which a node of ours held it, by the reader's clock."""
    moment = parse_datetime(node.get("as_of") or "")
    return plain_date(moment) if moment else ""


def _step_card(step: EventStep) -> dict[str, Any]:
    """What a step shows: why, with which words, what came back."""
    output = step.output
    tool = output.get("tool") or {}
    pages = output.get("pages")
    return {
        "step": step,
        "reason": reason_text(output["reason"]) if output.get("reason") else "",
        "said": output.get("said", ""),
        "keywords": output.get("keywords", "") if step.state == FlowState.PLANNER else "",
        "suffixes": output.get("suffixes", []),
        "unknown": output.get("unknown_tools", []),
        "provider": provider_label(tool["source"]) if tool.get("source") else "",
        "pages": len(pages) if pages is not None and step.state == FlowState.EXECUTOR else None,
        "read": len(pages) if pages is not None and step.state == FlowState.PAGES else None,
        "of": output.get("of", 0),
        "failed": output.get("failed", []),
        "is_cached": output.get("is_cached", False),
        "similar": len(output["similar"]) if "similar" in output else None,
        "alike_by": output.get("alike_by", ""),
        "problem": output.get("model_problem", ""),
        "fault": tool.get("error") or "",
        "ms": step.duration_ms,
    }


def _similar_card(case: dict[str, Any], event: Event | None) -> dict[str, Any]:
    name = label_of(EventType, case["event_type"])
    return {
        "event": event,
        "name": f"{name} {case['asset']}".strip(),
        "similarity": figure(case["similarity"]),
        "confidence": figure(case["confidence"]),
        "outcome": label_of(EventOutcome, case["outcome"]) if case["outcome"] else gettext("outcome not recorded"),
    }


def _flags(event: Event) -> list[str]:
    return [label_of(RiskFlag, flag) for flag in event.risk_flags if flag in codes_of(RiskFlag)]


def _waiting(event: Event, steps: list[EventStep]) -> list[FlowState]:
    """The steps that an open event has not begun and will not skip."""
    if event.is_final:
        return []
    begun = {step.state for step in steps}
    promised = (FlowState.READING, FlowState.CONTEXT, FlowState.PLANNER, FlowState.SYNTHESIS)
    return [state for state in promised if state not in begun]


def _moment(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None


def _signature(event: Event, steps: list[EventStep]) -> str:
    """Changes whenever the page would."""
    parts = [event.status, event.outcome, *(f"{step.position} {step.status}" for step in steps)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
