"""The page of one run, and the fragment that keeps it live."""

import hashlib

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from verification.enums import StepName
from verification.models import RunStep, VerificationRun
from verification.reads.nodes import nodes as queries
from verification.reads.runs.rulings import explain_ruling
from verification.services.errors import Refused
from verification.services.runs.lifecycle import cancel_run
from verification.services.whitelist.site_profiles import load_accuracy
from verification.views import cards
from verification.views.access import needs
from verification.views.runs.advice import advise
from verification.views.sentences import describe_run

# Only some runs take these steps, and in either stage: they are shown when they come.
OCCASIONAL = (StepName.ASK_SERIES, StepName.READ_PAGES, StepName.ASK_MODEL, StepName.ASK_VOTERS)


@needs("view_verificationrun")
@require_safe
def show_run(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "runs/run.html", _context(_get_run(pk)))


@needs("view_verificationrun")
@require_safe
def show_run_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The changing part of the page. 204 while nothing has changed since ``seen``; a finished run comes without the polling attributes."""
    context = _context(_get_run(pk))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "fragments/run_live.html", context)


@needs("add_verificationrun")
@require_POST
def stop_run(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        cancel_run(run=_get_run(pk), actor=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("run", pk=pk)


def _get_run(pk: int) -> VerificationRun:
    run = queries.get_run(pk=pk)
    if run is None:
        raise Http404
    return run


def _context(run: VerificationRun) -> dict[str, object]:
    steps = list(run.steps.order_by("position"))
    sources = queries.list_sources(run=run) if run.is_final else []
    shown = cards.make_source_cards(sources, queries.list_authorities(sources=sources))
    return {
        "run": run,
        "node": run.node,
        "figure": cards.make_run_row(run.node, run).figure,
        "steps": steps,
        "waiting": _waiting(run, steps),
        "ruled": explain_ruling(run.state)[1:] if hasattr(run, "state") else [],
        "sentence": describe_run(node=run.node, run=run) if run.is_final else "",
        "advice": advise(node=run.node, run=run, sources=sources),
        "accepted": [card for card in shown if card.source.is_accepted],
        "others": [card for card in shown if not card.source.is_accepted],
        "sources_heading": cards.sources_heading(run, len(sources)),
        "accuracies": load_accuracy(now=timezone.now(), domains=[source.domain for source in sources]),
        "conflicts": cards.list_conflicts(run.node, run),
        "seen": _signature(run, steps),
    }


def _waiting(run: VerificationRun, steps: list[RunStep]) -> list[StepName]:
    """The steps that an open run has not begun; what it may skip (stage 2 after a whitelist verdict) is not promised once it is over."""
    if run.is_final:
        return []
    usual = [name for name in StepName if name not in OCCASIONAL]
    last = max((usual.index(StepName(step.name)) for step in steps if step.name in usual), default=-1)
    return usual[last + 1 :]


def _signature(run: VerificationRun, steps: list[RunStep]) -> str:
    """Changes whenever the page would."""
    parts = [run.status, *(f"{step.name} {step.status} {step.detail}" for step in steps)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
