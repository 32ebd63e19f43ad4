"""A report that is checked again by the clock: how often, and what each time brought."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from attribution.core.checks.recheck_times import Rhythm
from attribution.enums import RecheckOutcome, codes_of, labelled
from attribution.models import CitationReport
from attribution.reads import reports as queries
from attribution.services.citations.rechecks import set_rhythm
from attribution.views.access import get_report, needs
from verification.services.errors import Refused

OFF = "off"


@needs("add_citationreport")
@require_POST
def choose_rhythm(request: HttpRequest, pk: int) -> HttpResponse:
    report = get_report(request, pk)
    chosen = request.POST.get("rhythm", "")
    if chosen not in (OFF, *codes_of(Rhythm)):
        messages.info(request, _("Choose how often the report is checked again."))
        return redirect("citation-report", pk=pk)
    try:
        set_rhythm(report=report, rhythm=None if chosen == OFF else Rhythm(chosen), user=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect(f"{reverse('citation-report', args=[pk])}#changes")


def schedule_context(report: CitationReport) -> dict[str, object]:
    """How often the report is checked again, and what that brought; two queries."""
    scheduled = queries.list_scheduled(report=report)
    return {
        "schedule": queries.find_schedule(report=report),
        "rhythms": labelled(Rhythm),
        "off": OFF,
        "scheduled": scheduled,
        "changed_checks": [check for check in scheduled if check.outcome == RecheckOutcome.CHANGED],
    }
