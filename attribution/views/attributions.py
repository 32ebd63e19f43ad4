"""Attributions: the form and the history, one answer with its sources, whole documents, marks, the other mode, and how it all does."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from attribution.attribution_forms import AttributionForm
from attribution.core.answers.formatting import format_title
from attribution.core.answers.sources import Mode
from attribution.enums import codes_of, labelled
from attribution.examples import EXAMPLES
from attribution.models import Attribution
from attribution.reads import attributions as attribution_queries
from attribution.services.answers.deletion import delete_attribution
from attribution.services.answers.figures import list_tracing_alerts, measure_tracing
from attribution.services.answers.marks import mark_source
from attribution.services.answers.results import read_documents
from attribution.services.answers.settings import read_settings
from attribution.services.answers.sizes import TooLarge
from attribution.services.answers.tracing import keep_attribution, switch_mode, trace_answer
from attribution.views.access import needs
from attribution.views.attribution_page import make_page, position_of, reader_lang, spans_of
from attribution.views.document_window import make_window
from verification.services.errors import Refused
from verification.services.notices.alert_channels import describe_alert

PER_PAGE = 30
MAX_WORDS = 100


@needs("view_attribution")
@require_http_methods(["GET", "HEAD", "POST"])
def list_attributions(request: HttpRequest) -> HttpResponse:
    """The form, with an example where one is asked for, and what was traced so far; a POST traces an answer."""
    if request.method == "POST":
        return _create(request)
    example = EXAMPLES.get(request.GET.get("example", ""))
    initial = {"answer": example[0], "documents": example[1]} if example else {}
    return _show_list(request, AttributionForm(initial={"mode": read_settings().mode.value, **initial}))


@needs("add_attribution")
def _create(request: HttpRequest) -> HttpResponse:
    form = AttributionForm(request.POST)
    if not form.is_valid():
        return _show_list(request, form, status=400)
    try:
        traced = trace_answer(request=form.as_request())
    except TooLarge as large:
        form.add_error(large.field, str(large))
        return _show_list(request, form, status=400)
    return redirect("attribution", pk=keep_attribution(traced=traced, requested_by=request.user).pk)


def _show_list(request: HttpRequest, form: AttributionForm, *, status: int = 200) -> HttpResponse:
    words = request.GET.get("q", "").replace("\x00", "")[:MAX_WORDS].strip()
    page = Paginator(attribution_queries.list_attributions(user=request.user, words=words), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "words": words,
        "page": page,
        "modes": labelled(Mode),
        "is_open": bool(form.errors or form.initial.get("answer")) or not (page.paginator.count or words),
        "sees_all": request.user.has_perm("attribution.change_attribution"),
        "example": reader_lang(),
    }
    return render(request, "attributions/list.html", context, status=status)


@needs("view_attribution")
@require_safe
def show_attribution(request: HttpRequest, pk: int) -> HttpResponse:
    row = _get(request, pk)
    marks = {mark.index: mark.is_right for mark in attribution_queries.list_own_marks(attribution=row, user=request.user)}
    asked = request.GET.get("scores")
    context = {
        "row": row,
        "view": make_page(row, marks),
        "modes": labelled(Mode),
        "shows_match": asked == "1" or (asked is None and row.options.get("show_match_score", False)),
        "shows_relevance": asked == "1" or (asked is None and row.options.get("show_relevance_score", False)),
    }
    return render(request, "attributions/attribution.html", context)


@needs("view_attribution")
@require_safe
def show_attribution_live(request: HttpRequest, pk: int) -> HttpResponse:
    """204 while a worker has it; then the page is asked to load anew."""
    return HttpResponse(status=204, headers={"HX-Refresh": "true"} if _get(request, pk).is_final else {})


@needs("view_attribution")
@require_safe
def show_source(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """The document behind a source, opened at the first passage: a part for the card that opens it, or a page of its own."""
    row = _get(request, pk)
    position = position_of(row, index)
    if position is None:
        raise Http404
    document = read_documents(row.documents)[position]
    window = make_window(document.content, spans_of(row, index), asked=request.GET.get("from", ""), is_part=bool(request.htmx))
    context = {"row": row, "index": index, "window": window, "title": format_title(document, lang=reader_lang())}
    return render(request, "attributions/document.html" if request.htmx else "attributions/source.html", context)


@needs("add_attributionmark")
@require_POST
def mark(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """``mark``: right, wrong, or anything else to take it back."""
    row = _get(request, pk)
    is_right = {"right": True, "wrong": False}.get(request.POST.get("mark", ""))
    try:
        mark_source(attribution=row, index=index, is_right=is_right, user=request.user)
    except Refused:
        raise Http404 from None
    if request.htmx:
        context = {"here": reverse("attribution", args=[pk]), "index": index, "mark": is_right, "is_fresh": True}
        return render(request, "attributions/marks.html", context)
    return redirect(f"{reverse('attribution', args=[pk])}#s{index}")


@needs("add_attribution")
@require_POST
def change_mode(request: HttpRequest, pk: int) -> HttpResponse:
    """The same answer and documents in the mode that is asked for, as an attribution of its own."""
    row, mode = _get(request, pk), request.POST.get("mode", "")
    if mode not in codes_of(Mode) or mode == row.mode:
        return redirect("attribution", pk=row.pk)
    try:
        return redirect("attribution", pk=switch_mode(attribution=row, mode=Mode(mode), user=request.user).pk)
    except TooLarge as large:
        messages.info(request, str(large))
        return redirect("attribution", pk=row.pk)


@needs("view_attribution")
@require_safe
def show_figures(request: HttpRequest) -> HttpResponse:
    context = {"figures": measure_tracing(now=timezone.now()), "alerts": [describe_alert(alert) for alert in list_tracing_alerts()]}
    return render(request, "attributions/figures.html", context)


def _get(request: HttpRequest, pk: int) -> Attribution:
    row = attribution_queries.get_attribution(pk=pk, user=request.user)
    if row is None:
        raise Http404
    return row


@needs("add_attribution")
@require_POST
def remove_attribution(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one's own; the page says first what goes with it."""
    row = attribution_queries.get_attribution(pk=pk, user=request.user)
    if row is None:
        raise Http404
    try:
        delete_attribution(attribution=row, user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("attribution", pk=pk)
    messages.success(request, _("The attribution is deleted."))
    return redirect("attributions")
