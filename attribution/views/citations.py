"""Citation reports: paste a text, watch its citations get their verdicts in place, look into each, check again, dispute."""

from decimal import Decimal

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from attribution.core.vocabulary import CitationStatus, Policy
from attribution.enums import Depth, codes_of, status_tone
from attribution.forms import ReportForm
from attribution.models import Citation, CitationReport
from attribution.reads import reports as queries
from attribution.services.citations.annotation import correct_claim
from attribution.services.citations.deletion import delete_report
from attribution.services.citations.disputes import dispute_citation, find_asked, send_to_desk
from attribution.services.citations.estimates import estimate_check
from attribution.services.citations.lifecycle import INLINE_TEXT, cancel_report, create_report, recheck_report
from attribution.views.access import get_report, needs
from attribution.views.example import example_text
from attribution.views.rechecks import schedule_context
from attribution.views.sentences import describe_kinds, summarize_verdicts
from verification.enums import RunTrigger
from verification.services.errors import Refused
from verification.services.whitelist.site_profiles import load_accuracy


@needs("view_citationreport")
@require_http_methods(["GET", "HEAD", "POST"])
def citations(request: HttpRequest) -> HttpResponse:
    """The form and one's reports; a POST has a text checked."""
    if request.method == "POST":
        return _create(request)
    initial = {"text": example_text()} if "example" in request.GET else {}
    return _show_form(request, ReportForm(initial=initial))


@needs("add_citationreport")
def _create(request: HttpRequest) -> HttpResponse:
    form = ReportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _show_form(request, form, status=400)
    asked = form.cleaned_data
    depth = Depth(asked["depth"])
    if depth == Depth.DEEP and not asked["confirmed"]:
        estimate = estimate_check(text=asked["text"], depth=depth)
        context = {"asked": asked, "estimate": estimate, "is_free": estimate.cost_usd == Decimal(0), "characters": f"{INLINE_TEXT:,}"}
        return render(request, "citations/confirm.html", context)
    try:
        report = create_report(
            text=asked["text"], trigger=RunTrigger.PAGE, requested_by=request.user, depth=depth, policy=Policy(asked["policy"])
        )
    except Refused as refusal:
        form.add_error("text", str(refusal))
        return _show_form(request, form, status=400)
    return redirect("citation-report", pk=report.pk)


def _show_form(request: HttpRequest, form: ReportForm, status: int = 200) -> HttpResponse:
    return render(request, "citations/list.html", {"form": form, "rows": queries.list_reports(user=request.user)}, status=status)


@needs("view_citationreport")
@require_safe
def show_report(request: HttpRequest, pk: int) -> HttpResponse:
    report = get_report(request, pk)
    verdict = _asked_verdict(request)
    live = _live_context(report, verdict)
    selected = queries.find_citation(report=report, index=_asked_index(request), verdict=verdict)
    context = {
        **live,
        "citations": queries.list_for_text(report=report),
        "listed": list(report.citations.filter(status=verdict).order_by("index")[:100]) if verdict else [],
        "verdict": verdict,
        **schedule_context(report),
        **(_card_context(request, report, selected) if selected else {"citation": None}),
    }
    return render(request, "citations/report.html", context)


