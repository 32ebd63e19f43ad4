"""How often a program may come, and the headers that say so before it comes too often."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from rest_framework import throttling
from rest_framework.request import Request

from verification.api.access import READ, SAFE, WRITE
from verification.models import ApiToken

if TYPE_CHECKING:
    # REST framework's views import this module, by the name that the settings give it.
    from rest_framework.views import APIView

WINDOW_SECONDS = 60


class ClientThrottle(throttling.SimpleRateThrottle):
    """So many requests a minute for each token and each logged-in person, counted apart for reading, writing and work."""

    scope = READ
    history: list[float]

    def get_rate(self) -> str:
        return f"{settings.API_PER_MINUTE[self.scope]}/min"

    def allow_request(self, request: Request, view: APIView) -> bool:
        scopes: Mapping[str, str] = getattr(view, "scopes", {})
        self.scope = scopes.get(str(request.method), READ if request.method in SAFE else WRITE)
        self.num_requests, self.duration = self.parse_rate(self.get_rate())
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if isinstance(request.user, AnonymousUser):
            return None
        client = f"token-{request.auth.pk}" if isinstance(request.auth, ApiToken) else f"user-{request.user.pk}"
        return f"api-{self.scope}-{client}"


class TokenThrottle(throttling.SimpleRateThrottle):
    """So many requests a minute of any kind for a token that has a rate of its own."""

    scope = "token"
    rate = "1/min"
    history: list[float]

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, ApiToken) or request.auth.per_minute is None:
            return True
        self.num_requests, self.duration = request.auth.per_minute, WINDOW_SECONDS
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"api-own-rate-{request.auth.pk}"


def limit_headers(throttles: Iterable[throttling.BaseThrottle]) -> dict[str, str]:
    """``RateLimit-Policy`` and ``RateLimit`` of whatever counted this request: what may be asked in a minute, what is left of it, and in
    how many seconds more is.

    The form is that of draft-ietf-httpapi-ratelimit-headers, structured fields of one item for each count.
    """
    counted = [each for each in throttles if isinstance(each, ClientThrottle | TokenThrottle) and hasattr(each, "history")]
    if not counted:
        return {}
    return {
        "RateLimit-Policy": ", ".join(f'"{each.scope}";q={each.num_requests};w={WINDOW_SECONDS}' for each in counted),
        "RateLimit": ", ".join(f'"{each.scope}";r={_left(each)};t={_seconds(each)}' for each in counted),
    }


def _left(throttle: ClientThrottle | TokenThrottle) -> int:
    return max(0, int(throttle.num_requests or 0) - len(throttle.history))


def _seconds(throttle: ClientThrottle | TokenThrottle) -> int:
    """Until the oldest request that was counted is a minute old."""
    if not throttle.history:
        return WINDOW_SECONDS
    return max(0, math.ceil(WINDOW_SECONDS - (throttle.now - throttle.history[-1])))
