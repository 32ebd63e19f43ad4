"""Bodies: JSON, read strictly and never further than the view allows."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from verification.api.calls.problems import Code, RequestProblem, body_too_large
from verification.strict_json import BadInput, parse_json

DEFAULT_BYTES = 64_000
MAX_DEPTH = 32


class StrictJSONParser(BaseParser):
    """Refuses NaN, repeated keys, deep nesting and anything larger than the view's ``max_bytes``."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> object:
        limit = getattr((parser_context or {}).get("view"), "max_bytes", DEFAULT_BYTES)
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise body_too_large(limit)
        try:
            value = parse_json(body)
        except BadInput as error:
            raise RequestProblem(Code.NOT_JSON, status=400, detail=str(error)) from None
        if _is_deeper(value, MAX_DEPTH):
            raise RequestProblem(Code.NOT_JSON, status=400, detail="not JSON that can be read: nested too deeply")
        return value


def _is_deeper(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        return levels == 0 or any(_is_deeper(item, levels - 1) for item in value.values())
    if isinstance(value, list):
        return levels == 0 or any(_is_deeper(item, levels - 1) for item in value)
    return False
