"""How often a program may come, and the headers that say so before it comes too often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from rest_framework import throttling
from rest_framework.request import Request

from verification.api.calls.access import READ, SAFE, WRITE
from verification.models import ApiToken
from verification.services.operations.rates import WINDOW_SECONDS, Rate, client_of, count_request, seconds_to_wait

if TYPE_CHECKING:
    # REST framework's views import this module, by the name that the settings give it.
    from rest_framework.views import APIView


class ClientThrottle(throttling.BaseThrottle):
    """So many requests a minute for each token and each logged-in person, counted apart for reading, writing and work."""

    rates: tuple[Rate, ...] = ()

    def allow_request(self, request: Request, view: APIView) -> bool:
        if isinstance(request.user, AnonymousUser):
            return True
        kinds: Mapping[str, str] = getattr(view, "scopes", {})
        kind = kinds.get(str(request.method), READ if request.method in SAFE else WRITE)
        if isinstance(request.auth, ApiToken):
            self.rates = count_request(client=client_of(request.auth), kind=kind, own_quota=request.auth.per_minute)
        else:
            self.rates = count_request(client=f"user-{request.user.pk}", kind=kind)
        return not any(rate.is_over for rate in self.rates)

    def wait(self) -> int:
        return seconds_to_wait(self.rates)


def limit_headers(throttles: Iterable[throttling.BaseThrottle]) -> dict[str, str]:
    """``RateLimit-Policy`` and ``RateLimit`` of what counted this request.

    The form is that of draft-ietf-httpapi-ratelimit-headers: structured fields with an item for each count.
    """
    return rate_headers([rate for each in throttles if isinstance(each, ClientThrottle) for rate in each.rates])


def rate_headers(rates: Sequence[Rate]) -> dict[str, str]:
    """The same of counts; none where nothing was counted."""
    if not rates:
        return {}
    return {
        "RateLimit-Policy": ", ".join(f'"{rate.name}";q={rate.quota};w={WINDOW_SECONDS}' for rate in rates),
        "RateLimit": ", ".join(f'"{rate.name}";r={rate.left};t={rate.seconds}' for rate in rates),
    }
