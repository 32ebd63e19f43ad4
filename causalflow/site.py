"""The admin under our own roof: our log-in page, and everybody who may at least read the whitelist."""

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class OfficeSite(AdminSite):
    """Each page asks for the permission of its model; analysts read, reviewers propose, admins change."""

    site_title = "CausalFlow"
    site_header = "CausalFlow"
    index_title = _("Administration")
    enable_nav_sidebar = False  # the lists need the width

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return user.is_active and (user.is_staff or user.has_perm("verification.view_whitelistdomain"))

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """There is one log-in page, with one throttle; whoever is logged in and has no business here is told so."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        if request.user.is_authenticated:
            return super().login(request, extra_context)
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), settings.LOGIN_URL)
