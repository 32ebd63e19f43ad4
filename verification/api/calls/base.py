"""What all views of the API share: strict parameters and bodies, the language asked for, ETags, one answer per idempotency key."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_supported_language_variant
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header
from pydantic import BaseModel
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from verification.api.calls.bodies import Query
from verification.api.calls.limits import limit_headers
from verification.api.calls.parsers import DEFAULT_BYTES, StrictJSONParser
from verification.api.calls.problems import Code, RequestProblem, bad_field, body_too_large
from verification.api.calls.validation import check_body, check_query
from verification.reads.answers import Shape
from verification.services.queue.idempotency import RememberedAnswer, answer_once

KEY = re.compile(r"[!-~]{1,200}")
REPLAYED = "Idempotency-Replayed"

ShapeT = TypeVar("ShapeT", bound=BaseModel)


class ApiView(APIView):
    """``permissions`` and ``accepts`` say what each method needs and takes; ``asked`` holds the checked parameters."""

    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "delete"]
    permissions: ClassVar[Mapping[str, str]] = {}
    scopes: ClassVar[Mapping[str, str]] = {}
    accepts: ClassVar[Mapping[str, type[Query]]] = {}
    max_bytes = DEFAULT_BYTES
    asked: Any
    following: str | None = None

    def get_throttles(self) -> list[BaseThrottle]:
        """Kept, for they know afterwards what they counted."""
        self.throttles = super().get_throttles()
        return self.throttles

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in limit_headers(getattr(self, "throttles", ())).items():
            response[name] = value
        response["Link"] = link_header(request, self.following)
        return response

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method.lower() not in self.http_method_names or not hasattr(self, method.lower()):
            return  # Answered 405, whatever was asked; the framework gives every view an ``options`` of its own.
        self.asked = check_query(self.accepts.get(method, Query), request.query_params)
        self.lang = asked_language(request, self.asked.lang)
        if method in ("POST", "PATCH"):
            _refuse_foreign_body(request, self.max_bytes)

    @contextmanager
    def matching(self, rows: QuerySet[Any]) -> Iterator[None]:
        """One transaction, in which ``If-Match`` is compared with what is there while ``rows`` are locked: nobody comes in between."""
        with transaction.atomic():
            list(rows.select_for_update(of=("self",)).values_list("pk"))
            self._refuse_stale()
            yield

    def _refuse_stale(self) -> None:
        """412 where ``If-Match`` names none of the answers that ``get`` gives now, in whichever language it was read."""
        asked, read = self.request.headers.get("If-Match"), getattr(self, "get", None)
        if asked is None or read is None or asked.strip() == "*":
            return
        own = self.lang
        for self.lang in dict.fromkeys((own, None, *(code for code, _name in settings.LANGUAGES))):
            if _is_named(asked, read(self.request, **self.kwargs)["ETag"]):
                self.lang = own
                return
        raise RequestProblem(Code.CHANGED_MEANWHILE, status=412)

    def read_body(self, shape: type[ShapeT]) -> ShapeT:
        return check_body(shape, self.request.data)

    def answer(self, shape: Shape) -> Response:
        """200 with an ETag, or 304 where the client has the same answer already. A page of a list is linked to the one that follows."""
        following = shape.get("next")
        self.following = following if isinstance(following, str) else None
        written = write_json(shape)
        etag = f'"{hashlib.sha256(written.encode()).hexdigest()[:32]}"'
        is_known = self.request.method in ("GET", "HEAD") and _is_named(self.request.headers.get("If-None-Match", ""), etag)
        response = Response(status=304) if is_known else Response(shape)
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response

    def answer_once(self, work: Callable[[], RememberedAnswer]) -> Response:
        """The answer of ``work``, which is done once for each ``Idempotency-Key`` of a person."""
        key = read_key(self.request)
        answered = answer_once(user=self.request.user, key=key, fingerprint=self.fingerprint(), work=work) if key else work()
        return respond(answered)

    def fingerprint(self) -> str:
        """Of method, path and what the body says, however it is spaced."""
        said = json.dumps(self.request.data, sort_keys=True)
        return hashlib.sha256(f"{self.request.method}\n{self.request.path}\n{said}".encode()).hexdigest()


def _is_named(header: str, etag: str) -> bool:
    """Whether a list of tags holds ``etag``; a proxy that compresses an answer makes its tag a weak one."""
    return header.strip() == "*" or etag in {tag.removeprefix("W/") for tag in parse_etags(header)}


def link_header(request: HttpRequest, following: str | None) -> str:
    """``Link`` (RFC 8288): the page that follows in a list, and where the API is described."""
    links = [f'<{reverse("api:schema")}>; rel="service-desc"', f'<{reverse("api:docs")}>; rel="service-doc"']
    if following is not None:
        asked = request.GET.copy()
        asked["cursor"] = following
        links.insert(0, f'<{request.path}?{asked.urlencode()}>; rel="next"')
    return ", ".join(links)


def respond(answered: RememberedAnswer) -> Response:
    headers = {"Location": answered.location} if answered.location else {}
    if answered.is_replay:
        headers[REPLAYED] = "true"
    return Response(json.loads(answered.body), status=answered.status, headers=headers)


def write_json(shape: Shape) -> str:
    return json.dumps(shape, ensure_ascii=False, allow_nan=False)


def read_key(request: Request) -> str:
    """The ``Idempotency-Key``, empty where there is none."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise bad_field("Idempotency-Key", "bad_form", _("expected 1 to 200 printable ASCII characters without spaces"))
    return key or ""


def asked_language(request: HttpRequest | Request, lang: str | None) -> str | None:
    """What ``lang`` names, else the first of Accept-Language that we speak, else None: the language of the label."""
    if lang:
        return get_supported_language_variant(lang)
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return None


def _refuse_foreign_body(request: Request, limit: int) -> None:
    """Before anything reads it: forms are no JSON, and a length beyond the limit needs no reading."""
    length = request.headers.get("Content-Length") or "0"
    if length == "0":
        return
    if request.content_type.partition(";")[0].strip().lower() != StrictJSONParser.media_type:
        raise UnsupportedMediaType(request.content_type)
    if length.isdigit() and int(length[:18]) > limit:
        raise body_too_large(limit)
