"""One's own webhooks: the secret that they are signed with, where changes of watched nodes go to, and what was sent."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from verification.core.vocabulary import Fault
from verification.enums import label_of
from verification.models import UserProfile, WebhookDelivery, WebhookSecret
from verification.notice_kinds import Notice
from verification.reads.verifications import verifications as verification_queries
from verification.services.errors import Refused
from verification.services.notices.webhooks import get_secret, redeliver, renew_secret, send_test, set_watch_url
from verification.views.access import needs

SHOWN = 50
# Of what a message tells of: the page where it stands.
PAGES = {
    "run": "run",
    "batch": "batch",
    "event": "event",
    "report": "citation-report",
    "attribution": "attribution",
    "review": "review",
}


@needs("view_webhookdelivery")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_webhooks(request: HttpRequest) -> HttpResponse:
    """The page answers some POSTs itself: the secret stands in that answer and nowhere else."""
    if request.method == "POST":
        return _act(request)
    return _page(request)


def _act(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("do", "")
    if wanted == "show":
        return _page(request, secret=get_secret(user=request.user))
    if wanted == "renew":
        return _page(request, secret=renew_secret(user=request.user), is_new=True)
    url = request.POST.get("url", "").replace("\x00", "")
    try:
        if wanted == "test":
            send_test(user=request.user)
            messages.success(request, _("A test is on its way; the answer is shown below."))
        elif wanted == "address":
            set_watch_url(user=request.user, url=url, told_of=_chosen(request))
            messages.success(request, _("Saved.") if url.strip() else _("Messages are sent nowhere any more."))
        else:
            return _page(request, error=_("The form was incomplete. Choose what to do once more."))
    except Refused as refusal:
        return _page(request, error=str(refusal), typed=url, chosen=_chosen(request))
    return redirect("webhooks")


@needs("view_webhookdelivery")
@require_POST
def send_again(request: HttpRequest, pk: int) -> HttpResponse:
    delivery = get_object_or_404(WebhookDelivery, pk=pk, user=request.user)
    try:
        redeliver(delivery=delivery, actor=request.user)
        messages.success(request, _("It is sent again, the very same body."))
    except Refused as refusal:
        messages.info(request, str(refusal))
    return redirect("webhooks")


def _page(
    request: HttpRequest,
    *,
    secret: WebhookSecret | None = None,
    is_new: bool = False,
    error: str = "",
    typed: str | None = None,
    chosen: Sequence[Notice] | None = None,
) -> HttpResponse:
    profile = UserProfile.objects.filter(user=request.user).first() or UserProfile(user=request.user)
    saved = profile.watch_url
    told_of = profile.told_of.split() if chosen is None else chosen
    rows = verification_queries.list_deliveries(user=request.user).filter(user=request.user)[:SHOWN]
    context = {
        "secret": secret,
        "is_new": is_new,
        "error": error,
        "url": saved if typed is None else typed,
        "has_url": bool(saved),
        "notices": [(notice.value, notice.label, notice.value in told_of) for notice in Notice],
        "receiver": f"http://{settings.DEMO_RECEIVER}/" if settings.DEMO and settings.DEMO_RECEIVER else "",
        "rows": [(row, _address(row), [_attempt(entry) for entry in row.log]) for row in rows],
    }
    return render(request, "accounts/webhooks.html", context, status=400 if error else 200)


def _chosen(request: HttpRequest) -> list[Notice]:
    known = set(Notice.values)
    return [Notice(word) for word in request.POST.getlist("told_of") if word in known]


def _address(row: WebhookDelivery) -> str:
    """The page of what a message tells of; "" where that is no page of ours."""
    kind, _colon, key = row.subject.partition(":")
    return reverse(PAGES[kind], args=[int(key)]) if kind in PAGES else ""


def _attempt(entry: Mapping[str, object]) -> str:
    """An attempt in words: the status that came back, else what was wrong."""
    fault = str(entry.get("fault") or "")
    label = label_of(Fault, fault)
    parts = (str(entry.get("status") or ""), label, f"{entry.get('ms')} ms")
    return " · ".join(part for part in parts if part)
