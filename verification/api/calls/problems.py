"""Errors as RFC 9457 problem details, each with a stable ``code``; ``answer_problem`` is REST framework's exception handler."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import Error as DatabaseError
from django.http import Http404, UnreadablePostError
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response

from verification.reads.reviews.answers import ReviewNow
from verification.services.errors import Refused
from verification.services.queue.idempotency import KeyReused
from verification.services.reviews.desk import ReviewConflict
from verification.services.storage import find_storage_fault
from verification.strict_json import BadInput

CONTENT_TYPE = "application/problem+json"

logger = logging.getLogger(__name__)


class Code(StrEnum):
    """What went wrong, for programs; never renamed."""

    NOT_JSON = "not_json"
    BODY_TOO_LARGE = "body_too_large"
    INVALID_REQUEST = "invalid_request"
    BAD_CURSOR = "bad_cursor"
    NOT_AUTHENTICATED = "not_authenticated"
    BAD_TOKEN = "bad_token"  # noqa: S105 - a code, no secret
    CSRF_FAILED = "csrf_failed"
    FORBIDDEN = "forbidden"
    MISSING_SCOPE = "missing_scope"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NOT_ACCEPTABLE = "not_acceptable"
    REFUSED = "refused"
    REVIEW_CONFLICT = "review_conflict"
    KEY_REUSED = "key_reused"
    CHANGED_MEANWHILE = "changed_meanwhile"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    THROTTLED = "throttled"
    STORAGE_FULL = "storage_full"
    STORAGE_READ_ONLY = "storage_read_only"
    SERVER_ERROR = "server_error"


TITLES: Mapping[Code, str | Promise] = {
    Code.NOT_JSON: gettext_lazy("The body is not JSON"),
    Code.BODY_TOO_LARGE: gettext_lazy("The body is too large"),
    Code.INVALID_REQUEST: gettext_lazy("The request does not say what is needed"),
    Code.BAD_CURSOR: gettext_lazy("The cursor does not belong here"),
    Code.NOT_AUTHENTICATED: gettext_lazy("A token or a log-in is needed"),
    Code.BAD_TOKEN: gettext_lazy("The token is not valid"),
    Code.CSRF_FAILED: gettext_lazy("The form token is missing or wrong"),
    Code.FORBIDDEN: gettext_lazy("Your role does not allow this"),
    Code.MISSING_SCOPE: gettext_lazy("The token may not be used for this"),
    Code.NOT_FOUND: gettext_lazy("Nothing is there"),
    Code.METHOD_NOT_ALLOWED: gettext_lazy("The method is not allowed here"),
    Code.NOT_ACCEPTABLE: gettext_lazy("Only JSON can be answered"),
    Code.REFUSED: gettext_lazy("The state of things does not allow it"),
    Code.REVIEW_CONFLICT: gettext_lazy("The item was decided or changed meanwhile"),
    Code.KEY_REUSED: gettext_lazy("The idempotency key stands for another request"),
    Code.CHANGED_MEANWHILE: gettext_lazy("It changed after you had read it"),
    Code.UNSUPPORTED_MEDIA_TYPE: gettext_lazy("Only JSON is read"),
    Code.THROTTLED: gettext_lazy("Too many requests"),
    Code.STORAGE_FULL: gettext_lazy("The disk is full"),
    Code.STORAGE_READ_ONLY: gettext_lazy("Nothing can be stored now"),
    Code.SERVER_ERROR: gettext_lazy("An error of the program"),
}


@dataclass(frozen=True, slots=True)
class FieldError:
    """One bad field: ``field`` is its path (``results.0.url``), ``code`` what is wrong with it."""

    field: str
    code: str
    detail: str


class RequestProblem(Exception):
    """Ends a request with this answer; ``members`` stand in the body beside those that every problem has."""

    def __init__(
        self,
        code: Code,
        *,
        status: int,
        detail: str = "",
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        members: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.status = status
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.members = dict(members or {})


def bad_field(field: str, code: str, detail: str) -> RequestProblem:
    """400 for one field."""
    return RequestProblem(Code.INVALID_REQUEST, status=400, detail=f"{field}: {detail}", errors=[FieldError(field, code, detail)])


def refuse_fields(errors: Iterable[FieldError]) -> RequestProblem:
    """400 for several fields, of which there is one at least."""
    found = list(errors)
    return RequestProblem(Code.INVALID_REQUEST, status=400, detail=f"{found[0].field}: {found[0].detail}", errors=found)


def answer_problem(error: Exception, context: Mapping[str, object]) -> Response:
    """The response to whatever a view raised. What nobody expected is logged and answered as 500 without details."""
    problem = error if isinstance(error, RequestProblem) else as_problem(error)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        logger.error("A request to the API failed.", exc_info=error)
    return Response(describe_problem(problem), status=problem.status, headers=problem.headers, content_type=CONTENT_TYPE)


def describe_problem(problem: RequestProblem) -> dict[str, object]:
    """The body of the answer (RFC 9457)."""
    body: dict[str, object] = {
        "type": f"{reverse('api:docs')}#{problem.code}",
        "title": str(TITLES[problem.code]),
        "status": problem.status,
        "detail": problem.detail or str(TITLES[problem.code]),
        "code": problem.code.value,
    }
    body |= problem.members
    if problem.errors:
        body["errors"] = [{"field": each.field, "code": each.code, "detail": each.detail} for each in problem.errors]
    return body


def as_problem(error: Exception) -> RequestProblem:
    """Whatever was raised, as what a program is told of it."""
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    if isinstance(error, Http404):
        return RequestProblem(Code.NOT_FOUND, status=404)
    if isinstance(error, PermissionDenied):
        return RequestProblem(Code.FORBIDDEN, status=403)
    if isinstance(error, ReviewConflict):
        members = {"review": ReviewNow.with_ruling(error.item, error.ruling).shape()}
        return RequestProblem(Code.REVIEW_CONFLICT, status=409, detail=str(error), members=members)
    if isinstance(error, Refused):
        return RequestProblem(Code.REFUSED, status=409, detail=str(error))
    if isinstance(error, KeyReused):
        return RequestProblem(Code.KEY_REUSED, status=409, detail=_("The first request under this key had another path or body."))
    if isinstance(error, BadInput):
        return RequestProblem(Code.INVALID_REQUEST, status=400, detail=str(error))
    if isinstance(error, RequestDataTooBig):
        return body_too_large()
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return RequestProblem(Code.INVALID_REQUEST, status=400)
    return _unexpected(error)


def _unexpected(error: Exception) -> RequestProblem:
    """A database that can store nothing is somebody's to mend; whatever else it is, is ours."""
    if isinstance(error, DatabaseError) and (fault := find_storage_fault(error)):
        return RequestProblem(Code(fault), status=503, detail=fault.sentence)
    return RequestProblem(Code.SERVER_ERROR, status=500, detail=_("The error was logged; nothing of the request was kept."))


