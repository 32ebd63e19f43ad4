"""The schema: how operations are described, and how our shapes become its components."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from threading import Lock
from typing import Any, get_args

from django.core.exceptions import ImproperlyConfigured
from django.urls.converters import SlugConverter
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel
from pydantic.json_schema import model_json_schema

from verification.api.calls import problems
from verification.api.calls.access import permissions_of, scope_for
from verification.api.calls.answers import Problem
from verification.api.calls.bodies import Query

REFERENCE = "#/components/schemas/{model}"
PROBLEMS: Mapping[int, str] = {
    400: "The request is not what is expected; `errors` names each bad field. Nothing was stored.",
    401: "No valid token or log-in.",
    403: "The role does not allow it, or the token lacks the scope that `scope` names (`missing_scope`).",
    404: "Nothing is there.",
    405: "Another method is needed; `Allow` names it.",
    406: "Only JSON can be answered.",
    409: "The state of things does not allow it, or the idempotency key stands for another request.",
    412: "`If-Match` names another answer than the one that `GET` gives now. Nothing was stored.",
    414: "The address is longer than the server reads; it answers with a line of its own.",
    415: "Only JSON is read.",
    429: "Too many requests; `Retry-After` says when to come again.",
    503: "The disk of the database is full, or the database can only be read. Nothing was stored.",
}
READING, WRITING = (400, 401, 403, 404, 406, 414, 429, 503), (400, 401, 403, 404, 406, 409, 414, 415, 429, 503)
# Of a call that compares ``If-Match``.
STALE = 412
# Said before any of our code is reached, so in words of its own.
BY_THE_SERVER = 414

SLUG = f"^{SlugConverter.regex}$"

Decorator = Callable[[Any], Any]


class OperationSchema(AutoSchema):
    """Summaries say it all; the docstrings of views are for whoever reads the code."""

    def get_description(self) -> str:
        return ""

    def get_auth(self) -> list[dict[str, list[str]]]:
        """With the scope that a token needs."""
        permission = permissions_of(self.view).get(self.method)
        scopes = [scope_for(self.method, permission).value] if permission else []
        return [{name: scopes if name == TokenScheme.name else []} for each in super().get_auth() for name in each]

    def _get_request_for_media_type(self, serializer: Any, direction: str = "request") -> tuple[dict[str, Any], bool]:
        """A body of which every variant demands a field is demanded too."""
        schema, is_demanded = super()._get_request_for_media_type(serializer, direction)
        shape = serializer if isinstance(serializer, type) and issubclass(serializer, BaseModel) else None
        variants = model_json_schema(shape).get("anyOf", ()) if shape else ()
        return schema, is_demanded or bool(variants and all(each.get("required") for each in variants))

    def _get_request_body(self, direction: str = "request") -> Any:
        """A body that is described may be sent with DELETE too; the framework knows of none there."""
        shape = self.get_request_serializer() if self.method == "DELETE" else None
        if shape is None:
            return super()._get_request_body(direction)
        schema, _is_demanded = self._get_request_for_media_type(shape, direction)
        return {"content": {"application/json": {"schema": schema}}}

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        """A slug is one by the rule of its address; what is none finds no call at all."""
        found = super()._resolve_path_parameters(variables)
        return [{**each, "schema": {**each["schema"], "pattern": SLUG}} if each["name"] == "slug" else each for each in found]


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "verification.api.calls.access.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token of /account/tokens/; each call names the scope it needs."}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "verification.api.calls.access.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": "A log-in of the pages; writing needs X-CSRFToken."}


class ShapeExtension(OpenApiSerializerExtension):
    """Ours instead of drf-spectacular's own for pydantic, which takes fields with a default for required in requests too."""

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: Any, direction: str) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        mode = "validation" if direction == "request" or issubclass(self.target, Problem) else "serialization"
        schema = _without_titles(model_json_schema(self.target, ref_template=REFERENCE, mode=mode))
        for name, part in schema.pop("$defs", {}).items():
            component = ResolvedComponent(name=name, type=ResolvedComponent.SCHEMA, object=_parts(self.target).get(name, name), schema=part)
            if "enum" in part and component in auto_schema.registry and auto_schema.registry[component].schema != part:
                raise ImproperlyConfigured(f"Two enumerations of the API are called {name}; the schema can describe one of them alone.")
            auto_schema.registry.register_on_missing(component)
        return schema


