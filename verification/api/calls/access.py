"""Who is asking, and what role and token allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions, permissions
from rest_framework.request import Request

from causalflow.accounts import AccountBackend
from verification.api.calls.problems import Code, RequestProblem
from verification.core.vocabulary import Scope
from verification.models import ApiToken
from verification.services.operations.rates import READ as READ
from verification.services.operations.rates import WORK as WORK
from verification.services.operations.rates import WRITE as WRITE
from verification.services.operations.tokens import find_token, note_use

if TYPE_CHECKING:
    # REST framework's views import this module, by the name that the settings give it.
    from rest_framework.views import APIView

SCHEME = "Bearer"
SAFE = ("GET", "HEAD")
# What a token needs for a method that writes, by the permission that its owner needs. One that stands nowhere here takes the most.
SCOPES: Mapping[str, Scope] = {
    "view_node": Scope.VERIFY,
    "add_verificationrun": Scope.VERIFY,
    "add_verification": Scope.VERIFY,
    "view_webhookdelivery": Scope.SUBMIT,
    "add_nodeflag": Scope.SUBMIT,
    "add_nodewatch": Scope.SUBMIT,
    "add_event": Scope.SUBMIT,
    "change_event": Scope.SUBMIT,
    "attribution.add_citationreport": Scope.SUBMIT,
    "attribution.add_attribution": Scope.SUBMIT,
    "attribution.add_attributionmark": Scope.SUBMIT,
    "add_ruling": Scope.RULE,
    "add_node": Scope.ADMIN,
    "change_node": Scope.ADMIN,
    "delete_node": Scope.ADMIN,
    "add_document": Scope.ADMIN,
    "delete_document": Scope.ADMIN,
    "attribution.change_attributionsetting": Scope.ADMIN,
}


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
    a method that it does not have is answered by 405 later. A token needs the scope too."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            return False
        method = "GET" if request.method in SAFE else str(request.method)
        name = permissions_of(view).get(method)
        if name is None:
            return True
        if not request.user.has_perm(name if "." in name else f"verification.{name}"):
            return False
        if isinstance(request.auth, ApiToken):
            demand_scope(request.auth, scope_for(method, name))
        return True


def permissions_of(view: object) -> Mapping[str, str]:
    return getattr(view, "permissions", {})


def scope_for(method: str, permission: str) -> Scope:
    """The scope that a token needs for a method of a view which takes this permission."""
    return Scope.READ if method in SAFE else SCOPES.get(permission, Scope.ADMIN)


def demand_scope(token: ApiToken, scope: Scope) -> None:
    """403 that names the scope, where the token lacks it."""
    if scope in token.may:
        return
    raise RequestProblem(
        Code.MISSING_SCOPE,
        status=403,
        detail=_("The token “%(name)s” does not have the scope “%(scope)s”.") % {"name": token.name, "scope": scope},
        headers={"WWW-Authenticate": f'{SCHEME} realm="CausalFlow", error="insufficient_scope", scope="{scope}"'},
        members={"scope": scope.value, "scopes": token.scope_list},
    )
