"""The page on which a person has a claim verified; what it may cost is said before."""

from decimal import Decimal

from django.db.models import Avg, Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from verification.core.vocabulary import RunStatus, VerificationMode
from verification.enums import label_of
from verification.models import Verification
from verification.services.panel.deliberation import list_seats
from verification.services.verifications.lifecycle import Wanted, request_verification
from verification.verification_forms import ClaimForm
from verification.views.access import needs

GOING_BY = 200


@needs("add_verification")
@require_http_methods(["GET", "HEAD", "POST"])
def ask_verification(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, ClaimForm(initial={"node": request.GET.get("node", "")[:100], "claim": request.GET.get("claim", "")[:2000]}))
    form = ClaimForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    row = request_verification(wanted=Wanted(**form.wanted()), requested_by=request.user)
    return redirect("verification", public_id=row.public_id)


def _show(request: HttpRequest, form: ClaimForm, *, status: int = 200) -> HttpResponse:
    seats = list_seats()
    context = {"form": form, "costs": list_costs(), "models": len(seats), "seats": seats}
    return render(request, "verifications/new.html", context, status=status)


def list_costs() -> list[tuple[str, Decimal | None, int]]:
    """Each mode with what the last verifications in it cost on average, None without any, and how many those were; one query."""
    last = Verification.objects.filter(status=RunStatus.FINISHED).order_by("-pk").values("pk")[:GOING_BY]
    rows = Verification.objects.filter(pk__in=list(last.values_list("pk", flat=True))).values("mode").order_by("mode")
    found = {row["mode"]: (row["mean"], row["number"]) for row in rows.annotate(mean=Avg("cost_usd"), number=Count("pk"))}
    return [(label_of(VerificationMode, mode), *found.get(mode.value, (None, 0))) for mode in VerificationMode]