def _parts(shape: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """The shapes within a shape by their names, so that one which is also answered by itself is known as the same."""
    found: dict[str, type[BaseModel]] = {}
    waiting: list[Any] = [field.annotation for field in shape.model_fields.values()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, type) and issubclass(part, BaseModel) and part.__name__ not in found:
            found[part.__name__] = part
            waiting += [field.annotation for field in part.model_fields.values()]
        waiting += get_args(part)
    return found


def operation(
    name: str,
    summary: str,
    *,
    answers: Mapping[int, type[BaseModel] | None],
    query: type[Query] = Query,
    body: type[BaseModel] | None = None,
    failures: Sequence[int] = READING,
    conflict: type[Problem] = Problem,
    headers: Sequence[OpenApiParameter] = (),
    media_type: str = "application/json",
    tag: str,
) -> Decorator:
    """Describe the method of a view for the schema: what it takes, what it answers, how it fails; ``conflict`` is the shape of a 409."""
    said: dict[Any, Any] = {
        (status, media_type) if shape else status: OpenApiResponse(shape, description=_DONE[status])
        if shape
        else OpenApiResponse(description=_DONE[status])
        for status, shape in answers.items()
    }
    said |= {
        (status, problems.CONTENT_TYPE): OpenApiResponse(conflict if status == 409 else Problem, description=PROBLEMS[status])
        for status in failures
        if status != BY_THE_SERVER
    }
    said |= {status: OpenApiResponse(description=PROBLEMS[status]) for status in failures if status == BY_THE_SERVER}
    return extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        parameters=[*_parameters(query), *headers],
        request=body,
        responses=said,
    )


_DONE: Mapping[int, str] = {
    200: "Done.",
    201: "Made.",
    202: "Accepted; a worker does the rest.",
    204: "Done; there is nothing to say.",
    304: "Nothing has changed.",
}

KEY = OpenApiParameter(
    name="Idempotency-Key",
    type={"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    location=OpenApiParameter.HEADER,
    description="Repeating a request with its key repeats the first answer and nothing else; remembered for 24 hours.",
)
WAIT = OpenApiParameter(
    name="Prefer",
    type={"type": "string", "examples": ["wait=10"]},
    location=OpenApiParameter.HEADER,
    description="`wait=N`: answer when the run has ended, after N seconds at the latest (at most 30); at once with 202 where too many do.",
)
UNCHANGED = OpenApiParameter(
    name="If-None-Match", type=str, location=OpenApiParameter.HEADER, description="An `ETag`; 304 where the answer is still the same."
)
MATCH = OpenApiParameter(
    name="If-Match", type=str, location=OpenApiParameter.HEADER, description="The `ETag` that was read; 412 where something changed since."
)
ETAG = OpenApiParameter(
    name="ETag", type=str, location=OpenApiParameter.HEADER, response=[200], description="Changes whenever the answer does."
)
LOCATION = OpenApiParameter(name="Location", type=str, location=OpenApiParameter.HEADER, response=[202], description="The run.")


_making = Lock()


def make_schema() -> dict[str, Any]:
    """The schema of the whole API. It depends on the code alone, so it is made once, and by one thread: views share what describes them."""
    with _making:
        return _make_schema()


@cache
def _make_schema() -> dict[str, Any]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


def _parameters(query: type[BaseModel]) -> list[OpenApiParameter]:
    schema = _without_titles(model_json_schema(query, mode="validation"))
    definitions = schema.get("$defs", {})
    return [
        OpenApiParameter(
            name=name,
            type=_inlined({key: value for key, value in field.items() if key != "description"}, definitions),
            location=OpenApiParameter.QUERY,
            required=name in schema.get("required", ()),
            description=field.get("description", ""),
        )
        for name, field in schema["properties"].items()
    ]


def _inlined(field: Any, definitions: Mapping[str, Any]) -> Any:
    """A parameter's schema without references and without null, which no address can say."""
    if isinstance(field, list):
        return [_inlined(item, definitions) for item in field]
    if not isinstance(field, dict):
        return field
    if "$ref" in field:
        return {**definitions[field["$ref"].rpartition("/")[2]], **{key: value for key, value in field.items() if key != "$ref"}}
    made = {key: _inlined(value, definitions) for key, value in field.items() if not (key == "default" and value is None)}
    choices = [choice for choice in made.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        made = {**choices[0], **{key: value for key, value in made.items() if key != "anyOf"}}
    return made


def _without_titles(schema: Any) -> Any:
    """Pydantic gives every field a title that repeats its name."""
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _without_titles(value) for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
