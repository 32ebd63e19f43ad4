"""Light, dark or as the system says: kept in a cookie, so that the server writes it and nothing flashes."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

THEME_COOKIE = "theme"
THEMES = ("light", "dark")
A_YEAR = 365 * 24 * 3600


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep ``theme`` (anything but light and dark means the system's) and go back to ``next``, on this site only."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = HttpResponseRedirect(back)
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS_ONLY, httponly=True)
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@require_safe
def show_robots(request: HttpRequest) -> HttpResponse:
    """Nothing here is for search engines."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain; charset=utf-8")
