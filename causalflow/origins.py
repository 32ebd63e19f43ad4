"""Whose pages may call the API from a browser (CORS): nobody's, unless an origin is listed.

Cookies are never taken across origins: a page of another site comes in with a token as any program does. Nothing here protects the API from
programs, which send any origin they like; tokens do.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

View = Callable[[HttpRequest], HttpResponse]

ORIGIN = re.compile(r"https?://(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?")
API = "/api/"
METHODS = "GET, HEAD, POST, PATCH, DELETE"
TAKEN = "Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-ID"
SHOWN = "ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID"
SECONDS_KEPT = "600"


def share_with_origins(get_response: View) -> View:
    """Answer the question before a request (a preflight) of a listed origin, and let its page read what is answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.CORS_ORIGINS or not request.path_info.startswith(API):
            return get_response(request)
        origin = request.headers.get("Origin", "")
        is_listed = origin in settings.CORS_ORIGINS
        is_question = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204) if is_listed and is_question else get_response(request)
        patch_vary_headers(response, ["Origin"])
        if is_listed:
            response["Access-Control-Allow-Origin"] = origin
            response["Access-Control-Expose-Headers"] = SHOWN
        if is_listed and is_question:
            response["Access-Control-Allow-Methods"] = METHODS
            response["Access-Control-Allow-Headers"] = TAKEN
            response["Access-Control-Max-Age"] = SECONDS_KEPT
        return response

    return middleware
