"""Bodies and parameters against their shapes; every bad field is named, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core.core_schema import CoreSchema, no_info_after_validator_function

from verification.api.calls.problems import Code, FieldError, RequestProblem, bad_field

MAX_ERRORS = 20
MAX_NAME = 100

ShapeT = TypeVar("ShapeT", bound=BaseModel)

TEXT_OR_NUMBER = "text_or_number"
_STRING, _NUMBER = _("expected a string"), _("expected a whole number")
_OBJECT, _LIST, _BOOL = _("expected a JSON object"), _("expected a list"), _("expected true or false")
_TYPES: Mapping[str, str | Promise] = {
    "string_type": _STRING,
    "int_type": _NUMBER,
    "int_parsing": _NUMBER,
    "int_parsing_size": _NUMBER,
    "int_from_float": _NUMBER,
    "bool_type": _BOOL,
    "bool_parsing": _BOOL,
    "list_type": _LIST,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "float_type": _("expected a number"),
    TEXT_OR_NUMBER: _("expected a string or a number"),
}
# Of a constraint: our code, the sentence, and what pydantic calls the bound.
_BOUNDS: Mapping[str, tuple[str, str | Promise]] = {
    "string_too_long": ("too_long", _("expected at most %(max_length)s characters")),
    "string_too_short": ("too_short", _("expected at least %(min_length)s characters")),
    "too_long": ("too_long", _("expected at most %(max_length)s entries")),
    "too_short": ("too_short", _("expected at least %(min_length)s entries")),
    "greater_than_equal": ("out_of_range", _("expected at least %(ge)s")),
    "less_than_equal": ("out_of_range", _("expected at most %(le)s")),
    "enum": ("unknown_choice", _("expected %(expected)s")),
    "literal_error": ("unknown_choice", _("expected %(expected)s")),
    "string_pattern_mismatch": ("bad_form", _("expected text of the form %(pattern)s")),
}


def check_body(shape: type[ShapeT], value: object) -> ShapeT:
    """A parsed body as ``shape``; where there was none (REST framework then has an empty form), an empty object."""
    return _check(shape, {} if isinstance(value, QueryDict) else value)


def check_query(shape: type[ShapeT], query: QueryDict) -> ShapeT:
    """The parameters of an address as ``shape``; one that stands twice is refused, for nobody knows which was meant."""
    for name, values in query.lists():
        if len(values) > 1:
            raise bad_field(name[:MAX_NAME], "repeated", str(_("stands more than once")))
    return _check(shape, query.dict())


def _check(shape: type[ShapeT], value: object) -> ShapeT:
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        errors = list({each.field: each for each in (_field_error(entry, value) for entry in found)}.values())[:MAX_ERRORS]
        first = errors[0]
        raise RequestProblem(
            Code.INVALID_REQUEST, status=400, detail=f"{first.field}: {first.detail}" if first.field else first.detail, errors=errors
        ) from None


def _field_error(entry: Mapping[str, Any], value: object) -> FieldError:
    field, kind = _path(entry["loc"], value, is_missing=entry["type"] == "missing"), str(entry["type"])
    if kind == "missing":
        return FieldError(field, "missing", str(_("is missing")))
    if kind == "extra_forbidden":
        return FieldError(field, "unknown_field", str(_("is no field of this request")))
    if kind in _TYPES:
        return FieldError(field, "wrong_type", str(_TYPES[kind]))
    if kind in _BOUNDS:
        code, sentence = _BOUNDS[kind]
        return FieldError(field, code, str(sentence) % entry.get("ctx", {}))
    return FieldError(field, "bad_value", str(entry["msg"]).removeprefix("Value error, "))


def _path(places: Sequence[str | int], value: object, *, is_missing: bool) -> str:
    """The path of a bad field in the body itself, without the names that pydantic adds for the members of a union."""
    path, here = [], value
    for number, place in enumerate(places, 1):
        if isinstance(here, dict) and (place in here or (is_missing and number == len(places))):
            path.append(str(place)[:MAX_NAME])
            here = here.get(place)
        elif isinstance(here, list) and isinstance(place, int) and place < len(here):
            path.append(str(place))
            here = here[place]
    return ".".join(path)


def _with_pattern(schema: JsonSchemaValue, pattern: str) -> JsonSchemaValue:
    """``schema`` with a pattern, beside the one that it has."""
    return {**schema, "allOf": [{"pattern": pattern}]} if "pattern" in schema else {**schema, "pattern": pattern}


class _SaysSomething:
    """In the schema: not blank. The field itself strips what it is sent and says how much is missing."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return _with_pattern(handler(core_schema), r"\S")


class _HoldsNoNul:
    """Texts that are stored or searched hold no NUL, for databases don't; the schema says so."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(without_nul, handler(source))

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return _with_pattern(handler(core_schema), r"^[^\x00]*$")


SAYS_SOMETHING = _SaysSomething()
HOLDS_NO_NUL = _HoldsNoNul()


def without_nul(value: str) -> str:
    """``value``; ``ValueError`` where it holds NUL."""
    if "\x00" in value:
        raise ValueError(str(_("expected text without NUL characters")))
    return value
