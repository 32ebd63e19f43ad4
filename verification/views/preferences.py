"""Language and colours: kept in cookies, so that the server writes them and nothing flashes, and with a person's log-in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from verification.services.operations.profiles import note_choice

THEME_COOKIE = "theme"
THEMES = ("light", "dark")
A_YEAR = 365 * 24 * 3600


def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's own switch; who is logged in finds the choice on every device."""
    if request.method == "POST" and request.user.is_authenticated:
        language = request.POST.get("language", "")
        if language in dict(settings.LANGUAGES):
            note_choice(user=request.user, language=language)
    return set_language(request)


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep ``theme`` (anything but light and dark means the system's) and go back to ``next``, on this site only."""
    response = HttpResponseRedirect(page_to_return_to(request))
    theme = request.POST.get("theme", "")
    if request.user.is_authenticated:
        note_choice(user=request.user, theme=theme if theme in THEMES else "")
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS_ONLY, httponly=True)
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


def page_to_return_to(request: HttpRequest, otherwise: str = "/") -> str:
    """The form's ``next`` where it leads to a page of this site."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return back if is_ours else otherwise


@require_safe
def show_robots(request: HttpRequest) -> HttpResponse:
    """Nothing here is for search engines."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain; charset=utf-8")
