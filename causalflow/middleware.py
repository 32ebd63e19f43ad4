"""What every request passes: an id and a line in the log, counters, probes, what no address may hold, a header that Django does not set."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from causalflow import metrics, probes
from verification.log_context import name_request

logger = logging.getLogger("causalflow.requests")

View = Callable[[HttpRequest], HttpResponse]

REQUEST_ID = "X-Request-ID"
API = "/api/"
# Long enough to be an id and short enough for a line; no character that means something to a log, a shell or a page.
_WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
# The address of somebody's own feed is its secret (verification.urls: own-feed).
_SECRET_PATH = re.compile(r"^(/feeds/)[^/]+")
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "publickey-credentials-get", "usb")
)


def request_id_of(request: HttpRequest) -> str:
    """The id that came with the request where it is well-formed, else a new one."""
    given = request.headers.get(REQUEST_ID, "")
    return given if _WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


def trace_requests(get_response: View) -> View:
    """Name the request while it is answered, count it and write a line, without the query or the secret of a feed: they are private."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request_id, began = request_id_of(request), time.monotonic()
        vars(request)["request_id"] = request_id
        with name_request(request_id):
            response = get_response(request)
            seconds = time.monotonic() - began
            route = metrics.count_request(request, response, seconds)
            path = _SECRET_PATH.sub(r"\1…", request.path)
            said = {"method": request.method, "path": path, "route": route, "status": response.status_code}
            logger.info("%s %s %s", request.method, path, response.status_code, extra={**said, "ms": round(seconds * 1000)})
        response[REQUEST_ID] = request_id
        return response

    return middleware


def limit_features(get_response: View) -> View:
    """``Permissions-Policy``: no page of ours uses a camera, a place or a payment, so none may be made to."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware


def refuse_nul(get_response: View) -> View:
    """400 for NUL in an address: no row holds one, and PostgreSQL fails where it is asked for it. The API names the field itself."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API) and ("\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", "")):
            raise BadRequest("NUL in the address")
        return get_response(request)

    return middleware


def answer_probes(get_response: View) -> View:
    """``/healthz``, ``/readyz`` and ``/metrics``, before host names, sessions and languages: a probe comes by address and in plain HTTP."""

    def middleware(request: HttpRequest) -> HttpResponse:
        probe = probes.PROBES.get(request.path_info)
        return get_response(request) if probe is None else probe(request)

    return middleware
