"""JSON as the outside sends it, read strictly: what two readers could read differently is refused."""

import json
import re
from collections.abc import Iterator
from typing import IO, NoReturn

MAX_LINE_BYTES = 32_000_000
_PROBE_BYTES = 65_536
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


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


def parse_json(text: str | bytes) -> object:
    """As ``parse_object``, for any JSON value."""
    try:
        written = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 text (byte {error.start + 1})") from None
    try:
        value = json.loads(written, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeats)
        return _without_surrogates(value) if "\\ud" in written.lower() else value
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise BadInput("not JSON that can be read: nested too deeply") from None
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(f"not JSON that can be read: {str(error).partition(';')[0]}") from None


def read_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """(number from 1, line) of every line that is not blank; memory holds one line. An overlong line is cut and so refused as JSON."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES):
        number += 1
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == MAX_LINE_BYTES:
            rest = file.readline(MAX_LINE_BYTES)
        if line.strip():
            yield number, line


def is_binary(file: IO[bytes]) -> bool:
    """Whether the start of a seekable file is no text at all: bytes that are not UTF-8, or NUL, and not one line that is JSON."""
    start = file.read(_PROBE_BYTES)
    file.seek(0)
    if b"\0" not in start and _is_utf8(start):
        return False
    return not any(_is_object(line) for line in start.splitlines())


def _is_utf8(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        # The probe may end inside a character.
        return len(start) == _PROBE_BYTES and error.start > len(start) - 4
    return True


def _is_object(line: bytes) -> bool:
    try:
        parse_object(line)
    except BadInput:
        return False
    return True


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


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_LONE_SURROGATE.sub("\ufffd", str(key)): _without_surrogates(item) for key, item in value.items()}
    return value