def body_too_large(limit: int | None = None) -> RequestProblem:
    """400, as the contract has it, naming the body."""
    detail = _("expected at most %(count)s bytes") % {"count": limit} if limit else str(TITLES[Code.BODY_TOO_LARGE])
    return RequestProblem(Code.BODY_TOO_LARGE, status=400, detail=detail, errors=[FieldError("body", "too_large", detail)])


_FRAMEWORK: Mapping[type[exceptions.APIException], Code] = {
    exceptions.NotAuthenticated: Code.NOT_AUTHENTICATED,
    exceptions.AuthenticationFailed: Code.BAD_TOKEN,
    exceptions.PermissionDenied: Code.FORBIDDEN,
    exceptions.NotFound: Code.NOT_FOUND,
    exceptions.MethodNotAllowed: Code.METHOD_NOT_ALLOWED,
    exceptions.NotAcceptable: Code.NOT_ACCEPTABLE,
    exceptions.UnsupportedMediaType: Code.UNSUPPORTED_MEDIA_TYPE,
    exceptions.Throttled: Code.THROTTLED,
    exceptions.ParseError: Code.INVALID_REQUEST,
}


def _of_framework(error: exceptions.APIException) -> RequestProblem:
    code = next((code for kind, code in _FRAMEWORK.items() if isinstance(error, kind)), Code.SERVER_ERROR)
    headers = {}
    if challenge := getattr(error, "auth_header", ""):
        headers["WWW-Authenticate"] = challenge
    detail = ""
    if isinstance(error, exceptions.Throttled) and error.wait is not None:
        seconds = max(1, round(error.wait))
        headers["Retry-After"] = str(seconds)
        detail = _("Try again in %(count)s seconds.") % {"count": seconds}
    status = HTTPStatus.INTERNAL_SERVER_ERROR if code == Code.SERVER_ERROR else error.status_code
    return RequestProblem(code, status=int(status), detail=detail, headers=headers)
