"""One's own page: language, time zone, colours, alerts, what one watches, and the password."""

import zoneinfo
from functools import cache

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import override as language_override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from causalflow.log_in import log_in_first
from verification.models import UserProfile
from verification.reads.nodes import watches as watch_queries
from verification.services.audit import record_audit
from verification.services.operations.profiles import close_feed, renew_feed, save_account
from verification.views.preferences import A_YEAR, THEME_COOKIE, THEMES

AS_THE_BROWSER = gettext_lazy("As the browser asks")
LANGUAGE_NAMES = [("en", "English"), ("zh-hans", "中文（简体）")]  # each in its own language, as a reader looks for it
THEME_NAMES = [("", gettext_lazy("As the system")), ("light", gettext_lazy("Light")), ("dark", gettext_lazy("Dark"))]


@cache
def list_time_zones() -> list[str]:
    """The zones named by a place, and UTC; the names of the past (GMT+8, PRC, Etc) help nobody."""
    areas = ("Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return ["UTC", *sorted(name for name in zoneinfo.available_timezones() if name.startswith(areas))]


def _zone_choices() -> list[tuple[str, str]]:
    usual = _("As the installation: %(zone)s") % {"zone": settings.TIME_ZONE}
    return [("", usual), *((name, name) for name in list_time_zones())]


class AccountForm(forms.Form):
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False, choices=[("", AS_THE_BROWSER), *LANGUAGE_NAMES])
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False, choices=_zone_choices)
    theme = forms.ChoiceField(label=gettext_lazy("Colours"), required=False, choices=THEME_NAMES)
    email = forms.EmailField(label=gettext_lazy("E-mail address"), required=False, max_length=254)
    has_email_alerts = forms.BooleanField(label=gettext_lazy("Write to me when a node I watch changes its verdict"), required=False)


@log_in_first
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_account(request: HttpRequest) -> HttpResponse:
    profile = UserProfile.objects.filter(user=request.user).first() or UserProfile(user=request.user)
    names = ("language", "time_zone", "theme", "has_email_alerts")
    initial = {name: getattr(profile, name) for name in names} | {"email": request.user.email}
    form = AccountForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        return _saved(request, form)
    address = request.build_absolute_uri(reverse("own-feed", args=[profile.feed_token])) if profile.feed_token else ""
    badge = request.build_absolute_uri(reverse("own-badge", args=[profile.feed_token, "SLUG"])) if profile.feed_token else ""
    context = {
        "form": form,
        "feed": address,
        "badge": badge,
        "watches": watch_queries.list_watches(user=request.user),
        "has_email": settings.HAS_EMAIL,
    }
    return render(request, "accounts/account.html", context, status=400 if form.is_bound else 200)


def _saved(request: HttpRequest, form: AccountForm) -> HttpResponse:
    """Back to the page, in the language that was just chosen."""
    profile = save_account(user=request.user, **form.cleaned_data)
    with language_override(profile.language or request.LANGUAGE_CODE):
        messages.success(request, _("Your settings were saved."))
    response = redirect("account")
    if profile.theme in THEMES:
        response.set_cookie(THEME_COOKIE, profile.theme, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS_ONLY, httponly=True)
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@log_in_first
@require_POST
def change_feed(request: HttpRequest) -> HttpResponse:
    """A new address, or with ``close`` none."""
    if "close" in request.POST:
        close_feed(user=request.user)
        messages.success(request, _("Your feed is closed: its address leads nowhere any more."))
    else:
        renew_feed(user=request.user)
        messages.success(request, _("Your feed has a new address. One that you had before leads nowhere any more."))
    return redirect(f"{reverse('account')}#feed")


class ChangePassword(PasswordChangeView):
    """Django's own, with our page; other sessions of the person end."""

    http_method_names = ("get", "head", "post")
    template_name = "accounts/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: forms.Form) -> HttpResponse:
        response = super().form_valid(form)
        record_audit(actor=self.request.user, verb="account.password", subject=self.request.user)
        messages.success(self.request, _("Your password was changed."))
        return response
