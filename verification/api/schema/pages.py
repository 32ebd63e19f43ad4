"""The schema, its page for people, and the answer to every address that is none."""

import json
from functools import cache
from typing import Any, ClassVar

import yaml
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from verification.api.calls.base import ApiView
from verification.api.calls.openapi import make_schema
from verification.api.calls.problems import TITLES
from verification.api.schema.reference import list_operations, list_shapes

# Ten times as fast as their twins in Python, where they were built.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
MEDIA_TYPE = "application/vnd.oai.openapi"


class SchemaView(ApiView):
    """YAML, or JSON for whoever asks for ``application/json``. It describes the code and holds no data, so nobody needs to log in."""

    schema = None
    permission_classes: ClassVar = ()

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """The schema has a type of its own beside JSON, so no wish is refused."""
        return super().perform_content_negotiation(request, force=True)

    def get(self, request: Request) -> HttpResponse:
        is_json = request.get_preferred_type([MEDIA_TYPE, "application/json"]) == "application/json"
        body = _text(is_json=is_json)
        kind = "application/json" if is_json else f"{MEDIA_TYPE}; charset=utf-8"
        return HttpResponse(body, content_type=kind, headers={"Vary": "Accept"})


# Nothing is written here, so whoever comes with another method is told so, not asked for a form token.
@csrf_exempt
@require_safe
def show_docs(request: HttpRequest) -> HttpResponse:
    schema = make_schema()
    context = {
        "operations": list_operations(schema),
        "shapes": list_shapes(schema),
        "problems": [(code.value, title) for code, title in TITLES.items()],
    }
    return render(request, "api/docs.html", context)


class Nowhere(ApiView):
    """Every other address under ``/api/v1/``: 404 in the shape of all errors, whatever the method and whatever is asked of it."""

    schema = None
    permission_classes: ClassVar = ()
    http_method_names: ClassVar = [*ApiView.http_method_names, "put", "patch", "options"]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Who asks, and how often, counts here too."""
        APIView.initial(self, request, *args, **kwargs)
        raise Http404

    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        raise Http404

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """What is not there allows nothing."""
        response = super().finalize_response(request, response, *args, **kwargs)
        del response["Allow"]
        return response

    head = post = put = patch = delete = options = get


@cache
def _text(*, is_json: bool) -> str:
    return json.dumps(make_schema()) if is_json else write_schema(make_schema())


def write_schema(schema: dict[str, Any]) -> str:
    """The schema as it is committed: keys in their order, text as it is."""
    return yaml.dump(json.loads(json.dumps(schema)), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=140)


def read_schema(text: str) -> dict[str, Any]:
    """What ``write_schema`` wrote; ``yaml.YAMLError`` for what is no YAML."""
    return dict(yaml.load(text, Loader=_Loader) or {})  # noqa: S506 - the C twin of the safe loader
