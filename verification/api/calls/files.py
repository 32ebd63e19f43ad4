"""Files of the pages (tables, histories, badges, feeds) for programs: the same address and the same file, opened with a token."""

import json
from collections.abc import Callable
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from causalflow.accounts import AccountBackend
from verification.api.calls.access import READ, SCHEME, demand_scope
from verification.api.calls.limits import rate_headers
from verification.api.calls.problems import CONTENT_TYPE, Code, RequestProblem, as_problem, describe_problem
from verification.core.vocabulary import Scope
from verification.models import ApiToken
from verification.services.operations.rates import Rate, client_of, count_request, seconds_to_wait
from verification.services.operations.tokens import find_token, note_use

View = Callable[..., HttpResponseBase]


def open_to_tokens(view: View) -> View:
    """Stands outside the page's own ``needs``. Who brings no token is sent to the log-in page as ever; what goes wrong for a
    program is told as the API tells it.
    """

    @wraps(view)
    def opened(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return view(request, *args, **kwargs)
        rates: tuple[Rate, ...] = ()
        try:
            token = _find(secret.strip())
            rates = _count(token)
            request.user = token.user
            response = view(request, *args, **kwargs)
        except (RequestProblem, Http404, PermissionDenied) as error:
            response = _answer(error if isinstance(error, RequestProblem) else as_problem(error))
        for name, value in rate_headers(rates).items():
            response[name] = value
        return response

    return opened


def _find(secret: str) -> ApiToken:
    token = find_token(secret=secret)
    if token is None or not AccountBackend().user_can_authenticate(token.user):
        raise RequestProblem(Code.BAD_TOKEN, status=401, headers={"WWW-Authenticate": f'{SCHEME} realm="CausalFlow"'})
    note_use(token=token)
    demand_scope(token, Scope.READ)
    return token


def _count(token: ApiToken) -> tuple[Rate, ...]:
    rates = count_request(client=client_of(token), kind=READ, own_quota=token.per_minute)
    if seconds := seconds_to_wait(rates):
        detail = _("Try again in %(count)s seconds.") % {"count": seconds}
        raise RequestProblem(Code.THROTTLED, status=429, detail=detail, headers={"Retry-After": str(seconds), **rate_headers(rates)})
    return rates


def _answer(problem: RequestProblem) -> HttpResponse:
    return HttpResponse(
        json.dumps(describe_problem(problem), ensure_ascii=False),
        status=problem.status,
        content_type=CONTENT_TYPE,
        headers=problem.headers,
    )
