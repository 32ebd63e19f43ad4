"""Many nodes verified at once: what it would be, its progress, and the fragment that keeps that live."""

import hashlib

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from verification.core.vocabulary import Badge
from verification.enums import label_of
from verification.forms import NodeFilterForm
from verification.models import VerificationBatch, VerificationRun
from verification.reads.nodes import batches as batch_queries
from verification.reads.nodes import nodes as queries
from verification.reads.nodes.counts import widen_filters
from verification.services.errors import Refused
from verification.services.operations.spending import estimate_runs
from verification.services.runs.batches import MAX_NODES, cancel_batch, request_batch
from verification.templatetags.group_names import group_name
from verification.views import cards
from verification.views.access import needs

NODES_PREVIEWED = 20


@needs("view_verificationrun")
@require_http_methods(["GET", "HEAD", "POST"])
def list_batches(request: HttpRequest) -> HttpResponse:
    """The batches so far; a POST asks for a new one."""
    if request.method == "POST":
        return _create(request)
    return render(
        request, "batches/list.html", {"batches": [(batch, describe_filter(batch.query)) for batch in batch_queries.list_batches()]}
    )


@needs("add_verificationrun")
@require_safe
def propose_batch(request: HttpRequest) -> HttpResponse:
    """What the filter of the address would verify, before anything is asked for."""
    form = NodeFilterForm(request.GET)
    filters, now = form.filters(), timezone.now()
    nodes = queries.list_nodes(filters=widen_filters(filters=filters, now=now), now=now)
    counts = nodes.order_by().aggregate(total=Count("pk"), running=Count("pk", filter=Q(is_running=True)))
    wanted = min(counts["total"], MAX_NODES)
    context = {
        "form": form,
        "filters": filters,
        "shown_filter": describe_filter(filters.query),
        "total": counts["total"],
        "wanted": wanted,
        # A node that is being verified already is joined.
        "estimate": estimate_runs(count=max(0, wanted - counts["running"]), now=now),
        "left_out": max(0, counts["total"] - MAX_NODES),
        "running": counts["running"],
        "most": MAX_NODES,
        "nodes": nodes[:NODES_PREVIEWED],
        "more": max(0, wanted - NODES_PREVIEWED),
    }
    return render(request, "batches/new.html", context)


@needs("add_verificationrun")
def _create(request: HttpRequest) -> HttpResponse:
    form = NodeFilterForm(request.POST)
    filters = form.filters()
    if form.errors:
        messages.info(request, gettext("A filter of this form makes no sense, so nothing was verified."))
        return redirect("batch-new")
    try:
        now = timezone.now()
        nodes = queries.list_nodes(filters=widen_filters(filters=filters, now=now), now=now)[:MAX_NODES]
        batch = request_batch(nodes=nodes, requested_by=request.user, query=filters.query)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect(f"{reverse('batch-new')}?{filters.query}")
    return redirect("batch", pk=batch.pk)


@needs("view_verificationrun")
@require_safe
def show_batch(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "batches/batch.html", _context(_get_batch(pk)))


@needs("view_verificationrun")
@require_safe
def show_batch_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The changing part of the page. 204 while nothing has changed since ``seen``; a batch that is over comes without the polling."""
    context = _context(_get_batch(pk))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "fragments/batch_live.html", context)


@needs("add_verificationrun")
@require_POST
def stop_batch(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        count = cancel_batch(batch=_get_batch(pk), actor=request.user)
        said = ngettext("%(count)d run was cancelled.", "%(count)d runs were cancelled.", count) % {"count": count}
        messages.success(request, said)
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("batch", pk=pk)


def describe_filter(query: str) -> str:
    """A filter in words: “rate”, stale, group Rates."""
    filters = NodeFilterForm(QueryDict(query)).filters()
    parts = [gettext("“%(words)s”") % {"words": filters.q}] if filters.q else []
    if filters.group:
        parts.append(gettext("group %(group)s") % {"group": group_name(filters.group)})
    if filters.badge:
        parts.append(label_of(Badge, filters.badge))
    if filters.stale:
        parts.append(gettext("Stale"))
    if filters.conflict:
        parts.append(gettext("Values disagree"))
    return gettext(", ").join(parts) or gettext("all nodes")


def _get_batch(pk: int) -> VerificationBatch:
    batch = batch_queries.get_batch(pk=pk)
    if batch is None:
        raise Http404
    return batch


def _context(batch: VerificationBatch) -> dict[str, object]:
    progress = batch_queries.measure_progress(batch=batch)
    running = batch_queries.list_batch_running(batch=batch) if progress.running else []
    failed = batch_queries.list_batch_failed(batch=batch) if progress.failed else []
    done = batch_queries.list_batch_done(batch=batch) if progress.found else []
    return {
        "batch": batch,
        "shown_filter": describe_filter(batch.query),
        "progress": progress,
        "running": [(run, run.steps_so_far[-1] if run.steps_so_far else None) for run in running],
        "failed": failed,
        "failed_more": progress.failed - len(failed),
        "done": [cards.make_run_row(run.node, run) for run in done],
        "done_more": progress.found - len(done),
        "seen": _signature(progress, running),
    }


def _signature(progress: batch_queries.BatchProgress, running: list[VerificationRun]) -> str:
    """Changes whenever the page would."""
    steps = [f"{run.pk} {len(run.steps_so_far)}" for run in running]
    return hashlib.sha256(f"{progress} {steps}".encode()).hexdigest()[:16]
