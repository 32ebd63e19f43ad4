"""The page of what nobody expected, of a database that can store nothing, and of an installation whose files were not collected."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.views import defaults

from causalflow.probes import are_files_collected
from verification.services.storage import find_storage_fault

# What Django says of a file that came after the last ``collectstatic``.
_MISSING = "Missing staticfiles manifest entry"
UNCOLLECTED = _("The files of the pages are not collected. Run manage.py collectstatic, then start the server again (docs/operate.md).")


def show_error(request: HttpRequest) -> HttpResponse:
    """503 where somebody has to mend something that has a name, else 500.

    Made without the request: who asked may be what can't be read. Without its files no page can be shown, so that is said in plain text.
    """
    error = sys.exc_info()[1]
    if isinstance(error, ValueError) and (not are_files_collected() or _MISSING in str(error)):
        return HttpResponse(f"{UNCOLLECTED}\n", status=503, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})
    fault = find_storage_fault(error)
    if fault is None:
        return defaults.server_error(request)
    return HttpResponse(render_to_string("503.html", {"fault": fault.value}), status=503, headers={"Cache-Control": "no-store"})
