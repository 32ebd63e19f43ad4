"""Logging in and out."""

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView


class LogIn(LoginView):
    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return super().get_context_data(is_demo=settings.DEMO, **kwargs)


class LogOut(LogoutView):
    """Ends the session; by POST only."""
