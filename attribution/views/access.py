"""Who may open a page: strangers are sent to the log-in page, others without the permission get a plain 403."""

from collections.abc import Callable

from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponseBase

from attribution.models import CitationReport
from attribution.services.citations.lifecycle import list_visible
from causalflow.log_in import log_in_first

View = Callable[..., HttpResponseBase]


def needs(permission: str) -> Callable[[View], View]:
    """Allow those who hold ``attribution.<permission>`` (migration 0002 gives each role its own)."""

    def decorate(view: View) -> View:
        return log_in_first(permission_required(f"attribution.{permission}", raise_exception=True)(view))

    return decorate


def get_report(request: HttpRequest, pk: int) -> CitationReport:
    """A report that the person may see; nobody is told of others."""
    report = list_visible(user=request.user).filter(pk=pk).first()
    if report is None:
        raise Http404
    return report
