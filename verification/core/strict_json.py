"""JSON as the outside sends it, read strictly: what two readers could read differently is refused."""

import json
import re
from decimal import Decimal
from typing import NoReturn

from verification.core.patterns import lazy_regex

_LONE_SURROGATE = lazy_regex("[\ud800-\udfff]")
_NUL = lazy_regex("\x00")


class BadInput(ValueError):
    """What is wrong with a text or file, as one plain sentence."""


def parse_object(text: str | bytes) -> dict[str, object]:
    """The JSON object in ``text``; ``BadInput`` for anything else, also for NaN, Infinity, repeated keys and endless nesting.

    Half surrogate pairs become U+FFFD, which keeps every position.
    """
    value = parse_json(text)
    if not isinstance(value, dict):
        raise BadInput(f"expected a JSON object, got {_kind(value)}")
    return value


def parse_answer(text: str | bytes) -> dict[str, object]:
    """As ``parse_object``, for what a service or a model sends: NUL, which no database holds, becomes U+FFFD as well.

    Every such answer comes through here, so that none of its texts has to be looked at again before it is stored.
    """
    answer = parse_object(text)
    has_nul = b"\\u0000" in text if isinstance(text, bytes) else "\\u0000" in text
    return {_NUL.sub("\ufffd", name): _replace(_NUL, item) for name, item in answer.items()} if has_nul else answer


def parse_json(text: str | bytes, *, is_exact: bool = False) -> object:
    """As ``parse_object``, for any JSON value. ``is_exact``: a number with a point or an exponent is a ``Decimal``, as it is written."""
    try:
        written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 text (byte {error.start + 1})") from None
    try:
        parse_float = Decimal if is_exact else float
        value = json.loads(written, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeats, parse_float=parse_float)
        return _replace(_LONE_SURROGATE, value) if "\\ud" in written.lower() else value
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise BadInput("not JSON that can be read: nested too deeply") from None
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(f"not JSON that can be read: {str(error).partition(';')[0]}") from None


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", int: "a number", float: "a number", bool: "true or false"}
    return names.get(type(value), "null")


def _refuse_constant(name: str) -> NoReturn:
    raise BadInput(f"not JSON: {name} is no number")


def _refuse_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"the key {repeated[:40]!r} stands twice in one object")
    return made


def _replace(letters: re.Pattern[str], value: object) -> object:
    if isinstance(value, str):
        return letters.sub("\ufffd", value)
    if isinstance(value, list):
        return [_replace(letters, item) for item in value]
    if isinstance(value, dict):
        return {letters.sub("\ufffd", str(key)): _replace(letters, item) for key, item in value.items()}
    return value
