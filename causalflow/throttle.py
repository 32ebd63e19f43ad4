"""Log-in tries are counted in the database (django-axes), so that all web processes and restarts count together.

Compared: a throttle of our own on Django's cache counts in each process apart, unless a shared cache is run, and would have to cover each
log-in form; django-axes hangs on the one place that every form passes.
"""

import ipaddress

from axes.backends import AxesStandaloneBackend
from axes.exceptions import AxesBackendPermissionDenied
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone


class ThrottleBackend(AxesStandaloneBackend):
    """Refuses whoever is locked out. What no request asks for (a command, a test) is not throttled."""

    def authenticate(self, request: HttpRequest | None, **credentials: object) -> AbstractBaseUser | None:
        if request is None:
            return None
        super().authenticate(request, **credentials)
        if tried_many_names(client_address(request)):
            # By this the failure is answered as a closed log-in, and counted for nobody.
            request.axes_locked_out = True  # type: ignore[attr-defined]
            raise AxesBackendPermissionDenied("too many names from one address")
        return None


def tried_many_names(address: str | None) -> bool:
    """Whether wrong passwords of ``LOGIN_NAMES`` names came from an address: one that tries the same few for everybody closes no name.

    Only where an address tells visitors apart. Behind a proxy of which we were not told all come from its own.
    """
    if not address or not (settings.BEHIND_PROXY or _is_public(address)):
        return False
    lately = AccessAttempt.objects.filter(ip_address=address, attempt_time__gt=timezone.now() - settings.AXES_COOLOFF_TIME)
    return lately.values("username").distinct().count() >= settings.LOGIN_NAMES


# What one household or one rented machine is given whole (RFC 6177): whoever may choose among its addresses is still one.
_ONES_OWN = 64


def client_address(request: HttpRequest) -> str | None:
    """The address a request came from: with ``BEHIND_PROXY`` the last that ``X-Forwarded-For`` names, which our own proxy wrote.

    Of IPv6 the network.
    """
    peer = request.META.get("REMOTE_ADDR") or None
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.BEHIND_PROXY else ""
    return _counted_as(named) or (_counted_as(peer) if peer else None) or peer


def _counted_as(text: str) -> str | None:
    """None for what is no address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.IPv6Network((int(address), _ONES_OWN), strict=False).network_address)


def _is_public(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).is_global
    except ValueError:
        return False


def refuse_log_in(request: HttpRequest, response: HttpResponse | None = None, credentials: object = None) -> HttpResponse:
    """The page for somebody who tried too often; 429."""
    minutes = settings.LOGIN_LOCK_MINUTES
    refused = render(request, "accounts/locked.html", {"minutes": minutes}, status=429)
    refused["Retry-After"] = str(minutes * 60)
    return refused
