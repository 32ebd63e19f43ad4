"""Who is asking, what the role allows, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions, permissions, throttling
from rest_framework.request import Request

from causalflow.accounts import AccountBackend
from verification.api.problems import Code, RequestProblem
from verification.models import ApiToken
from verification.services.operations.tokens import find_token, note_use

if TYPE_CHECKING:
    # REST framework's views import this module, by the name that the settings give it.
    from rest_framework.views import APIView

SCHEME = "Bearer"
READ, WRITE, WORK = "read", "write", "work"
SAFE = ("GET", "HEAD")


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer cf_…``: the token stands for its owner, and for nobody once the owner may not log in."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = find_token(secret=secret.strip())
        if token is None or not AccountBackend().user_can_authenticate(token.user):
            raise exceptions.AuthenticationFailed
        note_use(token=token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return f'{SCHEME} realm="CausalFlow"'


class SessionAuthentication(authentication.SessionAuthentication):
    """The log-in of the pages; what writes needs the CSRF token in ``X-CSRFToken``."""

    def enforce_csrf(self, request: HttpRequest) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise RequestProblem(
                Code.CSRF_FAILED, status=403, detail=_("Send the CSRF token in X-CSRFToken, or use an API token.")
            ) from None


class RolePermission(permissions.BasePermission):
    """A view names the permission of each of its methods in ``permissions``, with the app where it is another than verification's;
    a method that it does not have is answered by 405 later."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            return False
        needed: Mapping[str, str] = getattr(view, "permissions", {})
        name = needed.get("GET" if request.method in SAFE else str(request.method))
        return name is None or request.user.has_perm(name if "." in name else f"verification.{name}")


class ClientThrottle(throttling.SimpleRateThrottle):
    """So many requests a minute for each token and each logged-in person, counted apart for reading, writing and work."""

    scope = READ

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