@needs("view_citationreport")
@require_safe
def show_report_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The changing part, the chips that changed since ``seen`` and the ways on from the shown citation ``c``, as problems turn up.

    204 while nothing has changed; an ended report comes without the polling.
    """
    report = get_report(request, pk)
    context = _live_context(report, _asked_verdict(request))
    seen = request.GET.get("seen", "")
    if seen == context["seen"]:
        return HttpResponse(status=204)
    last = seen.partition("-")[0]
    changed = queries.list_checked_since(report=report, check=int(last) if last.isascii() and last.isdigit() and len(last) < 18 else 0)
    index = _asked_index(request)
    shown = None if index is None else queries.find_citation(report=report, index=index)
    links = _links_context(request, report, shown) if shown else {}
    return render(request, "citations/live.html", {**context, **links, "changed": changed})


@needs("view_citationreport")
@require_safe
def show_card(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """One citation beside the text; without a script its address shows the whole page with it."""
    report = get_report(request, pk)
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('citation-report', args=[pk])}?c={index}#card")
    citation = queries.find_citation(report=report, index=index)
    if citation is None:
        raise Http404
    return render(request, "citations/card.html", _card_context(request, report, citation))


@needs("add_citationreport")
@require_POST
def recheck(request: HttpRequest, pk: int) -> HttpResponse:
    """All citations again, or the one that ``c`` names."""
    report = get_report(request, pk)
    index = _asked_index(request)
    try:
        recheck_report(report=report, actor=request.user, indexes=None if index is None else [index])
    except Refused as refusal:
        messages.info(request, str(refusal))
    return _back(pk, index)


@needs("add_citationreport")
@require_POST
def stop_report(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        cancel_report(report=get_report(request, pk), actor=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("citation-report", pk=pk)


@needs("add_citationreport")
@require_POST
def remove_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one's own; the page says first what goes with it."""
    try:
        delete_report(report=get_report(request, pk), user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("citation-report", pk=pk)
    messages.success(request, _("The report is deleted."))
    return redirect("citations")


@needs("add_citationreport")
@require_POST
def dispute(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    citation = queries.find_citation(report=get_report(request, pk), index=index)
    if citation is None:
        raise Http404
    try:
        item = dispute_citation(citation=citation, user=request.user, reason=request.POST.get("reason", "").replace("\x00", ""))
        messages.success(request, _("A reviewer will rule on this verdict (no. %(number)s in the queue).") % {"number": item.pk})
    except Refused as refusal:
        messages.info(request, str(refusal))
    return _back(pk, index)


@needs("add_citationreport")
@require_POST
def send(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """A citation that the check left undecided goes before a reviewer."""
    citation = queries.find_citation(report=get_report(request, pk), index=index)
    if citation is None:
        raise Http404
    try:
        item = send_to_desk(citation=citation, user=request.user)
        messages.success(request, _("A reviewer will rule on this citation (no. %(number)s in the queue).") % {"number": item.pk})
    except Refused as refusal:
        messages.info(request, str(refusal))
    return _back(pk, index)


def _back(pk: int, index: int | None) -> HttpResponse:
    address = reverse("citation-report", args=[pk])
    return redirect(address if index is None else f"{address}?c={index}#card")


def _asked_index(request: HttpRequest) -> int | None:
    given = request.POST.get("c") or request.GET.get("c") or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 7 else None


def _asked_verdict(request: HttpRequest) -> str:
    given = request.GET.get("v", "")
    return given if given in codes_of(CitationStatus) else ""


def _live_context(report: CitationReport, verdict: str) -> dict[str, object]:
    """What changes while a report is checked. ``seen`` is read before all that is shown.

    A verdict that comes in between is then told once more, never left out.
    """
    seen = f"{queries.last_check(report=report)}-{report.status}-{report.citations_count}"
    counts = queries.count_by_verdict(report=report)
    unreached, fetched = queries.count_reached(report=report)
    judged = report.citations_count - counts.get(CitationStatus.PENDING, 0)
    return {
        "report": report,
        "verdict": verdict,
        "counts": [(CitationStatus(status), count) for status, count in counts.items()],
        "shares": _shares(counts, report.citations_count),
        "judged": judged,
        "headline": summarize_verdicts(counts, unreached=unreached),
        "is_offline": bool(unreached) and not fetched,
        "kinds": describe_kinds(report.kinds, report.citations_count) if report.is_read else "",
        "seen": seen,
    }


def _shares(counts: dict[str, int], total: int) -> list[tuple[str, str, str]]:
    """(class, start, width) of each part of the bar, in per cent."""
    parts, start = [], 0
    for status, count in counts.items():
        share = (status_tone(CitationStatus(status)).split()[0], f"{100 * start / total:.2f}%", f"{100 * count / total:.2f}%")
        parts.append(share)
        start += count
    return parts


def _card_context(request: HttpRequest, report: CitationReport, citation: Citation) -> dict[str, object]:
    return {
        **_links_context(request, report, citation),
        "status": CitationStatus(citation.status),
        "correction": correct_claim(report.text, citation),
        "checks": queries.list_checks(citation=citation),
        "asked": find_asked(citation=citation),
        "accuracy": load_accuracy(now=timezone.now(), domains=[citation.domain]).get(citation.domain),
    }


def _links_context(request: HttpRequest, report: CitationReport, citation: Citation) -> dict[str, object]:
    """The ways from a citation to the problems around it."""
    verdict = _asked_verdict(request)
    before, after = queries.neighbours(report=report, index=citation.index, verdict=verdict)
    return {"report": report, "citation": citation, "before": before, "after": after, "verdict": verdict}
