"""Who may open a page: strangers are sent to the log-in page, others without the permission get a plain 403."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponseBase

View = Callable[..., HttpResponseBase]


def needs(permission: str) -> Callable[[View], View]:
    """Allow those who hold ``attribution.<permission>`` (migration 0002 gives each role its own)."""

    def decorate(view: View) -> View:
        return login_required(permission_required(f"attribution.{permission}", raise_exception=True)(view))

    return decorate
