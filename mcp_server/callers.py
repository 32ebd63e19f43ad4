"""Who calls: the token that came with the request, its owner, and what both allow. Looked up anew for every call."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from causalflow.accounts import AccountBackend
from verification.api.calls.access import demand_scope
from verification.api.calls.problems import Code, RequestProblem
from verification.core.vocabulary import Scope
from verification.models import ApiToken
from verification.services.operations.rates import client_of, count_request, seconds_to_wait
from verification.services.operations.tokens import find_token, note_use


@dataclass(frozen=True, slots=True)
class Caller:
    """A person by way of one of their tokens."""

    user: User
    token: ApiToken

    def may(self, *, permission: str, scope: Scope) -> bool:
        return scope in self.token.may and self.user.has_perm(permission)


# Who makes the request that is being answered; ``RequestProblem`` where it is nobody. Asked in the thread that does the work.
WhoCalls = Callable[[], Caller]


def find_caller(secret: str) -> Caller | None:
    """Whose token this is; None where it is nobody's, has ended, or its owner may not log in."""
    token = find_token(secret=secret)
    if token is None or not AccountBackend().user_can_authenticate(token.user):
        return None
    note_use(token=token)
    return Caller(token.user, token)


def demand_caller(secret: str) -> Caller:
    caller = find_caller(secret)
    if caller is None:
        raise RequestProblem(Code.BAD_TOKEN, status=401)
    return caller


def admit(caller: Caller, *, permission: str, scope: Scope, kind: str) -> None:
    """Let a call pass, or raise what the API would answer: not the role's, not the token's, or too often."""
    if not caller.user.has_perm(permission):
        raise RequestProblem(Code.FORBIDDEN, status=403)
    demand_scope(caller.token, scope)
    rates = count_request(client=client_of(caller.token), kind=kind, own_quota=caller.token.per_minute)
    if seconds := seconds_to_wait(rates):
        detail = _("Try again in %(count)s seconds.") % {"count": seconds}
        raise RequestProblem(Code.THROTTLED, status=429, detail=detail, headers={"Retry-After": str(seconds)})
