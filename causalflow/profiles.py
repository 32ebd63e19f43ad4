"""Each person's language and time zone, on every page."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

View = Callable[[HttpRequest], HttpResponse]


def use_profile(get_response: View) -> View:
    """Show the page in the language and the time zone of whoever is logged in; a zone that this machine does not know is passed over."""

    def middleware(request: HttpRequest) -> HttpResponse:
        profile = getattr(request.user, "profile", None)
        if profile is not None and profile.language:
            # Not for the length of the call alone: the language middleware around this one names the language in its answer.
            translation.activate(profile.language)
            request.LANGUAGE_CODE = profile.language
        with timezone.override(_zone(profile.time_zone if profile is not None else "")):
            return get_response(request)

    return middleware


def _zone(name: str) -> zoneinfo.ZoneInfo | None:
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None
