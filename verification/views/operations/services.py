"""The outside services on the usage page, and a trial of each at the press of a button."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from verification.services.operations.service_list import list_services
from verification.services.operations.service_trials import try_services
from verification.views.access import needs


@needs("change_modelprofile")
@require_POST
def try_all(request: HttpRequest) -> HttpResponse:
    trials = try_services(list_services())
    return render(request, "usage/trials.html", {"trials": trials, "cost_usd": sum(trial.cost_usd for trial in trials)})
