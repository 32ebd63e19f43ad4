"""Who may open a page: strangers are sent to the log-in page, others without the permission get a plain 403."""

from collections.abc import Callable

from django.contrib.auth.decorators import permission_required
from django.http import HttpResponseBase

from causalflow.log_in import log_in_first

View = Callable[..., HttpResponseBase]


def needs(permission: str) -> Callable[[View], View]:
    """Allow those who hold ``verification.<permission>`` (migration 0002 gives each role its own)."""

    def decorate(view: View) -> View:
        return log_in_first(permission_required(f"verification.{permission}", raise_exception=True)(view))

    return decorate
