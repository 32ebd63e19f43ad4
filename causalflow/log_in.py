"""Strangers are sent to the log-in page, and come back to the page on which they were."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme

View = Callable[..., HttpResponseBase]

LOGGED_OUT = "logged-out"
# With this status htmx asks no more by the clock.
STOP_POLLING = 286


def log_in_first(view: View) -> View:
    """Send a stranger to the log-in page.

    What a page asks for by itself is answered with nothing: the log-in page would stand in the middle of it. ``page.js`` says so there.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: object, **named: object) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *arguments, **named)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=STOP_POLLING, headers={"HX-Reswap": "none", "HX-Trigger": LOGGED_OUT})
        return redirect_to_login(_way_back(request))

    return guarded


def _way_back(request: HttpRequest) -> str:
    """The page that was opened, or that holds the form that was sent: many forms are sent to addresses that show nothing."""
    sent_from = request.headers.get("Referer", "")
    if request.method in ("GET", "HEAD") or not url_has_allowed_host_and_scheme(sent_from, {request.get_host()}, request.is_secure()):
        return request.get_full_path()
    page = urlsplit(sent_from)
    return f"{page.path}?{page.query}" if page.query else page.path
