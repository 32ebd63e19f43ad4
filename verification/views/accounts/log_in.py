"""Logging in and out."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView
from django.utils.translation import gettext_lazy as _

from causalflow.accounts import DEMO_ACCOUNTS, DEMO_PASSWORD

MAY = {
    "analyst": _("read everything, verify nodes"),
    "reviewer": _("the same, and rule on what waits"),
    "admin": _("the same, and change nodes and the whitelist"),
}


@dataclass(frozen=True, slots=True)
class DemoAccount:
    username: str
    password: str
    may: str


def list_demo_accounts() -> list[DemoAccount]:
    """The demo log-ins with what each may do; none outside a demo."""
    if not settings.DEMO:
        return []
    return [DemoAccount(name, DEMO_PASSWORD, str(MAY[role])) for name, role in DEMO_ACCOUNTS.items()]


class LogIn(LoginView):
    http_method_names = ("get", "head", "post")  # Django's form would take PUT as well
    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return super().get_context_data(demo_accounts=list_demo_accounts(), **kwargs)


class LogOut(LogoutView):
    """Ends the session; by POST only."""

    http_method_names = ("post",)
