"""The page of what nobody expected, and of a database that can store nothing."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

from verification.services.storage import find_storage_fault


def show_error(request: HttpRequest) -> HttpResponse:
    """503 where the disk is full or the database is only read, else 500. Made without the request: who asked may be what can't be read."""
    fault = find_storage_fault(sys.exc_info()[1])
    if fault is None:
        return defaults.server_error(request)
    return HttpResponse(render_to_string("503.html", {"fault": fault.value}), status=503, headers={"Cache-Control": "no-store"})
