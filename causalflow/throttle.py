"""Log-in tries are counted in the database (django-axes), so that all web processes and restarts count together.

Compared: a throttle of our own on Django's cache counts in each process apart, unless a shared cache is run, and would have to cover each
log-in form; django-axes hangs on the one place that every form passes.
"""

import ipaddress

from axes.backends import AxesStandaloneBackend
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class ThrottleBackend(AxesStandaloneBackend):
    """Refuses whoever is locked out. What no request asks for (a command, a test) is not throttled."""

    def authenticate(self, request: HttpRequest | None, **credentials: object) -> AbstractBaseUser | None:
        return None if request is None else super().authenticate(request, **credentials)


def client_address(request: HttpRequest) -> str | None:
    """The address a request came from: with ``BEHIND_PROXY`` the last that ``X-Forwarded-For`` names, which our own proxy wrote."""
    peer = request.META.get("REMOTE_ADDR") or None
    if not settings.BEHIND_PROXY:
        return peer
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(named))
    except ValueError:
        return peer


def refuse_log_in(request: HttpRequest, response: HttpResponse | None = None, credentials: object = None) -> HttpResponse:
    """The page for somebody who tried too often; 429."""
    minutes = settings.LOGIN_LOCK_MINUTES
    refused = render(request, "accounts/locked.html", {"minutes": minutes}, status=429)
    refused["Retry-After"] = str(minutes * 60)
    return refused
